/**
 * What the model has two words for, beyond what the migrations write into files: letter case that does not count,
 * absent and empty settings of an extension, older matchers. Each takes one message under construction and brings it
 * to one of the two; regular expressions of the same language are compared where they meet (`regex.ts`).
 */

import {
  type BoundMessage,
  emptyBeside,
  INVALID,
  isObject,
  type OpenMessage,
  tableOf,
  versionOf,
} from '../model/bound.ts';
import { sameContent } from '../model/content.ts';
import { configTable, isTlsSocket } from '../model/extension-config.ts';
import { noteOrigin } from '../model/origin.ts';
import { typeNameOf } from '../model/type-url.ts';
import { durationNanos } from '../model/values.ts';
import { type Frame, isDownstream } from '../model/walk.ts';
import { typedConfigHolders } from '../schema/held-types.ts';
import type { Literal } from '../schema/language.ts';
import { typeIn } from '../schema/version.ts';
import { lookup } from '../source/lookup.ts';
import { sameLanguage } from './same-language.ts';
import { messageOfSelection } from './version-three/message.ts';

type Rename = (message: OpenMessage, frame: Frame, namespace: string) => void;

const NOTE = { kind: 'migrated', migration: 'one-word' } as const;

/** Fields that hold header names (facts 20 and 25) or other texts whose letter case does not count. */
const FOLDED: { readonly [type: string]: readonly string[] } = {
  RouteConfiguration: ['internal_only_headers', 'response_headers_to_remove', 'request_headers_to_remove'],
  'route.VirtualHost': ['domains', 'response_headers_to_remove', 'request_headers_to_remove'],
  'route.Route': ['response_headers_to_remove', 'request_headers_to_remove'],
  'route.WeightedCluster.ClusterWeight': ['response_headers_to_remove', 'request_headers_to_remove'],
  'route.HeaderMatcher': ['name'],
  'core.HeaderValue': ['key'],
  'route.RouteAction': ['cluster_header', 'auto_host_rewrite_header'],
  'route.RouteAction.HashPolicy.Header': ['header_name'],
  'route.RateLimit.Action.RequestHeaders': ['header_name'],
  'route.RouteAction.UpgradeConfig': ['upgrade_type'],
  'HttpConnectionManager.UpgradeConfig': ['upgrade_type'],
};

const RENAME: { readonly [type: string]: Rename } = {
  'route.HeaderMatcher': headerMatcher,
  'route.QueryParameterMatcher': queryMatcher,
  'route.VirtualCluster': virtualCluster,
  'route.CorsPolicy': originPatterns,
  'route.RetryPolicy': retryOn,
  'route.RouteAction': (message) => {
    withoutFalse(message, 'auto_host_rewrite', 'host_rewrite');
    // A cluster that a header names and that is not there is answered with 404 in version 2, whatever is said.
    if (message.cluster_header !== undefined) delete message.cluster_not_found_response_code;
  },
  'route.RedirectAction': (message) => {
    withoutFalse(message, 'https_redirect', 'scheme_redirect');
    // A fixed path has no query of the request in version 2 anyway.
    if (message.path_redirect !== undefined && message.path_redirect !== '') delete message.strip_query;
  },
  CertificateValidationContext: subjectNames,
  HttpConnectionManager: idleTimeout,
};

/** The same for messages of version 3. */
const RENAME_IN_THREE: { readonly [type: string]: Rename } = {
  'route.HeaderMatcher': (message) => presentAlone(message, HEADER_PRESENCE),
  'route.QueryParameterMatcher': (message) => presentAlone(message, QUERY_PRESENCE),
  'route.InternalRedirectPolicy': redirectCodes,
  'cluster.OutlierDetection': longestEjection,
  'cors.CorsPolicy': withoutNeedlessShares,
  'http.ext_proc.ProcessingMode': plainModes,
};

/**
 * Which version somebody has to speak: the releases of version 3 speak no other, so that AUTO and V3 are one, and where
 * V2 is not refused, nobody reads it.
 */
