/** Names and metadata that no request is routed by: where they differ, and somebody reads them, nothing is called equal. */
import { describe, expect, test } from 'vitest';
import { compareSides } from '../../src/engine/compare.ts';
import { opened } from '../opened.ts';
import { any, filter } from '../routing/filters/chains.ts';

type Fields = { readonly [field: string]: unknown };

/** What a configuration has beside the least, by the message that it stands in. */
interface Parts {
  readonly node?: Fields;
  readonly listener?: Fields;
  readonly manager?: Fields;
  readonly hosts?: readonly object[];
  readonly host?: Fields;
  readonly route?: Fields;
  readonly routes?: readonly object[];
  readonly action?: Fields;
  readonly filters?: readonly object[];
  readonly cluster?: Fields;
  readonly runtime?: readonly object[];
}

function bootstrap({ filters = [], hosts, routes, cluster = {}, runtime, node, ...parts }: Parts): object {
  const { name = 'c' } = cluster;
  const route = { match: { prefix: '/' }, route: { cluster: name, ...parts.action }, ...parts.route };
  const host = { name: 'v', domains: ['*'], routes: routes ?? [route], ...parts.host };
  const manager = any('extensions.filters.network.http_connection_manager.v3.HttpConnectionManager', {
    stat_prefix: 'x',
    route_config: { name: 'r', virtual_hosts: hosts ?? [host] },
    http_filters: [...filters, filter('router', 'Router')],
    ...parts.manager,
  });
  const listener = {
    name: 'l',
    address: { socket_address: { address: '127.0.0.1', port_value: 80 } },
    filter_chains: [{ filters: [{ name: 'm', typed_config: manager }] }],
    ...parts.listener,
  };
  const address = { socket_address: { address: '127.0.0.1', port_value: 90 } };
  const endpoint = { endpoint: { address }, ...(cluster.endpoint as object) };
  const { endpoint: _, ...own } = { name, type: 'STATIC', ...cluster } as Fields;
  return {
    ...(node && { node }),
    ...(runtime && { layered_runtime: { layers: runtime } }),
    static_resources: {
      listeners: [listener],
      clusters: [
        { ...own, load_assignment: { cluster_name: name, endpoints: [{ lb_endpoints: [endpoint] }] } },
      ],
    },
  };
}

function compared(before: Parts, after: Parts) {
  const [one, other] = [before, after].map((parts) => [
    opened(JSON.stringify(bootstrap(parts)), {}, 'a.json'),
  ]);
  const clock = { now: () => performance.now(), milliseconds: 10_000 };
  const { behaviour, result } = compareSides(one ?? [], other ?? [], { clock }).pair;
  return {
    all: result.equal,
    equal: behaviour?.equal,
    reasons: behaviour?.undecided.map(({ reason }) => reason),
  };
}

