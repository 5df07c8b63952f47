/** Where the characters of a quoted text are written. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { ROOT, scalarText } from '../../src/source/tree.ts';
import { writtenOffsets } from '../../src/source/written.ts';
import { readYaml } from '../../src/source/yaml.ts';

/** The part of the written form that stands for the first place where a word is. */
function written(form: string, namespace: string): string | undefined {
  const [tree] = readYaml('a.yaml', form);
  const text = tree === undefined ? '' : scalarText(tree, ROOT);
  const at = text.indexOf(namespace);
  const offsets = writtenOffsets(form, text.length);
  return offsets && form.slice(offsets[at], offsets[at + namespace.length]);
}

describe('where characters are written', () => {
  test.each([
    ['"a b c"', 'b', 'b'],
    ['"a\\tbcd\\u0065f"', 'bcdef', 'bcd\\u0065f'],
    ['"a \\x62\\x63 d"', 'bc', '\\x62\\x63'],
    ['"\\U0001F600bc"', 'bc', 'bc'],
    ['"a\\nbc\\\n  de\\nf"', 'bcde', 'bc\\\n  de'],
    ['"a b\n  c d"', 'b c', 'b\n  c'],
    ['"a b \n\n\n  c d"', 'b\n\nc', 'b \n\n\n  c'],
    ["'it''s so'", "it's", "it''s"],
    ["'a\n  b c'", 'b', 'b'],
    ['"a\r\n b"', 'a b', 'a\r\n b'],
  ])('%j: %j is %j', (form, namespace, expected) => {
    expect(written(form, namespace)).toBe(expected);
  });

  test('across very many line breaks', () => {
    for (const open of ['"a', '"a\\'])
      expect(writtenOffsets(`${open}${'\n'.repeat(6_000_001)}b"`, 6_000_002)?.[6_000_001]).toBe(
        6_000_001 + open.length,
      );
  });

  test('of every letter that is written as it is', () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', 'b', 'Z', ' ', '\n', '\t', '"', "'", '\\', 'é', '😀', '\u0001'),
    });
    const style = fc.constantFrom('QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const);
    fc.assert(
      fc.property(texts, style, fc.integer({ min: 20, max: 60 }), (text, defaultStringType, lineWidth) => {
        const form = stringify(text, { defaultStringType, lineWidth }).trimEnd();
        if (!/^["']/.test(form)) return;
        const offsets = writtenOffsets(form, text.length);
        if (offsets === undefined) throw new Error(`no offsets for ${form}`);
        for (const [at, letter] of text.split('').entries())
          if (/[abZ]/.test(letter)) expect(form.charAt(offsets[at] ?? 0)).toBe(letter);
      }),
    );
  });

  test('of a long run of blanks, which is looked at once', () => {
    const blanks = ' \t'.repeat(500_000);
    const offsets = writtenOffsets(`"${blanks}x"`, blanks.length + 1);
    expect(offsets?.[blanks.length]).toBe(blanks.length + 1);
    expect(offsets?.[7]).toBe(8);
  });

  test('none where the text is another one', () => {
    expect(writtenOffsets('"abc"', 2)).toBeUndefined();
    expect(writtenOffsets('"abc"', 4)).toBeUndefined();
    expect(writtenOffsets('"abc\\"', 4)).toBeUndefined();
  });
});
