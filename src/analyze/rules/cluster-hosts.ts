import { isIP } from 'node:net';
import { versionOf } from '../../model/bound.ts';
import { nearest } from '../../model/near-miss.ts';
import type { Level } from '../../model/problem.ts';
import type { Message } from '../../schema/types.ts';
import {
  discoveryOf,
  endpointsOf,
  hostsOf,
  isWritten,
  shownCluster,
  type WrittenHost,
} from '../../traffic/cluster.ts';
import { quoted } from '../../traffic/words.ts';
import { definitionsOf, spotOf } from '../clusters/definitions.ts';
import { dynamicParts } from '../clusters/dynamic-parts.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

export const unexpectedHosts: AnalysisRule = {
  id: 'unexpected-hosts',
  level: 'error',
  refuses: true,
  purpose: 'Hosts in a cluster whose only host is the original destination of each connection.',
  why: 'An ORIGINAL_DST cluster sends each connection where it was meant to go. The proxy refuses one that lists hosts, since it would never use them.',
  remedy: 'Remove the hosts; or set type STATIC or STRICT_DNS if they are what is meant.',
  source: 'data-model.md: Cluster: hosts, load_assignment; how the proxy behaves',
  bad: {
    type: 'Cluster',
    yaml: `name: transparent
connect_timeout: 1s
type: ORIGINAL_DST
lb_policy: CLUSTER_PROVIDED
load_assignment:
  cluster_name: transparent
  endpoints:
    - lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } } }]
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: transparent
connect_timeout: 1s
type: ORIGINAL_DST
lb_policy: CLUSTER_PROVIDED
`,
  },
  messages: {
    Cluster(cluster, frame, { spot, report }) {
      if (discoveryOf(cluster) !== 'ORIGINAL_DST') return;
      const { hosts = [], load_assignment } = cluster;
      if (load_assignment === undefined && hosts.length === 0) return;
      const field = load_assignment === undefined ? 'hosts' : 'load_assignment';
      report({
        message: `${shownCluster(cluster)} is ORIGINAL_DST and takes no ${field}, so the proxy refuses it; remove ${field} or change the type`,
        at: spot(frame, field),
      });
    },
  },
};

