import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from '../../src/source/json.ts';
import { escapeSegment, nodeAt, pointerOf, segmentsOf, unescapeSegment } from '../../src/source/pointer.ts';
import { isNull, kindOf, NodeKind, plainValue, ROOT, type SourceTree } from '../../src/source/tree.ts';
import { readYaml } from '../../src/source/yaml.ts';

function tree(text: string): SourceTree {
  const [first] = readYaml('in.yaml', text);
  if (!first) throw new Error('no document');
  return first;
}

test('segments are escaped and taken apart again', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (segments) => {
      expect(segmentsOf(segments.map((segment) => `/${escapeSegment(segment)}`).join(''))).toEqual(segments);
      for (const segment of segments) expect(unescapeSegment(escapeSegment(segment))).toBe(segment);
    }),
  );
  expect(segmentsOf('a/b')).toBeUndefined();
});

test('the pointer of each value leads back to it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const [read] = readJson('in.json', JSON.stringify(value));
      if (!read) throw new Error('no document');
      const keys = new Set<number>();
      for (let node = 0; node < read.size; node++) {
        if (kindOf(read, node) === NodeKind.Map)
          for (let key = node + 1; key < (read.skips[node] ?? 0); key = read.skips[key + 1] ?? 0)
            keys.add(key);
        // A key has the pointer of its value.
        expect(nodeAt(read, pointerOf(read, node))).toBe(keys.has(node) ? node + 1 : node);
      }
    }),
  );
});

test('pointers keep the spelling of the file', () => {
  const read = tree('"a/b":\n- x\n- {"c~d": 1, "": 2}\n');
  expect(pointerOf(read, ROOT)).toBe('');
  expect(Array.from({ length: read.size }, (_, node) => pointerOf(read, node))).toEqual([
    ...['', '/a~1b', '/a~1b', '/a~1b/0', '/a~1b/1'],
    ...['/a~1b/1/c~0d', '/a~1b/1/c~0d', '/a~1b/1/', '/a~1b/1/'],
  ]);
});

test('a pointer goes through aliases and to the last of equal keys', () => {
  const read = tree('a: &x {b: [1, 2]}\nc: *x\nd: 3\nd: 4\n');
  const at = (pointer: string) => {
    const node = nodeAt(read, pointer);
    return node === undefined ? undefined : plainValue(read, node);
  };
  expect(at('/c/b/1')).toBe(2);
  expect(at('/d')).toBe(4);
  expect([at('/a/b/2'), at('/a/b/x'), at('/e'), at('/a/b/-'), at('/d/x')]).toEqual(Array(5).fill(undefined));
  expect(isNull(read, ROOT)).toBe(false);
});
