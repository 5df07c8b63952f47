/** What stands beyond routes: where it differs no requests are called equal, whatever comparing routes comes to. */
import { describe, expect, it } from 'vitest';
import { BEYOND } from '../../src/diff/index.ts';
import { policies } from '../../src/diff/judgement/policy/index.ts';
import { compareSides } from '../../src/engine/compare.ts';
import type { Configuration } from '../../src/model/open.ts';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import type { Request } from '../../src/routing/request/request.ts';
import { routeRequest } from '../../src/routing/route.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { opened } from '../opened.ts';
import { any, filter } from '../routing/filters/chains.ts';
import { requestOf } from '../routing/traced.ts';

type Fields = { readonly [field: string]: unknown };

/** Fields beside those that every configuration here has, by the message that they stand in. */
interface Parts {
  readonly listener?: Fields;
  readonly chain?: Fields;
  readonly manager?: Fields;
  readonly routes?: Fields;
  readonly host?: Fields;
  readonly route?: Fields;
  readonly action?: Fields;
  readonly filters?: readonly object[];
}

function configuration({ filters = [], ...parts }: Parts): Configuration {
  const route = { match: { prefix: '/b' }, route: { cluster: 'b', ...parts.action }, ...parts.route };
  const hosts = [
    {
      name: 'a',
      domains: ['a.test'],
      routes: [route, { match: { prefix: '/' }, route: { cluster: 'c' } }],
      ...parts.host,
    },
  ];
  const manager = any('extensions.filters.network.http_connection_manager.v3.HttpConnectionManager', {
    stat_prefix: 'a',
    route_config: { name: 'r', virtual_hosts: hosts, ...parts.routes },
    http_filters: [...filters, filter('router', 'Router')],
    ...parts.manager,
  });
  const listener = {
    name: 'l',
    address: { socket_address: { address: '127.0.0.1', port_value: 80 } },
    filter_chains: [{ filters: [{ name: 'm', typed_config: manager }], ...parts.chain }],
    ...parts.listener,
  };
  const clusters = ['b', 'c'].map((name) => ({ name, connect_timeout: '1s' }));
  return opened(JSON.stringify({ static_resources: { listeners: [listener], clusters } }), {}, 'a.json');
}

const EQUAL = (reasons: readonly string[] = []) => ({ equal: reasons.length === 0, reasons });
const ARRIVAL = (field: string) => EQUAL([`${field} differs: other requests may arrive`]);
const HANDLING = (field: string, may = 'what it does to requests is not compared') =>
  EQUAL([`${field} differs: ${may}`]);
const READ = (field: string, by: string) =>
  EQUAL([`${field} differs, and "${by}" may read it: requests may be handled differently`]);
const PATHS = 'routes and filters see other paths, and may take other requests';
const UPGRADES = 'requests that ask for this protocol may pass, or be refused with 403';
const IN_MANAGER = 'filter_chains[0].filters[m].typed_config';
const read = { header: { key: 'x', value: '%METADATA(ROUTE:a:b)%' } };

