import type { Frame } from '../../model/walk.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

const example = (name: string): string => `server_names: [${JSON.stringify(name)}]\n`;

export const invalidFilterChainMatch: AnalysisRule = {
  id: 'invalid-filter-chain-match',
  level: 'error',
  purpose: 'A condition on connections that the proxy does not have.',
  why: 'Server names are asked for whole or as `*.` and a suffix; what has a `*` elsewhere the proxy refuses, as it does suffix_len and address_suffix, which the API knows and nothing reads.',
  remedy:
    'Write the names out, or `*.` and their suffix; leave server_names out for any name; ask for addresses by prefix_ranges.',
  source: 'how the proxy behaves: FilterChainMatch',
  bad: { type: 'listener.FilterChainMatch', yaml: example('shop.*') },
  good: { type: 'listener.FilterChainMatch', yaml: example('*.shop.test') },
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
