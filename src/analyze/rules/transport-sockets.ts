import { versionOf } from '../../model/bound.ts';
import { protectionOfSocket } from '../../model/transport.ts';
import type { Frame } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import { sameData } from '../../source/edit/same-data.ts';
import { shownCluster, writtenEndpoints } from '../../traffic/cluster.ts';
import { newerHttp } from '../../traffic/http-options.ts';
import { metadataOf } from '../clusters/endpoint-metadata.ts';
import type { Draft } from '../finding.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

export const missingTransportSocket: AnalysisRule = {
  id: 'missing-transport-socket',
  level: 'error',
  refuses: true,
  purpose: 'No transport socket where the proxy needs one, or one that cannot do what it is needed for.',
  why: 'An entry of transport_socket_matches is to choose a socket for the endpoints that fit, HTTP/3 runs over QUIC, and by auto_config the host agrees to a version in the TLS handshake (ALPN), which neither plain text nor ALTS or STARTTLS have. Otherwise the proxy refuses the cluster.',
  remedy:
    'Give the entry a transport_socket (raw_buffer is the name of plain text), the cluster one for TLS or QUIC.',
  source: 'data-model.md: Cluster.TransportSocketMatch; how the proxy behaves: HttpProtocolOptions',
  bad: {
    type: 'Cluster.TransportSocketMatch',
    yaml: 'name: secure\nmatch: { secure: true }\n',
  },
  good: {
    type: 'Cluster.TransportSocketMatch',
    yaml: `name: secure
match: { secure: true }
transport_socket: { name: raw, typed_config: { "@type": type.googleapis.com/envoy.extensions.transport_sockets.raw_buffer.v3.RawBuffer } }
`,
  },
  messages: {
    'Cluster.TransportSocketMatch'({ name, transport_socket }, frame, { spot, report }) {
      if (transport_socket !== undefined) return;
      report({
        message: `the entry "${name ?? ''}" of transport_socket_matches has no transport_socket, so the proxy refuses the cluster; add one, named raw_buffer for plain text`,
        at: spot(frame),
        identity: name ?? '',
      });
    },
    Cluster(cluster, frame, { namespace, spot, report }) {
      const { isThird, isAgreed } = newerHttp(cluster);
      if (isAgreed)
        for (const { message, type, of } of socketsOf(cluster, frame)) {
          const protection = protectionOfSocket(message.transport_socket, namespace);
          if (protection === 'tls' || protection === 'unknown') continue;
          report({
            message: `${of} of ${shownCluster(cluster)} ${WITHOUT_ALPN[protection]}, and its HTTP options ask for auto_config, by which hosts agree to a version in the TLS handshake (ALPN); the proxy refuses it, so take a TLS socket or explicit_http_config`,
            at: spot({ message, type }, 'transport_socket'),
            identity: 'http',
          });
        }
      if (cluster.transport_socket !== undefined || cluster.tls_context !== undefined) return;
      if (!isThird && !isAgreed) return;
      report({
        message: `${shownCluster(cluster)} has no transport_socket, and its HTTP options ask for ${isThird ? 'HTTP/3, which runs over QUIC' : 'auto_config, by which hosts agree to a version over TLS'}; the proxy refuses it, so add the socket`,
        at: spot(frame, 'typed_extension_protocol_options'),
        identity: 'http',
      });
    },
  },
};

const WITHOUT_ALPN = {
  plaintext: 'is plain text',
  alts: 'speaks ALTS',
  starttls: 'begins in plain text',
} as const;

/** The sockets that requests to a cluster may go through, each with what holds it. */
function socketsOf(cluster: Message<'Cluster'>, frame: Frame) {
  const matches = (cluster.transport_socket_matches ?? []).map((message) => ({
    message,
    type: 'Cluster.TransportSocketMatch',
    of: `the entry "${message.name ?? ''}" of transport_socket_matches`,
  }));
  return [{ message: cluster, type: frame.type, of: 'the transport_socket' }, ...matches].filter(
    ({ message }) => message.transport_socket !== undefined,
  );
}

