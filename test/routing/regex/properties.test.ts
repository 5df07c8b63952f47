import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  type Automaton,
  automatonOf,
  differenceOf,
  findWord,
  fullMatch,
  intersectionOf,
  keyOf,
  literalHead,
  parseRegex,
  type Regex,
  requiredLiteral,
  runAutomaton,
  setOf,
  startMeter,
  unionOf,
  wordInside,
  wordOutside,
} from '../../../src/routing/regex/index.ts';
import {
  allWords,
  bytesOf,
  edgedSamples,
  lookingSamples,
  plainSamples,
  type Sample,
  SMALL_ALPHABET,
  samples,
  words,
} from './trees.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Of each property, some 11,000 in all; REGEX_RUNS asks for more. */
const RUNS = { numRuns: Number(process.env.REGEX_RUNS ?? 1000) };
const limits = { work: 2_000_000 };
const meter = () => startMeter(limits);

function automaton(tree: Regex): Automaton {
  const made = automatonOf(tree, SMALL_ALPHABET);
  if (made === 'too-large') throw new Error('too large');
  return made;
}

function parsed(pattern: string, grammar: 'ecmascript' | 're2'): Regex {
  const result = parseRegex(pattern, grammar);
  if (!result.ok) throw new Error(`${pattern}: ${result.problem}`);
  return result.tree;
}

/** As `expect(one).toBe(other)`, which is slow when it is asked a million times. */
function same(one: unknown, other: unknown): void {
  if (one !== other) expect(one).toBe(other);
}

const SHORT = allWords(4);

describe('one text', () => {
  test('the matcher and the automaton agree', () => {
    fc.assert(
      fc.property(samples, fc.array(words, { minLength: 1, maxLength: 6 }), ({ tree }, texts) => {
        const walked = automaton(tree);
        for (const text of texts) {
          same(runAutomaton(walked, bytesOf(text), meter()), fullMatch(tree, text));
        }
      }),
      { numRuns: RUNS.numRuns * 2 },
    );
  });

  test.each([
    ['plain', plainSamples, ['ecmascript', 're2']],
    ['edges', edgedSamples, ['ecmascript', 're2']],
    ['lookahead', lookingSamples, ['ecmascript']],
  ] as const)('JavaScript agrees where it reads the same: %s', (_, arbitrary, grammars) => {
    fc.assert(
      fc.property(
        arbitrary as fc.Arbitrary<Sample>,
        fc.array(words, { minLength: 1, maxLength: 6 }),
        ({ tree, pattern }, texts) => {
          const read = grammars.map((grammar) => parsed(pattern, grammar));
          const regex = new RegExp(`^(?:${pattern})$`);
          for (const text of texts) {
            const expected = regex.test(text);
            same(fullMatch(tree, text), expected);
            for (const grammar of read) same(fullMatch(grammar, text), expected);
          }
        },
      ),
      RUNS,
    );
  });
});

