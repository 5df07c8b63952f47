/** HTTP filters of version 3 and what stands in them: what every request goes through before a route is chosen. */
import { items, lines, type Shape } from './shape.ts';

const FILTERS = 'type.googleapis.com/envoy.extensions.filters.http';
const INPUT = 'type.googleapis.com/envoy.type.matcher.v3.HttpRequestHeaderMatchInput';
/** A key for signatures of a shared secret, which is made up. */
const KEYS = JSON.stringify('{"keys":[{"kty":"oct","alg":"HS256","k":"bWFkZS11cA"}]}');
const ANSWER = '[{match: {prefix: /}, direct_response: {status: 200}}]';
const ROUTES = '[{match: {prefix: /}, route: {cluster: a}}]';

/** A filter in one line. */
const filter = (kind: string, message: string, config: string, name = kind): string =>
  `{name: ${name}, typed_config: {"@type": ${FILTERS}.${kind}.v3.${message}${config === '' ? '' : `, ${config}`}}}`;

/** A listener with these filters in front of the router, in one line each. */
function listener(filters: readonly string[], routes = ROUTES): string {
  const all = [...filters, filter('router', 'Router', '')];
  return `static_resources:
  clusters: [{name: a, connect_timeout: 1s, type: STATIC}, {name: b, connect_timeout: 1s, type: STATIC}]
  listeners:
  - name: l
    address: {socket_address: {address: 0.0.0.0, port_value: 80}}
    filter_chains:
    - filters:
      - name: m
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: i
          http_filters:
${all.map((each) => `          - ${each}\n`).join('')}          route_config:
            virtual_hosts:
            - name: v
              domains: ['*']
              routes: ${routes}
`;
}

const COMMANDS = ['analyze', 'diff', 'trace', 'prove'] as const;

/** One filter, of which the last entry differs after the change. */
const inside = (
  id: string,
  about: string,
  most: number,
  make: (count: number, last: string) => string,
  commands: Shape['commands'] = COMMANDS,
): Shape => ({
  id,
  about,
  most,
  text: (count) => listener([make(count, 'a')]),
  changed: (count) => listener([make(count, 'b')]),
  commands,
  url: () => 'http://a/p7/x?k=1',
});

/** Entries of a map or list, of which the last has another letter. */
const entries = (count: number, last: string, entry: (at: number, letter: string) => string): string =>
  items(count, (at) => entry(at, at === count - 1 ? last : 'a'));

const rbac = (policy: (at: number, letter: string) => string) => (count: number, last: string) =>
  filter(
    'rbac',
    'RBAC',
    `rules: {action: ALLOW, policies: {${entries(count, last, (at, letter) => `p${at}: ${policy(at, letter)}`)}}}`,
  );

