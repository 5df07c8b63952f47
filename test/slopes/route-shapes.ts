/** Virtual hosts, domains, routes and what stands in them. */
import { items, lines, type Shape } from './shape.ts';

/** A route configuration of one virtual host. */
function host(domains: string, routes: string, more = ''): string {
  return `virtual_hosts:\n- name: v\n  domains:\n${domains}${more}  routes:\n${routes}`;
}
const STAR = "  - '*'\n";
const ROUTE = '  - {match: {prefix: /}, route: {cluster: a}}\n';
const OTHER = '  - {match: {prefix: /zz}, route: {cluster: b}}\n';

const many = (route: (at: number) => string) => (count: number) => host(STAR, lines(count, route));
/** The last route leads elsewhere. */
const moved =
  (route: (at: number) => string, other: (at: number) => string = () => OTHER) =>
  (count: number) =>
    host(
      STAR,
      lines(count, (at) => (at === count - 1 ? other(at) : route(at))),
    );

const domains = (domain: (at: number) => string, most: number, id: string, about: string): Shape => ({
  id,
  about,
  most,
  text: (count) =>
    host(
      lines(count, (at) => `  - '${domain(at)}'\n`),
      ROUTE,
    ),
  changed: (count) =>
    host(
      lines(count, (at) => `  - '${domain(at)}'\n`),
      OTHER,
    ),
  commands: ['analyze', 'diff'],
});

const routes = (
  id: string,
  about: string,
  most: number,
  route: (at: number) => string,
  commands: Shape['commands'],
): Shape => ({
  id,
  about,
  most,
  text: many(route),
  changed: moved(route),
  commands,
  url: () => 'http://shop.test/p7/x?k=1',
});

const hostsOf =
  (domain: (at: number) => string, route: (at: number) => string = () => ROUTE) =>
  (count: number) =>
    `virtual_hosts:\n${lines(count, (at) => `- name: v${at}\n  domains: ['${domain(at)}']\n  routes:\n${route(at)}`)}`;

/** A listener that chooses among route configurations by a header. */
const scoped = (scope: (at: number) => string, more: string) => (count: number) =>
  `static_resources:
  listeners:
  - name: l
    address: {socket_address: {address: 0.0.0.0, port_value: 80}}
    filter_chains:
    - filters:
      - name: m
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: i
          http_filters: [{name: r, typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}}]
          scoped_routes:
            name: s
            scope_key_builder: {fragments: [{header_value_extractor: {name: x-tenant}}]}
            scoped_route_configurations_list:
              scoped_route_configurations:
${lines(count, (at) => `              - {name: s${at}, key: {fragments: [{string_key: t${at}}]}, ${scope(at)}}\n`)}${more}`;

