import { type BoundMessage, isObject, NODE } from '../../model/bound.ts';
import { hasUnknownField } from '../../model/unknown-fields.ts';
import type { Frame } from '../../model/walk.ts';
import { readTree, type Then, type Tree } from '../../routing/tree/tree.ts';
import { ipAddress } from '../../routing/where/addresses.ts';
import { type AskedValues, askedValues } from '../../routing/where/filter-chains.ts';
import type { Message } from '../../schema/types.ts';
import { quoted } from '../../traffic/words.ts';
import type { Location } from '../finding.ts';
import { listed } from '../listed.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

const addressExample = (port: number): string => `static_resources:
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
  refuses: true,
  version: 'v3',
  purpose: 'Two listeners of a bootstrap at one address.',
  why: 'A connection to an address has one listener that takes it. The proxy refuses a second one at the address, also where it binds to no port or may reuse it; port 0 is a new port for each.',
  remedy: 'Change one address, or make one listener of both, with a filter chain for each.',
  source: 'how the proxy behaves in version 3: Listener.address, additional_addresses',
  bad: { type: 'Bootstrap', yaml: addressExample(80) },
  good: { type: 'Bootstrap', yaml: addressExample(8080) },
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

type Chain = Message<'listener.FilterChain'>;

const chainsExample = (name: string): string => `name: front
address: { socket_address: { address: 127.0.0.1, port_value: 443 } }
filter_chains:
- filter_chain_match: { server_names: [shop.test] }
- filter_chain_match: { server_names: ["${name}", cart.test] }
`;

export const duplicateFilterChain: AnalysisRule = {
  id: 'duplicate-filter-chain',
  level: 'error',
  refuses: true,
  purpose: 'Two filter chains of a listener that ask for the same connections, or have the same name.',
  why: 'A connection goes to the one chain whose filter_chain_match fits best. The proxy refuses a listener in which two chains have the same value of everything that they ask for, and under a filter_chain_matcher two of the same name or one without.',
  remedy: 'Remove the value from one of the chains, ask for more in one of them, or merge them.',
  source: 'how the proxy behaves: FilterChainMatch, Listener.filter_chain_matcher',
  bad: { type: 'Listener', yaml: chainsExample('Shop.test') },
  good: { type: 'Listener', yaml: chainsExample('*.shop.test') },
  messages: {
    Listener({ filter_chains: chains = [], filter_chain_matcher: matcher }, _frame, look) {
      if (matcher === undefined) sameConnections(chains, look);
      else sameNames(chains, look);
    },
  },
};

/** More combinations of values are not told apart. */
const MAX_COMBINATIONS = 200_000;

function sameConnections(chains: readonly Chain[], look: RuleContext): void {
  const first = new Map<string, Chain>();
  let left = MAX_COMBINATIONS;
  for (const chain of chains) {
    const { filter_chain_match: match = {} } = chain;
    const asked = askedValues(match);
    left -= asked.reduce((product, { values }) => product * Math.max(values.length, 1), 1);
    if (left < 0) return;
    if (hasUnknownField('listener.FilterChainMatch', match)) continue;
    if (asked.some(({ values }) => values.includes('none'))) continue;
    for (const values of combinations(asked)) {
      const key = JSON.stringify(values);
      const other = first.get(key);
      if (other === undefined) {
        first.set(key, chain);
        continue;
      }
      const same = shownValues(asked, values);
      look.report({
        message:
          other === chain
            ? `the filter chain asks for the same connections twice (${same}), so the proxy refuses the listener; remove one of the values`
            : `an earlier filter chain is for the same connections (${same}), so the proxy refuses the listener; remove the value from one of them, or ask for more`,
        at: spotOf(chain, look),
        identity: key,
        ...(other !== chain && { related: [{ message: 'the earlier one', at: spotOf(other, look) }] }),
      });
      break;
    }
  }
}

function* combinations([first, ...rest]: readonly AskedValues[]): Generator<readonly string[]> {
  if (first === undefined) {
    yield [];
    return;
  }
  for (const value of first.values.length === 0 ? [''] : first.values)
    for (const others of combinations(rest)) yield [value, ...others];
}

/** Ranges are not shown: their values are not those that were written. */
function shownValues(asked: readonly AskedValues[], values: readonly string[]): string {
  const shown = asked.flatMap(({ field }, at) => {
    const value = values[at] ?? '';
    if (value === '') return [];
    return /_ranges$/.test(field) ? `the same ${field}` : `${field} ${value}`;
  });
  return shown.length === 0 ? 'all that no other one takes' : shown.join(', ');
}

function sameNames(chains: readonly Chain[], look: RuleContext): void {
  const taken = new Set<string>();
  for (const chain of chains) {
    const { name = '' } = chain;
    const problem =
      name === ''
        ? 'the filter chain has no name, by which filter_chain_matcher would pick it'
        : taken.has(name)
          ? `the name ${JSON.stringify(name)} is taken by another filter chain, so that filter_chain_matcher cannot tell them apart`
          : undefined;
    taken.add(name);
    if (problem !== undefined)
      look.report({
        message: `${problem}; the proxy refuses the listener`,
        at: spotOf(chain, look),
        identity: name,
      });
  }
}

/** Where a chain asks for something there, else the chain. */
function spotOf(chain: Chain, { spot }: RuleContext): Location {
  const match = (chain as BoundMessage).filter_chain_match as BoundMessage | undefined;
  return match?.[NODE] === undefined
    ? spot({ message: chain as BoundMessage, type: 'listener.FilterChain' })
    : spot({ message: match, type: 'listener.FilterChainMatch' });
}

const serverNameExample = (name: string): string => `server_names: [${JSON.stringify(name)}]\n`;

export const invalidFilterChainMatch: AnalysisRule = {
  id: 'invalid-filter-chain-match',
  level: 'error',
  refuses: true,
  purpose: 'A condition on connections that the proxy does not have.',
  why: 'Server names are asked for whole or as `*.` and a suffix; what has a `*` elsewhere the proxy refuses, as it does suffix_len and address_suffix, which the API knows and nothing reads.',
  remedy:
    'Write the names out, or `*.` and their suffix; leave server_names out for any name; ask for addresses by prefix_ranges.',
  source: 'how the proxy behaves: FilterChainMatch',
  bad: { type: 'listener.FilterChainMatch', yaml: serverNameExample('shop.*') },
  good: { type: 'listener.FilterChainMatch', yaml: serverNameExample('*.shop.test') },
  messages: {
    'listener.FilterChainMatch'(match, frame, look) {
      for (const field of ['suffix_len', 'address_suffix'] as const) {
        if (match[field] === undefined || match[field] === '') continue;
        tell(look, frame, field, `${field} is not implemented, so the proxy refuses it; use prefix_ranges`);
      }
      for (const [index, name] of (match.server_names ?? []).entries())
        if (name.includes('*') && !name.startsWith('*.')) {
          const words = `the server name ${JSON.stringify(name)} has a * that does not stand for its first part, which the proxy refuses; write the names out, or "*." and a suffix`;
          tell(look, frame, 'server_names', words, index);
        }
    },
  },
};

function tell(
  { spot, report }: RuleContext,
  frame: Pick<Frame, 'message' | 'type'>,
  field: string,
  message: string,
  index?: number,
): void {
  report({ message, at: spot(frame, field, index), identity: `${field} ${index ?? ''}` });
}

const chosenChainExample = (
  name: string,
): string => `"@type": type.googleapis.com/envoy.config.listener.v3.Listener
name: front
address: { socket_address: { address: 127.0.0.1, port_value: 443 } }
filter_chains: [{ name: shop }]
filter_chain_matcher:
  on_no_match: { action: { name: chain, typed_config: { "@type": type.googleapis.com/google.protobuf.StringValue, value: ${name} } } }
