/** Filter chains that a matcher picks by their names (`filter_chain_matcher`; facts 95 and 96). */
import type { BoundMessage } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { regexEngine } from '../regex/engine.ts';
import { type Followed, follow, type ValueOf } from '../tree/follow.ts';
import type { Input, Predicate, Then, Tree } from '../tree/tree.ts';
import { addressText } from './addresses.ts';
import { type Connection, isLocal, type Pick } from './filter-chains.ts';

type FilterChainMatch = Message<'listener.FilterChainMatch'>;

/** @param chains by their names */
export function pickingByTree<C>(
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
export function hintsIn(tree: Tree): ReadonlyMap<string, FilterChainMatch> {
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
