import { type BoundMessage, isObject } from '../../model/bound.ts';
import { matchList } from '../../routing/all/index.ts';
import { filtersFor, type HttpFilter } from '../../routing/filters/chain.ts';
import { levelsIn } from '../../routing/filters/settings.ts';
import type { Message } from '../../schema/types.ts';
import { lowerRuleMatch } from '../../traffic/predicate.ts';
import { budgetOf } from '../budget.ts';
import type { Location } from '../finding.ts';
import { nodeOf, placeOf } from '../place.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';
import type { Subject } from '../subject.ts';
import { policyWithin } from '../traffic/policies.ts';
import { verdictOn } from '../traffic/verdicts.ts';

/** More policies of one filter are not held against each other. */
const MAX_POLICIES = 500;

const lineOf = (at: Location): number => placeOf(nodeOf(at)).range.start.line;

const policy = (name: string, path: string): string =>
  `${name}: { permissions: [{ url_path: { path: ${path} } }], principals: [{ any: true }] }`;

const exampleOfPolicies = (policies: readonly string[]): string => `rules:
  policies:
    ${policies.join('\n    ')}
`;

export const shadowedPolicy: AnalysisRule = {
  id: 'shadowed-policy',
  level: 'warning',
  tag: 'unnecessary',
  purpose: 'A policy of access that decides about no request: another one takes all that it takes.',
  why: 'A request that any policy of rbac takes is allowed, or denied, whatever the others say: a policy whose requests another one takes as well changes nothing, and a wide one makes all narrow ones idle. Rules of jwt_authn are read in order, and the first that fits decides: one whose requests earlier ones take is never looked at, and the tokens that it asks for are not asked for.',
  remedy: 'Narrow the other policy, move the rule above those that take its requests, or delete it.',
  source: 'how the proxy behaves: rbac, jwt_authn (docs/routing.md, facts 112 and 114)',
  bad: {
    type: 'http.rbac.RBAC',
    yaml: exampleOfPolicies([policy('all', '{ prefix: / }'), policy('shop', '{ prefix: /shop }')]),
  },
  good: {
    type: 'http.rbac.RBAC',
    yaml: exampleOfPolicies([policy('help', '{ prefix: /help }'), policy('shop', '{ prefix: /shop }')]),
  },
  withSubject: {
    'rbac.RBAC'({ action, policies = {} }, frame, look) {
      const all = Object.entries(policies);
      // Those that only log say which of them it was.
      if (action === 'LOG' || all.length > MAX_POLICIES) return;
      for (const [at, [name, own]] of all.entries()) {
        const taker = all.find(
          ([, other], place) =>
            place !== at &&
            policyWithin(own, other, look.subject) &&
            // Of two alike the first stays.
            (place < at || !policyWithin(other, own, look.subject)),
        );
        if (taker !== undefined)
          reportPolicy(name, taker[0], action === 'DENY' ? 'denies' : 'allows', frame, look);
      }
    },
    JwtAuthentication({ rules = [] }, frame, look) {
      const { subject, namespace } = look;
      const asked = rules.map(({ match }) => lowerRuleMatch(match));
      if (asked.length < 2) return;
      const list = matchList(asked, { regexes: subject.regexes, namespace });
      for (const index of asked.keys()) {
        const verdict = verdictOn(list, index, subject.shared(budgetOf));
        if (verdict.kind === 'hidden') reportRule(index, verdict.by, frame, look);
      }
    },
  },
};

type Frame = Parameters<RuleContext['spot']>[0];

function reportPolicy(
  name: string,
  taker: string,
  does: string,
  frame: Frame,
  { spot, report }: RuleContext,
): void {
  const at = spot(frame, 'policies', name);
  const other = spot(frame, 'policies', taker);
  const quoted = JSON.stringify(taker);
  report({
    message: `the policy ${JSON.stringify(name)} decides about no request: the policy ${quoted} (line ${lineOf(other)}) ${does} all that it ${does}; narrow ${quoted}, or delete this one`,
    at,
    related: [{ message: 'takes all of its requests', at: other }],
    identity: name,
    data: { policy: name, by: [taker] },
  });
}

function reportRule(index: number, by: readonly number[], frame: Frame, { spot, report }: RuleContext): void {
  const takers = by.map((each) => ({ each, at: spot(frame, 'rules', each) }));
  const lines = takers.map(({ each, at }) => `${each} (line ${lineOf(at)})`).join(', ');
  const take = by.length === 1 ? `rule ${lines} takes` : `rules ${lines} together take`;
  report({
    message: `rule ${index} is never looked at, so that nobody is asked for its tokens: ${take} all its requests first; move it above, or delete it`,
    at: spot(frame, 'rules', index),
    related: takers.map(({ at }) => ({ message: 'takes some or all of its requests', at })),
    data: { rule: index, by },
  });
}

type RouteConfiguration = Message<'RouteConfiguration'>;

const exampleOfChain = (policies: string): string => `codec_type: AUTO
stat_prefix: front
http_filters:
  - name: authz
    typed_config:
      "@type": type.googleapis.com/envoy.extensions.filters.http.rbac.v3.RBAC
      rules: { action: ALLOW, policies: ${policies} }
  - name: router
    typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router }
route_config:
  virtual_hosts:
    - name: shop
      domains: [shop.test]
      routes: [{ match: { prefix: / }, direct_response: { status: 200 } }]
`;

