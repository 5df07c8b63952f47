/**
 * What a route does, by the aspects of a trace's outcome, told from the configuration alone. Equal texts mean the same
 * outcome for every request that the route takes; different texts need a replay, since two ways of writing can come to
 * the same.
 */

import { canonicalForm } from '../../../canonical/form.ts';
import { picksByPlace } from '../../../effects/clusters-of-action.ts';
import { repeatedEntries } from '../../../effects/repeated.ts';
import { isObject, versionOf } from '../../../model/bound.ts';
import type { RouteVisit, RoutingContext } from '../../../routing/context.ts';
import type { Picked } from '../../../routing/outcome/clusters.ts';
import { levelsOf } from '../../../routing/outcome/header-changes.ts';
import { shareAmong } from '../../../routing/outcome/mirror.ts';
import { corsPolicyOf, metadataMatchOf, retryPolicyOf } from '../../../routing/outcome/policies.ts';
import { namesCluster, rateLimitsOf } from '../../../routing/outcome/rate-limit.ts';
import { ANY_VALUE, countsIn, type RandomSet } from '../../../routing/random-range.ts';
import { type Share, shareOf, takesAll } from '../../../routing/runtime.ts';
import { isEnd } from '../../../routing/tree/flatten.ts';
import type { MessageName } from '../../../schema/types.ts';
import { ExactNumber } from '../../../source/data.ts';
import {
  hostRewriteOf,
  type MirrorPolicy,
  mirrorPoliciesOf,
  missingStatus,
  redirectStatus,
  totalWeight,
} from '../../../traffic/action.ts';
import { lowerAscii } from '../../../traffic/text.ts';
import { type NamesOfSide, OWN_NAMES } from '../../cluster-names.ts';
import type { Aspect } from '../aspects.ts';
import { clusterExists, type HostPlace, hasNames, type Route } from '../served-host.ts';
import { filterSettings } from './filter-settings.ts';
import { headerEffect } from './header-effect.ts';
import { namesInHeaders, renamedIn, withNames } from './renamed.ts';
import { regexParts, rewriteText } from './rewrite-text.ts';

/** The aspects in which outcomes are compared. */
export type Settings = { readonly [aspect in Aspect]?: string };

/** Settings that no route stands behind. */
export const NOT_FOUND: Settings = { response: '404' };

/** The redirect of require_tls: the request's own URL, its port included (fact 10). */
export const TLS_REDIRECT: Settings = { redirect: JSON.stringify(['tls', 301]) };

type Action = NonNullable<Route['route']>;

/**
 * What is told of the random value of requests, which picks the weighted cluster and decides about copies (fact 159):
 * those that bring them to the route, or that each is to have the same outcome.
 */
export type ByValue = RandomSet | 'each value';

/**
 * @param portless whether no host here ends with the default port of a scheme, so that a redirect that keeps the host
 *   keeps its port too
 * @param byValue absent where any value brings them there, and only the shares count
 */
export function settingsOf(place: HostPlace, route: Route, portless: boolean, byValue?: ByValue): Settings {
  const visit = visitOf(place, route, byValue);
  const { names = OWN_NAMES.before } = place;
  if (visit === undefined || isEnd(route)) return NOT_FOUND;
  const filters = filterSettings(visit);
  const settings = settingsOfAction(visit, route, portless, names);
  return filters === '' ? settings : { ...settings, filters };
}

function settingsOfAction(visit: Visit, route: Route, portless: boolean, names: NamesOfSide): Settings {
  if (route.route) return forwarding(visit, route.route, names);
  const response_headers = effect(visit, 'response', names);
  if (route.redirect) return { redirect: redirectText(route, portless), response_headers };
  if (route.direct_response) {
    const { status = 0, body } = route.direct_response;
    return { response: JSON.stringify([status, bodyText(body)]), response_headers };
  }
  return { destination: JSON.stringify(['undecided', route.filter_action ?? null]) };
}

/** Settings as a text, as far as some aspects go. */
export function settingsText(settings: Settings, aspects: readonly Aspect[]): string {
  return JSON.stringify(aspects.map((aspect) => settings[aspect] ?? ''));
}

