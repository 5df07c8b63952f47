import { type BoundMessage, NODE } from '../../model/bound.ts';
import { hasStrangeField } from '../../model/unknown-fields.ts';
import { type AskedValues, askedValues } from '../../routing/where/filter-chains.ts';
import type { Message } from '../../schema/types.ts';
import type { Location } from '../finding.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

type Chain = Message<'listener.FilterChain'>;

const example = (name: string): string => `name: front
address: { socket_address: { address: 127.0.0.1, port_value: 443 } }
filter_chains:
- filter_chain_match: { server_names: [shop.test] }
- filter_chain_match: { server_names: ["${name}", cart.test] }
`;

export const duplicateFilterChain: AnalysisRule = {
  id: 'duplicate-filter-chain',
  level: 'error',
  purpose: 'Two filter chains of a listener that ask for the same connections, or have the same name.',
  why: 'A connection goes to the one chain whose filter_chain_match fits best. The proxy refuses a listener in which two chains have the same value of everything that they ask for, and under a filter_chain_matcher two of the same name or one without.',
  remedy: 'Remove the value from one of the chains, ask for more in one of them, or merge them.',
  source: 'how the proxy behaves: FilterChainMatch, Listener.filter_chain_matcher',
  bad: { type: 'Listener', yaml: example('Shop.test') },
  good: { type: 'Listener', yaml: example('*.shop.test') },
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
    if (hasStrangeField('listener.FilterChainMatch', match)) continue;
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
