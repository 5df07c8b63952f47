/** A side that shows no version of the API is read in the one of the other side. */
import { expect, test } from 'vitest';
import { diff } from '../../src/library/diff.ts';

const cluster = (more: string): string => `name: a
type: STATIC
connect_timeout: 1s
${more}
`;
const OLDER = cluster('hosts: [{ pipe: { path: /a } }]');
const NEWER = cluster(
  'load_assignment: { cluster_name: a, endpoints: [{ lb_endpoints: [{ endpoint: { address: { pipe: { path: /a } } } }] }] }',
);

test.each([
  [OLDER, NEWER],
  [NEWER, OLDER],
])('taking out the last sign of version 2 is no change of the version', (before, after) => {
  const { equal, changes } = diff(before, after, { cosmetic: true });
  expect(equal).toBe(true);
  expect(changes.map(({ rule }) => rule)).toEqual(['deprecated-form']);
});

test('two sides that show none are of version 3', () => {
  expect(diff(NEWER, NEWER, { cosmetic: true })).toMatchObject({ equal: true, changes: [] });
  const regex = (match: string): string =>
    `{ match: { prefix: /, headers: [{ name: x, ${match} }] }, route: { cluster: a } }`;
  const found = diff(regex('exact_match: abc'), regex('string_match: { exact: abc }'), { cosmetic: true });
  expect(found).toMatchObject({ equal: true });
});
