/** Role-based access control: 403 for what no policy allows, or for what one denies. */
import { type BoundMessage, isObject } from '../../../model/bound.ts';
import { hasUnknownField } from '../../../model/unknown-fields.ts';
import type { Message } from '../../../schema/types.ts';
import { lowerHeader } from '../../../traffic/headers.ts';
import { templateOf } from '../../../traffic/path-template.ts';
import { lowerText } from '../../../traffic/text.ts';
import { matchesHeader } from '../../match/headers.ts';
import { textHolds, UNKNOWN_CONDITION } from '../../match/text.ts';
import type { Answer } from '../../regex/regexes.ts';
import { follow, type ValueOf } from '../../tree/follow.ts';
import { type Input, readTree } from '../../tree/tree.ts';
import { addressText, blockKey, blocksAround } from '../../where/addresses.ts';
import type { Address } from '../client.ts';
import {
  allOf,
  anyOf,
  type FilterVisit,
  ofRoutes,
  opposite,
  passed,
  readAs,
  skipped,
  type Verdict,
} from '../filter.ts';
import { filterStateHolds, metadataHolds } from '../metadata.ts';
import { expressionHolds } from './expression.ts';

type Rules = Message<'rbac.RBAC'>;
type Policy = Message<'Policy'>;

export function rbac(config: BoundMessage, visit: FilterVisit): Verdict {
  const own = ofRoutes('RBACPerRoute', visit.settings[0]);
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

/** RBAC by a matcher tree: what no branch takes is denied. */
function matcherVerdict(matcher: BoundMessage, visit: FilterVisit): Verdict {
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

type Permission = Message<'Permission'>;
type Principal = Message<'Principal'>;

/** Deeper ones are no configuration of people. */
const DEEPEST = 60;
const TOO_DEEP = { undecided: 'its conditions nest too deeply' } as const;

// Permissions and principals of a policy.

function permissionHolds(permission: Permission, visit: FilterVisit, depth = 0): Answer {
  if (depth > DEEPEST) return TOO_DEEP;
  const inner = (each: Permission): Answer => permissionHolds(each, visit, depth + 1);
  const { and_rules: and, or_rules: or, not_rule: not } = permission;
  if (and !== undefined) return allOf(and.rules ?? [], inner);
  if (or !== undefined) return anyOf(or.rules ?? [], inner);
  if (not !== undefined) return opposite(inner(not));
  const { destination_ip: address, destination_port: port, destination_port_range: range } = permission;
  const { requested_server_name: name, uri_template: template, matcher } = permission;
  if (address !== undefined) return isWithin(visit.client.destination, address);
  if (port !== undefined) return portHolds(visit, (own) => own === port);
  if (range !== undefined) {
    const { start = 0, end = 0 } = range;
    return portHolds(visit, (own) => own >= start && own < end);
  }
  if (name !== undefined) return serverNameHolds(name, visit);
  if (template !== undefined) return templateHolds(template, visit);
  if (matcher !== undefined) return { undecided: 'it asks an extension that is not known here' };
  return sharedHolds('Permission', permission, visit);
}

function principalHolds(principal: Principal, visit: FilterVisit, depth = 0): Answer {
  if (depth > DEEPEST) return TOO_DEEP;
  const inner = (each: Principal): Answer => principalHolds(each, visit, depth + 1);
  const { and_ids: and, or_ids: or, not_id: not } = principal;
  if (and !== undefined) return allOf(and.ids ?? [], inner);
  if (or !== undefined) return anyOf(or.ids ?? [], inner);
  if (not !== undefined) return opposite(inner(not));
  const { source_ip: source, direct_remote_ip: direct, remote_ip: remote } = principal;
  const { peer, direct: connected, trusted } = visit.client;
  if (source !== undefined) return isWithin(peer, source);
  if (direct !== undefined) return isWithin(connected, direct);
  if (remote !== undefined) return isWithin(trusted, remote);
  if (principal.authenticated !== undefined) return authenticatedHolds(principal.authenticated, visit);
  if (isObject(principal.filter_state)) return filterStateHolds(principal.filter_state, visit);
  if (principal.custom !== undefined) return { undecided: 'it asks an extension that is not known here' };
  return sharedHolds('Principal', principal, visit);
}

/** What permissions and principals have in common. */
function sharedHolds(
  type: 'Permission' | 'Principal',
  condition: Permission | Principal,
  visit: FilterVisit,
): Answer {
  const { any, header, url_path: path, metadata, sourced_metadata: sourced } = condition;
  const { request, regexes } = visit;
  if (header !== undefined) return matchesHeader(lowerHeader(header), request, regexes, undefined);
  if (path !== undefined)
    return path.path === undefined
      ? UNKNOWN_CONDITION
      : textHolds(lowerText(path.path), request.matchedPath, regexes);
  if (metadata !== undefined) return metadataHolds(metadata, visit);
  if (isObject(sourced)) return sourcedHolds(sourced, visit);
  if (any === true) return true;
  return hasUnknownField(type, condition) ? UNKNOWN_CONDITION : false;
}

function sourcedHolds(sourced: BoundMessage, visit: FilterVisit): Answer {
  const { metadata_matcher: matcher, metadata_source: source } = sourced;
  if (!isObject(matcher)) return UNKNOWN_CONDITION;
  const isRoutes = source === 'ROUTE' || source === 1;
  // Not even `invert` holds of a route that is not there.
  if (isRoutes && visit.route.kind === 'none') return false;
  return metadataHolds(matcher, visit, isRoutes);
}

function isWithin(address: Address, range: Message<'core.CidrRange'>): Answer {
  if ('undecided' in address) return address;
  const block = blockKey(range);
  for (const each of blocksAround(address)) if (each === block) return true;
  return false;
}

function portHolds({ client: { port } }: FilterVisit, holds: (port: number) => boolean): Answer {
  return port === undefined
    ? { undecided: 'the request does not tell the port that the client connected to (--listener)' }
    : holds(port);
}

function serverNameHolds(
  matcher: Message<'type.matcher.StringMatcher'>,
  { client: { serverName }, regexes }: FilterVisit,
): Answer {
  if (typeof serverName !== 'string') return serverName;
  return textHolds(lowerText(matcher), serverName, regexes);
}

/** A template sees the path without its query, in every release that was asked (docs/routing.md, fact 127). */
function templateHolds(template: unknown, { request, regexes }: FilterVisit): Answer {
  const read = templateOf(template);
  if (read === undefined) return { undecided: 'it asks for the path by an extension that is not known here' };
  return textHolds({ kind: 'regex', pattern: read.pattern, grammar: 're2' }, request.matchedPath, regexes);
}

/** Any TLS connection meets an empty one, whether the client shows a certificate or not. */
function authenticatedHolds(
  { principal_name: name }: Message<'Principal.Authenticated'>,
  { client: { tls, certificate, wantsCertificate }, regexes }: FilterVisit,
): Answer {
  if (tls === false) return false;
  if (tls === undefined) return { undecided: 'it is not known whether the connection has TLS' };
  if (name === undefined) return true;
  if (certificate === undefined && wantsCertificate)
    return {
      undecided: 'the request does not tell the certificate of the client (--client-certificate)',
    };
  const { uri_sans: uris = [], dns_sans: names = [], subject = '' } = certificate ?? {};
  return anyOf([...uris, ...names, subject], (each) => textHolds(lowerText(name), each, regexes));
}