const labels = (k: string): Fields => ({ metadata: { filter_metadata: { m: { k } } } });
const header = (value: string): Parts => ({
  host: { request_headers_to_add: [{ header: { key: 'x', value } }] },
});
const mutation = (value: string): Parts => ({
  filters: [
    filter('header_mutation', 'HeaderMutation', {
      mutations: { request_mutations: [{ append: { header: { key: 'x', value } } }] },
    }),
  ],
});
const state = (value: string): Parts => ({
  filters: [
    filter('set_filter_state', 'Config', {
      on_request_headers: [
        { object_key: 'a', format_string: { text_format_source: { inline_string: value } } },
      ],
    }),
  ],
});
const rbac = (operand: object, field: string): Parts => ({
  filters: [
    filter('rbac', 'RBAC', {
      rules: {
        action: 'DENY',
        policies: {
          p: {
            permissions: [{ any: true }],
            principals: [{ any: true }],
            condition: {
              call_expr: {
                function: '_==_',
                args: [{ select_expr: { operand, field } }, { const_expr: { string_value: 'p' } }],
              },
            },
          },
        },
      },
    }),
  ],
});
const XDS = { ident_expr: { name: 'xds' } };
const asks = (attribute: string): Parts => rbac(XDS, attribute);
/** The attribute is picked by what a request says. */
const INDEX: Parts = rbac(
  {
    call_expr: {
      function: '_[_]',
      args: [XDS, { select_expr: { operand: { ident_expr: { name: 'request' } }, field: 'path' } }],
    },
  },
  'k',
);
const lua = filter('lua', 'Lua', {
  default_source_code: { inline_string: 'function envoy_on_request(h) end' },
});
const LUA: Parts = { filters: [lua] };
const WASM: Parts = { filters: [filter('wasm', 'Wasm', { config: { name: 'w' } })] };
const FETCHED: Parts = { filters: [{ name: 'f', config_discovery: { type_urls: ['a/b.C'] } }] };
const UNKNOWN: Parts = {
  filters: [{ name: 'f', typed_config: { '@type': 'type.googleapis.com/own.Filter' } }],
};
const LOGS: Parts = {
  manager: {
    access_log: [
      {
        name: 'a',
        typed_config: any('extensions.access_loggers.stream.v3.StdoutAccessLog', {
          log_format: { text_format_source: { inline_string: '%UPSTREAM_CLUSTER% %ROUTE_NAME%' } },
        }),
      },
    ],
  },
};
const limits = (action: Fields): Parts => ({
  filters: [
    filter('local_ratelimit', 'LocalRateLimit', { stat_prefix: 'x', rate_limits: [{ actions: [action] }] }),
  ],
});
const source = (from: string): Parts =>
  limits({
    metadata: { descriptor_key: 'd', source: from, metadata_key: { key: 'm', path: [{ key: 'k' }] } },
  });

const PROGRAMS = [WASM, FETCHED, UNKNOWN, INDEX, header('%COALESCE({"operators":["ROUTE_NAME"]})%')];
const NODE = { id: 'n', cluster: 'n' };

const route = (name: string, prefix: string): object => ({
  name,
  match: { prefix },
  route: { cluster: 'c' },
});
const previous = {
  name: 'p',
  typed_config: any('extensions.internal_redirect.previous_routes.v3.PreviousRoutesConfig'),
};
const listed = {
  name: 'p',
  typed_config: any('extensions.internal_redirect.allow_listed_routes.v3.AllowListedRoutesConfig', {
    allowed_route_names: ['p'],
  }),
};
const redirecting = (predicate: object): Parts => ({
  action: { internal_redirect_policy: { predicates: [predicate] } },
});

