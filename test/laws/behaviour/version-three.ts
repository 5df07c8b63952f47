/** Pairs of configurations in version 3: the routes of version 2's pairs respelled, some of them below matcher trees. */
import fc from 'fast-check';
import { pairsOfTexts, type TwoTexts } from '../../diff/behaviour/configurations.ts';

type Fields = { readonly [field: string]: unknown };

const TYPES = 'type.googleapis.com/envoy';
const single = (header_name: string, value_match: object) => ({
  single_predicate: {
    input: {
      name: 'header',
      typed_config: { '@type': `${TYPES}.type.matcher.v3.HttpRequestHeaderMatchInput`, header_name },
    },
    value_match,
  },
});
const one = single('x', { exact: '1' });
const get = single(':method', { exact: 'GET' });

const PREDICATES = [
  one,
  get,
  { not_matcher: one },
  single('y', { prefix: 'a' }),
  single(':path', { prefix: '/a' }),
  { or_matcher: { predicate: [one, single('y', { exact: '1' })] } },
  { and_matcher: { predicate: [get, { not_matcher: single('y', { suffix: 'b' }) }] } },
] as const;

/** How the routes of a virtual host stand in a tree; undefined where they stand in a list. */
const shape = fc.option(
  fc.record({
    kind: fc.constantFrom('list', 'exact', 'prefix'),
    predicate: fc.nat({ max: PREDICATES.length - 1 }),
    second: fc.nat({ max: PREDICATES.length - 1 }),
    cuts: fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 4 })),
    isNested: fc.boolean(),
  }),
  { nil: undefined, freq: 3 },
);
type Shape = NonNullable<typeof shape extends fc.Arbitrary<infer T> ? T : never>;

const rarely = <T extends object>(field: T) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.constant(field) });
const COPIES = { request_mirror_policies: [{ cluster: 'one' }] };

/** What a route configuration, and each virtual host, says for all routes below it. */
const levels = fc.record({
  configuration: fc
    .tuple(
      rarely({ ignore_port_in_host_matching: true }),
      rarely({ vhost_header: 'x' }),
      rarely({ ignore_path_parameters_in_path_matching: true }),
      rarely(COPIES),
    )
    .map((parts): Fields => Object.assign({}, ...parts)),
  host: rarely(COPIES),
});
type Levels = typeof levels extends fc.Arbitrary<infer T> ? T : never;

/** Both sides have the same trees and the same around them, or each its own. */
export const pairsOfVersionThree: fc.Arbitrary<TwoTexts> = fc
  .tuple(
    pairsOfTexts,
    fc.array(shape, { minLength: 3, maxLength: 3 }),
    fc.array(shape, { minLength: 3, maxLength: 3 }),
    fc.nat({ max: 3 }),
    fc.tuple(levels, levels, fc.nat({ max: 2 })),
  )
  .map(([{ before, after }, shapes, others, own, [around, other, ownLevels]]) => ({
    before: renamed(before, shapes, around),
    after: renamed(after, own === 0 ? others : shapes, ownLevels === 0 ? other : around),
    api: 'v3',
  }));

function renamed(text: string, shapes: readonly (Shape | undefined)[], around: Levels): string {
  const { clusters, route_configs: configurations } = JSON.parse(text);
  return JSON.stringify({
    clusters,
    route_configs: configurations.map(({ virtual_hosts: hosts, ...rest }: Fields) => ({
      ...rest,
      ...around.configuration,
      virtual_hosts: (hosts as readonly Fields[]).map((host, at) => ({
        ...respelledHost(host, shapes[at]),
        ...around.host,
      })),
    })),
  });
}

function respelledHost(
  { routes, virtual_clusters: clusters, ...host }: Fields,
  own: Shape | undefined,
): object {
  const list = (routes as readonly Fields[]).map(respelledRoute);
  return {
    ...host,
    ...(clusters === undefined
      ? {}
      : { virtual_clusters: (clusters as readonly Fields[]).map(respelledCluster) }),
    ...(own === undefined || list.length === 0 ? { routes: list } : { matcher: treeOf(list, own) }),
  };
}

function respelledRoute({ match, route, ...rest }: Fields): object {
  return {
    ...rest,
    match: respelledMatch(match as Fields),
    ...(route === undefined ? {} : { route: respelledAction(route as Fields) }),
  };
}

function respelledMatch({ regex, prefix, headers, query_parameters: parameters, ...rest }: Fields): object {
  return {
    ...rest,
    ...(regex === undefined ? {} : { safe_regex: { regex } }),
    // A prefix with a query takes nothing in version 3 (fact 69).
    ...(prefix === undefined ? {} : prefix === '/a/' ? { path_separated_prefix: '/a' } : { prefix }),
    ...(headers === undefined ? {} : { headers: (headers as readonly Fields[]).map(respelledHeader) }),
    ...(parameters === undefined
      ? {}
      : {
          query_parameters: (parameters as readonly Fields[]).map(({ name, value }) => ({
            name,
            string_match: { exact: value },
          })),
        }),
  };
}

function respelledHeader({ exact_match: exact, ...rest }: Fields): object {
  return exact === undefined ? { ...rest, present_match: true } : { ...rest, string_match: { exact } };
}

function respelledAction({ host_rewrite: literal, weighted_clusters: weighted, ...rest }: Fields): object {
  const { total_weight: _, ...clusters } = (weighted ?? {}) as Fields;
  return {
    ...rest,
    ...(literal === undefined ? {} : { host_rewrite_literal: literal }),
    ...(weighted === undefined ? {} : { weighted_clusters: clusters }),
  };
}

function respelledCluster({ name, pattern, method }: Fields): object {
  const matcher = (header: string, string_match: object) => ({ name: header, string_match });
  return {
    name,
    headers: [
      matcher(':path', { safe_regex: { regex: pattern } }),
      ...(method === undefined ? [] : [matcher(':method', { exact: method })]),
    ],
  };
}

/** The routes in up to three branches, in their order. */
function treeOf(routes: readonly object[], { kind, predicate, second, cuts, isNested }: Shape): object {
  const [first = 0, last = 0] = [...cuts].sort((a, b) => a - b);
  const parts = [routes.slice(0, first), routes.slice(first, last), routes.slice(last)];
  const [head = [], middle = [], tail = []] = parts.map((part) =>
    part.length === 0 ? [] : [actionOf(part)],
  );
  const otherwise = tail.map((on_no_match) => ({ on_no_match }))[0] ?? {};
  const matchers = [
    ...head.map((on_match) => ({ predicate: PREDICATES[predicate], on_match })),
    ...middle.map((on_match) => ({ predicate: PREDICATES[second], on_match })),
  ];
  if (matchers.length === 0) return { matcher_list: { matchers: [{ predicate: get, on_match: tail[0] }] } };
  if (kind === 'list') {
    const list = { matcher_list: { matchers }, ...otherwise };
    return isNested
      ? { matcher_list: { matchers: [{ predicate: get, on_match: { matcher: list } }] }, ...otherwise }
      : list;
  }
  const keys = kind === 'exact' ? ['1', 'ab'] : ['1', 'a'];
  const entries = [...head, ...middle].map((action, at) => [keys[at], action]);
  return {
    matcher_tree: {
      input: one.single_predicate.input,
      [`${kind}_match_map`]: { map: Object.fromEntries(entries) },
    },
    ...otherwise,
  };
}

function actionOf(routes: readonly object[]): object {
  const typed_config = { '@type': `${TYPES}.config.route.v3.RouteList`, routes };
  return { action: { name: 'routes', typed_config } };
}
