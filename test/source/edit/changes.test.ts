import { expect, test } from 'vitest';
import { applyChanges, type Edit, editText, type TextChange } from '../../../src/source/edit/index.ts';
import { readYaml } from '../../../src/source/yaml.ts';

function changesOf(text: string, document: number, edits: readonly Edit[]): readonly TextChange[] {
  const tree = readYaml('changes', text)[document];
  const result = tree && editText(tree, edits);
  if (!result?.ok) throw new Error(result?.reason ?? 'no such document');
  return result.changes;
}

test('changes of several documents are applied together', () => {
  const text = 'a: 1\n---\n# two\nb:\n- 1\n...\n---\nc: 3';
  const changes = [
    ...changesOf(text, 2, [{ op: 'remove', path: '/c' }]),
    ...changesOf(text, 0, [{ op: 'replace', path: '/a', value: 'x' }]),
    ...changesOf(text, 1, [
      { op: 'add', path: '/b/-', value: 2 },
      { op: 'add', path: '/c', value: {}, inPlaceOf: '/b' },
    ]),
  ];
  expect(applyChanges(text, changes)).toBe('a: x\n---\n# two\nc: {}\nb:\n- 1\n- 2\n...\n---\n{}');
});

test('a change names the edits that caused it', () => {
  const text = 'a: 1\nb:\n  c: 2\nd: 3\n';
  const changes = changesOf(text, 0, [
    { op: 'replace', path: '/d', value: 4 },
    { op: 'add', path: '/w', value: {}, inPlaceOf: '/b' },
    { op: 'move', from: '/b', path: '/w/b' },
  ]);
  expect(changes.map(({ start, end, text: to, edits }) => [text.slice(start, end), to, edits])).toEqual([
    ['b:\n  c: 2\n', 'w:\n  b:\n    c: 2\n', [1, 2]],
    ['3', '4', [0]],
  ]);
});

test('thousands of edits take time in proportion', () => {
  const count = 4000;
  const clusters = Array.from(
    { length: count },
    (_, at) => `- name: c${at}\n  hosts:\n  - {pipe: {path: /${at}}}\n`,
  );
  const tree = readYaml('many', clusters.join(''))[0];
  const edits = clusters.flatMap((_, at): Edit[] => [
    { op: 'add', path: `/${at}/wrap`, value: { list: [{}] }, inPlaceOf: `/${at}/hosts` },
    { op: 'move', from: `/${at}/hosts/0`, path: `/${at}/wrap/list/0/address` },
    { op: 'remove', path: `/${at}/hosts` },
  ]);
  const result = tree && editText(tree, edits);
  if (!result?.ok) throw new Error(result?.reason ?? 'nothing was read');
  expect(result.changes).toHaveLength(count);
  expect(
    result.text.startsWith('- name: c0\n  wrap:\n    list:\n    - address: {pipe: {path: /0}}\n- name: c1'),
  ).toBe(true);
});
