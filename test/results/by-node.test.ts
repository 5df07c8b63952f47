/** A fleet that is compared node by node: what differs is said once, with the nodes that have it. */
import { expect, test } from 'vitest';
import { cfgtool, temporaryFolder } from '../commands/run.ts';

const folder = temporaryFolder();
const cluster = (timeout: string): string =>
  `clusters: [{ name: cart, connect_timeout: ${timeout}, type: STRICT_DNS }]\n`;

test('says each change once, with its nodes, and the same of every change as node by node', () => {
  const timeouts: { readonly [node: string]: readonly [string, string] } = {
    a: ['1s', '3s'],
    b: ['1s', '3s'],
    c: ['1s', '1s'],
    d: ['1s', '5s'],
  };
  for (const [node, [now, next]] of Object.entries(timeouts)) {
    folder.write(`now/${node}/clusters.yaml`, cluster(now));
    folder.write(`next/${node}/clusters.yaml`, cluster(next));
  }
  const run = (...flags: readonly string[]) =>
    cfgtool(['diff', 'now', 'next', '--format', 'json', ...flags], { cwd: folder.path });
  const { code, out } = run('--by-node');
  const { files, changes } = JSON.parse(out);
  expect(code).toBe(1);
  expect(files.map(({ nodes }: { readonly nodes: readonly string[] }) => nodes)).toEqual([['a', 'b'], ['d']]);
  const each = JSON.parse(run().out).changes;
  const told = (all: readonly { readonly fingerprint: string }[]) =>
    new Set(all.map((one) => one.fingerprint));
  expect(told(changes)).toEqual(told(each));
  expect([changes.length, each.length]).toEqual([2, 3]);
});

test('is equal where no node differs, and refuses what holds no nodes', () => {
  folder.write('same/a/clusters.yaml', cluster('1s'));
  expect(cfgtool(['diff', '--by-node', 'same', 'same'], { cwd: folder.path })).toMatchObject({
    code: 0,
    out: expect.stringContaining('equal in meaning'),
  });
  expect(cfgtool(['diff', '--by-node', 'same/a/clusters.yaml', 'same'], { cwd: folder.path })).toMatchObject({
    code: 2,
    err: expect.stringContaining('--by-node compares folders'),
  });
});