/** What differs, who reads it, and who reads something else. */
const FIELDS: {
  readonly [name: string]: readonly [Parts, Parts, readonly Parts[], readonly Parts[]];
} = {
  'the name of a virtual host': [
    { host: { name: 'p' } },
    { host: { name: 'q' } },
    [asks('virtual_host_name'), mutation('%CEL(xds.virtual_host_name)%'), LUA, ...PROGRAMS],
    [{}, asks('listener_metadata'), LOGS],
  ],
  'metadata of a virtual host': [
    { host: labels('p') },
    { host: labels('q') },
    [asks('virtual_host_metadata'), mutation('%METADATA(VIRTUAL_HOST:m:k)%'), LUA, ...PROGRAMS],
    [{}, mutation('%METADATA(CLUSTER:m:k)%')],
  ],
  'the virtual host of a domain': [
    { hosts: [{ name: 'p', domains: ['*'], routes: [route('r', '/')] }] },
    {
      hosts: [
        { name: 'p', domains: ['*'], routes: [route('r', '/')] },
        { name: 'q', domains: ['q.test'], routes: [route('r', '/')] },
      ],
    },
    [asks('virtual_host_name'), LUA],
    [{}, asks('cluster_metadata')],
  ],
  'the name of a route': [
    { route: { name: 'p' } },
    { route: { name: 'q' } },
    [
      asks('route_name'),
      mutation('%ROUTE_NAME%'),
      redirecting(listed),
      redirecting(previous),
      LUA,
      ...PROGRAMS,
    ],
    [{}, asks('virtual_host_name'), LOGS],
  ],
  'the name of a route that another one stands for': [
    { routes: [route('p', '/a'), route('q', '/')] },
    { routes: [route('q', '/')] },
    [asks('route_name'), LUA],
    [{}, asks('virtual_host_name')],
  ],
  'metadata of a route': [
    { route: labels('p') },
    { route: labels('q') },
    [asks('route_metadata'), source('ROUTE_ENTRY'), LUA, ...PROGRAMS],
    [{}, source('DYNAMIC')],
  ],
  'metadata of a listener': [
    { listener: labels('p') },
    { listener: labels('q') },
    [
      asks('listener_metadata'),
      { action: { path_rewrite: '/%METADATA(LISTENER:m:k)%' } },
      { action: { host_rewrite: '%METADATA(LISTENER:m:k)%' } },
      state('%METADATA(LISTENER:m:k)%'),
      header('%METADATA(LISTENER:m:k)%'),
      ...PROGRAMS,
    ],
    [{}, header('%METADATA(ROUTE:m:k)%'), asks('listener_direction')],
  ],
  'the direction of a listener': [
    { listener: { traffic_direction: 'INBOUND' } },
    { listener: { traffic_direction: 'OUTBOUND' } },
    [asks('listener_direction'), ...PROGRAMS],
    [{}, asks('listener_metadata')],
  ],
  'metadata of a cluster': [
    { cluster: labels('p') },
    { cluster: labels('q') },
    [
      asks('cluster_metadata'),
      header('%METADATA(CLUSTER:m:k)%'),
      header('%CLUSTER_METADATA(m:k)%'),
      source('CLUSTER_ENTRY'),
      { filters: [filter('aws_lambda', 'Config', { arn: 'a' })] },
      ...PROGRAMS,
    ],
    [{}, header('%METADATA(LISTENER:m:k)%'), source('DYNAMIC')],
  ],
  'metadata of an endpoint': [
    { cluster: { endpoint: labels('p') } },
    { cluster: { endpoint: labels('q') } },
    [header('%UPSTREAM_METADATA(m:k)%'), asks('upstream_host_metadata'), ...PROGRAMS],
    [{}, header('%METADATA(CLUSTER:m:k)%')],
  ],
  'the name of a cluster': [
    { cluster: { name: 'p' } },
    { cluster: { name: 'q' } },
    [
      asks('cluster_name'),
      mutation('%UPSTREAM_CLUSTER%'),
      mutation('%CEL(xds.cluster_name)%'),
      header('%CEL(xds.cluster_name)%'),
      state('%UPSTREAM_CLUSTER_RAW%'),
      { manager: { local_reply_config: { body_format: { text_format_source: { filename: '/f' } } } } },
      LUA,
      ...PROGRAMS,
    ],
    [{}, header('%METADATA(CLUSTER:m:k)%'), LOGS],
  ],
  'the name of a cluster in statistics': [
    { cluster: { alt_stat_name: 'p' } },
    { cluster: { alt_stat_name: 'q' } },
    [header('%UPSTREAM_CLUSTER%'), ...PROGRAMS],
    [{}, header('%UPSTREAM_CLUSTER_RAW%'), LOGS],
  ],
  'the node': [
    { node: { ...NODE, id: 'p', cluster: 'p', locality: { zone: 'p' } } },
    { node: { ...NODE, id: 'q', cluster: 'q', locality: { zone: 'q' } } },
    [
      rbac({ select_expr: { operand: XDS, field: 'node' } }, 'id'),
      header('%CEL(xds.node.locality.zone)%'),
      limits({ source_cluster: {} }),
      { manager: { add_user_agent: true } },
      ...PROGRAMS,
    ],
    [{}, LUA, header('%CEL(xds.listener_direction)%')],
  ],
};