const ROWS: readonly (readonly [string, Parts, Parts, ReturnType<typeof EQUAL>])[] = [
  [
    'paths are normalized',
    {},
    { manager: { normalize_path: true } },
    HANDLING(`${IN_MANAGER}.normalize_path`, PATHS),
  ],
  [
    'slashes are merged',
    {},
    { manager: { merge_slashes: true } },
    HANDLING(`${IN_MANAGER}.merge_slashes`, PATHS),
  ],
  [
    'headers with underscores are dropped',
    {},
    { manager: { common_http_protocol_options: { headers_with_underscores_action: 'DROP_HEADER' } } },
    HANDLING(`${IN_MANAGER}.common_http_protocol_options.headers_with_underscores_action`),
  ],
  [
    'fewer headers are taken',
    {},
    { manager: { common_http_protocol_options: { max_headers_count: 50 } } },
    ARRIVAL(`${IN_MANAGER}.common_http_protocol_options.max_headers_count`),
  ],
  [
    'escaped slashes are refused',
    {},
    { manager: { path_with_escaped_slashes_action: 'REJECT_REQUEST' } },
    HANDLING(`${IN_MANAGER}.path_with_escaped_slashes_action`),
  ],
  [
    'ports are taken off',
    {},
    { manager: { strip_any_host_port: true } },
    HANDLING(`${IN_MANAGER}.strip_any_host_port`),
  ],
  [
    'dots are taken off',
    {},
    { manager: { strip_trailing_host_dot: true } },
    HANDLING(`${IN_MANAGER}.strip_trailing_host_dot`),
  ],
  [
    'answers are written anew',
    {},
    {
      manager: {
        local_reply_config: {
          mappers: [
            {
              filter: {
                status_code_filter: {
                  comparison: { op: 'EQ', value: { default_value: 404, runtime_key: 'k' } },
                },
              },
              status_code: 410,
            },
          ],
        },
      },
    },
    HANDLING(`${IN_MANAGER}.local_reply_config.mappers[0]`),
  ],
  [
    'a manager lets upgrades through',
    {},
    { manager: { upgrade_configs: [{ upgrade_type: 'websocket' }] } },
    HANDLING(`${IN_MANAGER}.upgrade_configs[websocket]`, UPGRADES),
  ],
  [
    'a route lets upgrades through',
    {},
    { action: { upgrade_configs: [{ upgrade_type: 'websocket' }] } },
    HANDLING('routes[0].route.upgrade_configs[websocket]', UPGRADES),
  ],
  [
    'a filter chain is for one name',
    {},
    { chain: { filter_chain_match: { server_names: ['a.test'] } } },
    ARRIVAL('filter_chains[0].filter_chain_match.server_names[a.test]'),
  ],
  [
    'another address',
    {},
    { listener: { address: { socket_address: { address: '127.0.0.1', port_value: 81 } } } },
    ARRIVAL('address.socket_address.port_value'),
  ],
  [
    'metadata that a header is made of',
    { host: { request_headers_to_add: [read] }, route: { metadata: { filter_metadata: { a: { b: '1' } } } } },
    { host: { request_headers_to_add: [read] }, route: { metadata: { filter_metadata: { a: { b: '2' } } } } },
    READ('routes[0].metadata.filter_metadata[a].b', 'METADATA(ROUTE)'),
  ],
  [
    'a name that a header is made of',
    {
      host: { request_headers_to_add: [{ header: { key: 'x', value: '%ROUTE_NAME%' } }] },
      route: { name: 'a' },
    },
    {
      host: { request_headers_to_add: [{ header: { key: 'x', value: '%ROUTE_NAME%' } }] },
      route: { name: 'b' },
    },
    READ('routes[0].name', 'ROUTE_NAME'),
  ],
  [
    'redirects of upstreams are followed',
    {},
    { action: { internal_redirect_policy: {} } },
    HANDLING('routes[0].route.internal_redirect_policy'),
  ],
  [
    'a header that routes may look at is written',
    {},
    { manager: { via: 'here' } },
    HANDLING(`${IN_MANAGER}.via`, 'requests have other headers, which routes and upstreams may look at'),
  ],
  ['answers have another header', {}, { manager: { server_name: 'x' } }, EQUAL()],
  ['a name that nobody reads', {}, { route: { name: 'b' } }, EQUAL()],
  [
    'metadata that nobody reads',
    {},
    { route: { metadata: { filter_metadata: { a: { b: '2' } } } } },
    EQUAL(),
  ],
  ['a span has another name', {}, { route: { decorator: { operation: 'x' } } }, EQUAL()],
  ['an idle timeout', {}, { manager: { stream_idle_timeout: '1s' } }, EQUAL()],
];

function pairOf(before: Parts, after: Parts) {
  const clock = { now: () => performance.now(), milliseconds: 10_000 };
  return compareSides([configuration(before)], [configuration(after)], { clock }).pair;
}

function compared(before: Parts, after: Parts) {
  const { equal, undecided = [], changes = [] } = pairOf(before, after).behaviour ?? {};
  return { equal, reasons: undecided.map(({ reason }) => reason), moved: changes.length };
}

describe('no requests are called equal where what is beyond their routes differs', () => {
  it.each(ROWS)('%s', (_, before, after, expected) => {
    expect(compared(before, after)).toEqual({ ...expected, moved: 0 });
    const { equal } = expected;
    expect(compared(after, before)).toMatchObject({ equal, moved: 0 });
  });
});

