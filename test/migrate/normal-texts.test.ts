/** The normalized forms of texts that other documents embed, in these documents. */
import { expect, test } from 'vitest';
import { documentsOf } from './normal-form.ts';

const TEXT = JSON.stringify('clusters:\n- name: z\n  lb_policy: ORIGINAL_DST_LB\n');

/** A document with texts that were normalized as "normal" and those that were not as "old". */
function shown(document: string): unknown {
  const [first] = documentsOf(document);
  return JSON.parse(
    JSON.stringify(first?.value, (_, value: unknown) => {
      if (typeof value !== 'string' || !value.startsWith('clusters:')) return value;
      return value.includes('CLUSTER_PROVIDED') ? 'normal' : 'old';
    }),
  );
}

test.each([
  [
    'under a key and in a list',
    `{a: 1, b: ${TEXT}, c: [x, ${TEXT}]}`,
    { a: 1, b: 'normal', c: ['x', 'normal'] },
  ],
  ['where an alias stands for it', `{a: &a ${TEXT}, b: *a}`, { a: 'normal', b: 'normal' }],
  [
    'where an alias stands for what is around it',
    `[&a {b: ${TEXT}}, {c: *a}]`,
    [{ b: 'normal' }, { c: { b: 'normal' } }],
  ],
  ['under the last of two keys', `{a: {b: ${TEXT}}, a: {b: ${TEXT}, c: 1}}`, { a: { b: 'normal', c: 1 } }],
  ['but not in what is ignored', `{!ignore a: {b: {c: ${TEXT}}}, b: ${TEXT}}`, { b: 'normal' }],
  ['as the whole document', TEXT, 'normal'],
])('%s', (_, document, expected) => {
  expect(shown(document)).toEqual(expected);
});
