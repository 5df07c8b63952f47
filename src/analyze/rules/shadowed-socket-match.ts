import { sameData } from '../../source/edit/same-data.ts';
import type { Draft } from '../finding.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

type Criteria = { readonly [key: string]: unknown };

const example = (first: string, second: string): string => `name: cart
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
  purpose:
    'An entry of transport_socket_matches that no endpoint comes to, because an earlier one asks for no more than it does.',
  why: 'The first entry whose criteria an endpoint meets gives its socket, and an entry without criteria takes every endpoint. The later entry has no effect: endpoints that were to speak TLS may go on in plain text.',
  remedy:
    'Put the entry with more criteria first and the one without criteria last, or delete the entry without effect.',
  source: 'data-model.md: Cluster: Rules for transport_socket_matches, 1 and 2',
  bad: { type: 'Cluster', yaml: example('{}', '{ mtls: true }') },
  good: { type: 'Cluster', yaml: example('{ mtls: true }', '{}') },
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
