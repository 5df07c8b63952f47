import { type BoundMessage, isObject } from '../../model/bound.ts';
import type { Frame } from '../../model/walk.ts';
import { ipAddress } from '../../routing/where/addresses.ts';
import type { Message } from '../../schema/types.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

const example = (port: number): string => `static_resources:
  listeners:
  - name: front
    address: { socket_address: { address: 127.0.0.1, port_value: 80 } }
    filter_chains: [{ filters: [{ name: proxy.tcp_proxy, typed_config: { "@type": type.googleapis.com/proxy.extensions.filters.network.tcp_proxy.v3.TcpProxy, stat_prefix: front, cluster: shop } }] }]
  - name: back
    address: { socket_address: { address: 127.0.0.1, port_value: ${port} } }
    filter_chains: [{ filters: [{ name: proxy.tcp_proxy, typed_config: { "@type": type.googleapis.com/proxy.extensions.filters.network.tcp_proxy.v3.TcpProxy, stat_prefix: back, cluster: shop } }] }]
  clusters: [{ name: shop, connect_timeout: 1s, type: EDS, eds_cluster_config: { eds_config: { ads: {} } } }]
`;

export const duplicateAddress: AnalysisRule = {
  id: 'duplicate-address',
  level: 'error',
  version: 'v3',
  purpose: 'Two listeners of a bootstrap at one address.',
  why: 'A connection to an address has one listener that takes it. The proxy refuses a second one at the address, also where it binds to no port or may reuse it; port 0 is a new port for each.',
  remedy: 'Change one address, or make one listener of both, with a filter chain for each.',
  source: 'how the proxy behaves in version 3: Listener.address, additional_addresses',
  bad: { type: 'Bootstrap', yaml: example(80) },
  good: { type: 'Bootstrap', yaml: example(8080) },
  messages: {
    'Bootstrap.StaticResources'({ listeners = [] }, _frame, look) {
      const taken = new Map<string, At>();
      const names = new Set<string>();
      for (const listener of listeners) {
        const { name = '' } = listener;
        // Of two with one name the proxy starts the first.
        if (name !== '' && names.has(name)) continue;
        names.add(name);
        const own = addressesOf(listener).map((at) => ({ key: keyOf(at.address), at }));
        for (const { key, at } of own) if (key !== undefined) refuse(taken.get(key), at, look);
        for (const { key, at } of own) if (key !== undefined) taken.set(key, at);
      }
    },
  },
};

interface At {
  readonly address: BoundMessage;
  readonly frame: Pick<Frame, 'message' | 'type'>;
  readonly name: string;
}

function addressesOf(listener: Message<'Listener'>): readonly At[] {
  const { additional_addresses: more = [], name = '' } = listener;
  const additional = more.flatMap((message) =>
    isObject(message) ? [{ message, type: 'listener.AdditionalAddress' }] : [],
  );
  return [{ message: listener, type: 'Listener' }, ...additional].flatMap((frame) => {
    const address: unknown = frame.message.address;
    return isObject(address) ? [{ address, frame, name }] : [];
  });
}

/** What is the same for the same address; undefined where it is none, or another one each time. */
function keyOf({ socket_address: socket, pipe }: BoundMessage): string | undefined {
  if (isObject(pipe)) return `pipe ${pipe.path}`;
  if (!isObject(socket) || Number(socket.port_value ?? 0) === 0) return undefined;
  if (socket.network_namespace_filepath !== undefined || (socket.resolver_name ?? '') !== '')
    return undefined;
  const address = ipAddress(String(socket.address));
  const protocol = socket.protocol === 'UDP' ? 'UDP' : 'TCP';
  return address && `${protocol} ${address.size} ${address.bits} ${socket.port_value}`;
}

function refuse(first: At | undefined, { frame, name, address }: At, { spot, report }: RuleContext): void {
  if (first === undefined) return;
  const { socket_address: socket, pipe } = address;
  const shown = isObject(pipe)
    ? `${pipe.path}`
    : isObject(socket)
      ? `${socket.address}:${socket.port_value}`
      : '';
  report({
    message: `${shown} is the address of another listener too, so the proxy refuses the second; change one of them, or make one listener of both`,
    at: spot(frame, 'address'),
    identity: `${name} ${shown}`,
    related: [{ message: 'the first listener there', at: spot(first.frame, 'address') }],
  });
}