export const unmatchedSocketMatch: AnalysisRule = {
  id: 'unmatched-socket-match',
  level: 'info',
  purpose: 'An entry of transport_socket_matches whose criteria no endpoint of the cluster meets.',
  why: 'Its socket is used for endpoints whose metadata has the same keys and values. All endpoints stand in the cluster, and none has them, so the entry is used by none.',
  remedy: 'Give the endpoints this metadata under the transport socket namespace, or remove the entry.',
  source:
    'data-model.md: Cluster: Rules for transport_socket_matches, 1; Cluster.TransportSocketMatch: match',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: STATIC
transport_socket_matches: [{ name: secure, match: { secure: true }, transport_socket: { name: raw, typed_config: { "@type": type.googleapis.com/envoy.extensions.transport_sockets.raw_buffer.v3.RawBuffer } } }]
load_assignment:
  cluster_name: cart
  endpoints:
    - lb_endpoints:
        - endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } }
          metadata: { filter_metadata: { envoy.transport_socket_match: { secure: "true" } } }
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: STATIC
transport_socket_matches: [{ name: secure, match: { secure: true }, transport_socket: { name: raw, typed_config: { "@type": type.googleapis.com/envoy.extensions.transport_sockets.raw_buffer.v3.RawBuffer } } }]
load_assignment:
  cluster_name: cart
  endpoints:
    - lb_endpoints:
        - endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } }
          metadata: { filter_metadata: { envoy.transport_socket_match: { secure: true } } }
`,
  },
  messages: {
    Cluster(cluster, _frame, { namespace, spot, report }) {
      const { transport_socket_matches: entries = [] } = cluster;
      if (entries.length === 0) return;
      const key = `${namespace}.transport_socket_match`;
      const hosts = writtenEndpoints(cluster).map((endpoint) => metadataOf(endpoint, key));
      if (hosts.length === 0) return;
      for (const entry of entries) {
        const wanted = Object.entries(entry.match ?? {});
        const isMet = hosts.some((values) =>
          wanted.every(([key, value]) => Object.hasOwn(values, key) && sameData(values[key], value)),
        );
        if (isMet) continue;
        report({
          message: `no endpoint of ${shownCluster(cluster)} has the metadata that the entry "${entry.name ?? ''}" asks for under ${key}, so its socket is used for none; add it to the endpoints or remove the entry`,
          at: spot({ message: entry, type: 'Cluster.TransportSocketMatch' }, 'match'),
          identity: entry.name ?? '',
        });
      }
    },
  },
};

type Criteria = { readonly [key: string]: unknown };

const socketMatchExample = (first: string, second: string): string => `name: cart
type: EDS
eds_cluster_config: { eds_config: { ads: {} } }
connect_timeout: 1s
transport_socket_matches:
  - name: first
    match: ${first}
    transport_socket: { name: raw, typed_config: { "@type": type.googleapis.com/envoy.extensions.transport_sockets.raw_buffer.v3.RawBuffer } }
  - name: second
    match: ${second}
    transport_socket: { name: raw, typed_config: { "@type": type.googleapis.com/envoy.extensions.transport_sockets.raw_buffer.v3.RawBuffer } }