const SPOKEN: { readonly [type: string]: string } = {
  'core.ConfigSource': 'resource_api_version',
  'core.ApiConfigSource': 'transport_api_version',
  'core.SelfConfigSource': 'transport_api_version',
  CommonGrpcAccessLogConfig: 'transport_api_version',
  'http.ext_authz.ExtAuthz': 'transport_api_version',
  MetricsServiceConfig: 'transport_api_version',
  RateLimitServiceConfig: 'transport_api_version',
  TraServiceConfig: 'transport_api_version',
  'network.ext_authz.ExtAuthz': 'transport_api_version',
};

/**
 * What version 3 says by nothing too: values that the API names, or the real proxy shows, for where none is written. They
 * are no defaults of the tables, so that nobody has them written out.
 */
const SAID_BY_NOTHING: { readonly [type: string]: { readonly [field: string]: Literal } } = {
  'Cluster.PreconnectPolicy': { per_upstream_preconnect_ratio: 1, predictive_preconnect_ratio: 1 },
  'Cluster.SlowStartConfig': { min_weight_percent: { value: 10 } },
  'Compressor.CommonDirectionConfig': { min_content_length: 30 },
  DnsCluster: { dns_refresh_rate: '5s' },
  ExternalProcessor: { message_timeout: '0.2s' },
  HttpConnectionManager: { server_name: 'envoy', strip_any_host_port: false },
  SlowStartConfig: { min_weight_percent: { value: 10 } },
  'UpstreamConnectionOptions.HappyEyeballsConfig': { first_address_family_count: 1 },
  'core.Http1ProtocolOptions': { allow_absolute_url: true },
  'http.ext_authz.ExtAuthz': { status_on_error: { code: 'Forbidden' } },
  'http.local_ratelimit.LocalRateLimit': {
    status: { code: 'TooManyRequests' },
    always_consume_default_token_bucket: true,
  },
  'http.ratelimit.RateLimit': { request_type: 'both' },
};

/** Tables that {@link foldSynonyms} looks at. */
export function typesWithSynonyms(): ReadonlySet<string> {
  const own = [FOLDED, RENAME, RENAME_IN_THREE, SPOKEN, SAID_BY_NOTHING].flatMap((entries) =>
    Object.keys(entries),
  );
  return new Set([...own, ...typedConfigHolders()]);
}

/** Brings one message (not those inside it) to one of two words; `message` is under construction. */
export function foldSynonyms(frame: Frame, message: OpenMessage, namespace: string): void {
  for (const field of lookup(FOLDED, frame.type) ?? []) fold(message, field);
  if (versionOf(message) === 'v2' || frame.type === 'route.RetryPolicy')
    lookup(RENAME, frame.type)?.(message, frame, namespace);
  else lookup(RENAME_IN_THREE, frame.type)?.(message, frame, namespace);
  if (versionOf(message) === 'v3')
    for (const [field, value] of Object.entries(lookup(SAID_BY_NOTHING, frame.type) ?? {}))
      if (sameContent(message[field], value)) delete message[field];
  const spoken = versionOf(message) === 'v3' ? lookup(SPOKEN, frame.type) : undefined;
  if (spoken !== undefined && (message[spoken] === 'V3' || message[spoken] === 'V2')) delete message[spoken];
  if (typeof message.name === 'string' && tableOf(frame).byName.has('typed_config'))
    extension(message, frame, namespace);
}

function fold(message: OpenMessage, field: string): void {
  const value = message[field];
  const folded = Array.isArray(value) ? [...new Set(value.map(lower))] : lower(value);
  if (value !== undefined && value !== folded) message[field] = folded;
}

function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : value;
}

function set(message: OpenMessage, field: string, value: unknown): void {
  message[field] = value;
  noteOrigin(message, field, NOTE);
}

const HEADER_CONDITIONS = [
  'exact_match',
  'regex_match',
  'safe_regex_match',
  'range_match',
  'prefix_match',
  'suffix_match',
];

/** No condition, an empty text to equal and `present_match: false` all ask for presence (fact 22). */
function headerMatcher(message: OpenMessage): void {
  if (message[INVALID] !== undefined) return;
  const conditions = HEADER_CONDITIONS.filter((field) => message[field] !== undefined);
  const isEmpty = message.exact_match === '' && conditions.length === 1 && message.invert_match !== true;
  if (conditions.length > 0 && !isEmpty) return;
  delete message.exact_match;
  present(message);
}

