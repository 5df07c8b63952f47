/**
 * Whether a condition holds for one request that was traced: the judge of what is concluded over all requests. It asks
 * the one-request model, and none of the sets.
 */

import { type BoundMessage, versionOf } from '../model/bound.ts';
import { filtersFor } from '../routing/filters/chain.ts';
import { settingsFor } from '../routing/filters/settings.ts';
import { finalHeaders, forwardedHeaders } from '../routing/outcome/final-headers.ts';
import { openMirrors } from '../routing/outcome/mirror.ts';
import { type Branch, type Outcome, UNFILTERED } from '../routing/outcome/outcome.ts';
import type { Regexes } from '../routing/regex/regexes.ts';
import { type Request, seen } from '../routing/request/request.ts';
import { splitUrl } from '../routing/request/request-json.ts';
import type { Routed } from '../routing/route.ts';
import type { FoundRouting } from '../routing/where/find.ts';
import type { FoundManager } from '../routing/where/manager.ts';
import { listenerNames } from '../routing/where/names.ts';
import { type MirrorPolicy, mirrorPoliciesOf } from '../traffic/action.ts';
import { isRenamed } from '../traffic/own-headers.ts';
import { keptAsOne } from '../traffic/repeated-headers.ts';
import { lowerAscii } from '../traffic/text.ts';
import { asksForName, chainIsTls, comesFrom, demandsCertificate } from './connection.ts';
import { type Condition, fitsAny, fitsName, type HeaderTest, type Leaf, type TextTest } from './property.ts';
import { writerOf } from './written.ts';

/** One end that a traced request may come to. */
export interface Observed {
  readonly routed: Routed;
  /** As its route configuration sees it. */
  readonly request: Request;
  readonly branch: Pick<Branch, 'route' | 'outcome'>;
  /** The cluster that is picked, of a forwarded one. */
  readonly cluster: string | undefined;
  readonly routing: FoundRouting;
  readonly regexes: Regexes;
}

/** Undefined where it cannot be said. */
export type Answer = boolean | undefined;

/** All ends of a traced request of which a property speaks: not where its connection is closed, or its manager answers it. */
export function observedIn(
  routed: Routed,
  { routing, regexes }: Pick<Observed, 'routing' | 'regexes'>,
): readonly Observed[] {
  const { trace } = routed;
  const { outcome } = trace;
  if (outcome.kind === 'closed') return [];
  const branches = outcome.kind === 'random' ? outcome.branches : [{ route: trace.route, outcome }];
  return branches.flatMap((branch): readonly Observed[] => {
    if (branch.outcome[UNFILTERED]) return [];
    const request = trace.arrived ?? trace.request;
    const one = { routed, request, branch, cluster: undefined, routing, regexes };
    const { clusters } = branch.outcome;
    return clusters.length === 0 ? [one] : clusters.map(({ name }) => ({ ...one, cluster: name }));
  });
}

export function holds(condition: Condition, at: Observed): Answer {
  switch (condition.kind) {
    case 'not':
      return negated(holds(condition.of, at));
    case 'all':
      return every(condition.of.map((each) => holds(each, at)));
    case 'any':
      return negated(every(condition.of.map((each) => negated(holds(each, at)))));
    default:
      return leaf(condition, at);
  }
}

function negated(answer: Answer): Answer {
  return answer === undefined ? undefined : !answer;
}

