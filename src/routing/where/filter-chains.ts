/**
 * Which filter chain of a listener takes a connection.
 *
 * The criteria are asked in a fixed order, each for the most specific value that any chain has left; what a later
 * criterion refuses does not come back to a less specific value of an earlier one. What a request does not tell, such
 * as the protocols that a client offers, leaves every value possible.
 */

import type { Message } from '../../schema/types.ts';
import { lowerAscii } from '../../traffic/text.ts';
import { blockKey, blocksAround, type IpAddress, isLoopback } from './addresses.ts';

type FilterChainMatch = Message<'listener.FilterChainMatch'>;

/** What is known of a connection when its filter chain is picked. */
export interface Connection {
  /** Whether the client is seen to begin with a TLS handshake. */
  readonly tls: boolean;
  /** Whether anything looks for one. */
  readonly sniffsTls: boolean;
  /** The name that it asks for there, in lower case; empty where it asks for none. */
  readonly serverName: string;
  /** Where it connected to. */
  readonly port: number | undefined;
  readonly destination: IpAddress | undefined;
  readonly source: IpAddress | undefined;
  /** The port that the client connects from. */
  readonly sourcePort?: number;
  /** Whether the PROXY protocol tells who the client is, so that whoever is connected is somebody else. */
  readonly isProxied: boolean;
  /** Whether a listener filter looks for HTTP in connections without TLS. */
  readonly sniffsHttp: boolean;
  /** The application protocols that the client offers, in its order; left out where nobody says. */
  readonly protocols?: readonly string[];
}

export interface Matched {
  readonly match: FilterChainMatch;
}

export type Pick<C> =
  | { readonly kind: 'chain'; readonly chain: C }
  | {
      readonly kind: 'closed';
      readonly why: string;
      /** The default filter chain does not take it either. */
      readonly isFinal?: true;
    }
  /** Several could be picked, or none, by what the request does not tell. */
  | {
      readonly kind: 'open';
      readonly why: string;
      readonly chains: readonly C[];
      readonly maybeClosed: boolean;
    };

/** What a criterion makes of a connection: the values to look for, in order; unknown where anything may be there. */
type Wanted = { readonly values: Iterable<string> } | { readonly unknown: string };

interface Criterion {
  readonly field: keyof FilterChainMatch;
  /** Values of a chain; none means any. */
  readonly values: (match: FilterChainMatch) => readonly string[];
  readonly wanted: (connection: Connection) => Wanted;
  /** Why no chain takes the connection. */
  readonly refused: (connection: Connection, known: readonly string[]) => string;
}

const ANY = '';