export const filterShapes: readonly Shape[] = [
  inside(
    'rbac-policies',
    'policies of one RBAC filter, each for a path',
    6000,
    rbac(
      (at, letter) =>
        `{permissions: [{url_path: {path: {exact: /${letter}${at}}}}], principals: [{any: true}]}`,
    ),
  ),
  inside(
    'rbac-headers',
    'policies of one RBAC filter, each for a value of one header',
    3000,
    rbac(
      (at, letter) =>
        `{permissions: [{header: {name: x, string_match: {exact: ${letter}${at}}}}], principals: [{any: true}]}`,
    ),
  ),
  inside('rbac-principals', 'principals of one policy', 9000, (count, last) =>
    filter(
      'rbac',
      'RBAC',
      `rules: {action: DENY, policies: {p: {permissions: [{any: true}], principals: [${entries(count, last, (at, letter) => `{header: {name: x-${letter}${at}, present_match: true}}`)}]}}}`,
    ),
  ),
  inside(
    'rbac-conditions',
    'policies of one RBAC filter, each with a condition in CEL',
    1500,
    rbac(
      (at, letter) =>
        `{permissions: [{any: true}], principals: [{any: true}], condition: {call_expr: {function: _==_, args: [{select_expr: {operand: {ident_expr: {name: request}}, field: path}}, {const_expr: {string_value: /${letter}${at}}}]}}}`,
    ),
  ),
  inside('jwt-rules', 'rules of one JWT filter', 3000, (count, last) =>
    filter(
      'jwt_authn',
      'JwtAuthentication',
      `providers: {p: {issuer: i, local_jwks: {inline_string: ${KEYS}}}}, rules: [${entries(count, last, (at, letter) => `{match: {prefix: /${letter}${at}}, requires: {provider_name: p}}`)}]`,
    ),
  ),
  inside('jwt-providers', 'providers of one JWT filter, any of which will do', 1500, (count, last) =>
    filter(
      'jwt_authn',
      'JwtAuthentication',
      `providers: {${entries(count, last, (at, letter) => `p${at}: {issuer: i-${letter}${at}, local_jwks: {inline_string: ${KEYS}}}`)}}, rules: [{match: {prefix: /}, requires: {requires_any: {requirements: [${items(count, (at) => `{provider_name: p${at}}`)}]}}}]`,
    ),
  ),
  inside('header-mutations', 'changes of headers that a filter makes', 6000, (count, last) =>
    filter(
      'header_mutation',
      'HeaderMutation',
      `mutations: {request_mutations: [${entries(count, last, (at, letter) => `{append: {header: {key: x-${at}, value: ${letter}}}}`)}]}`,
    ),
  ),
  inside('fault-headers', 'headers that one fault asks for', 6000, (count, last) =>
    filter(
      'fault',
      'HTTPFault',
      `abort: {http_status: 503, percentage: {numerator: 100}}, headers: [${entries(count, last, (at, letter) => `{name: x-${letter}${at}, present_match: true}`)}]`,
    ),
  ),
  inside('matcher-map', 'values of a matcher tree around a filter', 6000, (count, last) =>
    matched(
      `matcher_tree: {input: {name: i, typed_config: {"@type": ${INPUT}, header_name: x}}, exact_match_map: {map: {${entries(count, last, (at, letter) => `${letter}${at}: ${SKIP}`)}}}}`,
    ),
  ),
  inside('matcher-list', 'conditions of a matcher list around a filter', 2000, (count, last) =>
    matched(
      `matcher_list: {matchers: [${entries(count, last, (at, letter) => `{predicate: {single_predicate: {input: {name: i, typed_config: {"@type": ${INPUT}, header_name: x}}, value_match: {exact: ${letter}${at}}}}, on_match: ${SKIP}}`)}]}`,
    ),
  ),
  {
    id: 'filters-of-one-chain',
    about: 'filters in one chain, each of which may deny a path',
    most: 900,
    text: (count) => listener(denying(count, 'a')),
    changed: (count) => listener(denying(count, 'b')),
    commands: COMMANDS,
    url: () => 'http://a/p7/x?k=1',
  },
  {
    id: 'conditions-of-parts',
    about: 'filters in one chain, each of which answers two paths at once, which none is',
    most: 900,
    text: (count) => listener(answering(count, 'a'), ANSWER),
    changed: (count) => listener(answering(count, 'b'), ANSWER),
    commands: COMMANDS,
    url: () => 'http://a/p7/x?k=1',
  },
  {
    id: 'settings-of-routes',
    about: 'routes, each with its own settings of a filter',
    most: 3000,
    text: (count) => listener([deny('p', '/zz')], ownSettings(count, 'a')),
    changed: (count) => listener([deny('p', '/zz')], ownSettings(count, 'b')),
    commands: COMMANDS,
    url: () => 'http://a/p7/x?k=1',
  },
  {
    id: 'routes-behind-filters',
    about: 'routes behind five filters',
    most: 6000,
    text: (count) => listener(denying(5, 'a'), plainRoutes(count, 'a')),
    changed: (count) => listener(denying(5, 'a'), plainRoutes(count, 'b')),
    commands: COMMANDS,
    url: () => 'http://a/p7/x?k=1',
  },
  {
    id: 'matched-routes',
    about: 'routes in a matcher tree of a virtual host',
    most: 3000,
    text: (count) => inTree(count, 'a'),
    changed: (count) => inTree(count, 'b'),
    commands: COMMANDS,
    url: () => 'http://a/p7/x?k=1',
  },
];

const SKIP =
  '{action: {name: skip, typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.common.matcher.action.v3.SkipFilter}}}';

function deny(name: string, path: string): string {
  const policy = `{permissions: [{url_path: {path: {prefix: ${path}}}}], principals: [{any: true}]}`;
  return filter('rbac', 'RBAC', `rules: {action: DENY, policies: {p: ${policy}}}`, name);
}

function denying(count: number, last: string): readonly string[] {
  return Array.from({ length: count }, (_, at) => deny(`f${at}`, `/${at === count - 1 ? last : 'a'}${at}`));
}

function answering(count: number, last: string): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    const letter = at === count - 1 ? last : 'a';
    const paths = [`/x${at}`, `/y${letter}`].map((path) => `{name: ":path", string_match: {exact: ${path}}}`);
    return filter(
      'health_check',
      'HealthCheck',
      `pass_through_mode: false, headers: [${paths.join(', ')}]`,
      `f${at}`,
    );
  });
}

function matched(matcher: string): string {
  const type = 'type.googleapis.com/envoy.extensions.common.matching.v3.ExtensionWithMatcher';
  return `{name: w, typed_config: {"@type": ${type}, extension_config: ${deny('p', '/')}, xds_matcher: {${matcher}}}}`;
}

function ownSettings(count: number, last: string): string {
  const settings = (path: string): string =>
    `{"@type": ${FILTERS}.rbac.v3.RBACPerRoute, rbac: {rules: {action: DENY, policies: {p: {permissions: [{url_path: {path: {exact: ${path}}}}], principals: [{any: true}]}}}}}`;
  return `[${entries(count, last, (at, letter) => `{match: {prefix: /p${at}/}, route: {cluster: ${letter}}, typed_per_filter_config: {p: ${settings(`/p${at}/${letter}`)}}}`)}]`;
}

function plainRoutes(count: number, last: string): string {
  return `[${entries(count, last, (at, letter) => `{match: {prefix: /p${at}/}, route: {cluster: ${letter}}}`)}]`;
}

function inTree(count: number, last: string): string {
  const action = (at: number, letter: string): string =>
    `{action: {name: r, typed_config: {"@type": type.googleapis.com/envoy.config.route.v3.Route, match: {prefix: /p${at}}, route: {cluster: ${letter}}}}}`;
  return `name: r
virtual_hosts:
- name: v
  domains: ['*']
  matcher:
    matcher_tree:
      input: {name: i, typed_config: {"@type": ${INPUT}, header_name: x}}
      exact_match_map:
        map:
${lines(count, (at) => `          a${at}: ${action(at, at === count - 1 ? last : 'a')}\n`)}`;
}