/** What the settings of a route stand on; the request of the visit is never looked at. */
function visitOf(
  { found, virtualHost, context }: HostPlace,
  route: Route,
  given?: ByValue,
): Visit | undefined {
  if (virtualHost === undefined) return undefined;
  const visit: Visit = { routeConfiguration: found.routeConfiguration, virtualHost, route, context };
  const byValue = byValueIn(visit, given);
  if (byValue === undefined) return visit;
  return { ...visit, byValue, ...(typeof given === 'object' ? { values: given } : {}) };
}

interface Visit extends Omit<RouteVisit, 'request'> {
  /** Absent where the shares of its settings count, and nothing else. */
  readonly byValue?: ByValue;
}

/** Whether the random value decides what becomes of requests that come to a route. */
export function asksValue({ found, virtualHost, context }: HostPlace, route: Route): boolean {
  if (virtualHost === undefined) return false;
  const { picks, copies } = asking({
    routeConfiguration: found.routeConfiguration,
    virtualHost,
    route,
    context,
  });
  return picks.length + copies.length > 0;
}

/** For each thing that asks the random value in a route whether a runtime key, or a request, may change what it makes of it. */
function asking(visit: Visit): { readonly picks: readonly boolean[]; readonly copies: readonly boolean[] } {
  const { route: action } = visit.route;
  const { weighted_clusters: weighted } = action ?? {};
  const picked = (weighted?.clusters ?? []).filter(({ weight = 0 }) => weight > 0);
  const hasPrefix = (weighted?.runtime_key_prefix ?? '') !== '';
  const isDrawn = weighted !== undefined && (picked.length > 1 || hasPrefix);
  // Where neither a header nor a hash picks one, the value does.
  const isOpen = hasPrefix || (weighted !== undefined && picksByPlace(weighted));
  const copies = (action === undefined ? [] : mirrorPoliciesOf(visit)).flatMap((policy) => {
    const { share, key } = copiesOf(policy);
    const isSome = share.numerator > 0 && !takesAll(share);
    return isSome || key !== '' ? key !== '' : [];
  });
  return { picks: isDrawn ? [isOpen] : [], copies };
}

/**
 * What counts of a route: nothing more than shares where one thing asks the value and all values come to it. Where
 * several ask, what they make of it together; and where others may change that, or more than one copy is for a part of the
 * requests, what each makes of each value.
 */
function byValueIn(visit: Visit, given: ByValue | undefined): ByValue | undefined {
  const { picks, copies } = asking(visit);
  const all = [...picks, ...copies];
  if (all.length === 0 || (all.length === 1 && given === undefined)) return undefined;
  return copies.length > 1 || all.includes(true) ? 'each value' : (given ?? ANY_VALUE);
}

/** How long a request may take. A limit of the stream counts alone (fact 81). */
function limits(action: Action): Pick<Settings, 'timeout' | 'max_grpc_timeout'> {
  const { timeout = '15s', max_grpc_timeout: cap, grpc_timeout_offset: offset = '0s' } = action;
  // Without a limit of their own both older fields only take what grpc-timeout asks for, as the stream's does.
  const isUnlimited = timeout === '0s' && cap === '0s';
  const asked = {
    grpc_timeout_header_max: '0s',
    ...(offset === '0s' ? {} : { grpc_timeout_header_offset: offset }),
  };
  const stream = action.max_stream_duration ?? (isUnlimited ? asked : undefined);
  if (stream !== undefined)
    return { timeout: JSON.stringify(['stream', sorted(stream)]), max_grpc_timeout: '' };
  return {
    timeout: JSON.stringify([timeout, ...(cap === undefined ? [] : [cap, offset])]),
    max_grpc_timeout: cap ?? '',
  };
}

