/** Whether the law of refused sides would notice: comparisons that are wrong on purpose break it. */
import { expect, test } from 'vitest';
import { diff } from '../../src/library/diff.ts';
import { type CompareTexts, refusalLawsOf } from './refusal-laws.ts';

const wrong: readonly (readonly [string, CompareTexts])[] = [
  ['asks for no errors', (before, after) => diff(before, after, { rules: { refused: 'off' } })],
  [
    'says what requests do all the same',
    (before, after) => {
      const { behaviour, ...told } = diff(before, after);
      const open = diff(before, after, { rules: { refused: 'off' } }).behaviour;
      return behaviour === undefined || open === undefined ? told : { ...told, behaviour: open };
    },
  ],
  [
    'takes an error for known that stands anywhere on the first side',
    (before, after) => {
      const found = diff(before, after);
      const known = new Set((found.refused?.before ?? []).map(({ rule }) => rule));
      const isNew = (message: string): boolean => !known.has(/\(([\w-]+)\)$/.exec(message)?.[1] ?? '');
      return {
        ...found,
        changes: found.changes.filter(({ rule, message }) => rule !== 'refused' || isNew(message)),
      };
    },
  ],
  [
    'tells errors of both sides as new',
    (before, after) => {
      const found = diff(before, after);
      const [first] = diff('clusters: []', after).changes;
      return first === undefined ? found : { ...found, changes: [first, ...found.changes] };
    },
  ],
  [
    'forgets those that its own rules find',
    (before, after) => {
      const found = diff(before, after);
      const isOwn = (message: string): boolean => /\((?:weight-sum|undefined-cluster)\)$/.test(message);
      return { ...found, changes: found.changes.filter(({ message }) => !isOwn(message)) };
    },
  ],
  [
    'tells them last',
    (before, after) => {
      const found = diff(before, after);
      return { ...found, changes: [...found.changes].reverse() };
    },
  ],
];

test.each(wrong)('14.4 the law notices a comparison that %s', (_, compare) => {
  const [law] = refusalLawsOf(compare);
  const { failure } = law?.check({ numRuns: 150, seed: 20261122, endOnFailure: true }) ?? {};
  expect(failure).toBeDefined();
});
