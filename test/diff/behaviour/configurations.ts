/** Route configurations for comparing: from YAML, and random ones edited as people edit. */
import fc from 'fast-check';
import {
  type BehaviourOptions,
  type BehaviourResult,
  compareBehaviour,
} from '../../../src/diff/behaviour/index.ts';
import type { Configuration } from '../../../src/model/index.ts';
import type { Request } from '../../../src/routing/index.ts';
import { opened } from '../../opened.ts';

export function configuration(text: string, type = 'RouteConfiguration'): readonly Configuration[] {
  return [opened(text, type === '' ? {} : { type })];
}

export function compared(before: string, after: string, options: BehaviourOptions = {}): BehaviourResult {
  return compareBehaviour(configuration(before), configuration(after), options);
}

/** One virtual host for all hosts. */
export function oneHost(routes: string, more = ''): string {
  return `virtual_hosts: [{ name: all, domains: ["*"], routes: [${routes}]${more === '' ? '' : `, ${more}`} }]`;
}

const some = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const maybe = <T extends object>(each: fc.Arbitrary<T>, weight = 3) =>
  fc.oneof({ weight, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: each });

const match = fc
  .tuple(
    fc.oneof(
      fc.record({ prefix: some('/', '/a', '/a/', '/b', '/a?k=') }),
      fc.record({ path: some('/', '/a', '/a/b') }),
      fc.record({ regex: some('/a.*', '/[ab]', '.*') }),
      fc.record({ prefix: some('/A', '/b'), case_sensitive: fc.constant(false) }),
    ),
    maybe(
      fc.record({ headers: some([{ name: 'x', exact_match: '1' }], [{ name: 'x', invert_match: true }]) }),
    ),
    maybe(fc.record({ query_parameters: some([{ name: 'k', value: '1' }]) }), 8),
    maybe(fc.record({ runtime_fraction: some({ default_value: { numerator: 50 } }) }), 8),
  )
  .map((parts) => ({ match: Object.assign({}, ...parts) as object }));

const action = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ cluster: some('one', 'two', 'gone') }) },
      {
        weight: 1,
        arbitrary: fc.record({
          weighted_clusters: some(
            {
              clusters: [
                { name: 'one', weight: 50 },
                { name: 'two', weight: 50 },
              ],
            },
            {
              clusters: [
                { name: 'two', weight: 1 },
                { name: 'one', weight: 1 },
              ],
              total_weight: 2,
            },
          ),
        }),
      },
      { weight: 1, arbitrary: fc.record({ cluster_header: some('x', 'x-to') }) },
    ),
    maybe(fc.record({ prefix_rewrite: some('/', '/a', '/c') })),
    maybe(fc.record({ timeout: some('15s', '1s') })),
    maybe(fc.record({ retry_policy: some({}, { retry_on: '5xx' }, { num_retries: 1 }) })),
    maybe(fc.record({ host_rewrite: some('h.test') }), 6),
    maybe(fc.record({ hash_policy: some([{ header: { header_name: 'x' } }]) }), 6),
    maybe(
      fc.record({
        rate_limits: some([{ actions: [{ request_headers: { header_name: 'x', descriptor_key: 'd' } }] }]),
      }),
      6,
    ),
  )
  .map((parts) => Object.assign({}, ...parts) as object);

const route = fc
  .tuple(
    match,
    fc.oneof(
      { weight: 5, arbitrary: action.map((each) => ({ route: each })) },
      {
        weight: 2,
        arbitrary: fc.record({
          redirect: some(
            { https_redirect: true },
            { scheme_redirect: 'https' },
            { host_redirect: 'a.test' },
            { path_redirect: '/b' },
            { prefix_rewrite: '/b' },
            { https_redirect: true, strip_query: true },
          ),
        }),
      },
      { weight: 1, arbitrary: fc.record({ direct_response: some({ status: 200 }, { status: 404 }) }) },
    ),
    maybe(fc.record({ request_headers_to_add: some([{ header: { key: 'X-Added', value: '1' } }]) }), 6),
  )
  .map((parts) => Object.assign({}, ...parts) as object);

