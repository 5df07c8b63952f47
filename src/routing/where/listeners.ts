/** The listeners of an input: their filter chains, and the route configurations that these lead to. */

import { type BoundMessage, isObject, versionOf } from '../../model/bound.ts';
import type { OpenableFile, Root } from '../../model/open.ts';
import { hasUnknownField } from '../../model/unknown-fields.ts';
import { around, type Frame } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import type { OwnHeaders } from '../../traffic/own-headers.ts';
import { regexEngine } from '../regex/engine.ts';
import { type Followed, follow, type ValueOf } from '../tree/follow.ts';
import { type Input, type Predicate, readTree, type Then, type Tree } from '../tree/tree.ts';
import { addressText } from './addresses.ts';
import { type Arrival, arrivalOf } from './arrival.ts';
import { certificatesOf, type Shown, secretsIn } from './certificates.ts';
import { type Connection, isLocal, type Matched, type Pick, startPicking } from './filter-chains.ts';
import type { FoundRoutes } from './found-routes.ts';
import {
  addressesOf,
  type ListenerAddress,
  type ListenerRef,
  listenerFilterKind,
  listenerOf,
  type Transport,
  transportOf,
} from './listener.ts';
import type { FoundManager } from './manager.ts';

/** Where a filter chain leads. */
export interface Lead {
  readonly found: FoundRoutes;
  /** The listener by this filter chain, with the scope that a request has to be in. */
  readonly listener: ListenerRef;
  /** What the connection manager makes of requests; absent where it takes them as they come. */
  readonly arrival?: Arrival;
  readonly manager: FoundManager;
}

export interface FoundChain extends Matched {
  readonly transport: Transport;
  /** What the handshakes of its clients may end with. */
  readonly certificates: readonly Shown[];
  /** Whether clients are to come over TLS: it may end here, or its settings may be left out. */
  readonly expectsTls: boolean | undefined;
  /** Several where scopes choose, or where several route configurations have the name that is fetched. */
  readonly leads: readonly Lead[];
  /** Whether a connection manager is in it. */
  readonly isHttp: boolean;
  /** Why a request may come to routes that the input does not hold. */
  readonly elsewhere: string | undefined;
  readonly message: BoundMessage;
}

export interface FoundListener {
  readonly ref: ListenerRef;
  /** Where it listens, the place of `ref` first. */
  readonly addresses: readonly ListenerAddress[];
  readonly chains: readonly FoundChain[];
  readonly pick: (connection: Connection) => Pick<FoundChain>;
  /** Connections keep the address that the client connected to, wherever they were redirected. */
  readonly keepsDestination: boolean;
  /** The PROXY protocol tells who the client is. */
  readonly isProxied: boolean;
  readonly sniffsHttp: boolean;
  /** Something looks for a TLS handshake, which filter chains are picked by. */
  readonly sniffsTls: boolean;
  readonly file: OpenableFile;
  readonly root: Root;
  readonly message: BoundMessage;
}

/** What a connection manager was found to use. */
export type Use =
  /** With the listener where it is one of its scopes. */
  | { readonly kind: 'own'; readonly configuration: object; readonly listener?: ListenerRef }
  | { readonly kind: 'fetched'; readonly name: string; readonly listener: ListenerRef }
  | { readonly kind: 'elsewhere'; readonly why: string };

/** A connection manager in its place. */
export interface GatheredManager {
  readonly frame: Frame;
  readonly uses: readonly Use[];
}

export interface GatheredListener {
  readonly frame: Frame;
  readonly root: Root;
  readonly managers: GatheredManager[];
}

/** What is known of a route configuration by the message or the name that a manager has. */
export interface Known {
  readonly file: OpenableFile;
  readonly namespace: string;
  readonly own: (configuration: object) => FoundRoutes | undefined;
  readonly named: (name: string) => readonly FoundRoutes[];
  /** A manager as the proxy holds it to a release and a bootstrap. */
  readonly held: (manager: Manager, root: Root) => HeldManager;
}

export interface HeldManager {
  readonly message: Manager;
  readonly own: OwnHeaders;
}

type Manager = Message<'HttpConnectionManager'>;

type Chain = Message<'listener.FilterChain'>;

