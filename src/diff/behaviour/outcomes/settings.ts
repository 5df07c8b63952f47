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
import { levelsOf } from '../../../routing/outcome/header-changes.ts';
import { corsPolicyOf, metadataMatchOf, retryPolicyOf } from '../../../routing/outcome/policies.ts';
import { namesCluster, rateLimitsOf } from '../../../routing/outcome/rate-limit.ts';
import { shareOf } from '../../../routing/runtime.ts';
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
 * @param portless whether no host here ends with the default port of a scheme, so that a redirect that keeps the host
 *   keeps its port too
 */
export function settingsOf(place: HostPlace, route: Route, portless: boolean): Settings {
  const visit = visitOf(place, route);
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
function visitOf({ found, virtualHost, context }: HostPlace, route: Route): Visit | undefined {
  return virtualHost && { routeConfiguration: found.routeConfiguration, virtualHost, route, context };
}

type Visit = Omit<RouteVisit, 'request'>;

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
    mirror: mirrorText(context, mirrorPoliciesOf(visit), names),
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
  { context, routeConfiguration }: Visit,
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
  const isByPlace = picksByPlace(weighted);
  const entries = (weighted.clusters ?? []).map((entry) => {
    const { name = '', weight = 0, metadata_match, ...own } = entry;
    const newer = [...namedBy(own.cluster_header, context), own.host_rewrite_literal ?? ''];
    // A number of the request picks by its rest of the total, so that weights of the same shares pick otherwise.
    const part = isByPlace ? [weight, total] : weight / total;
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
  return JSON.stringify(['weighted', prefix, entries, ...ofRuntime, ...decided]);
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

function mirrorText(context: RoutingContext, policies: readonly MirrorPolicy[], names: NamesOfSide): string {
  const texts = policies.flatMap((policy) => {
    const {
      cluster = '',
      cluster_header: header = '',
      runtime_fraction: fraction,
      runtime_key: key = '',
    } = policy;
    if (header === '' && context.clusters !== undefined && !context.clusters.has(cluster)) return [];
    const { numerator, denominator } = shareOf(fraction?.default_value);
    const runtime = fraction?.runtime_key ?? (fraction === undefined ? key : '');
    const share = fraction === undefined ? (key === '' ? 1 : 0) : Math.min(numerator / denominator, 1);
    return share === 0 && runtime === ''
      ? []
      : [[names.of(cluster), share, runtime, ...rarities(policy, context)]];
  });
  return JSON.stringify(texts);
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
