/** Which modules a command loads: those of the chunks in its code cache. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decoded } from '../../../src/commands/start/code-cache.ts';
import { openPack } from '../../../src/commands/start/pack.ts';
import { cfgtool, LEGACY, temporaryFolder } from '../run.ts';

const folder = temporaryFolder();
const pack = openPack('dist/cli/program.js');

/** The paths of the modules, as the bundler notes them beside their code. */
function loadedBy(args: readonly string[]): readonly string[] {
  const cache = join(folder.path, args.join('-').replaceAll(/\W/g, '_'));
  const { code, err } = cfgtool(args, { env: { XDG_CACHE_HOME: cache } });
  expect({ code, err }).toEqual({ code: expect.toSatisfy((each) => each < 2), err: '' });
  const [name = ''] = readdirSync(join(cache, 'cfgtool/code'));
  // The first run leaves the names of all that it loaded.
  const { together: chunks } = decoded(readFileSync(join(cache, 'cfgtool/code', name)));
  return chunks.flatMap((chunk) =>
    [...pack.chunk(chunk).text.matchAll(/\/\/! ((?:src|migrations|\S*node_modules)\/\S+)/g)].map(
      ([, path = '']) => path,
    ),
  );
}

const HEAVY = /node_modules\/(?:ink|react|react-reconciler|yoga-layout)\//;

describe('modules that a command loads', () => {
  it.each([
    {
      args: ['explain', 'Cluster.hosts'],
      needs: /explain\/pages/,
      never:
        /src\/(?:analyze|diff|routing|tui|settings|source\/(?:yaml|json|load|inputs|write|edit\/index))|node_modules\/(?:yaml|js-yaml|fast-json-patch)/,
    },
    {
      args: ['schema', 'Cluster'],
      needs: /json-schema/,
      never: /src\/tui\//,
    },
    { args: ['migrate', 'old.yaml'], needs: /src\/migrate\//, never: /src\/(?:analyze|diff|routing|tui)\// },
    {
      args: ['normalize', 'old.yaml'],
      needs: /src\/migrate\//,
      never: /src\/(?:analyze|diff|routing|tui)\//,
    },
    {
      args: ['analyze', 'old.yaml'],
      needs: /src\/analyze\/rules\//,
      never: /src\/(?:diff|tui|prove|engine)\//,
    },
    {
      args: ['diff', 'old.yaml', 'new.yaml'],
      needs: /src\/diff\/facts\//,
      // Of analysis only what finds errors: a side that the proxy refuses is named first.
      never:
        /src\/(?:analyze\/(?:index|fixing|traffic\/(?!header-lists|virtual-hosts|filter-names)|rules\/(?:shadowed|unreachable|impossible|redirect-loop))|tui|diff\/behaviour\/compare|routing\/(?:all|expect|regex\/(?:engine|nfa|parse))|report\/html|migrate\/(?:prove|migrate)\.)|node_modules\/yaml\//,
    },
    {
      args: ['trace', 'routes.yaml', 'http://shop.test/'],
      needs: /src\/routing\//,
      never: /src\/(?:analyze|diff|tui)\//,
    },
  ])('$args', ({ args, needs, never }) => {
    const files = {
      'old.yaml': folder.write('old.yaml', LEGACY),
      'new.yaml': folder.write('new.yaml', LEGACY.replace('1s', '2s')),
      'routes.yaml': folder.write(
        'routes.yaml',
        'virtual_hosts: [{name: shop, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: shop}}]}]\n',
      ),
    };
    const modules = loadedBy(args.map((each) => files[each as keyof typeof files] ?? each));
    expect(modules.filter((path) => needs.test(path))).not.toEqual([]);
    expect(modules.filter((path) => HEAVY.test(path) || never.test(path))).toEqual([]);
  });
});
