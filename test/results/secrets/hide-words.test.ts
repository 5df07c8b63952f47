import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hidingWords } from '../../../src/results/secrets/hide-words.ts';
import { growth, MAX_GROWTH } from '../../source/growth.ts';

const SHOWN = '<redacted>';

describe('words that are hidden', () => {
  it('all of what overlaps is hidden, as one', () => {
    expect(hidingWords(['xx-abc', 'abc-def'])('xx-abc-def g')).toBe(`${SHOWN} g`);
    expect(hidingWords(['=a', '=='])('a===a')).toBe(`a${SHOWN}`);
  });

  it('what stands side by side is hidden one by one', () => {
    expect(hidingWords(['(a)', '[b]'])('(a)[b](a)')).toBe(SHOWN.repeat(3));
  });

  it('the beginning of a longer word is found where the longer one is not', () => {
    expect(hidingWords(['a', 'a-b', 'a-b-c'])('a-b-d a-bc a')).toBe(`${SHOWN}-d ${SHOWN}-bc ${SHOWN}`);
  });

  it('a line break ends a word however often its backslash is quoted', () => {
    const hide = hidingWords(['MIIE']);
    for (const before of ['\\n', '\\\\n', '\\\\\\\\r', '\\t', '\\u000a', '\\\\u2028'])
      expect(hide(`KEY${before}MIIE\\n`)).toBe(`KEY${before}${SHOWN}\\n`);
    expect(hide('nMIIE tMIIE u000aMIIE')).toBe('nMIIE tMIIE u000aMIIE');
  });

  it('the beginning of a word is hidden where the rest was cut off', () => {
    const words = ['abcdef-ghi', 'abcdxyz', 'ab'];
    for (const many of [words, [...words, ...Array.from({ length: 20 }, (_, number) => `never ${number}`)]]) {
      const hide = hidingWords(many);
      expect(hide('"abcdef-g…"')).toBe(`"${SHOWN}…"`);
      expect(hide('x abcd… y')).toBe(`x ${SHOWN}… y`);
      // Not where it goes on otherwise, where nothing was cut off, or where next to nothing is left.
      expect(hide('abcde-… xabcd… abcdef abc…')).toBe('abcde-… xabcd… abcdef abc…');
      expect(hide('abcdef-ghi ab…')).toBe(`${SHOWN} ${SHOWN}…`);
    }
  });

  it('the mark itself is no text to look into', () => {
    expect(hidingWords(['redacted', 'a'])('a b')).toBe(`${SHOWN} b`);
  });

  it('no part of a word that stands by itself is left, and nothing else is hidden', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '-', ' ', '='), minLength: 1, maxLength: 5 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '-', ' ', '='), maxLength: 20 });
    // With many words as with few.
    const more = Array.from({ length: 20 }, (_, number) => `never ${number}`);
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), text, fc.boolean(), (words, line, many) => {
        const hidden = hidingWords(many ? [...words, ...more] : words)(line);
        expect(hidden.replaceAll(SHOWN, '#')).toBe(oneByOne(words, line));
      }),
      { numRuns: 500 },
    );
  });

  it('the work grows with the texts, not with texts times words', () => {
    const prepare = (size: number) => ({
      words: Array.from({ length: size }, (_, number) => `key-${number}-${(number * 7919) % 100_003}`),
      lines: Array.from({ length: size }, (_, number) => `  x-api-key: key-${number}-x # line ${number}`),
    });
    const work = ({ words, lines }: ReturnType<typeof prepare>) => lines.map(hidingWords(words));
    expect(growth(prepare, work, 4000)).toBeLessThan(MAX_GROWTH);
  });
});

/** The same, found in the plainest way. */
function oneByOne(words: readonly string[], line: string): string {
  const spans: { start: number; end: number }[] = [];
  const letter = (at: number): boolean => /[ab]/.test(line.charAt(at));
  for (const word of words)
    for (let start = line.indexOf(word); start !== -1; start = line.indexOf(word, start + 1)) {
      const end = start + word.length;
      if (!(letter(start - 1) && letter(start)) && !(letter(end - 1) && letter(end)))
        spans.push({ start, end });
    }
  let shown = '';
  for (let at = 0; at < line.length; ) {
    let end = at;
    for (let grown = true; grown; ) {
      const further = Math.max(
        end,
        ...spans.filter(({ start }) => start === at || (start > at && start < end)).map((span) => span.end),
      );
      grown = further > end;
      end = further;
    }
    shown += end > at ? '#' : line.charAt(at);
    at = Math.max(end, at + 1);
  }
  return shown;
}