describe('all texts', () => {
  test('what is taken away from itself leaves nothing', () => {
    fc.assert(
      fc.property(samples, ({ tree }) => {
        expect(findWord(differenceOf(automaton(tree), automaton(tree)), meter())).toEqual({ kind: 'none' });
        expect(wordOutside(tree, [tree], { limits })).toEqual({ kind: 'none' });
      }),
      RUNS,
    );
  });

  test('a word outside is inside the one and in none of the others; where there is none, none is found by trying', () => {
    fc.assert(
      fc.property(samples, fc.array(samples, { maxLength: 3 }), ({ tree }, others) => {
        const trees = others.map((other) => other.tree);
        const found = wordOutside(tree, trees, { limits, alphabet: SMALL_ALPHABET });
        const isOutside = (text: string | Uint8Array): boolean =>
          fullMatch(tree, text) === true && trees.every((other) => fullMatch(other, text) === false);
        if (found.kind === 'word') expect(isOutside(found.bytes)).toBe(true);
        else if (found.kind === 'none') expect(SHORT.filter(isOutside)).toEqual([]);
        else expect(found.reason).toContain('steps');
        // The best word is among the shortest.
        const shortest = SHORT.find(isOutside);
        if (found.kind === 'word' && shortest !== undefined) expect(found.bytes.length).toBe(shortest.length);
      }),
      RUNS,
    );
  });

  test('union, intersection and difference say of each text what their parts say', () => {
    fc.assert(
      fc.property(samples, samples, samples, fc.array(words, { maxLength: 5 }), (a, b, c, texts) => {
        const parts = [a, b, c].map((sample) => automaton(sample.tree));
        const [first, second, third] = parts;
        if (first === undefined || second === undefined || third === undefined) return;
        const walked = [
          unionOf(parts),
          intersectionOf(parts),
          differenceOf(first, unionOf([second, third])),
          intersectionOf([differenceOf(first, second), differenceOf(first, third)]),
        ];
        const every = setOf(parts);
        for (const text of texts) {
          const [inA, inB, inC] = [a, b, c].map((sample) => fullMatch(sample.tree, text) === true);
          const outside = inA && !inB && !inC;
          const says = walked.map((one) => runAutomaton(one, bytesOf(text), meter()));
          same(String(says), String([inA || inB || inC, inA && inB && inC, outside, outside]));
          let state = every.start;
          for (const byte of bytesOf(text)) state = every.step(state, every.classes.of[byte] ?? -1, meter());
          const takers = [inA, inB, inC].flatMap((isIn, i) => (isIn ? [i] : []));
          same(String(every.takers(state)), String(takers));
        }
      }),
      RUNS,
    );
  });

  test('De Morgan: leaving out two is leaving out one and the other', () => {
    fc.assert(
      fc.property(plainSamples, plainSamples, plainSamples, (a, b, c) => {
        const all = automaton(a.tree);
        const [left, right] = [automaton(b.tree), automaton(c.tree)];
        const one = findWord(differenceOf(all, unionOf([left, right])), meter());
        const other = findWord(intersectionOf([differenceOf(all, left), differenceOf(all, right)]), meter());
        expect(other).toEqual(one);
      }),
      RUNS,
    );
  });
});

describe('back references', () => {
  const patterns = [
    '(a|b)\\1',
    '(a*)b\\1',
    '(?:(a)|b)*\\1',
    '(ab?)(-)\\1',
    '((a|b)-)+\\2',
    '(?!(a|b)\\1).*',
    '(a+)\\1b?',
  ];
  test.each(patterns)('%s', (pattern) => {
    const tree = parsed(pattern, 'ecmascript');
    for (const other of ['a*', '.*b', '(b|-)*', '(a|b)\\1', 'aa|bb', '.*', '(a*)\\1']) {
      const against = parsed(other, 'ecmascript');
      const outside = wordOutside(tree, [against], { limits, alphabet: SMALL_ALPHABET });
      const isOutside = (text: string | Uint8Array): boolean =>
        fullMatch(tree, text) === true && fullMatch(against, text) === false;
      if (outside.kind === 'word') expect(isOutside(outside.bytes)).toBe(true);
      if (outside.kind === 'none') expect(allWords(6).filter(isOutside)).toEqual([]);
      const inside = wordInside([tree, against], { limits, alphabet: SMALL_ALPHABET });
      const isInside = (text: string | Uint8Array): boolean =>
        fullMatch(tree, text) === true && fullMatch(against, text) === true;
      if (inside.kind === 'word') expect(isInside(inside.bytes)).toBe(true);
      if (inside.kind === 'none') expect(allWords(6).filter(isInside)).toEqual([]);
    }
  });
});

describe('shapes', () => {
  test('a head and its tail are the whole; a required text is in every word', () => {
    fc.assert(
      fc.property(edgedSamples, fc.array(words, { maxLength: 6 }), ({ tree }, texts) => {
        const shape = literalHead(tree);
        const required = requiredLiteral(tree);
        for (const text of texts) {
          const taken = fullMatch(tree, text);
          if (taken === true && required !== undefined) same(text.includes(required), true);
          if (shape.kind === 'exact') same(text === shape.text, taken);
          else if (taken === true) same(text.startsWith(shape.text), true);
        }
      }),
      RUNS,
    );
  });

  test('equal keys match the same texts', () => {
    fc.assert(
      fc.property(plainSamples, plainSamples, fc.array(words, { maxLength: 6 }), (a, b, texts) => {
        if (keyOf(a.tree) !== keyOf(b.tree)) return;
        for (const text of texts) expect(fullMatch(a.tree, text)).toBe(fullMatch(b.tree, text));
      }),
      RUNS,
    );
  });
});