export const mismatchedEdsConfig: AnalysisRule = {
  id: 'mismatched-eds-config',
  level: 'error',
  refuses: true,
  purpose: 'An EDS cluster that names no source of its endpoints, or a source in a cluster that is not EDS.',
  why: 'eds_cluster_config is valid with type EDS only, and EDS cannot work without it. The proxy refuses the cluster either way.',
  remedy:
    'Set type EDS where endpoints come from a management server, and give eds_config; else remove eds_cluster_config.',
  source: 'data-model.md: Cluster.EdsClusterConfig',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: STRICT_DNS
eds_cluster_config: { eds_config: { path_config_source: { path: /etc/envoy/cart.yaml } } }
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
type: EDS
eds_cluster_config: { eds_config: { path_config_source: { path: /etc/envoy/cart.yaml } } }
`,
  },
  messages: {
    Cluster(cluster, frame, { spot, report }) {
      const type = discoveryOf(cluster);
      if (type === undefined) return;
      const { eds_cluster_config: config } = cluster;
      const shown = shownCluster(cluster);
      if (type !== 'EDS') {
        if (config === undefined) return;
        const why = cluster.type === undefined ? 'has no type, which means STATIC' : `is ${type}`;
        report({
          message: `${shown} ${why}, but eds_cluster_config is valid in EDS clusters only, so the proxy refuses it; set type EDS or remove eds_cluster_config`,
          at: spot(frame, 'eds_cluster_config'),
        });
      } else if (config === undefined) {
        report({
          message: `${shown} is EDS, but has no eds_cluster_config to say where its endpoints come from, so the proxy refuses it; add one with eds_config`,
          at: spot(frame),
        });
      } else if (config.eds_config === undefined) {
        report({
          message: `eds_cluster_config of ${shown} has no eds_config to say where its endpoints come from, so the proxy refuses it; add one`,
          at: spot(frame, 'eds_cluster_config'),
        });
      }
    },
  },
};

export const missingHosts: AnalysisRule = {
  id: 'missing-hosts',
  level: 'error',
  refuses: true,
  purpose:
    'A cluster whose type needs hosts, and which has none, or a LOGICAL_DNS cluster with more than one, or with more than one locality.',
  why: 'A LOGICAL_DNS cluster is one name, and the proxy refuses it with none or several. A STRICT_DNS cluster without a name has nothing to look up. A STATIC cluster without hosts answers every request with 503, which some use on purpose.',
  remedy:
    'List the hosts under load_assignment. For several names use STRICT_DNS, or one LOGICAL_DNS cluster each.',
  source: 'data-model.md: Cluster: hosts, load_assignment; how the proxy behaves',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: LOGICAL_DNS
load_assignment:
  cluster_name: cart
  endpoints:
    - lb_endpoints:
        - endpoint: { address: { socket_address: { address: a.cart.test, port_value: 80 } } }
        - endpoint: { address: { socket_address: { address: b.cart.test, port_value: 80 } } }
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: LOGICAL_DNS
load_assignment:
  cluster_name: cart
  endpoints:
    - lb_endpoints:
        - endpoint: { address: { socket_address: { address: cart.test, port_value: 80 } } }
`,
  },
  messages: {
    Cluster(cluster, frame, { spot, report }) {
      const count = [...hostsOf(cluster)].length;
      const problem = problemOf(cluster, count);
      if (problem === undefined) return;
      const field = cluster.load_assignment === undefined ? 'hosts' : 'load_assignment';
      report({
        message: `${shownCluster(cluster)} ${problem.what}`,
        level: problem.level,
        at: cluster[field] === undefined ? spot(frame) : spot(frame, field),
        data: { hosts: count },
      });
    },
  },
};

function problemOf(
  { type, cluster_type, load_assignment: assignment }: Message<'Cluster'>,
  count: number,
): { readonly level: Level; readonly what: string } | undefined {
  if (cluster_type !== undefined) return undefined;
  if (type === 'LOGICAL_DNS' && count !== 1) {
    const has = count === 0 ? 'none' : `${count}`;
    return {
      level: 'error',
      what: `is LOGICAL_DNS, which takes exactly one host, and has ${has}, so the proxy refuses it; list one, or use STRICT_DNS`,
    };
  }
  // It asks for one locality with one host, and counts those too that are empty.
  const localities = assignment?.endpoints?.length ?? 1;
  if (type === 'LOGICAL_DNS' && localities !== 1)
    return {
      level: 'error',
      what: `is LOGICAL_DNS, which takes exactly one host in exactly one locality, and has ${localities} localities, so the proxy refuses it; leave out those without a host`,
    };
  if (count > 0) return undefined;
  // Without a type nothing says that the hosts are meant to stand here.
  if (type === 'STRICT_DNS')
    return {
      level: 'info',
      what: 'is STRICT_DNS and has no name to look up, so every request to it fails with 503',
    };
  if (type === 'STATIC')
    return { level: 'info', what: 'is STATIC and has no hosts, so every request to it fails with 503' };
  return undefined;
}

const CLUSTER = (name: string): string => `name: cart
type: STRICT_DNS
connect_timeout: 1s
load_assignment:
  cluster_name: ${name}
  endpoints:
    - lb_endpoints: [{ endpoint: { address: { socket_address: { address: cart.test, port_value: 80 } } } }]
`;