/** @param managers those inside the listener */
export function foundListener({ frame, root, managers }: GatheredListener, known: Known): FoundListener {
  const listener = frame.message as Message<'Listener'>;
  const { namespace } = known;
  const filters = new Set(
    (listener.listener_filters ?? []).map((each) => listenerFilterKind(each, namespace)),
  );
  const has = (filter: string): boolean => filters.has(filter);
  const inside = new Map<BoundMessage | undefined, GatheredManager[]>();
  for (const manager of managers) {
    const chain = around(manager.frame, 'listener.FilterChain')?.message;
    const others = inside.get(chain);
    if (others === undefined) inside.set(chain, [manager]);
    else others.push(manager);
  }
  const chainOf = (chain: Chain) => foundChain(chain, inside.get(chain) ?? [], { ...known, root });
  const { filter_chain_matcher: matcher, default_filter_chain: last } = listener;
  const tree = isObject(matcher) ? readTree(matcher) : undefined;
  const hints = tree === undefined ? undefined : hintsIn(tree);
  const chains = (listener.filter_chains ?? []).map((chain): FoundChain => {
    const found = chainOf(chain);
    // A matcher takes the place of what the chains ask for themselves (fact 95).
    return tree === undefined ? found : { ...found, match: hints?.get(chain.name ?? '') ?? {} };
  });
  // A listener for embedding programs has none, and takes whatever they hand over.
  const written =
    chains.length === 0 && inside.has(undefined)
      ? [foundChain({}, inside.get(undefined) ?? [], { ...known, root })]
      : chains;
  const rest = last === undefined ? undefined : { ...chainOf(last), match: {} };
  const all = rest === undefined ? written : [...written, rest];
  const names = (listener.filter_chains ?? []).map(({ name = '' }) => name);
  const picking =
    tree === undefined
      ? startPicking(written)
      : pickingByTree(tree, new Map(names.map((name, at) => [name, written[at]])));
  const unclear = all.find(({ match }) => hasUnknownField('listener.FilterChainMatch', match));
  return {
    ref: listenerOf(frame) ?? { name: null, address: null, port: null, server_names: [] },
    addresses: addressesOf(listener),
    chains: all,
    pick: unclear === undefined ? orDefault(picking, rest) : () => unclearPick(all),
    keepsDestination: listener.use_original_dst === true || has('original_dst'),
    isProxied: has('proxy_protocol'),
    sniffsHttp: has('http_inspector'),
    // Up to version 2 the proxy added the filter where a filter chain needs it (fact 68).
    sniffsTls: versionOf(frame.message) === 'v2' || has('tls_inspector'),
    file: known.file,
    root,
    message: frame.message,
  };
}

/** What no other chain takes comes to the default one. */
function orDefault(
  picking: (connection: Connection) => Pick<FoundChain>,
  rest: FoundChain | undefined,
): (connection: Connection) => Pick<FoundChain> {
  if (rest === undefined) return picking;
  return (connection) => {
    const picked = picking(connection);
    if (picked.kind === 'closed') return picked.isFinal === true ? picked : { kind: 'chain', chain: rest };
    if (picked.kind === 'chain' || !picked.maybeClosed) return picked;
    return { ...picked, chains: [...picked.chains, rest], maybeClosed: false };
  };
}

function unclearPick(chains: readonly FoundChain[]): Pick<FoundChain> {
  const why = 'a filter chain is picked by a field of filter_chain_match that is unknown or cannot be read';
  return { kind: 'open', why, chains, maybeClosed: true };
}

function foundChain(
  chain: Chain,
  managers: readonly GatheredManager[],
  known: Known & { readonly root: Root },
): FoundChain {
  const leads: Lead[] = [];
  const transport = transportOf(chain, known.namespace);
  const certificates = certificatesOf(chain, transport, secretsIn(known.root));
  const common = { file: known.file, root: known.root, namespace: known.namespace, transport, certificates };
  let elsewhere = managers.length === 0 ? 'its filter chain handles no HTTP' : undefined;
  for (const { frame, uses } of managers) {
    const ref = listenerOf(frame);
    const held = known.held(frame.message as Manager, known.root);
    const manager = { ...common, ...held };
    const { message } = held;
    const arrival = arrivalOf(message, transport, {
      namespace: known.namespace,
      release: known.root.release,
      own: held.own,
    });
    if (uses.length === 0) elsewhere ??= 'its connection manager has no routes';
    for (const use of uses) {
      if (use.kind === 'elsewhere') elsewhere ??= use.why;
      const found = foundBy(use, known);
      const listener = (use.kind === 'elsewhere' ? undefined : use.listener) ?? ref;
      if (use.kind === 'fetched' && found.length === 0)
        elsewhere ??= `the route configuration ${JSON.stringify(use.name)} is fetched over RDS, and not in the input`;
      if (listener !== undefined)
        for (const each of found)
          leads.push({ found: each, listener, manager, ...(arrival ? { arrival } : {}) });
    }
  }
  const match = chain.filter_chain_match ?? {};
  const asksForTls = (match.server_names ?? []).length > 0 || match.transport_protocol === 'tls';
  return {
    match,
    transport,
    certificates,
    expectsTls: transport === 'unknown' ? undefined : transport === 'tls' || asksForTls,
    leads,
    isHttp: managers.length > 0,
    elsewhere,
    message: chain,
  };
}

function foundBy(use: Use, known: Known): readonly FoundRoutes[] {
  if (use.kind === 'fetched') return known.named(use.name);
  const found = use.kind === 'own' ? known.own(use.configuration) : undefined;
  return found === undefined ? [] : [found];
}

type FilterChainMatch = Message<'listener.FilterChainMatch'>;

