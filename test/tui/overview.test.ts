/** What the overview says of several files. */
import { expect, test } from 'vitest';
import { openConfiguration } from '../../src/model/index.ts';
import { sourceFile } from '../../src/source/load.ts';
import { sideOf } from '../../src/tui/model/side.ts';
import { dumpText, listenerOf } from '../model/dumps.ts';
import { analysed } from './analysed.ts';
import { Screen } from './screen.tsx';

const ROUTES = [{ match: { prefix: '/' }, route: { cluster: 'web' } }];
const LISTENER = JSON.stringify(
  listenerOf('l', { name: 'main', virtual_hosts: [{ name: 'shop', domains: ['a.test'], routes: ROUTES }] }),
);

function overview(files: { readonly [name: string]: string }): string {
  const opened = Object.entries(files).map(([name, text]) =>
    openConfiguration(sourceFile(name, text, 'named')),
  );
  const side = sideOf('all', opened);
  return new Screen({ side, ...analysed(side) }, { columns: 100, rows: 30 }).frame();
}

test('14.9 two copies of a file are two, and each row names its file', () => {
  const shown = overview({ 'x/front.json': LISTENER, 'y/front.json': LISTENER });
  expect(shown).toMatch(/0\.0\.0\.0:80 +l +→ a\.test +1 route +x\/front\.json/);
  expect(shown).toMatch(/0\.0\.0\.0:80 +l +→ a\.test +1 route +y\/front\.json/);
  expect(shown).toMatch(/ 2 +listeners\n/);
  expect(shown).toMatch(/ 2 +routes\n/);
});

test.each([
  ['main', ['l', 'l']],
  [undefined, [undefined, '7c1e-uuid']],
] as const)('14.9 what a dump shows several times is one (%s)', (name, listener) => {
  const shown = overview({ 'dump.json': dumpText({ routes: ROUTES, listener, ...(name && { name }) }) });
  expect(shown).toMatch(/ 1 +listener\n/);
  expect(shown).toMatch(/ 1 +route configuration\n/);
  expect(shown).toMatch(/ 1 +route\n/);
  expect(shown).toMatch(/ 1 +cluster\n/);
});
