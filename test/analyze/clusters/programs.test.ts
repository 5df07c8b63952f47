/** Clusters that a program, or a text put together for each connection, may lead to are not called unreachable. */
import { expect, test } from 'vitest';
import { analyzed } from '../analyzed.ts';

const TYPES = 'type.googleapis.com/envoy';
const any = (type: string, fields: object): object => ({ '@type': `${TYPES}.${type}`, ...fields });
const script = (call: string): object => ({
  inline_string: `function envoy_on_request(handle)\n  handle:httpCall(${call}, {}, "", 5000)\nend`,
});
const lua = (fields: object): object => ({
  name: 'lua',
  typed_config: any('extensions.filters.http.lua.v3.Lua', fields),
});
const state = (format: string): object => ({
  name: 'state',
  typed_config: any('extensions.filters.network.set_filter_state.v3.Config', {
    on_new_connection: [
      {
        object_key: 'envoy.tcp_proxy.cluster',
        format_string: { text_format_source: { inline_string: format } },
      },
    ],
  }),
});
const toShop = { match: { prefix: '/' }, route: { cluster: 'shop' } };

interface Parts {
  readonly http?: readonly object[];
  readonly network?: readonly object[];
  readonly route?: object;
}

/** What is said of the cluster `other`, to which no route leads. */
function saidOf({ http = [], network = [], route = toShop }: Parts): readonly string[] {
  const manager = {
    name: 'http',
    typed_config: any('extensions.filters.network.http_connection_manager.v3.HttpConnectionManager', {
      stat_prefix: 's',
      http_filters: [
        ...http,
        { name: 'router', typed_config: any('extensions.filters.http.router.v3.Router', {}) },
      ],
      route_config: { name: 'r', virtual_hosts: [{ name: 'v', domains: ['*'], routes: [route] }] },
    }),
  };
  const listener = {
    name: 'l',
    address: { socket_address: { address: '127.0.0.1', port_value: 80 } },
    filter_chains: [{ filters: [...network, manager] }],
  };
  const clusters = ['shop', 'other'].map((name) => ({ name, connect_timeout: '1s' }));
  return analyzed(JSON.stringify({ static_resources: { listeners: [listener], clusters } }), 'Bootstrap')
    .filter(({ rule, data }) => rule === 'unreachable-cluster' || data.rule === 'unreachable-cluster')
    .map(({ rule }) => rule);
}

const plugin = (type: string, fields: object): object => ({
  match: { prefix: '/' },
  route: { inline_cluster_specifier_plugin: { extension: { name: 'p', typed_config: any(type, fields) } } },
});

/** Code that the proxy loads. */
const wasm = any('extensions.filters.http.wasm.v3.Wasm', { config: { name: 'w' } });
const go = any('extensions.filters.http.golang.v3alpha.Config', {
  library_id: 'a',
  library_path: 'b',
  plugin_name: 'c',
});
const MODULE = { filter_name: 'f', dynamic_module_config: { name: 'm' } };
const module = (type: string): object => ({
  name: 'm',
  typed_config: any(`extensions.filters.${type}`, MODULE),
});

test.each<readonly [string, Parts, readonly string[]]>([
  ['Wasm may call it', { http: [{ name: 'w', typed_config: wasm }] }, ['undecided']],
  ['Go may call it', { http: [{ name: 'g', typed_config: go }] }, ['undecided']],
  ['a module may call it', { http: [module('http.dynamic_modules.v3.DynamicModuleFilter')] }, ['undecided']],
  [
    'a module for connections may call it',
    { network: [module('network.dynamic_modules.v3.DynamicModuleNetworkFilter')] },
    ['undecided'],
  ],
  [
    'a client may name it in its handshake',
    {
      network: [{ name: 's', typed_config: any('extensions.filters.network.sni_cluster.v3.SniCluster', {}) }],
    },
    [],
  ],
  ['nothing leads there', {}, ['unreachable-cluster']],
  ['a script calls it', { http: [lua({ default_source_code: script('"other"') })] }, []],
  ['a script of several calls it', { http: [lua({ source_codes: { one: script("'other'") } })] }, []],
  [
    'a script of the route calls it',
    {
      http: [lua({})],
      route: {
        ...toShop,
        typed_per_filter_config: {
          lua: any('extensions.filters.http.lua.v3.LuaPerRoute', { source_code: script('[[other]]') }),
        },
      },
    },
    [],
  ],
  [
    'a script calls another',
    { http: [lua({ default_source_code: script('"shop"') })] },
    ['unreachable-cluster'],
  ],
  ['a script works it out', { http: [lua({ default_source_code: script('cluster') })] }, ['undecided']],
  ['an older script works it out', { http: [lua({ inline_code: 'h:httpCall(name, {})' })] }, ['undecided']],
  ['a script is in a file', { http: [lua({ default_source_code: { filename: '/a.lua' } })] }, ['undecided']],
  [
    'a script picks the cluster',
    {
      route: plugin('extensions.router.cluster_specifiers.lua.v3.LuaConfig', {
        source_code: { inline_string: 'function envoy_on_route(handle) return "ot" .. "her" end' },
        default_cluster: 'shop',
      }),
    },
    ['undecided'],
  ],
  ['filter state names it', { network: [state('other')] }, []],
  ['filter state names another', { network: [state('shop')] }, ['unreachable-cluster']],
  ['filter state is put together', { network: [state('%REQUESTED_SERVER_NAME%')] }, ['undecided']],
])('%s', (_, parts, expected) => {
  expect(saidOf(parts)).toEqual(expected);
});