export const mismatchedAssignment: AnalysisRule = {
  id: 'mismatched-assignment',
  level: 'info',
  purpose: 'A load assignment that names another cluster than the one it is for.',
  why: 'Inside a cluster the name has no effect there: the hosts are those of the cluster around it, most often after a copy that was not adapted. A load assignment that stands by itself reaches a cluster by this name only, so that one for no EDS cluster is never used.',
  remedy: 'Write the name of the cluster, or of its service_name.',
  source: 'data-model.md: Cluster: load_assignment; Cluster.EdsClusterConfig: service_name',
  bad: { type: 'Cluster', yaml: CLUSTER('shop') },
  good: { type: 'Cluster', yaml: CLUSTER('cart') },
  messages: {
    Cluster(cluster, _frame, { spot, report }) {
      const { name = '', load_assignment: assignment, eds_cluster_config: eds } = cluster;
      const written = assignment?.cluster_name ?? '';
      if (assignment === undefined || name === '' || written === '') return;
      if (written === name || written === eds?.service_name) return;
      const own = { message: assignment, type: 'ClusterLoadAssignment' };
      report({
        message: `the load assignment of the cluster ${quoted(name)} is named ${quoted(written)}, which has no effect: its hosts are those of ${quoted(name)}; write that name`,
        at: spot(own, 'cluster_name'),
        data: { cluster: name, cluster_name: written },
        identity: written,
        fix: {
          kind: 'operations',
          title: `write ${quoted(name)}`,
          at: spot(own),
          operations: [{ op: 'replace', path: '/cluster_name', value: name }],
        },
      });
    },
  },
  subject(subject, report) {
    const { clusters, loadAssignments } = subject.shared(definitionsOf);
    // Alone, or with clusters still to come, nothing tells whom the endpoints are for.
    if (clusters.length === 0 || subject.shared(dynamicParts).clusters !== undefined) return;
    const taken = new Set<string>();
    for (const { name, message } of clusters) {
      const discovery = discoveryOf(message);
      if (discovery === undefined || discovery === 'EDS')
        taken.add(message.eds_cluster_config?.service_name || name);
    }
    for (const assignment of loadAssignments) {
      if (assignment.isDumped || assignment.name === '' || taken.has(assignment.name)) continue;
      report({
        level: 'warning',
        message: `no EDS cluster asks for the endpoints of ${quoted(assignment.name)}, so that they are never used; correct cluster_name, or the cluster's type or service_name`,
        at: spotOf(assignment, 'cluster_name'),
        data: { cluster_name: assignment.name },
        identity: assignment.name,
      });
    }
  },
};

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
  refuses: true,
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

/** What releases that know a default take. */
const DEFAULT = '5s';

const OLDER = '"@type": type.googleapis.com/envoy.api.v2.Cluster\n';

export const missingConnectTimeout: AnalysisRule = {
  id: 'missing-connect-timeout',
  version: 'v2',
  level: 'warning',
  purpose: 'A cluster without connect_timeout, which older releases demand.',
  why: 'Releases up to 1.18 refuse such a cluster, and with it the configuration or the update: those that read this version of the data model, up to 1.16 by themselves, are all among them. Later ones take 5s.',
  remedy: `Write the timeout that is meant; \`connect_timeout: ${DEFAULT}\` is what later releases take.`,
  source: 'data-model.md: Cluster: connect_timeout; how the proxy behaves: release notes of 1.19.0',
  bad: { type: 'Cluster', yaml: `${OLDER}name: cart\n` },
  good: { type: 'Cluster', yaml: `${OLDER}name: cart\nconnect_timeout: ${DEFAULT}\n` },
  messages: {
    Cluster(cluster, frame, { spot, report }) {
      if (isWritten(frame.message, 'connect_timeout')) return;
      // A typo in its name is a finding of its own, and correcting that writes the field.
      if (Object.keys(frame.message).some((key) => nearest(key, ['connect_timeout']) !== undefined)) return;
      report({
        message: `${shownCluster(cluster)} has no connect_timeout: releases up to 1.18 refuse that, all those that read version 2 by themselves (up to 1.16) among them; write one, ${DEFAULT} is what later releases take`,
        at: spot(frame),
        fix: {
          kind: 'operations',
          title: `write connect_timeout: ${DEFAULT}, which is what later releases take`,
          at: spot(frame),
          operations: [{ op: 'add', path: '/connect_timeout', value: DEFAULT }],
        },
      });
    },
  },
};