export const unreachableFilter: AnalysisRule = {
  id: 'unreachable-filter',
  level: 'warning',
  purpose: 'An HTTP filter that no request comes to, since one before it answers them all.',
  why: 'Filters see a request in their order. One that answers every request leaves nothing to those behind it, nor to the routes: rbac whose rules allow nobody or deny everybody, a health check without conditions, keys of which there are none.',
  remedy:
    'Give the filter in front the conditions that were meant, let a route switch it off, or remove what stands behind it.',
  source: 'how the proxy behaves: HTTP filters (docs/routing.md, facts 110, 112, 115 and 121)',
  bad: { type: 'HttpConnectionManager', yaml: exampleOfChain('{}') },
  good: {
    type: 'HttpConnectionManager',
    yaml: exampleOfChain(
      '{ help: { permissions: [{ url_path: { path: { prefix: /help } } }], principals: [{ any: true }] } }',
    ),
  },
  withSubject: {
    HttpConnectionManager(manager, frame, look) {
      const { namespace, subject, spot, report } = look;
      const filters = filtersFor(manager, PLAIN, namespace);
      const at = filters.findIndex((filter) => !filter.disabled && answersAll(filter) !== undefined);
      const [filter, next] = [filters[at], filters[at + 1]];
      const routes = filter === undefined ? undefined : routesOf(manager, subject);
      if (filter === undefined || next === undefined || routes === undefined) return;
      // Whatever a route says for it, it may do otherwise there.
      const levels = routes.flatMap((each) => levelsIn(each));
      if (levels.some(({ level }) => says(level, filter.name))) return;
      const rest = filters.length - at - 2;
      const more = rest === 0 ? '' : `, to ${rest === 1 ? 'the one' : `the ${rest}`} behind it`;
      report({
        message: `no request comes to the filter ${JSON.stringify(next.name)}${more}, nor to any route: the filter ${JSON.stringify(filter.name)} before it answers every request, since ${answersAll(filter)}`,
        at: spot(frame, 'http_filters', at + 1),
        related: [{ message: 'answers every request', at: spot(frame, 'http_filters', at) }],
        identity: next.name,
        data: { filter: next.name, by: filter.name },
      });
    },
  },
};

const PLAIN = { method: 'GET', authority: '', path: '/', scheme: 'http', internal: false, headers: {} };

/** All routes that the requests of a manager come to; undefined where the input does not hold them. */
function routesOf(
  manager: Message<'HttpConnectionManager'>,
  { routing }: Subject,
): readonly RouteConfiguration[] | undefined {
  const own = manager.route_config;
  const chains = routing.listeners.flatMap((listener) => listener.chains);
  const among = chains.filter(({ leads }) => leads.some((lead) => lead.manager.message === manager));
  const fetched = among.flatMap(({ leads }) => leads.map(({ found }) => found.routeConfiguration));
  const routes = own === undefined ? fetched : [own];
  const isOpen = own === undefined && among.some(({ elsewhere }) => elsewhere !== undefined);
  return isOpen || routes.length === 0 || routes.some((each) => isObject(each.vhds)) ? undefined : routes;
}

function says(
  { typed_per_filter_config: typed, per_filter_config: older }: BoundMessage,
  name: string,
): boolean {
  return [typed, older].some((map) => isObject(map) && (Object.hasOwn(map, name) || map === older));
}

/** Why a filter answers every request, as long as no route says something for it. */
function answersAll({ kind, config, unread }: HttpFilter): string | undefined {
  if (unread !== undefined) return undefined;
  switch (kind) {
    case 'rbac':
      return deniesAll(config);
    case 'health_check': {
      const { pass_through_mode: passes, headers } = config;
      return passes === false && isEmpty(headers)
        ? 'a health check without headers is every request'
        : undefined;
    }
    case 'api_key_auth': {
      const { credentials, key_sources: sources } = config;
      if (isEmpty(credentials)) return 'it has no credentials to compare with';
      return isEmpty(sources) ? 'it has no key_sources to look at' : undefined;
    }
    default:
      return undefined;
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function deniesAll({ rules, matcher }: BoundMessage): string | undefined {
  if (!isObject(rules) || matcher !== undefined) return undefined;
  const { action = 'ALLOW', policies = {} } = rules;
  if (!isObject(policies)) return undefined;
  const all = Object.entries(policies);
  if (action === 'ALLOW' || action === 0)
    return all.length === 0 ? 'its rules allow nobody without a policy' : undefined;
  if (action !== 'DENY' && action !== 1) return undefined;
  const taker = all.find(([, policy]) => isObject(policy) && takesAll(policy));
  return taker && `its policy ${JSON.stringify(taker[0])} denies everybody`;
}

function takesAll({ permissions, principals, condition, checked_condition: checked }: BoundMessage): boolean {
  const isAny = (list: unknown): boolean =>
    Array.isArray(list) && list.some((each) => isObject(each) && each.any === true);
  return condition === undefined && checked === undefined && isAny(permissions) && isAny(principals);
}
