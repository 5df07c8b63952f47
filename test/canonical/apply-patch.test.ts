import jsonPatch from 'fast-json-patch';
import { expect, it } from 'vitest';
import { applyInPlace, type Operation } from '../../src/canonical/apply-patch.ts';
import { wrapEntry } from '../../src/canonical/migration/wrap.ts';

const hosts = () => ({ hosts: Array.from({ length: 6 }, (_, at) => ({ at })), other: [1, 2] });
const wraps = (...indexes: readonly number[]): Operation[] =>
  indexes.flatMap((at) => wrapEntry(`/hosts/${at}`, { endpoint: {} }, '/endpoint/address') as Operation[]);

it.each<{ readonly name: string; readonly operations: () => Operation[] }>([
  { name: 'every entry in its order', operations: () => wraps(0, 1, 2, 3, 4, 5) },
  { name: 'some of them, backwards', operations: () => wraps(5, 2, 0) },
  { name: 'one twice', operations: () => wraps(3, 3) },
  {
    name: 'an entry added before another, which moves out of the list',
    operations: () => [
      { op: 'add', path: '/hosts/1', value: { x: {} } },
      { op: 'move', from: '/hosts/2', path: '/moved' },
    ],
  },
  {
    name: 'the entry that moves into the new one is not the one it pushed aside',
    operations: () => [
      { op: 'add', path: '/hosts/1', value: { x: {} } },
      { op: 'move', from: '/hosts/4', path: '/hosts/1/x/y' },
    ],
  },
  {
    name: 'an entry at the end',
    operations: () => [{ op: 'add', path: '/hosts/6', value: { x: {} } }, ...wraps(1)],
  },
])('14.b4 entries that are wrapped where they stand end as RFC 6902 has it: $name', ({ operations }) => {
  const [own, plain] = [hosts(), hosts()];
  applyInPlace(own, operations());
  jsonPatch.applyPatch(plain, operations() as jsonPatch.Operation[], false, true, true);
  expect(own).toEqual(plain);
});