/** @param chains by their names */
function pickingByTree<C>(
  tree: Tree,
  chains: ReadonlyMap<string, C | undefined>,
): (connection: Connection) => Pick<C> {
  const all = [...chains.values()].filter((chain) => chain !== undefined);
  const regexes = regexEngine();
  return (connection) => {
    const found = follow(tree, { valueOf: (input) => valueIn(input, connection), regexes });
    if (found.kind === 'open')
      return {
        kind: 'open',
        why: `the filter chain is picked by a matcher, and ${found.why}`,
        chains: all,
        maybeClosed: true,
      };
    const name = nameIn(found);
    const chain = name === undefined ? undefined : chains.get(name);
    if (chain !== undefined) return { kind: 'chain', chain };
    if (name === undefined)
      return { kind: 'closed', why: 'the matcher of the listener picks no filter chain' };
    const why = `the matcher of the listener picks the filter chain ${JSON.stringify(name)}, which does not exist`;
    return { kind: 'closed', why, isFinal: true };
  };
}

/** The name of the chain that an action picks. */
function nameIn(found: Followed): string | undefined {
  return found.kind === 'action' ? nameOf(found.action) : undefined;
}

function nameOf({ value }: BoundMessage): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function valueIn({ type }: Input, connection: Connection): ReturnType<ValueOf> {
  const { destination, source, port, tls, serverName, sniffsHttp } = connection;
  const unknown = (what: string) => ({ undecided: `the request does not tell ${what}` });
  switch (type) {
    case 'DestinationIPInput':
      return destination === undefined
        ? unknown('the address that the client connected to (--destination)')
        : addressText(destination);
    case 'DestinationPortInput':
      return port === undefined
        ? unknown('the port that the client connected to (--destination)')
        : String(port);
    case 'SourceIPInput':
      return source === undefined
        ? unknown('the address of the client (--remote-address)')
        : addressText(source);
    case 'SourceTypeInput':
      if (source === undefined) return unknown('where the client is (--remote-address)');
      return isLocal(connection) ? 'local' : undefined;
    case 'ServerNameInput':
      return serverName === '' ? undefined : serverName;
    case 'TransportProtocolInput':
      return tls ? 'tls' : 'raw_buffer';
    case 'ApplicationProtocolInput':
      return tls || sniffsHttp ? unknown('the application protocols that the client offers') : undefined;
    default:
      return unknown('what its matcher looks at');
  }
}

/** For each chain what its branch plainly asks of a connection, so that requests can be found that come to it. */
function hintsIn(tree: Tree): ReadonlyMap<string, FilterChainMatch> {
  const hints = new Map<string, FilterChainMatch>();
  const visit = (then: Then | undefined, asked: FilterChainMatch): void => {
    if (then?.kind === 'tree') look(then.tree, asked);
    const name = then?.kind === 'action' ? nameOf(then.action) : undefined;
    if (name !== undefined && !hints.has(name)) hints.set(name, asked);
  };
  const look = (at: Tree, asked: FilterChainMatch): void => {
    if (at.kind === 'open') return;
    if (at.kind === 'list')
      for (const { predicate, then } of at.branches) visit(then, withHint(asked, ...textOf(predicate)));
    else if (at.kind === 'exact' || at.kind === 'prefix')
      for (const { text, then } of at.branches) visit(then, withHint(asked, at.input, text));
    else if (at.kind === 'names')
      for (const { domains, then } of at.branches) visit(then, { ...asked, server_names: domains });
    else if (at.kind === 'addresses')
      for (const { ranges, then } of at.branches) visit(then, withRanges(asked, at.input, ranges));
    visit(at.otherwise, asked);
  };
  look(tree, {});
  return hints;
}

function textOf(predicate: Predicate): readonly [Input | undefined, string] {
  if (predicate.kind !== 'text') return [undefined, ''];
  const { exact, prefix = '', suffix = '' } = predicate.matcher;
  return [predicate.input, exact ?? `${prefix}${suffix}`];
}

function withHint(asked: FilterChainMatch, input: Input | undefined, text: string): FilterChainMatch {
  switch (input?.type) {
    case 'ServerNameInput':
      return { ...asked, server_names: [text] };
    case 'DestinationPortInput':
      return /^\d+$/.test(text) ? { ...asked, destination_port: Number(text) } : asked;
    case 'DestinationIPInput':
      return { ...asked, prefix_ranges: [{ address_prefix: text }] };
    case 'SourceIPInput':
      return { ...asked, source_prefix_ranges: [{ address_prefix: text }] };
    case 'SourceTypeInput':
      return { ...asked, source_type: 'SAME_IP_OR_LOOPBACK' };
    case 'TransportProtocolInput':
      return { ...asked, transport_protocol: text };
    default:
      return asked;
  }
}

function withRanges(
  asked: FilterChainMatch,
  input: Input,
  ranges: readonly Message<'core.CidrRange'>[],
): FilterChainMatch {
  return input.type === 'SourceIPInput'
    ? { ...asked, source_prefix_ranges: ranges }
    : { ...asked, prefix_ranges: ranges };
}
