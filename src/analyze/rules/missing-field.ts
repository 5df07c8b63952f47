import { isWritten } from '../../effects/cluster.ts';
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { describe } from '../../model/describe.ts';
import type { Frame } from '../../model/walk.ts';
import type { AnalysisRule, Look } from '../rule.ts';

interface Need {
  /** Whether nothing that is needed is there. */
  lacks(message: BoundMessage): boolean;
  /** What is needed, as the object of "has to have". */
  readonly needed: string;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

const lacksCluster =
  (name: string) =>
  (message: BoundMessage): boolean =>
    isEmpty(message[name]) && isEmpty(message.cluster_header);

/** One that takes connections itself, which it does over TCP unless its address says otherwise. */
function isOverTcp({ address, api_listener: api }: BoundMessage): boolean {
  const socket = isObject(address) ? address.socket_address : undefined;
  return api === undefined && !(isObject(socket) && socket.protocol === 'UDP');
}

const ADDRESS: Need = {
  lacks: (listener) =>
    !['address', 'internal_listener', 'api_listener'].some((field) => isWritten(listener, field)),
  needed: 'an address',
};

const FILTER_CHAINS: Need = {
  lacks: (listener) =>
    isOverTcp(listener) && isEmpty(listener.filter_chains) && !isWritten(listener, 'default_filter_chain'),
  needed: 'a filter chain',
};

/** What no table demands, and the proxy does. */
const NEEDS: { readonly [type: string]: Need | readonly Need[] } = {
  Listener: [ADDRESS, FILTER_CHAINS],
  'route.VirtualCluster': { lacks: ({ headers }) => isEmpty(headers), needed: 'headers to match' },
  'route.WeightedCluster.ClusterWeight': {
    lacks: lacksCluster('name'),
    needed: 'a name or a cluster_header',
  },
  'route.RouteAction.RequestMirrorPolicy': {
    lacks: lacksCluster('cluster'),
    needed: 'a cluster or a cluster_header',
  },
  'route.FilterConfig': {
    lacks: ({ config, disabled }) => !isObject(config) && disabled !== true,
    needed: 'a config, an empty one where the filter is only to be switched on, or disabled: true',
  },
  'core.ExtensionConfigSource': {
    lacks: ({ apply_default_config_without_warming: isAtOnce, default_config: config }) =>
      isAtOnce === true && !isObject(config),
    needed: 'a default_config, since apply_default_config_without_warming begins with it',
  },
};

export const missingField: AnalysisRule = {
  id: 'missing-field',
  level: 'error',
  version: 'v3',
  purpose: 'A field, or one of two, that the proxy demands although the API does not.',
  why: 'Some demands stand in the code of the proxy only: a virtual cluster without headers, a share or a copy that names no cluster, settings of a filter that set nothing, a listener without an address or a filter chain. The proxy refuses the configuration.',
  remedy: 'Add what the message of the finding names, or remove the entry.',
  source:
    'how the proxy behaves in version 3: virtual clusters, weighted clusters, mirror policies, FilterConfig, ExtensionConfigSource, listeners',
  bad: {
    type: 'route.VirtualHost',
    yaml: `"@type": type.googleapis.com/proxy.config.route.v3.VirtualHost
name: shop
domains: [shop.test]
routes: [{ match: { prefix: / }, route: { cluster: shop } }]
virtual_clusters: [{ name: checkout }]
`,
  },
  good: {
    type: 'route.VirtualHost',
    yaml: `"@type": type.googleapis.com/proxy.config.route.v3.VirtualHost
name: shop
domains: [shop.test]
routes: [{ match: { prefix: / }, route: { cluster: shop } }]
virtual_clusters: [{ name: checkout, headers: [{ name: ":path", string_match: { exact: /checkout } }] }]
`,
  },
  tables: Object.fromEntries(
    Object.entries(NEEDS).map(([type, need]) => [
      type,
      (frame, look) => {
        for (const each of [need].flat()) judge(each, frame, look);
      },
    ]),
  ),
};

function judge({ lacks, needed }: Need, frame: Frame, { spot, report }: Look): void {
  if (!lacks(frame.message)) return;
  const what = describe(frame.type, frame.message);
  report({
    message: `${what} has to have ${needed}; the proxy refuses it without`,
    at: spot(frame),
    identity: what,
  });
}