const HEADER_PRESENCE: ReadonlySet<string> = new Set([
  'name',
  'invert_match',
  'treat_missing_header_as_empty',
]);
const QUERY_PRESENCE: ReadonlySet<string> = new Set(['name']);

/** Without any condition it just has to be there. @param beside the fields that are none */
function presentAlone(message: OpenMessage, beside: ReadonlySet<string>): void {
  if (message[INVALID] === undefined && Object.keys(message).every((field) => beside.has(field)))
    present(message);
}

/** Without codes it follows 302 alone. */
function redirectCodes(message: OpenMessage): void {
  const { redirect_response_codes: codes } = message;
  if (Array.isArray(codes) && codes.every((code) => code === 302)) delete message.redirect_response_codes;
}

/** A policy that is enforced for all requests says so by no share, and leaves none that are only counted. */
function withoutNeedlessShares(message: OpenMessage): void {
  const { filter_enabled: share } = message;
  if (message[INVALID] !== undefined || !(share === undefined || isAll(share))) return;
  delete message.filter_enabled;
  delete message.shadow_enabled;
}

/** Without a longest time it is 300 seconds, or the first one where that is longer. */
function longestEjection(message: OpenMessage): void {
  const { base_ejection_time: base = '30s', max_ejection_time: longest } = message;
  const [first, last] = [base, longest].map((each) =>
    typeof each === 'string' ? durationNanos(each) : undefined,
  );
  const usual = 300_000_000_000n;
  if (first !== undefined && last === (first > usual ? first : usual)) delete message.max_ejection_time;
}

/** Headers are sent to the service and trailers are not; in a list of modes that are allowed no mode is one of its own. */
function plainModes(message: OpenMessage, { field, parent }: Frame): void {
  if (field?.name !== 'processing_mode' || parent?.type !== 'ExternalProcessor') return;
  for (const side of ['request', 'response'] as const) {
    if (message[`${side}_header_mode`] === 'SEND') delete message[`${side}_header_mode`];
    if (message[`${side}_trailer_mode`] === 'SKIP') delete message[`${side}_trailer_mode`];
  }
}

/** @param share a core.RuntimeFractionalPercent */
function isAll(share: unknown): boolean {
  if (!isObject(share) || (share.runtime_key ?? '') !== '' || !isObject(share.default_value)) return false;
  const { numerator, denominator = 'HUNDRED' } = share.default_value;
  return numerator === 100 && denominator === 'HUNDRED';
}

function present(message: OpenMessage): void {
  if (message.present_match === true) return;
  const isAbsent = message.present_match === undefined;
  message.present_match = true;
  const why = 'without a condition it just has to be there';
  noteOrigin(message, 'present_match', isAbsent ? { kind: 'default', why } : NOTE);
}

/** `value` and `regex` say in older words what `string_match` and `present_match` do (fact 29). */
function queryMatcher(message: OpenMessage): void {
  const { value, regex, string_match: match } = message;
  if (message[INVALID] !== undefined || match !== undefined) return;
  delete message.value;
  delete message.regex;
  if (message.present_match !== undefined || value === undefined || value === '') {
    present(message);
    return;
  }
  set(message, 'string_match', regex === true ? pattern(String(value)) : { exact: value });
}

/** A string matcher for an ECMAScript pattern, in RE2 where both grammars read it alike. */
function pattern(text: string): OpenMessage {
  return sameLanguage(text).same ? { safe_regex: { google_re2: {}, regex: text } } : { regex: text };
}

/** `pattern` and `method` say in older words what matchers of `:path` and `:method` do. */
function virtualCluster(message: OpenMessage): void {
  const { pattern: path, method, headers } = message;
  if (headers !== undefined || typeof path !== 'string' || message[INVALID] !== undefined) return;
  const made: OpenMessage[] = [
    sameLanguage(path).same
      ? { name: ':path', safe_regex_match: { google_re2: {}, regex: path } }
      : { name: ':path', regex_match: path },
  ];
  if (typeof method === 'string' && method !== 'METHOD_UNSPECIFIED')
    made.push({ name: ':method', exact_match: method });
  delete message.pattern;
  delete message.method;
  set(message, 'headers', made);
}

