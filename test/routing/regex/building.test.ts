/** What it costs to build programs and automata is known before, and counted. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { automatonOf, keyOf, parseRegex, type Regex, startMeter } from '../../../src/routing/regex/index.ts';
import { programOf } from '../../../src/routing/regex/nfa.ts';
import { readerOf } from '../../../src/routing/regex/parse.ts';
import { samples } from './trees.ts';

function parsed(pattern: string): Regex {
  const read = parseRegex(pattern, 're2');
  if (!read.ok) throw new Error(read.problem);
  return read.tree;
}

test('a program has as many steps as were counted before it was written', () => {
  fc.assert(
    fc.property(samples, ({ tree }) => {
      const meter = startMeter({ work: 1e9 });
      const program = programOf(tree, meter);
      if (program !== 'too-large') expect([0, program.size]).toContain(meter.spent());
    }),
    { numRuns: 1000 },
  );
  const meter = startMeter({ work: 1e9 });
  const program = programOf(parsed('(a|bc){2,5}(?:[^/]{3})*x{4,}\\b'), meter);
  expect(program).toMatchObject({ size: meter.spent() });
});

test('neither is built where the meter ends before', () => {
  const tree = parsed('(?:[a-z]{20}/){20}');
  const meter = startMeter({ work: 300 });
  expect(programOf(tree, meter)).toBe('too-large');
  expect(meter.exhausted()).toBe('it took more than 300 steps');
  expect(automatonOf(tree, startMeter({ work: 600 }))).toBe('too-large');
  expect(automatonOf(tree, startMeter({ work: 1e6 }))).not.toBe('too-large');
});

describe('classes of many characters', () => {
  test('are one tree in all patterns, in whatever way they are written', () => {
    expect(parsed('[\\pL]')).toBe(parsed('\\p{L}'));
    expect(parsed('[^\\p{L}0]')).toBe(parsed('[^0\\p{L}]'));
    expect(parsed('(?i)[k\\p{Greek}]')).toBe(parsed('(?i)[k\\p{Greek}]'));
    expect(parsed('[\\p{L}0]')).not.toBe(parsed('[\\p{L}1]'));
    expect(parsed('[^\\p{L}0]')).not.toBe(parsed('[\\p{L}0]'));
  });

  test('have short keys where they stand in others, and different ones', () => {
    const keys = ['\\p{L}', '\\p{Lu}', '\\P{L}', '[\\p{L}0]', '[\\p{L}1]'].map((each) =>
      keyOf(parsed(`${each}*x`)),
    );
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key.length).toBeLessThan(500);
    expect(keyOf(parsed('a\\p{L}*x'))).toBe(keyOf(parsed('(?:a(?:\\p{L})*)x')));
  });

  test('take little time and memory in thousands of patterns', () => {
    const read = readerOf({});
    const before = process.memoryUsage().heapUsed;
    const started = process.cpuUsage();
    const patterns = [];
    for (let i = 0; i < 1000; i++) {
      patterns.push(read(`/\\p{L}*\\d{2,40}${i}`, 're2'));
      // A class of its own each.
      patterns.push(read(`/[\\p{Lu}\\x{${(0x4e00 + i).toString(16)}}]*`, 're2'));
    }
    const { user } = process.cpuUsage(started);
    expect(patterns.every(({ tail }) => tail.parsed.ok)).toBe(true);
    expect(user / 1e6).toBeLessThan(10);
    expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(200);
  });
});