`;

export const shadowedSocketMatch: AnalysisRule = {
  id: 'shadowed-socket-match',
  level: 'warning',
  tag: 'unnecessary',
  purpose:
    'An entry of transport_socket_matches that no endpoint comes to, because an earlier one asks for no more than it does.',
  why: 'The first entry whose criteria an endpoint meets gives its socket, and an entry without criteria takes every endpoint. The later entry has no effect: endpoints that were to speak TLS may go on in plain text.',
  remedy:
    'Put the entry with more criteria first and the one without criteria last, or delete the entry without effect.',
  source: 'data-model.md: Cluster: Rules for transport_socket_matches, 1 and 2',
  bad: { type: 'Cluster', yaml: socketMatchExample('{}', '{ mtls: true }') },
  good: { type: 'Cluster', yaml: socketMatchExample('{ mtls: true }', '{}') },
  messages: {
    Cluster({ name = '', transport_socket_matches: entries = [] }, _frame, look) {
      let catchAll: Entry | undefined;
      /** Entries that may hide others, by one thing that they ask for. */
      const byDemand = new Map<string, Entry[]>();
      for (const [index, entry] of entries.entries()) {
        const own = { index, entry, criteria: criteriaOf(entry.match) };
        const demands = Object.entries(own.criteria).map(demandOf);
        const near = demands.flatMap((demand) => byDemand.get(demand) ?? []);
        const taker = catchAll ?? near.find(({ criteria }) => asksNoMore(criteria, own.criteria));
        const [first] = demands;
        if (taker !== undefined) look.report(shadowed(name, own, taker, look));
        else if (first === undefined) catchAll = own;
        else byDemand.set(first, [...(byDemand.get(first) ?? []), own]);
      }
    },
  },
};

interface Entry {
  readonly index: number;
  readonly entry: Parameters<RuleContext['spot']>[0]['message'];
  readonly criteria: Criteria;
}

function criteriaOf(match: unknown): Criteria {
  return typeof match === 'object' && match !== null ? (match as Criteria) : {};
}

function demandOf([key, value]: readonly [string, unknown]): string {
  return JSON.stringify([key, typeof value === 'object' ? null : value]);
}

/** Whether every endpoint that meets the second criteria meets the first. */
function asksNoMore(first: Criteria, second: Criteria): boolean {
  return Object.keys(first).every((key) => Object.hasOwn(second, key) && sameData(first[key], second[key]));
}

function shadowed(
  cluster: string,
  { index, entry, criteria }: Entry,
  taker: Entry,
  { spot }: RuleContext,
): Draft {
  const at = (message: Entry['entry']) => spot({ message, type: 'Cluster.TransportSocketMatch' });
  const [own, first] = [entry, taker.entry].map(({ name }) => JSON.stringify(name ?? ''));
  const count = Object.keys(taker.criteria).length;
  const how = count === 0 ? 'has no criteria and takes every endpoint' : 'takes all its endpoints';
  const remedy =
    count === Object.keys(criteria).length ? 'delete one of them' : `put ${own} first, or delete it`;
  return {
    message: `the socket match ${own} of cluster ${JSON.stringify(cluster)} is used for no endpoint: ${first} before it ${how}; ${remedy}`,
    at: at(entry),
    related: [{ message: how, at: at(taker.entry) }],
    data: { cluster, match: index, by: [taker.index] },
  };
}

export const invalidDigest: AnalysisRule = {
  id: 'invalid-digest',
  level: 'error',
  refuses: true,
  purpose: 'A SHA-256 digest of remote data that no data can have.',
  why: 'Fetched data is used only if its digest is this one. A SHA-256 digest is 64 hex digits; anything else refuses all data.',
  remedy: 'Write the output of sha256sum for the file, without its name.',
  source: 'data-model.md: core.RemoteDataSource: sha256',
  bad: {
    type: 'core.RemoteDataSource',
    yaml: `http_uri: { uri: "http://files.test/a.wasm", cluster: files, timeout: 5s }
sha256: 8f434346648f6b96
`,
  },
  good: {
    type: 'core.RemoteDataSource',
    yaml: `http_uri: { uri: "http://files.test/a.wasm", cluster: files, timeout: 5s }
sha256: 8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4
`,
  },
  messages: {
    'core.RemoteDataSource'({ sha256 }, frame, { spot, report }) {
      if (sha256 === undefined || sha256 === '' || /^[0-9a-fA-F]{64}$/.test(sha256)) return;
      report({
        // The proxy takes it, and then nothing that it fetches.
        ...(versionOf(frame.message) === 'v3' ? { level: 'warning' as const } : {}),
        message: `sha256 is no SHA-256 digest: that is 64 hex digits, and this has ${sha256.length} characters, so the fetched data is always refused; write the digest of the file`,
        at: spot(frame, 'sha256'),
      });
    },
  },
};