/** Both sides have what reads, so that nothing else differs. */
function together(parts: Parts, reader: Parts): Parts {
  const made: { [part: string]: unknown } = { ...parts };
  for (const [part, fields] of Object.entries(reader)) {
    const own = made[part];
    made[part] = Array.isArray(fields) ? fields : { ...(own as object), ...(fields as object) };
  }
  return made;
}

describe.each(Object.entries(FIELDS))('fact 160: %s', (_, [before, after, readers, others]) => {
  test.each(readers)('somebody reads it: %#', (reader) => {
    const [one, other] = [together(before, reader), together(after, reader)];
    expect(compared(one, one)).toMatchObject({ all: true, equal: true });
    expect(compared(one, other).equal).toBe(false);
    expect(compared(other, one).equal).toBe(false);
  });
  test.each(others)('nobody reads it: %#', (reader) => {
    const [one, other] = [together(before, reader), together(after, reader)];
    expect(compared(one, other)).toMatchObject({ equal: true, reasons: [] });
    expect(compared(other, one)).toMatchObject({ equal: true, reasons: [] });
  });
});

test('it is said what differs, and by what it is read', () => {
  const parts = asks('virtual_host_name');
  expect(compared({ ...parts, host: { name: 'p' } }, { ...parts, host: { name: 'q' } }).reasons).toEqual([
    'its name differs, and "virtual_host_name" may read it: requests may be handled differently',
  ]);
});

test('fact 161: routes without names share one, by which redirects are followed once', () => {
  const routes = (names: boolean): Parts => ({
    routes: ['/a', '/'].map((prefix) => ({
      ...(names && { name: `n${prefix}` }),
      match: { prefix },
      route: { cluster: 'c', internal_redirect_policy: { predicates: [previous] } },
    })),
  });
  expect(compared(routes(true), routes(false)).equal).toBe(false);
});

describe('fact 162: a default that a runtime key gives', () => {
  const limit = { manager: { max_request_headers_kb: 60 } };
  const count = { manager: { common_http_protocol_options: { max_headers_count: 100 } } };
  const ofCluster: Parts = {
    cluster: {
      typed_extension_protocol_options: {
        'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': any(
          'extensions.upstreams.http.v3.HttpProtocolOptions',
          { explicit_http_config: {}, common_http_protocol_options: { max_headers_count: 100 } },
        ),
      },
    },
  };
  const without: Parts = {
    cluster: {
      typed_extension_protocol_options: {
        'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': any(
          'extensions.upstreams.http.v3.HttpProtocolOptions',
          { explicit_http_config: {} },
        ),
      },
    },
  };
  const layer = (key: string, value: number): object => ({
    name: 's',
    static_layer: { [`envoy.reloadable_features.${key}`]: value },
  });
  const nested = {
    name: 's',
    static_layer: { envoy: { reloadable_features: { max_request_headers_size_kb: 90 } } },
  };
  test.each<readonly [Parts, Parts, object]>([
    [{}, limit, layer('max_request_headers_size_kb', 90)],
    [{}, limit, nested],
    [{}, limit, { name: 'd', disk_layer: { symlink_root: '/d' } }],
    [{}, count, layer('max_request_headers_count', 200)],
    [without, ofCluster, layer('max_response_headers_count', 200)],
  ])('%j is not %j', (one, other, set) => {
    const runtime = [set, { name: 'a', admin_layer: {} }];
    expect(compared({ ...one, runtime }, { ...other, runtime }).all).toBe(false);
    expect(compared({ ...other, runtime }, { ...one, runtime }).all).toBe(false);
    expect(compared({ ...one, runtime }, { ...one, runtime }).all).toBe(true);
  });
  test.each<readonly [Parts, Parts]>([
    [{}, limit],
    [{}, count],
    [without, ofCluster],
  ])('%j is %j where no layer sets it', (one, other) => {
    const runtime = [layer('other', 1), { name: 'a', admin_layer: {} }];
    expect(compared({ ...one, runtime }, { ...other, runtime }).all).toBe(true);
  });
});