function every(answers: readonly Answer[]): Answer {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function some(answers: readonly Answer[]): Answer {
  return negated(every(answers.map(negated)));
}

function leaf(condition: Leaf, at: Observed): Answer {
  const { request, branch, routed } = at;
  const { outcome } = branch;
  const isOpen = outcome.kind === 'undecided';
  switch (condition.kind) {
    case 'host':
      return condition.names.some((name) => fitsHost(name, request.authority));
    case 'path':
      return some(
        condition.tests.map((test) => fitsText(test, request.path.split('?', 1)[0] ?? '', at.regexes)),
      );
    case 'method':
      return condition.names.includes(request.method);
    case 'header':
      if (managersOf(routed).some(({ own }) => isRenamed(condition.header.name, own))) return undefined;
      return headerHolds(
        condition.header,
        seen(request, wordOf(routed)).values(condition.header.name),
        at.regexes,
      );
    case 'upstream_header':
      return isOpen ? undefined : upstreamHolds(condition.header, at);
    case 'scheme':
      if (condition.of === 'request') return schemeOf(request, wordOf(routed)) === condition.scheme;
      return isOpen ? undefined : outcome.kind === 'redirect' && locationScheme(outcome) === condition.scheme;
    case 'listener':
      return (
        routed.way !== undefined &&
        listenerNames(routed.way.listener).some((name) => fitsAny(condition.names, name))
      );
    case 'cluster':
      return isOpen ? undefined : clusterHolds(condition.names, at);
    case 'route':
    case 'virtual_host': {
      // What a filter answers comes to neither.
      const own = condition.kind === 'route' ? branch.route?.name : routed.trace.virtual_host;
      if (outcome.kind === 'answered' || !fitsAnyOf(condition.names, own)) return false;
      return isOpen ? undefined : true;
    }
    case 'outcome':
      return isOpen ? undefined : condition.kinds.some((kind) => kind === outcome.kind);
    case 'status':
      if (outcome.status !== null) return condition.statuses.includes(outcome.status);
      return isOpen || outcome.kind === 'forward' ? undefined : false;
    case 'passed':
      return isOpen ? undefined : passedHolds(condition, at);
    default:
      return connectionHolds(condition, at);
  }
}

/** Whether a filter that fits looked at the request and let it pass. */
function passedHolds(
  { filter, provider, policy }: Extract<Leaf, { kind: 'passed' }>,
  { branch: { outcome }, request }: Observed,
): Answer {
  const { filters } = outcome;
  if (filters === undefined) return outcome.assuming === undefined ? false : undefined;
  return filters.some(({ name, type, effect, rule }) => {
    // The router only does what the route says.
    if (effect === 'skipped' || effect === 'answered' || /\.Router$/.test(type ?? '')) return false;
    if (!fitsName(filter, name) && !(type !== null && fitsName(filter, type))) return false;
    if (/\.JwtAuthentication$/.test(type ?? ''))
      return (
        policy === undefined &&
        request.claims !== undefined &&
        fitsName(provider ?? '*', request.claims.provider)
      );
    if (provider !== undefined) return false;
    return policy === undefined || (rule !== undefined && fitsName(policy, rule));
  });
}

function managersOf({ way, found }: Routed): readonly FoundManager[] {
  return (way?.chain.leads ?? []).flatMap((lead) => (lead.found === found ? lead.manager : []));
}

function wordOf({ found }: Routed): string {
  return found?.namespace ?? '';
}

function schemeOf(request: Request, namespace: string): string | undefined {
  return seen(request, namespace).header('x-forwarded-proto');
}

function locationScheme({ location }: Outcome): string | undefined {
  return location === null ? undefined : splitUrl(location)?.scheme;
}

function fitsAnyOf(names: readonly string[], name: string | null | undefined): boolean {
  return name !== null && name !== undefined && fitsAny(names, name);
}

/** With or without a port; letter case does not count. */
function fitsHost(pattern: string, authority: string): boolean {
  const [wanted, host] = [lowerAscii(pattern), lowerAscii(authority)];
  return fitsAny([wanted], host) || fitsAny([wanted], host.replace(/:[0-9]+$/, ''));
}

function clusterHolds(names: readonly string[], { cluster, branch: { outcome } }: Observed): Answer {
  if (cluster !== undefined && fitsAny(names, cluster)) return true;
  if (outcome.mirror.some((mirror) => fitsAny(names, mirror.cluster))) return true;
  return openMirrors(outcome) === undefined ? false : undefined;
}

function fitsText({ how, text }: TextTest, value: string, regexes: Regexes): Answer {
  switch (how) {
    case 'exact':
      return value === text;
    case 'prefix':
      return value.startsWith(text);
    case 'suffix':
      return value.endsWith(text);
    case 'contains':
      return value.includes(text);
    case 'regex': {
      const answer = regexes.matches(text, 're2', value);
      return typeof answer === 'boolean' ? answer : undefined;
    }
  }
}

function headerHolds({ test }: HeaderTest, values: readonly string[] | undefined, regexes: Regexes): Answer {
  if (test === 'present') return values !== undefined;
  if (test === 'absent') return values === undefined;
  return values === undefined ? false : some(values.map((value) => fitsText(test, value, regexes)));
}

function upstreamHolds(header: HeaderTest, at: Observed): Answer {
  const { routed, branch, request, cluster, regexes } = at;
  const { found, trace } = routed;
  const { outcome } = branch;
  if (outcome.kind !== 'forward') return false;
  const host = found?.routeConfiguration.virtual_hosts?.[trace.virtual_host_index ?? -1];
  const route = host?.routes?.[branch.route?.index ?? -1];
  if (found === undefined || host === undefined || route === undefined) return undefined;
  const entry = route.route?.weighted_clusters?.clusters?.find(({ name }) => name === cluster);
  const levels = [...(entry === undefined ? [] : [entry]), route, host, found.routeConfiguration];
  const context = { namespace: found.namespace, regexes };
  const visit = {
    routeConfiguration: found.routeConfiguration,
    virtualHost: host,
    route,
    request: seen(request, found.namespace),
    context,
  };
  if (writtenBeside(header.name, levels, mirrorPoliciesOf(visit), at)) return undefined;
  const picked = { ...outcome, clusters: outcome.clusters.filter(({ name }) => name === cluster) };
  const changed = finalHeaders(visit, picked, new Map()).request.get(header.name);
  if (changed === undefined) return headerHolds(header, visit.request.values(header.name), regexes);
  if (changed === null) return headerHolds(header, undefined, regexes);
  const isOne =
    versionOf(route) === 'v2' ||
    keptAsOne(header.name) ||
    managersOf(routed).some(({ own }) => own.joined.includes(header.name));
  if (isOne) return typeof changed === 'string' ? headerHolds(header, [changed], regexes) : undefined;
  const values = forwardedHeaders(visit, picked, new Map()).get(header.name) ?? [];
  const known = values.filter((each) => typeof each === 'string');
  const isPresence = header.test === 'present' || header.test === 'absent';
  const answer = headerHolds(header, known.length === 0 ? undefined : known, regexes);
  // Another value may meet it, or be there at all.
  const isSure = known.length === values.length || (known.length > 0 && (answer || isPresence));
  return isSure ? answer : undefined;
}

/** Whether others than routes may write a header, or take it. @param levels the most specific first */
function writtenBeside(
  name: string,
  levels: readonly BoundMessage[],
  mirrors: readonly MirrorPolicy[],
  at: Observed,
): boolean {
  const { routed, branch, cluster = '', routing } = at;
  const { filters = [] } = branch.outcome;
  const seeing = new Set(filters.flatMap((each) => (each.effect === 'skipped' ? [] : each.name)));
  const namespace = wordOf(routed);
  const takers = [cluster, ...branch.outcome.mirror.map((each) => each.cluster)];
  const last = takers.flatMap((each) => routing.upstreamFilters.get(each) ?? []);
  const shared = { namespace, last, mirrors };
  const managers = managersOf(routed);
  return (managers.length === 0 ? [undefined] : managers).some((manager) => {
    const gates = (manager === undefined ? [] : filtersFor(manager.message, at.request, namespace)).map(
      (filter) => ({
        filter,
        settings: [filter.config, ...settingsFor(filter, levels, namespace).all],
        looks: seeing.has(filter.name),
      }),
    );
    return writerOf(name, { ...shared, manager, gates }) !== undefined;
  });
}

function connectionHolds(
  condition: Extract<Leaf, { kind: 'tls' | 'client_certificate' | 'server_name' | 'source' }>,
  { routed: { way }, request }: Observed,
): Answer {
  if (way === undefined) return undefined;
  switch (condition.kind) {
    case 'tls': {
      const isTls = chainIsTls(way.chain);
      return isTls === undefined ? undefined : isTls === condition.wanted;
    }
    case 'client_certificate': {
      const demanded = demandsCertificate(way.chain);
      return demanded === undefined ? undefined : demanded === (condition.wanted === 'required');
    }
    case 'server_name': {
      const said = asksForName(way.chain, condition.names);
      return (
        said ??
        (request.server_name === undefined ? undefined : fitsAny(condition.names, request.server_name))
      );
    }
    case 'source':
      return comesFrom(way.chain, condition.ranges);
  }
}
