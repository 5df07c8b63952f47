/** Role-based access control: 403 for what no policy allows, or for what one denies. */
import { type BoundMessage, isObject } from '../../../model/bound.ts';
import type { Message } from '../../../schema/types.ts';
import type { Answer } from '../../regex/regexes.ts';
import { allOf, anyOf } from '../answers.ts';
import { type FilterVisit, mostSpecific, passed, readAs, skipped, type Verdict } from '../filter.ts';
import { permissionHolds, principalHolds } from './conditions.ts';
import { expressionHolds } from './expression.ts';
import { matcherVerdict } from './matcher.ts';

type Rules = Message<'rbac.RBAC'>;
type Policy = Message<'Policy'>;

export function rbac(config: BoundMessage, visit: FilterVisit): Verdict {
  const own = mostSpecific('RBACPerRoute', visit);
  const { rules, matcher } = (own === undefined ? readAs('http.rbac.RBAC', config) : own.rbac) ?? {};
  if (isObject(matcher)) return ofRoute(matcherVerdict(matcher, visit), own !== undefined);
  if (rules === undefined)
    return skipped(own === undefined ? 'it has no rules' : 'the settings of the route leave out the rules');
  return ofRoute(rulesVerdict(rules, visit), own !== undefined);
}

function ofRoute(verdict: Verdict, isOfRoute: boolean): Verdict {
  return verdict.effect === 'answered' ? { ...verdict, isOfRoute } : verdict;
}

/** What rules say of a request, or of a connection. */
export function rulesVerdict({ action = 'ALLOW', policies = {} }: Rules, visit: FilterVisit): Verdict {
  if (action === 'LOG') return skipped('its rules only log');
  const named = Object.entries(policies).sort(([one], [other]) => (one < other ? -1 : 1));
  let open: string | undefined;
  for (const [name, policy] of named) {
    const answer = policyHolds(policy, visit);
    // Any policy that holds decides alike, whatever stays open before it.
    if (answer === true) return matched(action, name, policy);
    if (answer !== false) open ??= `the policy ${JSON.stringify(name)}: ${answer.undecided}`;
  }
  if (open !== undefined) return undecidedBy(open);
  const none = noneHolds(
    named.map(([name]) => name),
    action === 'DENY' ? 'deny' : 'allow',
  );
  if (action === 'DENY') return passed(none);
  return { effect: 'answered', status: 403, why: `${none}; what none allows is denied` };
}

function noneHolds([name, ...others]: readonly string[], verb: 'deny' | 'allow'): string {
  if (name === undefined) return `it has no policies that ${verb}`;
  if (others.length > 0) return `none of its ${others.length + 1} policies that ${verb} holds`;
  const does = verb === 'deny' ? 'denies' : 'allows';
  return `its policy ${JSON.stringify(name)}, which ${does}, does not hold`;
}

function matched(action: string | number, name: string, policy: Policy): Verdict {
  const quoted = JSON.stringify(name);
  if (action === 'DENY')
    return { effect: 'answered', status: 403, rule: name, at: policy, why: `the policy ${quoted} denies it` };
  return { effect: 'passed', rule: name, why: `the policy ${quoted} allows it` };
}

function undecidedBy(why: string): Verdict {
  return { effect: 'open', why };
}

function policyHolds({ permissions = [], principals = [], condition }: Policy, visit: FilterVisit): Answer {
  return allOf(
    [
      () => anyOf(permissions, (each) => permissionHolds(each, visit)),
      () => anyOf(principals, (each) => principalHolds(each, visit)),
      (): Answer => condition === undefined || expressionHolds(condition, visit),
    ],
    (part) => part(),
  );
}