`;

export const undefinedFilterChain: AnalysisRule = {
  id: 'undefined-filter-chain',
  level: 'warning',
  version: 'v3',
  purpose:
    'A matcher of a listener that names a filter chain which is not there, or a chain that it never names.',
  why: 'filter_chain_matcher picks chains by name. A connection for which it picks a name that no chain has is closed, past the default filter chain; a chain that it never names takes no connection.',
  remedy: 'Correct the name in the matcher or on the chain; delete a chain that is not needed.',
  source: 'how the proxy behaves in version 3: Listener.filter_chain_matcher',
  bad: { type: 'Listener', yaml: chosenChainExample('shops') },
  good: { type: 'Listener', yaml: chosenChainExample('shop') },
  messages: {
    Listener(
      { filter_chains: chains = [], filter_chain_matcher: matcher, fcds_config: fetched },
      frame,
      look,
    ) {
      if (!isObject(matcher) || fetched !== undefined) return;
      const named = namesIn(readTree(matcher));
      const own = new Set(chains.map(({ name }) => name));
      const missing = [...named.names].filter((name) => !own.has(name));
      if (missing.length > 0)
        look.report({
          message: `filter_chain_matcher picks ${listed(missing.map(quoted))}, and the listener has no filter chain of that name, so those connections are closed; correct the name, or add the chain`,
          at: look.spot(frame, 'filter_chain_matcher'),
          identity: missing.join(),
        });
      for (const chain of named.isWhole ? chains : [])
        if (chain.name !== undefined && !named.names.has(chain.name))
          look.report({
            message: `no branch of filter_chain_matcher picks the filter chain ${JSON.stringify(chain.name)}, so no connection comes to it; add one, or delete the chain`,
            at: look.spot({ message: chain as BoundMessage, type: 'listener.FilterChain' }),
            identity: `never ${chain.name}`,
          });
    },
  },
};

interface Names {
  readonly names: ReadonlySet<string>;
  /** Nothing else can be picked. */
  readonly isWhole: boolean;
}

function namesIn(tree: Tree): Names {
  const names = new Set<string>();
  let isWhole = true;
  const visit = (then: Then | undefined): void => {
    if (then === undefined || then.isPassedOver) return;
    if (then.kind === 'tree') look(then.tree);
    else if (then.action['@type'] === 'google.protobuf.StringValue' && typeof then.action.value === 'string')
      names.add(then.action.value);
    else isWhole = false;
  };
  const look = (at: Tree): void => {
    if (at.kind === 'open') {
      isWhole = false;
      return;
    }
    if (at.kind !== 'none') for (const { then } of at.branches) visit(then);
    visit(at.otherwise);
  };
  look(tree);
  return { names, isWhole };
}