/** Patterns of origins that no migration moved into the list of matchers. */
function originPatterns(message: OpenMessage): void {
  const { allow_origin_regex: patterns, allow_origin_string_match: matchers } = message;
  if (!Array.isArray(patterns) || patterns.length === 0 || message[INVALID] !== undefined) return;
  delete message.allow_origin_regex;
  const known = Array.isArray(matchers) ? matchers : [];
  set(message, 'allow_origin_string_match', [...known, ...patterns.map((text) => pattern(String(text)))]);
}

/**
 * A list of conditions, written as one text: its order says nothing. Blanks do: releases up to 1.13, which read version
 * 2, know no condition with one; those of version 3 leave them out.
 */
function retryOn(message: OpenMessage): void {
  if (typeof message.retry_on !== 'string') return;
  const isTrimmed = versionOf(message) === 'v3';
  const conditions = message.retry_on
    .split(',')
    .map((each) => (isTrimmed ? each.trim() : each))
    .filter((each) => each.trim() !== '');
  const sorted = [...new Set(conditions)].sort();
  message.retry_on = sorted.join(',');
}

/** `false` says nothing, but beside what excludes it, where the proxy refuses both. */
function withoutFalse(message: OpenMessage, field: string, excludes: string): void {
  if (message[field] === false && message[excludes] === undefined) delete message[field];
}

function subjectNames(message: OpenMessage): void {
  const { verify_subject_alt_name: names, match_subject_alt_names: matchers } = message;
  if (!Array.isArray(names) || names.length === 0 || message[INVALID] !== undefined) return;
  delete message.verify_subject_alt_name;
  const known = Array.isArray(matchers) ? matchers : [];
  set(message, 'match_subject_alt_names', [...known, ...names.map((exact) => ({ exact }))]);
}

/** The idle timeout has moved among the options of all versions, where it wins. */
function idleTimeout(message: OpenMessage): void {
  const { idle_timeout: older, common_http_protocol_options: options } = message;
  if (typeof older !== 'string' || message[INVALID] !== undefined) return;
  if (options !== undefined && (!isObject(options) || options[INVALID] !== undefined)) return;
  delete message.idle_timeout;
  if (options?.idle_timeout !== undefined) return;
  const moved: OpenMessage = { ...options, idle_timeout: older };
  noteOrigin(moved, 'idle_timeout', NOTE);
  message.common_http_protocol_options = moved;
}

/** TLS has two names; settings that are absent are empty ones; an untyped Struct is the untyped `config`. */
function extension(message: OpenMessage, frame: Frame, namespace: string): void {
  if (frame.type === 'core.TransportSocket' && message.name !== 'tls' && isTlsSocket(message.name, namespace))
    set(message, 'name', 'tls');
  const { typed_config: typed, config } = message;
  if (isObject(typed) && typed['@type'] === 'google.protobuf.Struct' && isObject(typed.value)) {
    if (config !== undefined) return;
    delete message.typed_config;
    if (Object.keys(typed.value).length > 0) set(message, 'config', typed.value);
    return;
  }
  if (isObject(config) && Object.keys(config).length === 0) delete message.config;
  const isSet = typed !== undefined && !(isObject(typed) && saysNothing(typed));
  if (isSet || message.config !== undefined || message[INVALID] !== undefined) return;
  const type = typeOfSettings(message, frame, namespace);
  if (type === undefined) return;
  message.typed_config = { ...emptyBeside(message), '@type': type };
  noteOrigin(message, 'typed_config', { kind: 'default', why: 'absent settings are empty ones' });
}

/** An Any without any field is one that was never set; an Empty, whose JSON form may have a `value`, sets nothing. */
function saysNothing(typed: BoundMessage): boolean {
  return Object.keys(typed).length === 0 || typed['@type'] === 'google.protobuf.Empty';
}

/** The type of the settings that an extension takes; version 3 has one for each, version 2 did without some. */
function typeOfSettings({ name }: OpenMessage, frame: Frame, namespace: string): string | undefined {
  if (typeof name !== 'string') return undefined;
  const selection = { holder: frame.type, name, isDownstream: isDownstream(frame) };
  if (versionOf(frame.message) === 'v3') {
    const held = messageOfSelection(selection, namespace);
    return held === undefined ? undefined : typeIn('v3', held);
  }
  const table = configTable(frame.type, name, namespace, selection.isDownstream);
  return table === undefined ? undefined : typeNameOf(table, 'v2');
}
