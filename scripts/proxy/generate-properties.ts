/** Random properties of chains that `generate-filters.ts` draws. */
import fc from 'fast-check';
import type { Condition, Leaf, Property } from '../../src/prove/property.ts';
import { KINDS } from './generate-filters.ts';

const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  { weight: 3, arbitrary: one<Leaf>({ kind: 'cluster', names: ['c'] }, { kind: 'cluster', names: ['d'] }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('passed' as const),
      filter: one('*', ...KINDS, ...KINDS.map((name) => `own.${name}`)),
      provider: one(undefined, undefined, 'corp', 'other'),
      policy: one(undefined, undefined, 'p', 'q'),
    }),
  },
  {
    weight: 2,
    arbitrary: one<Leaf>(
      { kind: 'header', header: { name: 'x-a', test: 'present' } },
      { kind: 'header', header: { name: 'x-a', test: { how: 'exact', text: '1' } } },
      { kind: 'header', header: { name: 'x-user', test: 'absent' } },
      { kind: 'upstream_header', header: { name: 'x-a', test: { how: 'exact', text: '1' } } },
      { kind: 'upstream_header', header: { name: 'x-user', test: 'present' } },
    ),
  },
  {
    weight: 2,
    arbitrary: one<Leaf>(
      { kind: 'outcome', kinds: ['forward'] },
      { kind: 'outcome', kinds: ['answered', 'not_found'] },
      { kind: 'status', statuses: [401] },
      { kind: 'status', statuses: [403, 410] },
    ),
  },
  {
    weight: 2,
    arbitrary: one<Leaf>(
      { kind: 'method', names: ['GET', 'HEAD'] },
      { kind: 'path', tests: [{ how: 'prefix', text: '/a' }] },
      { kind: 'host', names: ['a.test'] },
    ),
  },
);

const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 3, arbitrary: leaf },
  { weight: 2, arbitrary: leaf.map((of): Condition => ({ kind: 'not', of })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(leaf, leaf, fc.boolean())
      .map(([first, second, isBoth]): Condition => ({ kind: isBoth ? 'all' : 'any', of: [first, second] })),
  },
);

/** Some properties of a configuration of `chains`. */
export const properties: fc.Arbitrary<readonly Property[]> = fc.array(
  fc.record({ when: condition, must: condition }).map((both) => ({ name: 'it', place: null, ...both })),
  { minLength: 8, maxLength: 8 },
);
