/** RBAC by a matcher tree: what no branch takes is denied. */
import type { BoundMessage } from '../../../model/bound.ts';
import { follow, type ValueOf } from '../../tree/follow.ts';
import { type Input, readTree } from '../../tree/tree.ts';
import { addressText } from '../../where/addresses.ts';
import type { Address } from '../client.ts';
import { type FilterVisit, passed, type Verdict } from '../filter.ts';

export function matcherVerdict(matcher: BoundMessage, visit: FilterVisit): Verdict {
  const found = follow(readTree(matcher), {
    valueOf: (input: Input) => valueIn(input, visit),
    regexes: visit.regexes,
  });
  if (found.kind === 'open') return { effect: 'open', why: found.why };
  if (found.kind === 'none')
    return { effect: 'answered', status: 403, why: 'no branch of its matcher takes it, which denies it' };
  const { name, action = 'ALLOW', '@type': type } = found.action;
  if (type !== undefined && type !== 'config.rbac.v3.Action')
    return { effect: 'open', why: 'the action of its matcher is not known here' };
  const rule = typeof name === 'string' ? name : '';
  const quoted = JSON.stringify(rule);
  if (action === 'DENY')
    return {
      effect: 'answered',
      status: 403,
      rule,
      at: found.action,
      why: `the action ${quoted} denies it`,
    };
  return passed(`the action ${quoted} ${action === 'LOG' ? 'only logs it' : 'allows it'}`);
}

function valueIn({ type, header }: Input, { request, client }: FilterVisit): ReturnType<ValueOf> {
  switch (type) {
    case 'HttpRequestHeaderMatchInput':
      return request.header(header === 'host' ? ':authority' : header);
    case 'DestinationIPInput':
      return textOf(client.destination);
    case 'DestinationPortInput':
      return client.port === undefined
        ? { undecided: 'the request does not tell the port that the client connected to (--listener)' }
        : String(client.port);
    case 'SourceIPInput':
      return textOf(client.trusted);
    case 'DirectSourceIPInput':
      return textOf(client.direct);
    case 'ServerNameInput':
      return client.serverName === '' ? undefined : client.serverName;
    default:
      return { undecided: 'its matcher looks at an input that is not known here' };
  }
}

function textOf(address: Address): string | { readonly undecided: string } {
  return 'undecided' in address ? address : addressText(address);
}
