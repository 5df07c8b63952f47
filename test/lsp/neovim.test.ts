/**
 * Debian's Neovim as a client, without a screen. It is skipped where there is none that knows code lenses, and where the
 * machine is too busy for it to come to an end, each with the reason; except in CI.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { readText } from '../../src/lsp/document.ts';
import { BIN, plainEnvironment, temporaryFolder } from '../commands/run.ts';

const folder = temporaryFolder();
const MUST_RUN = process.env.CI === 'true';

/** Why Neovim cannot be asked here. */
function whyNot(): string | undefined {
  const { stdout } = spawnSync('nvim', ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /^NVIM v(\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  if (major === undefined) return 'there is no Neovim';
  return Number(major) === 0 && Number(minor) < 7 ? `Neovim ${major}.${minor} is older than 0.7` : undefined;
}

const WHY_NOT = MUST_RUN ? undefined : whyNot();

/** As long as Neovim may take for all of a script, in which it waits a minute for each answer. */
const PATIENCE = 240_000;

const SHOP = `static_resources:
  clusters:
  - name: shop
    connect_timeout: 1s
    hosts: [{ socket_address: { address: 10.0.0.1, port_value: 80 } }]
  listeners:
  - name: front
    address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager
          stat_prefix: front
          http_filters: [{ name: envoy.filters.http.router, typed_config: { "@type": type.googleapis.com/envoy.config.filter.http.router.v2.Router } }]
          route_config:
            name: all
            virtual_hosts:
            - name: site
              domains: ['*']
              routes:
              - match: { prefix: / }
                route: { cluster: shop }
              - match: { prefix: /late }
                route: { cluster: shop }
`;

interface Answers {
  readonly [question: string]: unknown;
  readonly completion: readonly string[];
}

function inNeovim(
  { skip }: TestContext,
  script: string,
  given: { readonly [name: string]: string },
  flags: readonly string[] = [],
) {
  if (WHY_NOT !== undefined) skip(WHY_NOT);
  const answers = join(folder.path, `${script}.json`);
  const { stderr, stdout, signal } = spawnSync(
    'nvim',
    ['--headless', '--clean', '-c', `luafile ${resolve('test/lsp', script)}`, '-c', 'cquit'],
    {
      env: plainEnvironment({
        ...given,
        CFGTOOL_ANSWERS: answers,
        CFGTOOL_COMMAND: JSON.stringify([process.execPath, BIN, 'lsp', ...flags]),
        XDG_STATE_HOME: join(folder.path, 'state'),
        XDG_CACHE_HOME: join(folder.path, 'cache'),
      }),
      encoding: 'utf8',
      timeout: PATIENCE,
    },
  );
  if (signal === 'SIGTERM' && !MUST_RUN)
    skip(`Neovim was not through after ${PATIENCE / 1000} s: the machine is busy, or it hangs`);
  if (!existsSync(answers)) throw new Error(`Neovim said: ${stderr}${stdout}`);
  return JSON.parse(readFileSync(answers, 'utf8')) as Answers;
}

test('Neovim: findings come and go, completion, hover, definition, rename, a migration, the lift', (context) => {
  const { found, fixed, completion, hover, definition, renamed, migrated, lifted } = inNeovim(
    context,
    'neovim.lua',
    {
      CFGTOOL_FILE: folder.write('shop.yaml', SHOP),
    },
  );
  expect(found).toContain('shadowed-route');
  expect(fixed).not.toContain('shadowed-route');
  expect(completion).toContain('cluster');
  expect(hover).toContain('**Cluster.connect_timeout**');
  expect(definition).toBe(2);
  expect(String(renamed).match(/\bstore\b/g)).toHaveLength(3);
  expect(String(renamed)).not.toMatch(/\bshop\b/);
  expect(String(migrated)).not.toContain('    hosts:');
  expect(String(migrated)).toContain('load_assignment');
  expect(String(lifted)).toContain('http_connection_manager.v3.HttpConnectionManager');
  expect(readText('shop.yaml', String(lifted), {}).configuration?.api).toBe('v3');
});

const LENS_TESTS = `tests:
- test_name: front
  input: { authority: shop.test, path: / }
  validate: { cluster_name: shop }
- test_name: late
  input: { authority: shop.test, path: /late }
  validate: { cluster_name: shop }
`;

test('Neovim: code lenses as they are, and with the lines of the docs', (context) => {
  const [, lines = ''] =
    /To name the request.*?```lua\n(.*?)```/s.exec(readFileSync('docs/editors.md', 'utf8')) ?? [];
  const path = folder.write('lenses/shop.yaml', SHOP);
  const tests = folder.write('lenses/shop.tests.yaml', LENS_TESTS);
  const made = inNeovim(context, 'neovim-lenses.lua', { CFGTOOL_FILE: path, CFGTOOL_LINES: lines });
  expect(made.titles).toEqual(expect.arrayContaining(['trace a request…', '2 tests']));
  expect(made.messages).toEqual([
    expect.stringMatching(/^GET \S*\/late goes to cluster "shop"/),
    `${tests}:2\n${tests}:5`,
  ]);
  expect(made.example).toMatch(/^GET \S*\/late/);
  expect(made.buffer).toMatch(/^GET http:\/\/shop.test\/typed goes to cluster "shop"/);
  expect(made.quickfix).toEqual([2, 5]);
  expect(made.after).toBe(0);
});

const CLUSTERS = `clusters:
- name: cart
  connect_timeout: 1s
- name: pages
  connect_timeout: 1s
`;

const ROUTES = `virtual_hosts:
- name: shop
  domains: [shop.test]
  routes:
  - match: { prefix: /cart }
    route: { cluster: cart }
  - match: { prefix: /cart/old }
    route: { cluster: card }
  - match: { prefix: / }
    route: { cluster: pages, timeot: 3s }
`;

test('Neovim: a name is changed in two files, and what is seen is what the docs show', (context) => {
  const files = [folder.write('two/clusters.yaml', CLUSTERS), folder.write('two/routes.yaml', ROUTES)];
  const { screen, clusters, routes } = inNeovim(
    context,
    'neovim-two.lua',
    { CFGTOOL_FILES: JSON.stringify(files) },
    ['--together'],
  );
  expect(`${clusters}\n`).toBe(CLUSTERS.replace('name: cart', 'name: basket'));
  expect(`${routes}\n`).toBe(ROUTES.replace('cluster: cart', 'cluster: basket'));
  const shown = /What Neovim shows:\n\n```text\n(.*?)\n```/s.exec(
    readFileSync('docs/editors.md', 'utf8'),
  )?.[1];
  // Later versions of Neovim draw other signs around the same words.
  const words = (text: unknown): string =>
    String(text)
      .replaceAll(/[^\w "/():;?.]+/g, '')
      .replaceAll(/ +/g, ' ');
  expect(words(screen)).toBe(words(shown));
});
