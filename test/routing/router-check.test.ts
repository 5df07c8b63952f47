/** Every pair of configuration and expectations that was published with the proxy's own tool or tests runs and passes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import { traceRequest } from '../../src/routing/trace.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import type { ApiVersion } from '../../src/schema/version.ts';
import { opened } from '../opened.ts';
import { results } from './expect/tests.ts';
import { requestOf } from './traced.ts';

const SHARED = fileURLToPath(new URL('../../../shared/', import.meta.url));

/** Where they lie, and the version that they are written in. */
const FOLDERS: readonly (readonly [folder: string, api: ApiVersion])[] = [
  ['corpus/router_check', 'v2'],
  ['corpus-v3/router_check', 'v3'],
  ['corpus-v3/router_check_1.16', 'v3'],
];

/** Expectations in the text form of messages, and those that are to fail. */
const OTHERS = /\.pb_text$|TestRoutesFailures/;

const pairs = FOLDERS.flatMap(([folder, api]) => {
  const path = join(SHARED, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.golden.') && !OTHERS.test(name))
    .map((name) => [join(folder, name), api] as const);
});

describe.skipIf(pairs.length === 0)('router_check', () => {
  test.each(pairs)('%s', (tests, api) => {
    const all = results(
      readFileSync(join(SHARED, tests.replace(/\.golden\..*$/, '.yaml')), 'utf8'),
      readFileSync(join(SHARED, tests), 'utf8'),
      { api },
    );
    expect(all.length).toBeGreaterThan(0);
    expect(
      all.flatMap(({ test: { name, problems }, failures }) =>
        [...problems, ...failures].map((why) => [name, why]),
      ),
    ).toEqual([]);
  });
});

interface Expected {
  readonly host: string;
  readonly path: string;
  readonly method: string;
  readonly cluster: string;
}

const UNIT = join(SHARED, 'corpus-v3/envoy_unit_route');
const expectations = existsSync(UNIT)
  ? readdirSync(UNIT).filter((name) => name.endsWith('.expect.json'))
  : [];

describe.skipIf(expectations.length === 0)("clusters that the proxy's own tests expect", () => {
  const regexes = regexEngine();
  test.each(expectations)('%s', (name) => {
    const text = readFileSync(join(UNIT, name.replace('.expect.json', '.yaml')), 'utf8');
    const [found] = findRouting([opened(text, { api: 'v3' })]).routes;
    if (found === undefined) throw new Error('no route configuration');
    const expected: readonly Expected[] = JSON.parse(readFileSync(join(UNIT, name), 'utf8'));
    const wrong = expected.filter(isWhole).flatMap((each) => {
      const {
        outcome,
        route,
        virtual_host_index: host,
      } = traceRequest(
        found.routeConfiguration,
        requestOf({ method: each.method, authority: each.host, path: pathOf(each) }),
        { namespace: 'envoy', regexes },
      );
      // What filters set is not known here, and these tests have none that set it.
      if (outcome.kind === 'undecided' && outcome.reason.includes('filter state')) return [];
      const action =
        found.routeConfiguration.virtual_hosts?.[host ?? -1]?.routes?.[route?.index ?? -1]?.route;
      const cluster = outcome.clusters[0]?.name ?? action?.cluster ?? '';
      return cluster === each.cluster ? [] : [{ ...each, got: cluster }];
    });
    expect(wrong).toEqual([]);
  });
});

/** They ask the routes alone: a blank stands for no path, and the connection manager would refuse a fragment before. */
function pathOf({ method, path }: Expected): string {
  if (path.trim() === '') return method === 'CONNECT' ? '' : '/';
  return path.replace(/#.*$/, '');
}

/** One of the tests sends a header that its file leaves out. */
function isWhole({ cluster }: Expected): boolean {
  return cluster !== 'connect_header_match';
}