function forwarding(visit: Visit, action: Action, names: NamesOfSide): Settings {
  const { context, route } = visit;
  const missing = missingStatus(action);
  if (action.cluster !== undefined && !clusterExists(context, action.cluster))
    return { response: String(missing) };
  // Policies do not look at the request.
  const whole = visit as RouteVisit;
  const rateLimits = rateLimitsOf(visit);
  const host = hostRewriteOf(action);
  const { host_rewrite_path_regex: rewrite } = action;
  return {
    destination: destinationText(visit, action, missing, names),
    path: rewriteText(route),
    host: JSON.stringify([
      host.literal || null,
      lowerAscii(host.header) || null,
      action.auto_host_rewrite === true && hasNames(context, action),
      ...(rewrite === undefined ? (host.format ? [host.format] : []) : [regexParts(rewrite)]),
    ]),
    ...limits(action),
    idle_timeout: action.idle_timeout ?? '',
    priority: String(action.priority ?? 'DEFAULT'),
    retry_policy: canonicalText('route.RetryPolicy', retryPolicyOf(whole), context.namespace),
    mirror: mirrorText(visit, names),
    cors: canonicalText('route.CorsPolicy', corsPolicyOf(whole), context.namespace),
    hash_policy: (action.hash_policy ?? [])
      .map((policy) => canonicalText('route.RouteAction.HashPolicy', policy, context.namespace))
      .join(),
    metadata_match: JSON.stringify(
      sorted(metadataMatchOf(context.namespace, action.metadata_match, undefined)),
    ),
    request_headers: effect(visit, 'request', names),
    response_headers: effect(visit, 'response', names),
    rate_limits: withNames(
      rateLimits
        .map((limit) => canonicalText('route.RateLimit', { ...limit, stage: undefined }, context.namespace))
        .join(),
      namesCluster(rateLimits) ? renamedIn(action, names) : [],
    ),
  };
}

function effect(visit: Visit, which: 'request' | 'response', names: NamesOfSide): string {
  const text = headerEffect(levelsOf(visit as RouteVisit), which);
  return withNames(text, namesInHeaders(text, visit.route.route, names));
}

function destinationText(
  { context, routeConfiguration, byValue, values }: Visit,
  action: Action,
  missing: number,
  names: NamesOfSide,
): string {
  if (action.cluster !== undefined) return JSON.stringify(['cluster', names.of(action.cluster)]);
  if (action.cluster_header !== undefined)
    return JSON.stringify([
      'cluster_header',
      ...namedBy(action.cluster_header, context),
      // In version 3 it decides what a missing one answers (fact 78).
      ...(versionOf(action) === 'v3' ? [missing] : []),
    ]);
  const { weighted_clusters: weighted } = action;
  if (weighted === undefined) {
    const named = (plugin: unknown): boolean =>
      isObject(plugin) &&
      isObject(plugin.extension) &&
      plugin.extension.name === action.cluster_specifier_plugin;
    const plugin = (routeConfiguration.cluster_specifier_plugins ?? []).find(named);
    return JSON.stringify(['undecided', sorted(plugin), sorted(action.inline_cluster_specifier_plugin)]);
  }
  const only = onlyCluster(weighted);
  if (only !== undefined && clusterExists(context, only)) return JSON.stringify(['cluster', names.of(only)]);
  const total = totalOf(weighted);
  const isByPlace = picksByPlace(weighted) || byValue === 'each value';
  const shares = typeof byValue === 'object' && !isByPlace ? drawnShares(weighted, byValue) : undefined;
  const entries = (weighted.clusters ?? []).map((entry, at) => {
    const { name = '', weight = 0, metadata_match, ...own } = entry;
    const newer = [...namedBy(own.cluster_header, context), own.host_rewrite_literal ?? ''];
    // A number of the request picks by its rest of the total, so that weights of the same shares pick otherwise.
    const part = isByPlace ? [weight, total] : (shares?.[at] ?? weight / total);
    const share = clusterExists(context, name) ? part : ['missing', missing, part];
    const subset = metadataMatchOf(context.namespace, metadata_match, undefined);
    return JSON.stringify([
      names.of(name),
      share,
      sorted(subset),
      headerEffect([own], 'request'),
      headerEffect([own], 'response'),
      ...(newer.some((text) => text !== '') ? newer : []),
    ]);
  });
  const sum = (weighted.clusters ?? []).reduce((all, { weight = 0 }) => all + weight, 0);
  // Beyond the whole the order counts, and where the number that picks one comes with the request.
  if (sum <= total && !isByPlace) entries.sort();
  const prefix = weighted.runtime_key_prefix ?? '';
  // A weight that the runtime gives is one of the total, under a key that ends with the name.
  const ofRuntime = prefix === '' ? [] : [total, renamedIn(action, names)];
  const { header_name: header = '', use_hash_policy: hashes } = weighted;
  const decided = header === '' && hashes !== true ? [] : [lowerAscii(header), hashes === true];
  const ofValues = byValue === 'each value' && values !== undefined ? [values] : [];
  return JSON.stringify(['weighted', prefix, entries, ...ofRuntime, ...decided, ...ofValues]);
}

