/** Broken and hostile files: opening them gives a configuration or an InputError, in time that grows with their size. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openConfiguration } from '../../src/model/open.ts';
import { InputError } from '../../src/source/errors.ts';
import { sourceFile } from '../../src/source/load.ts';
import { growth, MAX_GROWTH } from '../source/growth.ts';

/** Opens a text and asks for all problems; how many there are, or -1 where it is refused. */
function problemsOf(text: string, type?: string): number {
  try {
    const file = sourceFile('in.yaml', text, 'named');
    return openConfiguration(file, type === undefined ? {} : { type }).problems.length;
  } catch (error) {
    if (error instanceof InputError) return -1;
    throw error;
  }
}

const folder = new URL('../../examples/', import.meta.url);
const examples = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => name)
  .filter((name) => !name.endsWith('.md'))
  .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const);

describe.each(examples)('%s', (_, text) => {
  test('cut off anywhere', () => {
    // Some two hundred offsets: every tenth in a small example.
    const step = Math.max(10, Math.ceil(text.length / 200));
    for (let end = 0; end < text.length; end += step)
      expect(problemsOf(text.slice(0, end))).toBeGreaterThanOrEqual(-1);
  });

  test('changed anywhere', () => {
    const sign = fc.constantFrom(
      ...'{}[]:,"\'#&*!|>-%@`~?\\\t\n\r \u0000\uFEFFa0.é',
      '\n- ',
      ': ',
      '"@type": ',
      '<<: *a',
    );
    const change = fc.record({ at: fc.nat(text.length), drop: fc.nat(30), add: fc.oneof(sign, fc.string()) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let changed = text;
        for (const { at, drop, add } of changes)
          changed = changed.slice(0, at) + add + changed.slice(at + drop);
        expect(problemsOf(changed)).toBeGreaterThanOrEqual(-1);
      }),
      { numRuns: 60 },
    );
  });

  test('with lines swapped, dropped and indented', () => {
    const lines = text.split('\n');
    const change = fc.record({
      from: fc.nat(lines.length - 1),
      to: fc.nat(lines.length - 1),
      indent: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const changed = [...lines];
        for (const { from, to, indent } of changes)
          changed.splice(to, indent & 1, ' '.repeat(indent) + (changed[from] ?? ''));
        expect(problemsOf(changed.join('\n'))).toBeGreaterThanOrEqual(-1);
      }),
      { numRuns: 40 },
    );
  });
});

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

describe('work grows with the input', () => {
  test.each<[string, string | undefined, number, (size: number) => string]>([
    ['unknown fields', 'Cluster', 10_000, (size) => lines(size, (index) => `k${index}: 1\n`)],
    [
      'one field in two spellings',
      'Cluster',
      5_000,
      (size) =>
        `${lines(size, (index) => `k${index}: 1\n`)}${'alt_stat_name: a\naltStatName: b\n'.repeat(size)}`,
    ],
    [
      'problems in lists of lists',
      undefined,
      2_500,
      (size) => `clusters:\n${'- {name: c, hosts: [{foo: 1}]}\n'.repeat(size)}`,
    ],
    [
      'problems in an embedded text',
      undefined,
      5_000,
      (size) => `a: |\n  clusters:\n  - name: c\n${lines(size, (index) => `    k${index}: 1\n`)}`,
    ],
    [
      'many embedded texts',
      undefined,
      1_000,
      (size) => lines(size, (index) => `k${index}: |\n  node: {id: a}\n`),
    ],
    [
      'many documents',
      undefined,
      1_000,
      (size) => lines(size, (index) => `---\nkind: ConfigMap\nk${index}: |\n  node: {id: a}\n`),
    ],
    [
      'aliases of one map',
      undefined,
      2_500,
      (size) => `x: &x {name: a, conect_timeout: 1s}\nclusters:\n${'- *x\n'.repeat(size)}`,
    ],
    [
      'entries of a map',
      'core.Metadata',
      5_000,
      (size) => `filter_metadata: {${lines(size, (index) => `k${index}: {}, `)}}`,
    ],
    ['null entries', 'Cluster', 5_000, (size) => `hosts:\n${'-\n- {}\n'.repeat(size)}`],
    [
      'wrong values',
      'Cluster',
      2_500,
      (size) => `health_checks:\n${'- {timeout: x, interval: [], tcp_health_check: 1}\n'.repeat(size)}`,
    ],
  ])('%s', (_, type, size, text) => {
    expect(growth(text, (input) => problemsOf(input, type), size)).toBeLessThan(MAX_GROWTH);
  });

  test('a value of 5 MB is quoted in part', () => {
    for (const field of ['lb_policy', 'connect_timeout', 'respect_dns_ttl']) {
      const file = sourceFile('in.yaml', `name: a\n${field}: ${'1'.repeat(5_000_000)}\n`, 'named');
      const [problem] = openConfiguration(file, { type: 'Cluster' }).problems;
      expect(problem?.message.length).toBeLessThan(500);
    }
  });
});
