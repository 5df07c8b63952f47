import { isIP } from 'node:net';
import { discoveryOf, endpointsOf, hostsOf, shownCluster, type WrittenHost } from '../../effects/cluster.ts';
import { versionOf } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

/** What can only be meant as a host name; anything else, such as `HOST_IP` or `{{ip}}`, is for a template to fill. */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.?$/i;

const PLAIN = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Most are plain: node's own check loads all that it has of networks, which takes longer than a short run. */
function isAddress(text: string): boolean {
  return PLAIN.test(text) || isIP(text) !== 0;
}

export const invalidHostAddress: AnalysisRule = {
  id: 'invalid-host-address',
  level: 'error',
  purpose:
    'A host name or a named port where only an IP address and a number can stand, or a resolver that a DNS cluster does not take.',
  why: 'STATIC and EDS hosts are addresses: nothing looks their names up, and the proxy refuses the cluster or the update. DNS clusters resolve names themselves and refuse a resolver_name.',
  remedy:
    'Set type STRICT_DNS or LOGICAL_DNS for a host name; write the IP address in other types; remove resolver_name in DNS clusters.',
  source: 'data-model.md: Cluster enumerations: Cluster.DiscoveryType; how the proxy behaves',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: STATIC
load_assignment:
  cluster_name: cart
  endpoints:
    - lb_endpoints: [{ endpoint: { address: { socket_address: { address: cart.test, port_value: 80 } } } }]
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: STATIC
load_assignment:
  cluster_name: cart
  endpoints:
    - lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } } }]
`,
  },
  messages: {
    Listener({ address }, frame, look) {
      if (versionOf(frame.message) === 'v3')
        checkOwn(address?.socket_address, 'the address of a listener', look);
    },
    'core.BindConfig'({ source_address: socket }, frame, look) {
      if (versionOf(frame.message) === 'v3') checkOwn(socket, 'a source_address', look);
    },
    Cluster(cluster, _frame, look) {
      const type = discoveryOf(cluster);
      const shown = shownCluster(cluster);
      if (type === 'STATIC') checkAddresses(hostsOf(cluster), shown, 'STATIC', look);
      if (type === 'STRICT_DNS' || type === 'LOGICAL_DNS')
        checkResolvers(hostsOf(cluster), shown, type, look);
    },
    ClusterLoadAssignment(assignment, frame, look) {
      // One outside a cluster is what EDS delivers.
      if (frame.parent?.type === 'Cluster') return;
      const shown =
        assignment.cluster_name === undefined ? 'the cluster' : `cluster "${assignment.cluster_name}"`;
      checkAddresses(endpointsOf(assignment), shown, 'EDS', look);
    },
  },
};

/** What a listener or an upstream connection is bound to: nothing looks names up either. */
function checkOwn(socket: Message<'core.SocketAddress'> | undefined, shown: string, look: RuleContext): void {
  if (socket === undefined || (socket.resolver_name ?? '') !== '') return;
  if (socket.named_port !== undefined)
    reportSocket(socket, 'named_port', `named_port stands in ${shown}, ${NAMED_PORT}`, look);
  const { address = '' } = socket;
  if (address !== '' && !isAddress(address) && HOST_NAME.test(address))
    reportSocket(
      socket,
      'address',
      `"${address}" in ${shown} is no IP address, and names are not looked up there, so the proxy refuses it; write the address`,
      look,
    );
}

const NAMED_PORT = 'where nothing looks the name of a port up, so the proxy refuses it; write port_value';

function checkAddresses(
  hosts: Iterable<WrittenHost>,
  cluster: string,
  type: string,
  look: RuleContext,
): void {
  for (const { address } of hosts) {
    const socket = address?.socket_address;
    if (socket?.address === undefined || socket.address === '' || (socket.resolver_name ?? '') !== '')
      continue;
    if (socket.named_port !== undefined)
      reportSocket(
        socket,
        'named_port',
        `named_port stands in ${cluster}, which is ${type}, ${NAMED_PORT}`,
        look,
      );
    if (isAddress(socket.address) || !HOST_NAME.test(socket.address)) continue;
    const remedy =
      type === 'STATIC' ? 'set type STRICT_DNS or LOGICAL_DNS, or write the address' : 'write the address';
    reportSocket(
      socket,
      'address',
      `"${socket.address}" of ${cluster} is no IP address, and ${type} hosts are not looked up, so the proxy refuses it; ${remedy}`,
      look,
    );
  }
}

function checkResolvers(
  hosts: Iterable<WrittenHost>,
  cluster: string,
  type: string,
  look: RuleContext,
): void {
  for (const { address } of hosts) {
    const socket = address?.socket_address;
    if (socket?.resolver_name === undefined || socket.resolver_name === '') continue;
    reportSocket(
      socket,
      'resolver_name',
      `resolver_name "${socket.resolver_name}" stands in ${cluster}, which is ${type} and looks names up itself, so the proxy refuses it; remove it`,
      look,
    );
  }
}

function reportSocket(
  socket: Message<'core.SocketAddress'>,
  field: 'address' | 'named_port' | 'resolver_name',
  message: string,
  { spot, report }: RuleContext,
): void {
  report({
    message,
    at: spot({ message: socket, type: 'core.SocketAddress' }, field),
    identity: socket[field] ?? '',
  });
}