/** The cluster that takes everything, whatever picks, where its entry says nothing else, and no runtime another weight. */
function onlyCluster(weighted: NonNullable<Action['weighted_clusters']>): string | undefined {
  const { clusters = [], runtime_key_prefix: prefix = '' } = weighted;
  const [first, ...others] = clusters.filter(({ weight = 0 }) => weight > 0);
  if (first === undefined || others.length > 0 || first.weight !== totalOf(weighted)) return undefined;
  const isPlain = Object.keys(first).every((field) => field === 'name' || field === 'weight');
  return isPlain && prefix === '' ? first.name : undefined;
}

function totalOf(weighted: NonNullable<Action['weighted_clusters']>): number {
  return totalWeight(
    weighted,
    (weighted.clusters ?? []).map(({ weight = 0 }) => weight),
  );
}

/** The header that names a cluster, and the clusters that it may name. */
function namedBy(header = '', { clusters }: RoutingContext): readonly string[] {
  return header === '' ? [] : [lowerAscii(header), knownClusters(clusters)];
}

const clusterTexts = new WeakMap<object, string>();

function knownClusters(clusters: ReadonlySet<string> | undefined): string {
  if (clusters === undefined) return '';
  const known = clusterTexts.get(clusters) ?? JSON.stringify([...clusters].sort());
  clusterTexts.set(clusters, known);
  return known;
}

function mirrorText(visit: Visit, names: NamesOfSide): string {
  const { context, byValue } = visit;
  const texts = mirrorPoliciesOf(visit).flatMap((policy) => {
    const { cluster = '', cluster_header: header = '' } = policy;
    if (header === '' && context.clusters !== undefined && !context.clusters.has(cluster)) return [];
    const { share, key } = copiesOf(policy);
    const part = takesAll(share) ? 1 : share.numerator / share.denominator;
    if (part === 0 && key === '') return [];
    const isSome = part > 0 && part < 1;
    const asks = isSome || key !== '';
    const told = !asks || byValue === undefined ? part : copiedText(visit, share, byValue, names);
    return [[names.of(cluster), told, key, ...rarities(policy, context)]];
  });
  return JSON.stringify(texts);
}

/** The share that a policy copies, and the runtime key that may say another. */
function copiesOf({ runtime_fraction: fraction, runtime_key: key = '' }: MirrorPolicy): {
  readonly share: Share;
  readonly key: string;
} {
  if (fraction !== undefined)
    return { share: shareOf(fraction.default_value), key: fraction.runtime_key ?? '' };
  return { share: { numerator: key === '' ? 100 : 0, denominator: 100 }, key };
}

/** What is copied of the requests to each cluster. */
function copiedText(
  { route: { route: action = {} }, values }: Visit,
  share: Share,
  byValue: ByValue,
  names: NamesOfSide,
): unknown {
  if (byValue === 'each value') return [share.numerator, share.denominator, values ?? null];
  const partOf = (candidates: readonly { readonly picked: Picked }[]): number => {
    const { numerator, denominator } = shareAmong(share, byValue, candidates);
    return numerator / denominator;
  };
  const { weighted_clusters: weighted } = action;
  if (weighted === undefined) return partOf([]);
  const shares = drawnShares(weighted, byValue);
  const copied = pickedIn(weighted).map((picked, at) => {
    const { name = '', ...own } = weighted.clusters?.[at] ?? {};
    const entry = [names.of(name), sorted({ ...own, weight: shares[at] })];
    return [entry, (shares[at] ?? 0) > 0 ? partOf([{ picked }]) : 0] as const;
  });
  const parts = new Set(copied.flatMap(([, part], at) => ((shares[at] ?? 0) > 0 ? part : [])));
  const [only] = parts;
  return parts.size === 1 ? only : copied.map((each) => JSON.stringify(each)).sort();
}

