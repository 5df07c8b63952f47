/** The text of a comparison says of each group of requests whether it breaks. */
import { expect, test } from 'vitest';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();

test('14.u groups that break are marked one by one', () => {
  const routes = (...list: readonly string[]): string =>
    `virtual_hosts:\n- name: v\n  domains: ['*']\n  routes:\n${list.map((each) => `  - ${each}\n`).join('')}`;
  const a = folder.write(
    'a.yaml',
    routes('{match: {path: /a}, route: {cluster: a}}', '{match: {path: /b}, route: {cluster: b}}'),
  );
  const b = folder.write('b.yaml', routes('{match: {path: /a}, route: {cluster: c}}'));
  const { code, out } = cfgtool(['diff', a, b]);
  expect(code).toBe(1);
  expect(out).toMatch(/^ {2}breaking GET \S*\/b$/m);
  expect(out).toMatch(/^ {2}GET \S*\/a$/m);
});