const CRITERIA: readonly Criterion[] = [
  {
    field: 'destination_port',
    values: ({ destination_port: port }) => (port === undefined ? [] : [String(port)]),
    wanted: ({ port }) =>
      port === undefined
        ? { unknown: 'the port that the client connected to (destination_port; --destination)' }
        : { values: [String(port)] },
    refused: ({ port }, known) => `no filter chain takes the destination port ${port}, only ${listed(known)}`,
  },
  {
    field: 'prefix_ranges',
    values: ({ prefix_ranges: ranges = [] }) => ranges.map((range) => blockKey(range) ?? 'none'),
    wanted: ({ destination }) =>
      destination === undefined
        ? { unknown: 'the address that the client connected to (prefix_ranges; --destination)' }
        : { values: blocksAround(destination) },
    refused: () => 'no filter chain takes the address that the client connected to (prefix_ranges)',
  },
  {
    field: 'server_names',
    values: ({ server_names: names = [] }) => names.map(lowerAscii),
    wanted: ({ serverName }) => ({ values: serverNames(serverName) }),
    refused: ({ tls, serverName, sniffsTls }, known) =>
      !sniffsTls
        ? `the filter chains ask for a server name, which nothing sees without the listener filter tls_inspector: ${listed(known)}`
        : !tls
          ? `the filter chains ask for a server name, which only a client that speaks TLS sends: ${listed(known)}`
          : serverName === ''
            ? `no filter chain takes a connection without a server name, only ${listed(known)}`
            : `no filter chain takes the server name ${JSON.stringify(serverName)}, only ${listed(known)}`,
  },
  {
    field: 'transport_protocol',
    values: ({ transport_protocol: protocol = '' }) => (protocol === '' ? [] : [protocol]),
    wanted: ({ tls }) => ({ values: [tls ? 'tls' : 'raw_buffer'] }),
    refused: ({ tls, sniffsTls }, known) =>
      `no filter chain takes a connection ${tls ? 'over' : 'without'} TLS${sniffsTls ? '' : ', which nothing looks for without the listener filter tls_inspector'}: transport_protocol is ${listed(known)}`,
  },
  {
    field: 'application_protocols',
    values: ({ application_protocols: protocols = [] }) => protocols,
    // A client without TLS names none, unless its first bytes are looked at.
    wanted: ({ tls, sniffsHttp, protocols }) => {
      if (!tls && !sniffsHttp) return { values: [] };
      return protocols === undefined
        ? { unknown: 'the application protocols that the client offers (application_protocols; --alpn)' }
        : { values: protocols };
    },
    refused: (_, known) =>
      `the filter chains ask for an application protocol, which only a client that speaks TLS names: ${listed(known)}`,
  },
  {
    field: 'direct_source_prefix_ranges',
    values: ({ direct_source_prefix_ranges: ranges = [] }) =>
      ranges.map((range) => blockKey(range) ?? 'none'),
    // The PROXY protocol may tell another one as the client's.
    wanted: () => ({
      unknown: 'the address that the connection itself comes from (direct_source_prefix_ranges)',
    }),
    refused: () =>
      'no filter chain takes the address that the connection itself comes from (direct_source_prefix_ranges)',
  },
  {
    field: 'source_type',
    values: ({ source_type: type = 'ANY' }) =>
      // Its name in version 3 is another one (fact 97).
      type === 'ANY' ? [] : [type === 'SAME_IP_OR_LOOPBACK' ? 'LOCAL' : String(type)],
    wanted: (connection) =>
      connection.source === undefined
        ? { unknown: 'where the client is (source_type; --remote-address)' }
        : { values: [isLocal(connection) ? 'LOCAL' : 'EXTERNAL'] },
    refused: (_, known) => `no filter chain takes a connection from there: source_type is ${listed(known)}`,
  },
  {
    field: 'source_prefix_ranges',
    values: ({ source_prefix_ranges: ranges = [] }) => ranges.map((range) => blockKey(range) ?? 'none'),
    wanted: ({ source }) =>
      source === undefined
        ? { unknown: 'the address of the client (source_prefix_ranges; --remote-address)' }
        : { values: blocksAround(source) },
    refused: () => 'no filter chain takes the address of the client (source_prefix_ranges)',
  },
  {
    field: 'source_ports',
    values: ({ source_ports: ports = [] }) => ports.map(String),
    wanted: ({ sourcePort }) =>
      sourcePort === undefined
        ? { unknown: 'the port of the client (source_ports; source_port of --request)' }
        : { values: [String(sourcePort)] },
    refused: (_, known) => `no filter chain takes the port of the client: source_ports are ${listed(known)}`,
  },
];

/** What a filter chain asks for, criterion by criterion; no values where it takes any. */
export function askedValues(match: FilterChainMatch): readonly AskedValues[] {
  return CRITERIA.map(({ field, values }) => ({
    field,
    values: values(match).filter((value) => value !== ANY),
  }));
}

export interface AskedValues {
  readonly field: keyof FilterChainMatch;
  readonly values: readonly string[];
}

/** Whether a client is on the same machine: by a loopback address, or by the one that it connects to. */
export function isLocal({ source, destination }: Connection): boolean {
  if (source === undefined) return false;
  return isLoopback(source) || (source.bits === destination?.bits && source.size === destination.size);
}

/** The name itself, then every wildcard that covers it, the longest first. */
function* serverNames(name: string): Generator<string> {
  if (name === '') return;
  yield name;
  for (let dot = name.indexOf('.', 1); dot !== -1 && dot < name.length - 1; dot = name.indexOf('.', dot + 1))
    yield `*${name.slice(dot)}`;
}

