/** Admin dumps made of a bootstrap, as a proxy shows it: what was started with, what is in force, and routes beside it. */
import type { Data } from '../../src/source/data.ts';

type Json = { readonly [key: string]: Data };

const dump = (type: string, fields: Json): Json => ({
  '@type': `type.googleapis.com/envoy.admin.v2alpha.${type}`,
  ...fields,
});

const MANAGER = 'envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager';

export interface Wanted {
  readonly routes: readonly Data[];
  /** Of the route configuration. */
  readonly name?: string;
  /** Of the listener, in the bootstrap and among those in force. */
  readonly listener?: readonly [bootstrap: string | undefined, inForce: string];
  /** What the listener's routes were in the bootstrap, where they changed since. */
  readonly started?: readonly Data[];
}

export function listenerOf(name: string | undefined, routes: Json): Json {
  return {
    ...(name === undefined ? {} : { name }),
    address: { socket_address: { address: '0.0.0.0', port_value: 80 } },
    filter_chains: [
      {
        filters: [
          {
            name: 'envoy.http_connection_manager',
            typed_config: {
              '@type': `type.googleapis.com/${MANAGER}`,
              stat_prefix: 'x',
              route_config: routes,
              http_filters: [{ name: 'envoy.router' }],
            },
          },
        ],
      },
    ],
  };
}

export function dumpText({ routes, name, listener = ['l', 'l'], started = routes }: Wanted): string {
  const configuration = (list: readonly Data[]): Json => ({
    ...(name === undefined ? {} : { name }),
    virtual_hosts: [{ name: 'shop', domains: ['*'], routes: list }],
  });
  const cluster: Json = {
    name: 'web',
    connect_timeout: '1s',
    load_assignment: {
      cluster_name: 'web',
      endpoints: [
        {
          lb_endpoints: [
            { endpoint: { address: { socket_address: { address: '10.0.0.1', port_value: 80 } } } },
          ],
        },
      ],
    },
  };
  const [first, second] = listener;
  const configs = [
    dump('BootstrapConfigDump', {
      bootstrap: {
        static_resources: { listeners: [listenerOf(first, configuration(started))], clusters: [cluster] },
      },
    }),
    dump('ClustersConfigDump', { static_clusters: [{ cluster }] }),
    dump('ListenersConfigDump', {
      static_listeners: [{ listener: listenerOf(second, configuration(routes)) }],
    }),
    dump('RoutesConfigDump', { static_route_configs: [{ route_config: configuration(routes) }] }),
  ];
  return JSON.stringify({ configs }, null, 1);
}