/** Requests that what is beyond routes may tell apart. */
const REQUESTS: readonly Partial<Request>[] = ['a.test', 'a.test:80', 'a.test.', 'b.test'].flatMap(
  (authority) =>
    ['/', '/b', '//b', '/x/../b', '/%2fb', '/b%2f'].flatMap((path) => [
      { authority, path },
      { authority, path, headers: { connection: 'Upgrade', upgrade: 'websocket' } },
      { authority, path, scheme: 'https', server_name: 'b.test' },
    ]),
);

/** What becomes of them, by the plain matcher of one request through all of a configuration. */
function outcomes(parts: Parts): readonly string[] {
  const routing = findRouting([configuration(parts)]);
  const contextFor = () => ({
    namespace: 'envoy',
    regexes: regexEngine(),
    ...(routing.clusters && { clusters: routing.clusters }),
  });
  return REQUESTS.map((request) => {
    const routed = routeRequest(routing, requestOf(request), {}, contextFor);
    if ('problem' in routed) return routed.problem;
    const { kind, status, clusters } = routed.trace.outcome;
    return JSON.stringify([kind, status, clusters]);
  });
}

it('where the matcher of one request tells two sides apart they are not called equal; most rows are told apart', () => {
  const apart = ROWS.filter(([, before, after]) => outcomes(before).join() !== outcomes(after).join());
  expect(apart.filter(([, , , { equal }]) => equal)).toEqual([]);
  expect(apart.length).toBeGreaterThanOrEqual(8);
});

it('each topic about listeners and connection managers is beyond routes, or known to leave requests as they are', () => {
  const known = policies
    .filter(({ message }) => message === 'Listener' || message === 'HttpConnectionManager')
    .flatMap(({ topics, otherwise }) => [...topics, otherwise].map(({ id }) => id));
  expect(known.filter((id) => !BEYOND.has(id)).toSorted()).toEqual([
    'downstream-idle-timeout',
    'downstream-tracing',
    'drain-timeout',
    'http-access-log',
    'http-stat-prefix',
    'listener-access-log',
    'listener-api',
    'listener-buffer-limit',
    'listener-direction',
    'listener-draining',
    'listener-metadata',
    'listener-name',
    'request-timeout',
    'stream-idle-timeout',
  ]);
});

const COOKIE = { name: 'c', string_match: { exact: 'y' } };
const STATE = { filter: 'f', path: [{ key: 'k' }], value: { present_match: true } };
const asking = (more: Fields): Parts => ({ route: { match: { prefix: '/b', ...more } } });
const hosting = (routes: readonly object[], more: Parts = {}): Parts => ({ ...more, host: { routes } });

describe('what a match asks that no request here shows is part of the match', () => {
  it.each<readonly [string, Parts, Parts]>([
    ['a cookie is asked for', asking({}), asking({ cookies: [COOKIE] })],
    ['another cookie', asking({ cookies: [COOKIE] }), asking({ cookies: [{ ...COOKIE, name: 'd' }] })],
    ['that it is not there', asking({}), asking({ cookies: [{ ...COOKIE, invert_match: true }] })],
    ['metadata that filters set', asking({}), asking({ dynamic_metadata: [STATE] })],
  ])('%s', (_, before, after) => {
    expect(compared(before, before).equal).toBe(true);
    expect(compared(after, after).equal).toBe(true);
    expect(compared(before, after).equal).toBe(false);
    expect(compared(after, before).equal).toBe(false);
  });

  it('a route that asks for a cookie no longer opens access', () => {
    const routes = (match: Fields): Parts =>
      hosting([
        { match: { prefix: '/admin', ...match }, route: { cluster: 'b' } },
        { match: { prefix: '/admin' }, direct_response: { status: 403 } },
        { match: { prefix: '/' }, route: { cluster: 'c' } },
      ]);
    const { behaviour } = pairOf(routes({ cookies: [COOKIE] }), routes({}));
    expect(behaviour?.changes.map(({ rule, stands_for }) => [rule, stands_for])).toEqual([
      ['access-opened', expect.stringContaining('that no earlier route took')],
    ]);
  });
});

it('a limit around routes that did not change refuses them', () => {
  const routes = [
    { match: { prefix: '/' }, direct_response: { status: 200, body: { inline_string: 'long' } } },
  ];
  const { refused } = pairOf(
    hosting(routes),
    hosting(routes, { routes: { max_direct_response_body_size_bytes: 1 } }),
  );
  expect(refused?.after.map(({ rule }) => rule)).toEqual(['direct-response']);
});
