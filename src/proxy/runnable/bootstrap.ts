/** A configuration made runnable on one machine without a network: what runs, and what was left out for that. */
import type { Message } from '../../schema/types.ts';
import type { Certificate } from '../certificate.ts';
import { anyOf, type Plain } from '../plain.ts';
import { routesListener, runnableListener } from './listener.ts';
import type { Setting } from './manager.ts';

/** What requests come in by. */
export type Entrance =
  | { readonly kind: 'listener'; readonly listener: Message<'Listener'> }
  | { readonly kind: 'routes'; readonly routes: Message<'RouteConfiguration'> };

/** A cluster that leads to the echo server. */
export interface EchoCluster {
  readonly name: string;
  /** Of the echo server on the loopback address. */
  readonly port: number;
  /** Whether its hosts have names, which auto_host_rewrite takes. */
  readonly isNamed: boolean;
  /** It is no echo server, and answers filters over HTTP/2. */
  readonly speaksHttp2?: boolean;
}

export interface ToRun {
  /** The namespace of type URLs. */
  readonly namespace: string;
  readonly entrances: readonly Entrance[];
  readonly clusters: readonly EchoCluster[];
  /** Servers that answer filters. */
  readonly servers?: readonly EchoCluster[];
  readonly routesNamed: (name: string) => Message<'RouteConfiguration'> | undefined;
  readonly runtime: { readonly [key: string]: unknown };
  readonly certificate: Certificate;
  readonly logPath: string;
}

export interface Runnable {
  readonly bootstrap: Plain;
  /** The listeners, one for each entrance, by the names that they have in the bootstrap. */
  readonly listeners: readonly string[];
  /** Once each, in order. */
  readonly leftOut: readonly string[];
  /** What of it might have done something else with requests. */
  readonly deciding: readonly string[];
}

export function runnable(input: ToRun): Runnable {
  const leftOut = new Set<string>();
  const deciding = new Set<string>();
  const setting: Setting = {
    namespace: input.namespace,
    logPath: input.logPath,
    routesNamed: input.routesNamed,
    servers: new Set(input.servers?.map(({ name }) => name)),
    leaveOut: (what, decides) => {
      leftOut.add(what);
      if (decides !== undefined) deciding.add(what);
    },
  };
  const names = input.entrances.map((_, index) => `entrance-${index}`);
  const listeners = input.entrances.map((entrance, index) => {
    const name = names[index] ?? '';
    return entrance.kind === 'routes'
      ? routesListener(name, entrance.routes, setting)
      : runnableListener(name, entrance.listener, setting, input.certificate);
  });
  const bootstrap = {
    admin: { address: { socket_address: { address: '127.0.0.1', port_value: 0 } } },
    layered_runtime: { layers: [{ name: 'cfgtool', static_layer: input.runtime }] },
    static_resources: {
      clusters: [...input.clusters, ...(input.servers ?? [])].map((each) =>
        echoCluster(each, input.namespace),
      ),
      listeners,
      secrets: secretsFor(listeners),
    },
  };
  return { bootstrap, listeners: names, leftOut: [...leftOut], deciding: [...deciding] };
}

/** What signs the sessions of oauth2 here. */
export const SESSION_SECRET = 'cfgtool';

/** The secrets that filters name. */
function secretsFor(listeners: readonly Plain[]): readonly Plain[] {
  const named = JSON.stringify(listeners).matchAll(/"(?:hmac|token)_secret":\{"name":("(?:[^"\\]|\\.)*")/g);
  const names = new Set([...named].map(([, name = '""']): unknown => JSON.parse(name)));
  return [...names].map((name) => ({
    name,
    generic_secret: { secret: { inline_string: SESSION_SECRET } },
  }));
}

/** The name that the hosts of a cluster have. */
export const HOST_NAME = 'upstream.cfgtool.test';

function echoCluster({ name, port, isNamed, speaksHttp2 }: EchoCluster, namespace: string): Plain {
  const address = { socket_address: { address: '127.0.0.1', port_value: port } };
  const endpoint = isNamed ? { address, hostname: HOST_NAME } : { address };
  return {
    name,
    type: 'STATIC',
    connect_timeout: '5s',
    ...(speaksHttp2 === true
      ? {
          typed_extension_protocol_options: {
            [`${namespace}.extensions.upstreams.http.v3.HttpProtocolOptions`]: anyOf(
              namespace,
              'extensions.upstreams.http.v3.HttpProtocolOptions',
              { explicit_http_config: { http2_protocol_options: {} } },
            ),
          },
        }
      : {}),
    load_assignment: { cluster_name: name, endpoints: [{ lb_endpoints: [{ endpoint }] }] },
  };
}
