import { type BoundMessage, isObject } from '../../model/bound.ts';
import { readTree, type Then, type Tree } from '../../routing/tree/tree.ts';
import { quoted } from '../../traffic/words.ts';
import { listed } from '../listed.ts';
import type { AnalysisRule } from '../rule.ts';

const example = (name: string): string => `"@type": type.googleapis.com/envoy.config.listener.v3.Listener
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
  bad: { type: 'Listener', yaml: example('shops') },
  good: { type: 'Listener', yaml: example('shop') },
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
