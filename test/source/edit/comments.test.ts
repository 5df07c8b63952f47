/** Comments between nodes, in files with very many of them or none. */
import { expect, test } from 'vitest';
import { commentsAround, commentsInGap } from '../../../src/source/edit/comments.ts';
import { editText } from '../../../src/source/edit/index.ts';
import { ROOT, skipOf } from '../../../src/source/tree.ts';
import { readYaml } from '../../../src/source/yaml.ts';
import { growth, MAX_GROWTH } from '../growth.ts';

function treeOf(text: string) {
  const [tree] = readYaml('a.yaml', text);
  if (tree === undefined) throw new Error('no document');
  return tree;
}

test('those of a gap, and none behind it', () => {
  const text = 'a # one\n#two # three\nb#no # four\n';
  expect(commentsInGap(text, 1, 21).map((comment) => comment.text)).toEqual(['# one', '#two # three']);
  expect(commentsInGap(text, 22, 25)).toEqual([]);
  expect(commentsInGap(text, 24, text.length)).toEqual([{ start: 26, end: 32, text: '# four' }]);
});

test('a gap is not looked into beyond its end', () => {
  const prepare = (size: number) => treeOf('- {a: 1}\n'.repeat(size));
  const all = (tree: ReturnType<typeof treeOf>) =>
    commentsAround(tree, 0, tree.text.length, ROOT, skipOf(tree, ROOT));
  expect(growth(prepare, all, 10_000)).toBeLessThan(MAX_GROWTH);
});

test('two hundred thousand comments move with their value', () => {
  const tree = treeOf(`a:\n${'# c\n'.repeat(200_000)}- b\n`);
  const edited = editText(tree, [{ op: 'move', from: '/a', path: '/c' }]);
  expect(edited.ok && edited.text.split('# c').length).toBe(200_001);
});