/** The random values that pick each of weighted clusters. */
function pickedIn(weighted: NonNullable<Action['weighted_clusters']>): readonly Picked[] {
  const total = totalOf(weighted);
  let begin = 0;
  return (weighted.clusters ?? []).map(({ weight = 0 }) => {
    const end = Math.min(begin + weight, total);
    const picked = { total, begin, end };
    begin = end;
    return picked;
  });
}

/** The share of each of weighted clusters in what some random values bring. */
function drawnShares(
  weighted: NonNullable<Action['weighted_clusters']>,
  values: RandomSet,
): readonly number[] {
  const total = totalOf(weighted);
  if (total === 0) return [];
  const { counts } = countsIn(values, total, [...pickedIn(weighted), { begin: 0, end: total }]);
  const sum = counts.at(-1) ?? 0;
  return counts.slice(0, -1).map((count) => (sum === 0 ? 0 : count / sum));
}

/** What else version 3 says of copies. */
function rarities(
  {
    cluster_header: header,
    host_rewrite_literal: host = '',
    disable_shadow_host_suffix_append: plain,
    request_headers_mutations: mutations = [],
  }: MirrorPolicy,
  context: RoutingContext,
): readonly unknown[] {
  const named = namedBy(header, context);
  const said = [named, host, plain === true, sorted(mutations)];
  return named.length === 0 && host === '' && plain !== true && mutations.length === 0 ? [] : said;
}

function redirectText(route: Route, portless: boolean): string {
  const { redirect = {} } = route;
  const scheme = redirect.scheme_redirect || (redirect.https_redirect === true ? 'https' : '');
  const parts = [
    scheme,
    redirect.host_redirect || '',
    redirect.port_redirect || 0,
    redirect.path_redirect || rewriteText(route),
    redirect.path_redirect !== undefined && redirect.path_redirect !== '',
    dropsQuery(redirect),
  ];
  const status = redirectStatus(redirect);
  const isPlain = parts.slice(1).every((part) => part === '' || part === 0 || part === false);
  if (portless && isPlain && scheme === 'https') return JSON.stringify(['tls', status]);
  return JSON.stringify([...parts, status]);
}

/** Whether the query of the request is gone; a fixed path has none of it, unless version 3 says so (fact 80). */
function dropsQuery(redirect: NonNullable<Route['redirect']>): boolean {
  const { path_redirect: fixed = '', strip_query: strip } = redirect;
  if (fixed === '') return strip === true;
  return versionOf(redirect) === 'v3' && (strip === true || fixed.includes('?'));
}

function bodyText(body: NonNullable<Route['direct_response']>['body']): unknown {
  if (body === undefined) return null;
  if (body.filename !== undefined) return ['file', body.filename];
  const bytes =
    body.inline_string === undefined
      ? (body.inline_bytes ?? '')
      : Buffer.from(body.inline_string).toString('base64');
  return bytes === '' ? null : bytes;
}

/** The form for comparing as a text, without what an earlier entry of a list says; empty where there is none. */
export function canonicalText(type: MessageName, message: object | null, namespace: string): string {
  if (message === null) return '';
  const form = canonicalForm({ type, message: { ...message } }, { namespace, synonyms: true, inThree: {} });
  const said = Object.entries(form).map(([field, value]) => {
    const repeated = repeatedEntries(type, field, value);
    const isKept = (_: unknown, at: number): boolean => !repeated.has(at);
    return [field, Array.isArray(value) ? value.filter(isKept) : value] as const;
  });
  return JSON.stringify(sorted(Object.fromEntries(said)));
}

/** Data with its keys in one order. */
export function sorted(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(sorted);
  if (typeof data !== 'object' || data === null || data instanceof ExactNumber) return data;
  return Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => [key, sorted(value)]);
}