const DOMAINS = ['a.test', 'b.test', '*.test', '*.b.test', 'a.*', 'a.t*', '*', 'a.test:80'] as const;

interface Host {
  readonly domains: readonly string[];
  readonly routes: readonly object[];
  readonly more: object;
}

const host: fc.Arbitrary<Host> = fc
  .tuple(
    fc.uniqueArray(some(...DOMAINS), { minLength: 1, maxLength: 3 }),
    fc.array(route, { maxLength: 4 }),
    maybe(fc.record({ require_tls: some('ALL', 'EXTERNAL_ONLY') })),
    maybe(fc.record({ retry_policy: some({ retry_on: '5xx' }) })),
    maybe(fc.record({ response_headers_to_remove: some(['x-gone']) }), 5),
    maybe(
      fc.record({
        virtual_clusters: some(
          [{ name: 'v', pattern: '/a.*' }],
          [
            { name: 'v', pattern: '/a.*', method: 'GET' },
            { name: 'w', pattern: '/.*' },
          ],
        ),
      }),
      5,
    ),
  )
  .map(([domains, routes, ...more]) => ({ domains, routes, more: Object.assign({}, ...more) }));

/** A bootstrap with clusters. Of domains that stand twice the first counts. */
function text(hosts: readonly Host[], clusters: readonly string[]): string {
  const seen = new Set<string>();
  const virtualHosts = hosts.map(({ domains, routes, more }, at) => {
    const own = domains.filter((domain) => !seen.has(domain));
    for (const domain of own) seen.add(domain);
    return { name: `host${at}`, domains: own, routes, ...more };
  });
  return JSON.stringify({
    clusters: clusters.map((name) => ({ name })),
    route_configs: [{ name: 'main', virtual_hosts: virtualHosts }],
  });
}

export interface TwoTexts {
  readonly before: string;
  readonly after: string;
}

export const pairsOfTexts: fc.Arbitrary<TwoTexts> = fc
  .tuple(
    fc.array(host, { minLength: 1, maxLength: 3 }),
    fc.array(
      fc.tuple(some('route', 'drop', 'move', 'host', 'more', 'domains'), fc.nat(), fc.nat(), route, host),
      { maxLength: 3 },
    ),
    some(['one', 'two'], ['one', 'two', 'x']),
    some(['one', 'two'], ['one', 'two', 'gone']),
  )
  .map(([hosts, edits, clusters, others]) => {
    const after = [...hosts];
    for (const [kind, at, to, other, whole] of edits) {
      const index = at % Math.max(1, after.length);
      const here = after[index];
      if (here === undefined || kind === 'host') after.splice(index, to % 2, whole);
      else {
        const routes = [...here.routes];
        const from = to % Math.max(1, routes.length);
        if (kind === 'route') routes.splice(from, at % 2, other);
        else if (kind === 'drop') routes.splice(from, 1);
        else if (kind === 'move') routes.push(...routes.splice(from, 1));
        after[index] = {
          domains: kind === 'domains' ? whole.domains : here.domains,
          routes,
          more: kind === 'more' ? whole.more : here.more,
        };
      }
    }
    return { before: text(hosts, clusters), after: text(after, others) };
  });

export const requests: fc.Arbitrary<Request> = fc
  .tuple(
    some('a.test', 'A.test', 'b.test', 'c.b.test', 'c.test', 'a.x', 'a.test:80', 'other', 'c.test:80'),
    some('/', '/a', '/a/', '/a/b', '/ab', '/b', '/A', '/c'),
    some('', '?', '?k=1', '?k=2', '?a=b'),
    some('http', 'https'),
    fc.boolean(),
    some({}, { x: '1' }, { x: 'one' }, { 'x-to': 'gone' }),
    some('GET', 'PUT'),
  )
  .map(([authority, path, query, scheme, internal, headers, method]) => ({
    method,
    authority,
    path: path + query,
    scheme,
    internal,
    headers,
  }));