/** Longest list of values in a reason. */
const MAX_LISTED = 12;

function listed(values: readonly string[]): string {
  const shown = values.filter((value) => value !== ANY);
  const more = shown.length > MAX_LISTED ? ` and ${shown.length - MAX_LISTED} more` : '';
  return `${shown.slice(0, MAX_LISTED).join(', ')}${more}`;
}

/** Chains by their values of one criterion. */
type Index<C> = ReadonlyMap<string, readonly C[]>;

/** Chains that ask for many things that a request does not tell may be picked in very many ways. */
const MAX_LOOKED_AT = 10_000;

/** Answers for connection after connection; the chains are told apart by each criterion when it is first asked. */
export function startPicking<C extends Matched>(chains: readonly C[]): (connection: Connection) => Pick<C> {
  const indexes = new Map<readonly C[], Index<C>[]>();
  const indexFor = (among: readonly C[], at: number): Index<C> => {
    const known = indexes.get(among) ?? [];
    indexes.set(among, known);
    known[at] ??= indexed(among, CRITERIA[at]);
    return known[at];
  };
  return (connection) => {
    const found = new Set<C>();
    let closed: string | undefined;
    const open = new Set<string>();
    let looked = 0;
    const look = (among: readonly C[], at: number): void => {
      const criterion = CRITERIA[at];
      const [first] = among;
      looked++;
      if (looked > MAX_LOOKED_AT) {
        open.add('too much of the connection');
        return;
      }
      if (criterion === undefined) {
        if (first !== undefined) found.add(first);
        return;
      }
      const index = indexFor(among, at);
      const rest = index.get(ANY);
      // Where no chain asks there is nothing to know.
      if (index.size === 1 && rest !== undefined) {
        look(rest, at + 1);
        return;
      }
      const wanted = criterion.wanted(connection);
      if ('unknown' in wanted) {
        open.add(wanted.unknown);
        for (const each of distinct(index)) look(each, at + 1);
        if (rest === undefined) closed ??= criterion.refused(connection, [...index.keys()]);
        return;
      }
      for (const value of wanted.values) {
        const own = index.get(value);
        if (own === undefined) continue;
        look(own, at + 1);
        return;
      }
      if (rest === undefined) closed ??= criterion.refused(connection, [...index.keys()]);
      else look(rest, at + 1);
    };
    if (chains.length === 0) return { kind: 'closed', why: 'the listener has no filter chain' };
    look(chains, 0);
    const [only] = found;
    if (open.size === 0)
      return only === undefined ? { kind: 'closed', why: closed ?? '' } : { kind: 'chain', chain: only };
    if (found.size === 0 && closed !== undefined) return { kind: 'closed', why: closed };
    if (found.size === 1 && closed === undefined && only !== undefined) return { kind: 'chain', chain: only };
    const why = `the request does not tell ${[...open].join(', ')}, by which the filter chain is picked`;
    return { kind: 'open', why, chains: [...found], maybeClosed: closed !== undefined };
  };
}

function indexed<C extends Matched>(among: readonly C[], criterion: Criterion | undefined): Index<C> {
  const index = new Map<string, C[]>();
  for (const chain of among) {
    const values = criterion?.values(chain.match) ?? [];
    for (const value of values.length === 0 ? [ANY] : new Set(values)) {
      const known = index.get(value);
      if (known === undefined) index.set(value, [chain]);
      else known.push(chain);
    }
  }
  return index;
}

/** The sets of chains that values lead to, each once. */
function distinct<C>(index: Index<C>): readonly (readonly C[])[] {
  const numbers = new Map<C, number>();
  const seen = new Map<string, readonly C[]>();
  for (const chains of index.values()) {
    const key = chains
      .map((chain) => {
        const number = numbers.get(chain) ?? numbers.size;
        numbers.set(chain, number);
        return number;
      })
      .join();
    if (!seen.has(key)) seen.set(key, chains);
  }
  return [...seen.values()];
}
