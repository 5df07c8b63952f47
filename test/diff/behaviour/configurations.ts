/** Route configurations for comparing: from YAML, and random ones edited as people edit. */
import fc from 'fast-check';
import {
  type BehaviourOptions,
  type BehaviourResult,
  compareBehaviour,
} from '../../../src/diff/behaviour/index.ts';
import type { Configuration } from '../../../src/model/index.ts';
import { opened } from '../../opened.ts';

export function configuration(text: string, type = 'RouteConfiguration'): readonly Configuration[] {
  return [opened(text, { api: 'v2', ...(type !== '' && { type }) })];
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

export const routes: fc.Arbitrary<object> = fc
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

/** A virtual host to be written. */
export interface Host {
  readonly domains: readonly string[];
  readonly routes: readonly object[];
  readonly more: object;
}

export const hosts: fc.Arbitrary<Host> = fc
  .tuple(
    fc.uniqueArray(some(...DOMAINS), { minLength: 1, maxLength: 3 }),
    fc.array(routes, { maxLength: 4 }),
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
export function textOf(all: readonly Host[], clusters: readonly string[]): string {
  const seen = new Set<string>();
  const virtualHosts = all.map(({ domains, routes, more }, at) => {
    const own = domains.filter((domain) => !seen.has(domain));
    for (const domain of own) seen.add(domain);
    return { name: `host${at}`, domains: own, routes, ...more };
  });
  return JSON.stringify({
    // They look at hashes and at metadata, so that what routes say of these has an effect.
    clusters: clusters.map((name) => ({
      name,
      lb_policy: 'RING_HASH',
      lb_subset_config: { subset_selectors: [{ keys: ['stage'] }] },
    })),
    route_configs: [{ name: 'main', virtual_hosts: virtualHosts }],
  });
}

export interface TwoTexts {
  readonly before: string;
  readonly after: string;
  /** The version that both are written in; that of the specification where absent. */
  readonly api?: 'v3';
}

interface WrittenRoute {
  readonly match?: { readonly [condition: string]: unknown };
  readonly route?: { readonly [setting: string]: unknown };
  readonly [field: string]: unknown;
}

/** The route with one setting of another one, or without it where it has that one. */
function reset(one: WrittenRoute, other: WrittenRoute, which: number): object {
  const { runtime_fraction: share, ...match } = one.match ?? {};
  if (which % 5 === 0)
    return {
      ...one,
      match: share === undefined ? { ...match, runtime_fraction: other.match?.runtime_fraction } : match,
    };
  const names = ['prefix_rewrite', 'timeout', 'retry_policy', 'hash_policy', 'rate_limits', 'host_rewrite'];
  const { request_headers_to_add: added, ...rest } = one;
  const name = names[which % (names.length + 1)];
  if (name === undefined || one.route === undefined)
    return added === undefined ? { ...rest, request_headers_to_add: other.request_headers_to_add } : rest;
  const { [name]: own, ...settings } = one.route;
  return { ...one, route: own === undefined ? { ...settings, [name]: other.route?.[name] } : settings };
}

export const pairsOfTexts: fc.Arbitrary<TwoTexts> = fc
  .tuple(
    fc.array(hosts, { minLength: 1, maxLength: 3 }),
    fc.array(
      fc.tuple(
        some('route', 'setting', 'setting', 'drop', 'move', 'host', 'more', 'domains'),
        fc.nat(),
        fc.nat(),
        routes,
        hosts,
      ),
      { maxLength: 3 },
    ),
    some(['one', 'two'], ['one', 'two', 'x']),
    some(['one', 'two'], ['one', 'two', 'gone']),
  )
  .map(([before, edits, clusters, others]) => {
    const after = [...before];
    for (const [kind, at, to, other, whole] of edits) {
      const index = at % Math.max(1, after.length);
      const here = after[index];
      if (here === undefined || kind === 'host') after.splice(index, to % 2, whole);
      else {
        const list = [...here.routes];
        const from = to % Math.max(1, list.length);
        if (kind === 'route') list.splice(from, at % 2, other);
        else if (kind === 'setting')
          list.splice(
            from,
            1,
            ...list
              .slice(from, from + 1)
              .map((each) => reset(each as WrittenRoute, other as WrittenRoute, at)),
          );
        else if (kind === 'drop') list.splice(from, 1);
        else if (kind === 'move') list.push(...list.splice(from, 1));
        after[index] = {
          domains: kind === 'domains' ? whole.domains : here.domains,
          routes: list,
          more: kind === 'more' ? whole.more : here.more,
        };
      }
    }
    return { before: textOf(before, clusters), after: textOf(after, others) };
  });