export const routeShapes: readonly Shape[] = [
  {
    id: 'scopes-of-one-name',
    about: 'scopes with a route configuration in place, all of one name',
    most: 3_000,
    text: scoped(
      (at) =>
        `route_configuration: {name: r, virtual_hosts: [{name: v, domains: ["*"], routes: [{name: q${at}, match: {prefix: /}, route: {cluster: a}}]}]}`,
      '',
    ),
    changed: scoped(
      (at) =>
        `route_configuration: {name: r, virtual_hosts: [{name: v, domains: ["*"], routes: [{name: q${at}, match: {prefix: /}, route: {cluster: b}}]}]}`,
      '',
    ),
    commands: ['analyze', 'diff', 'trace'],
    url: () => 'http://a/',
  },
  {
    id: 'scopes-with-headers',
    about: 'scopes, each with a route that asks for a header of its own',
    most: 3_000,
    text: scoped(
      (at) =>
        `route_configuration: {name: r${at}, virtual_hosts: [{name: v, domains: ["*"], routes: [{match: {prefix: /, headers: [{name: h${at}, string_match: {exact: x}}]}, route: {cluster: a}}]}]}`,
      '',
    ),
    changed: scoped(
      (at) =>
        `route_configuration: {name: r${at}, virtual_hosts: [{name: v, domains: ["*"], routes: [{match: {prefix: /, headers: [{name: h${at}, string_match: {exact: y}}]}, route: {cluster: a}}]}]}`,
      '',
    ),
    commands: ['analyze', 'diff', 'trace'],
    url: () => 'http://a/',
  },
  {
    id: 'scopes-to-one-configuration',
    about: 'scopes that lead to one route configuration',
    most: 3_000,
    text: scoped(
      () => 'route_configuration_name: r',
      '---\n"@type": type.googleapis.com/envoy.config.route.v3.RouteConfiguration\nname: r\nvirtual_hosts: [{name: v, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: a}}]}]\n',
    ),
    changed: scoped(
      () => 'route_configuration_name: r',
      '---\n"@type": type.googleapis.com/envoy.config.route.v3.RouteConfiguration\nname: r\nvirtual_hosts: [{name: v, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: b}}]}]\n',
    ),
    commands: ['analyze', 'diff', 'trace'],
    url: () => 'http://a/',
  },
  {
    id: 'managers-of-chain',
    about: 'connection managers in one filter chain, of which a request is led to any',
    most: 1500,
    text: (count) =>
      `address: {socket_address: {address: 0.0.0.0, port_value: 80}}\nfilter_chains:\n- filters:\n${lines(
        count,
        () =>
          '  - {name: envoy.http_connection_manager, config: {stat_prefix: i, route_config: {virtual_hosts: [{name: v, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: a}}]}]}}}\n',
      )}`,
    commands: ['analyze'],
  },
  domains((at) => `a${at}.test`, 40_000, 'exact-domains', 'exact domains of one virtual host'),
  domains((at) => `*.b${at}.test`, 30_000, 'suffix-domains', 'domains with a star at the front'),
  domains((at) => `c${at}.*`, 40_000, 'prefix-domains', 'domains with a star at the end'),
  domains(
    (at) => [`a${at}.test`, `*.b${at}.test`, `c${at}.*`][at % 3] ?? '',
    30_000,
    'mixed-domains',
    'domains of each kind',
  ),
  domains(() => 'a.test', 36_000, 'duplicate-domains', 'times the same domain'),
  domains(
    (at) => `${'a.'.repeat(at)}*`,
    900,
    'nested-prefixes',
    'domains with a star at the end, each within the one before',
  ),
  domains(
    (at) => `*${'.a'.repeat(at)}`,
    900,
    'nested-suffixes',
    'domains with a star at the front, each within the one before',
  ),
  {
    id: 'front-against-end',
    about: 'domains with a star at the front before, at the end after',
    most: 20_000,
    text: (count) =>
      host(
        lines(count, (at) => `  - '*.b${at}.test'\n`),
        ROUTE,
      ),
    changed: (count) =>
      host(
        lines(count, (at) => `  - 'c${at}.*'\n`),
        OTHER,
      ),
    commands: ['diff'],
  },
  {
    id: 'hosts-front-against-end',
    about: 'virtual hosts with a star at the front before, at the end after',
    most: 900,
    text: hostsOf((at) => `*.b${at}.test`),
    changed: hostsOf((at) => `c${at}.*`),
    commands: ['diff'],
  },
  {
    id: 'virtual-hosts',
    about: 'virtual hosts',
    most: 10_000,
    text: hostsOf((at) => `a${at}.test`),
    changed: hostsOf(
      (at) => `a${at}.test`,
      () => OTHER,
    ),
    commands: ['analyze', 'diff', 'trace', 'test', 'normalize'],
    url: () => 'http://a7.test/',
  },
  {
    id: 'suffix-hosts',
    about: 'virtual hosts with a star at the front',
    most: 9_000,
    text: hostsOf((at) => `*.a${at}.test`),
    changed: hostsOf(
      (at) => `*.a${at}.test`,
      () => OTHER,
    ),
    commands: ['analyze', 'diff', 'test'],
  },
  {
    id: 'same-name-hosts',
    about: 'virtual hosts of the same name',
    most: 9_000,
    text: (count) => hostsOf((at) => `a${at}.test`)(count).replaceAll(/name: v\d+/g, 'name: v'),
    commands: ['analyze', 'diff'],
  },
  routes(
    'plain-routes',
    'routes by prefix',
    18_000,
    (at) => `  - {match: {prefix: /p${at}}, route: {cluster: c${at % 9}}}\n`,
    ['analyze', 'diff', 'trace', 'test', 'normalize', 'migrate'],
  ),
  routes(
    'path-routes',
    'routes by path',
    18_000,
    (at) => `  - {match: {path: /p${at}}, route: {cluster: c}}\n`,
    ['analyze', 'diff', 'test'],
  ),
  routes(
    'same-routes',
    'times the same route',
    18_000,
    () => '  - {match: {prefix: /a}, route: {cluster: c}}\n',
    ['analyze', 'diff'],
  ),
  routes(
    'catch-all-first',
    'routes behind one that takes everything',
    18_000,
    (at) => `  - {match: {prefix: /${at === 0 ? '' : at}}, route: {cluster: c}}\n`,
    ['analyze', 'diff'],
  ),
  routes(
    'nested-prefix-routes',
    'routes by prefix, each within the one before',
    1_300,
    (at) => `  - {match: {prefix: ${'/a'.repeat(1300 - at)}}, route: {cluster: c}}\n`,
    ['analyze', 'diff'],
  ),
  routes(
    'regex-routes',
    'routes by regular expression',
    4_000,
    (at) => `  - {match: {safe_regex: {google_re2: {}, regex: '/p${at}/[0-9]+'}}, route: {cluster: c}}\n`,
    ['analyze', 'diff', 'trace', 'test'],
  ),
  routes(
    'headless-regexes',
    'regular expressions without a plain head',
    1_000,
    (at) => `  - {match: {regex: '.*/p${at}/.*'}, route: {cluster: c}}\n`,
    ['analyze', 'diff'],
  ),
  routes(
    'text-somewhere',
    'regular expressions for a text somewhere in the path',
    6_900,
    (at) => `  - {match: {safe_regex: {google_re2: {}, regex: '/.*${at}.*'}}, route: {cluster: c}}\n`,
    ['analyze', 'diff', 'trace', 'test'],
  ),
  routes(
    'classes-of-scripts',
    'regular expressions with a class of letters of all scripts',
    2_500,
    (at) =>
      `  - {match: {safe_regex: {google_re2: {}, regex: '/\\p{L}*\\d{2,40}${at}'}}, route: {cluster: c}}\n`,
    ['analyze', 'diff', 'trace', 'test'],
  ),
  routes(
    'classes-of-their-own',
    'regular expressions with a large class of their own',
    2_500,
    (at) =>
      `  - {match: {safe_regex: {google_re2: {}, regex: '/a${at}[\\p{L}\\x{${(0x3400 + at).toString(16)}}-\\x{${(0x20000 + at * 9).toString(16)}}]*'}}, route: {cluster: c}}\n`,
    ['analyze', 'diff'],
  ),
  routes(
    'hostile-regexes',
    'times a regular expression that no search can decide',
    900,
    (at) => `  - {match: {regex: '.*a.{30}'}, route: {cluster: a${at}}}\n`,
    ['analyze', 'diff', 'trace', 'test'],
  ),
  routes(
    'header-routes',
    'routes by a header of their own',
    9_000,
    (at) => `  - {match: {prefix: /, headers: [{name: h${at}, exact_match: x}]}, route: {cluster: c}}\n`,
    ['analyze', 'diff', 'test'],
  ),
  routes(
    'header-values',
    'routes by a value of one header',
    9_000,
    (at) => `  - {match: {prefix: /, headers: [{name: h, exact_match: x${at}}]}, route: {cluster: c}}\n`,
    ['analyze', 'diff', 'test'],
  ),
  routes(
    'excluded-headers',
    'routes that exclude a value of one header',
    3_000,
    (at) =>
      `  - {match: {prefix: /, headers: [{name: h, exact_match: x${at}, invert_match: true}]}, route: {cluster: c}}\n`,
    ['analyze', 'diff'],
  ),
  routes(
    'query-routes',
    'routes by a query parameter of their own',
    9_000,
    (at) =>
      `  - {match: {prefix: /, query_parameters: [{name: q${at}, string_match: {exact: x}}]}, route: {cluster: c}}\n`,
    ['analyze', 'diff'],
  ),
  routes(
    'fraction-routes',
    'routes for a share of the requests',
    6_000,
    (at) =>
      `  - {match: {prefix: /, runtime_fraction: {default_value: {numerator: 1}, runtime_key: k${at}}}, route: {cluster: c}}\n`,
    ['analyze', 'diff', 'trace'],
  ),
  routes(
    'range-routes',
    'routes by a range of numbers',
    6_000,
    (at) =>
      `  - {match: {prefix: /, headers: [{name: h, range_match: {start: ${at}, end: ${at + 2}}}]}, route: {cluster: c}}\n`,
    ['analyze', 'diff'],
  ),
  {
    id: 'headers-of-one-route',
    about: 'header matchers of one route',
    most: 9_000,
    text: (count) =>
      host(
        STAR,
        `  - {match: {prefix: /, headers: [${items(count, (at) => `{name: h${at}, exact_match: x}`)}]}, route: {cluster: c}}\n${ROUTE}`,
      ),
    commands: ['analyze', 'diff', 'trace', 'test'],
    url: () => 'http://a/',
  },
  {
    id: 'patterns-of-one-header',
    about: 'regular expressions that one header must match',
    most: 180,
    text: (count) =>
      host(
        STAR,
        `  - {match: {prefix: /, headers: [${items(count, (at) => `{name: h, regex_match: '.*v${at}.*'}`)}]}, route: {cluster: c}}\n${ROUTE}`,
      ),
    commands: ['analyze', 'diff'],
  },
  {
    id: 'clusters-of-one-route',
    about: 'weighted clusters of one route',
    most: 18_000,
    text: (count) =>
      host(
        STAR,
        `  - {match: {prefix: /}, route: {weighted_clusters: {total_weight: ${count}, clusters: [${items(count, (at) => `{name: c${at}, weight: 1}`)}]}}}\n`,
      ),
    commands: ['analyze', 'diff', 'trace', 'normalize', 'test'],
    url: () => 'http://a/',
  },
  {
    id: 'headers-to-add',
    about: 'headers that one route adds',
    most: 9_000,
    text: (count) =>
      host(
        STAR,
        `  - {match: {prefix: /}, route: {cluster: c}, request_headers_to_add: [${items(count, (at) => `{header: {key: h${at}, value: '%PROTOCOL%'}}`)}]}\n`,
      ),
    commands: ['analyze', 'diff', 'trace', 'normalize'],
    url: () => 'http://a/',
  },
  {
    id: 'headers-to-remove',
    about: 'headers that one route removes',
    most: 36_000,
    text: (count) =>
      host(
        STAR,
        `  - {match: {prefix: /}, route: {cluster: c}, request_headers_to_remove: [${items(count, (at) => `h${at % 5000}`)}]}\n`,
      ),
    commands: ['analyze', 'diff', 'trace'],
    url: () => 'http://a/',
  },
  {
    id: 'virtual-clusters',
    about: 'virtual clusters',
    most: 3_000,
    text: (count) =>
      host(
        STAR,
        ROUTE,
        `  virtual_clusters: [${items(count, (at) => `{name: vc${at}, pattern: '/p${at}/[a-z]+', method: GET}`)}]\n`,
      ),
    commands: ['analyze', 'diff', 'migrate', 'trace'],
    url: () => 'http://a/p7/x',
  },
  {
    id: 'rate-limits',
    about: 'rate limits of one route',
    most: 6_000,
    text: (count) =>
      host(
        STAR,
        `  - {match: {prefix: /}, route: {cluster: c, rate_limits: [${items(count, (at) => `{actions: [{generic_key: {descriptor_value: d${at}}}]}`)}]}}\n`,
      ),
    commands: ['analyze', 'diff', 'trace', 'normalize'],
    url: () => 'http://a/',
  },
  {
    id: 'hash-policies',
    about: 'hash policies of one route',
    most: 9_000,
    text: (count) =>
      host(
        STAR,
        `  - {match: {prefix: /}, route: {cluster: c, hash_policy: [${items(count, (at) => `{header: {header_name: h${at}}}`)}]}}\n`,
      ),
    commands: ['analyze', 'diff', 'trace'],
    url: () => 'http://a/',
  },
  {
    id: 'regex-rewrites',
    about: 'letters of a path that a rewrite goes over',
    most: 27_000,
    text: () =>
      host(
        STAR,
        `  - {match: {prefix: /}, route: {cluster: c, regex_rewrite: {pattern: {google_re2: {}, regex: '(a+)+b'}, substitution: x}}}\n`,
      ),
    commands: ['trace'],
    url: (count) => `http://a/${'a'.repeat(count)}`,
  },
  {
    id: 'long-regex',
    about: 'letters of one regular expression',
    most: 60_000,
    text: (count) =>
      host(
        STAR,
        `  - {match: {safe_regex: {google_re2: {}, regex: '/${'ab'.repeat(count / 2)}.*'}}, route: {cluster: c}}\n${ROUTE}`,
      ),
    commands: ['analyze', 'diff', 'trace', 'migrate'],
    url: () => 'http://a/',
  },
  {
    id: 'wide-regex',
    about: 'alternatives of one regular expression',
    most: 6_000,
    text: (count) =>
      host(
        STAR,
        `  - {match: {regex: '/(${items(count, (at) => `w${at}`).replaceAll(', ', '|')})/.*'}, route: {cluster: c}}\n${ROUTE}`,
      ),
    commands: ['analyze', 'diff', 'migrate', 'trace'],
    url: () => 'http://a/w7/x',
  },
  {
    id: 'redirects',
    about: 'routes that redirect to one another',
    most: 6_000,
    text: many((at) => `  - {match: {path: /p${at}}, redirect: {path_redirect: /p${at + 1}}}\n`),
    commands: ['analyze', 'diff', 'test'],
  },
  {
    id: 'tests',
    about: 'expectations about requests',
    most: 3_000,
    text: () => host(STAR, ROUTE),
    tests: (count) =>
      `tests:\n${lines(count, (at) => `- {test_name: t${at}, input: {authority: a, path: /p${at}}, validate: {cluster_name: a}}\n`)}`,
    commands: ['test'],
  },
  {
    id: 'tests-and-routes',
    about: 'routes and as many expectations',
    most: 3_000,
    text: many((at) => `  - {match: {prefix: /p${at}/}, route: {cluster: c${at}}}\n`),
    tests: (count) =>
      `tests:\n${lines(count, (at) => `- {test_name: t${at}, input: {authority: a, path: /p${at}/x}, validate: {cluster_name: c${at}}}\n`)}`,
    commands: ['test'],
  },
  {
    id: 'changed-routes',
    about: 'routes, all of which lead elsewhere',
    most: 6_000,
    text: many((at) => `  - {match: {prefix: /p${at}/}, route: {cluster: c${at}}}\n`),
    changed: many((at) => `  - {match: {prefix: /p${at}/}, route: {cluster: d${at}}}\n`),
    commands: ['diff'],
  },
  {
    id: 'changed-groups',
    about: 'routes that change, in a tenth as many groups',
    most: 6_000,
    text: many((at) => `  - {match: {prefix: /p${at}/}, route: {cluster: c${at % 600}}}\n`),
    changed: many((at) => `  - {match: {prefix: /p${at}/}, route: {cluster: d${at % 600}}}\n`),
    commands: ['diff'],
  },
  {
    id: 'reversed-routes',
    about: 'routes in the opposite order',
    most: 4_000,
    text: many((at) => `  - {match: {prefix: /p${at}}, route: {cluster: c${at}}}\n`),
    changed: (count) =>
      many((at) => `  - {match: {prefix: /p${count - 1 - at}}, route: {cluster: c${count - 1 - at}}}\n`)(
        count,
      ),
    commands: ['diff'],
  },
  {
    id: 'renamed-hosts',
    about: 'virtual hosts that have another name',
    most: 6_000,
    text: hostsOf((at) => `a${at}.test`),
    changed: (count) => hostsOf((at) => `a${at}.test`)(count).replaceAll(/name: v/g, 'name: w'),
    commands: ['diff'],
  },
];
