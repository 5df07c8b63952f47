/** Values that the proxy reads further than its API says, each with what it has to be. */
import { type BoundMessage, INVALID, isObject, messagesIn } from '../../model/bound.ts';
import { shortName } from '../../model/describe.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import { durationNanos } from '../../model/values.ts';
import { around, type Frame } from '../../model/walk.ts';
import { ipAddress } from '../../routing/where/addresses.ts';
import { findExtension } from '../../schema/extensions.ts';
import { isBefore } from '../../schema/release.ts';
import type { Message } from '../../schema/types.ts';
import { isWritten } from '../../traffic/cluster.ts';
import { quoted } from '../../traffic/words.ts';
import { isDumped } from '../clusters/definitions.ts';
import { celProblem } from '../fields/cel.ts';
import { DEMANDS } from '../fields/demands.ts';
import { IS_FILLED } from '../fields/filled.ts';
import { htpasswdProblem, jwksProblem } from '../fields/jwks.ts';
import { luaProblem } from '../fields/lua.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

export const invalidValue: AnalysisRule = {
  id: 'invalid-value',
  level: 'error',
  refuses: true,
  version: 'v3',
  purpose: 'A value that the API allows, and that the proxy refuses when it reads it.',
  why: 'Some values are read further: bytes as hexadecimal digits, keys as JSON, passwords as lines of htpasswd, ranges with an order, sizes that have to be prime, scripts, expressions, names that the filter has to define. The proxy refuses the configuration where it cannot.',
  remedy: 'Write the value as the message of the finding says.',
  source:
    'how the proxy behaves in version 3: HealthCheck, CidrRange, JwtProvider, BasicAuth, Maglev, RingHash, LayeredRuntime, JwtRequirement, LocalRateLimit, InternalRedirectPolicy, Vhds, HttpProtocolOptions, Lua, ExpressionFilter, Descriptor, ExternalProcessor, NetworkExternalProcessor, HeaderValueOption, CommonTlsContext, Permission, ClusterLoadAssignment.Policy, MatchMap',
  bad: {
    type: 'Cluster',
    yaml: `"@type": type.googleapis.com/proxy.config.cluster.v3.Cluster
name: cart
connect_timeout: 1s
lb_policy: MAGLEV
maglev_lb_config: { table_size: 65536 }
`,
  },
  good: {
    type: 'Cluster',
    yaml: `"@type": type.googleapis.com/proxy.config.cluster.v3.Cluster
name: cart
connect_timeout: 1s
lb_policy: MAGLEV
maglev_lb_config: { table_size: 65537 }
`,
  },
  messages: {
    'core.HealthCheck.HttpHealthCheck'(check, frame, look) {
      for (const field of ['expected_statuses', 'retriable_statuses'] as const)
        for (const [index, range] of (frame.message[field] === undefined
          ? []
          : (check[field] ?? [])
        ).entries())
          tell(look, frame, field, statusProblem(range), index);
    },
    'cluster.OutlierDetection'({ base_ejection_time: base = '30s', max_ejection_time: most }, frame, look) {
      const [least, found] = [millis(base), millis(most ?? '')];
      if (least === undefined || found === undefined || found >= least) return;
      tell(look, frame, 'max_ejection_time', `may not be less than base_ejection_time, which is ${base}`);
    },
    'core.HealthCheck.Payload'({ text }, frame, look) {
      if (text === undefined || /^(?:[0-9a-f]{2})*$/i.test(text)) return;
      tell(look, frame, 'text', 'has to be hexadecimal digits, two for each byte');
    },
    'core.CidrRange'({ address_prefix: address = '' }, frame, look) {
      if (!CHECKED_RANGES.has(frame.parent?.type ?? '') || !IS_WRITTEN.test(address)) return;
      if (ipAddress(address) === undefined) tell(look, frame, 'address_prefix', 'has to be an IP address');
    },
    'core.DataSource'({ inline_string: text, inline_bytes: bytes }, frame, look) {
      if (!SCRIPTS.has(frame.parent?.type ?? '') || !SCRIPT_FIELDS.has(frame.field?.name ?? '')) return;
      if (text !== undefined) tell(look, frame, 'inline_string', luaProblem(text));
      else if (bytes !== undefined)
        tell(look, frame, 'inline_bytes', luaProblem(Buffer.from(bytes, 'base64').toString('latin1')));
    },
    JwtProvider({ local_jwks: keys }, _frame, look) {
      if (keys === undefined) return;
      const at = { message: keys, type: 'core.DataSource' };
      if (keys.inline_string !== undefined) tell(look, at, 'inline_string', jwksProblem(keys.inline_string));
      else if (keys.inline_bytes !== undefined)
        tell(look, at, 'inline_bytes', jwksProblem(Buffer.from(keys.inline_bytes, 'base64').toString()));
    },
    JwtRequirement({ provider_name: name, provider_and_audiences: further }, frame, look) {
      namedIn('providers', name, frame, 'provider_name', frame, look);
      if (further === undefined) return;
      const at = { message: further, type: 'ProviderWithAudiences' };
      namedIn('providers', further.provider_name ?? '', at, 'provider_name', frame, look);
    },
    RequirementRule(_, frame, look) {
      namedIn('requirement_map', frame.message.requirement_name, frame, 'requirement_name', frame, look);
    },
    Cluster(cluster, frame, look) {
      const { lb_policy: policy, lb_subset_config: subsets, maglev_lb_config: maglev } = cluster;
      const isReplaced = isWritten(cluster, 'load_balancing_policy');
      if (policy === 'MAGLEV' && subsets === undefined && !isReplaced && isObject(maglev))
        tableSize({ message: maglev, type: 'Cluster.MaglevLbConfig' }, look);
      optionNames(frame, look);
      healthChecks(cluster, frame, look);
    },
    CertificateValidationContext(context, frame, look) {
      if (frame.parent?.type !== 'CommonTlsContext' || frame.field?.name !== 'validation_context') return;
      if (isWritten(context, 'custom_validator_config')) return;
      for (const [field, form, problem] of DIGESTS)
        for (const [index, text] of (context[field] ?? []).entries())
          if (!form.test(text)) tell(look, frame, field, problem, index);
    },
    'Bootstrap.DynamicResources'(_, frame, look) {
      locator('cds_resources_locator', frame, look);
    },
    ScopedRds(_, frame, look) {
      locator('srds_resources_locator', frame, look);
    },
    Bootstrap(_, frame, look) {
      const { stats_eviction_interval: evicted, stats_flush_interval: flushed = '5s' } = frame.message;
      const [every, of] = [millis(String(evicted ?? '')), millis(String(flushed))];
      if (every === undefined || of === undefined || of === 0n || every % of === 0n) return;
      tell(
        look,
        frame,
        'stats_eviction_interval',
        `has to be a multiple of stats_flush_interval, which is ${flushed}`,
      );
    },
    RuntimeLayer(_, frame, look) {
      const { static_layer: values } = frame.message;
      for (const [name, value] of Object.entries(isObject(values) ? values : {})) {
        const key = keyOfNoValue(name, value);
        const problem = key && `may not have a list or null, as at ${quoted(key)}`;
        tell(look, frame, 'static_layer', problem, name);
      }
    },
    LayeredRuntime({ layers = [] }, frame, look) {
      const admins = layers.flatMap(({ admin_layer: admin }, at) => (admin === undefined ? [] : [at]));
      if (admins.length > 1) tell(look, frame, 'layers', 'may hold one admin_layer', admins[1]);
    },
  },
  withSubject: {
    TlsSessionTicketKeys({ keys = [] }, frame, look) {
      if (frame.parent?.type !== 'DownstreamTlsContext' || isDumped(frame)) return;
      for (const [index, key] of keys.entries()) {
        const size = inlineSize(key);
        if (size !== undefined && size !== TICKET_KEY)
          tell(look, frame, 'keys', `has to have ${TICKET_KEY} bytes, and has ${size}`, index);
      }
    },
  },
  tables: {
    ...Object.fromEntries(
      Object.entries(DEMANDS).map(([type, demand]) => [
        type,
        (frame: Frame, look: RuleContext): void =>
          demand(frame, (field, problem, index) => tell(look, frame, field, problem, index)),
      ]),
    ),
    'http.lua.Lua'(frame, look) {
      const { inline_code: text } = frame.message;
      if (typeof text === 'string') tell(look, frame, 'inline_code', luaProblem(text));
    },
    ExpressionFilter(frame, look) {
      const { cel_config: config } = frame.message;
      expression(frame, 'expression', look, isObject(config) ? config : {});
    },
    Descriptor: (frame, look) => expression(frame, 'text', look),
    ExternalProcessor(frame, look) {
      for (const field of ['request_attributes', 'response_attributes']) expression(frame, field, look);
    },
    NetworkExternalProcessor: (frame, look) => expression(frame, 'connection_attributes', look),
    'core.KeyValueAppend'({ message: { record } }, look) {
      if (isObject(record) && typeof record.value !== 'string')
        tell(look, { message: record, type: 'core.KeyValuePair' }, 'value', 'has to be a text');
    },
    'type.TokenBucket'(frame, look) {
      const { fill_interval: interval } = frame.message;
      if (!LOCAL_LIMITS.has(frame.parent?.type ?? '') || !/^\d[\d.]*s$/.test(String(interval))) return;
      if (Number.parseFloat(String(interval)) < LEAST_INTERVAL)
        tell(look, frame, 'fill_interval', `has to be at least ${LEAST_INTERVAL}s, and is ${interval}`);
    },
    'route.InternalRedirectPolicy'(frame, look) {
      const { response_headers_to_copy: names } = frame.message;
      for (const [index, name] of (Array.isArray(names) ? names : []).entries())
        if (/^(?::|host$)/i.test(String(name)))
          tell(look, frame, 'response_headers_to_copy', 'may name neither the host nor :-headers', index);
    },
    BasicAuth(frame, look) {
      const { users } = frame.message;
      if (!isObject(users) || typeof users.inline_string !== 'string') return;
      const at = { message: users, type: 'core.DataSource' };
      tell(look, at, 'inline_string', htpasswdProblem(users.inline_string));
    },
    Maglev: (frame, look) => {
      if (isMadeAtOnce(frame)) tableSize(frame, look);
    },
    RingHash: (frame, look) => {
      const { minimum_ring_size: least = 1024, maximum_ring_size: most } = frame.message;
      if (!isMadeAtOnce(frame) || Number(most ?? MAX_RING_SIZE) >= Number(least)) return;
      if (most === undefined)
        tell(look, frame, 'minimum_ring_size', `may be at most ${MAX_RING_SIZE} without maximum_ring_size`);
      else
        tell(look, frame, 'maximum_ring_size', `may not be less than minimum_ring_size, which is ${least}`);
    },
    'AdmissionControl.SuccessCriteria.HttpCriteria'(frame, look) {
      const { http_success_status: ranges } = frame.message;
      for (const [index, range] of (Array.isArray(ranges) ? ranges : []).entries())
        if (isObject(range)) tell(look, frame, 'http_success_status', successProblem(range), index);
    },
    'ext_authz.HttpService'(frame, look) {
      for (const field of ['path_prefix', 'path_override'])
        if (/^[^/]/.test(String(frame.message[field] ?? '')))
          tell(look, frame, field, 'has to begin with a slash');
    },
    'xds.core.CidrRange'(frame, look) {
      const { address_prefix: address = '' } = frame.message;
      if (frame.parent?.type === 'type.matcher.AddressMatcher' && IS_WRITTEN.test(String(address)))
        if (ipAddress(String(address)) === undefined)
          tell(look, frame, 'address_prefix', 'has to be an IP address');
    },
    'ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor'(frame, look) {
      const { element_separator: separator, index = 0 } = frame.message;
      if (!isNamed(separator) && Number(index) > 0)
        tell(look, frame, 'index', 'has to be 0 without an element_separator');
    },
    OnDemandCds: (frame, look) => locator('resources_locator', frame, look),
    OverloadManager: overload,
    AdmissionControl(frame, look) {
      const { sr_threshold: threshold } = frame.message;
      const { default_value: percent = {} } = isObject(threshold) ? threshold : { default_value: false };
      if (isObject(percent) && percent[INVALID] === undefined && Number(percent.value ?? 0) < 1)
        tell(look, frame, 'sr_threshold', 'has to have a default_value of at least 1 %');
    },
    'route.RateLimit'(frame, look) {
      limitOfFilter(frame, look);
    },
    ServerToolConfig(frame, look) {
      const { tool_list_http_rule: rule } = frame.message;
      if (!isObject(rule) || rule[INVALID] !== undefined) return;
      if (isNamed(rule.get) && !isNamed(rule.body)) return;
      tell(look, frame, 'tool_list_http_rule', 'has to be a GET of a path, without a body');
    },
    FixedServerPreferredAddressConfig(frame, look) {
      for (const [field, family] of FAMILIES) fixedAddress(field, family, frame, look);
    },
    DataSourceServerPreferredAddressConfig(frame, look) {
      for (const [field, family] of FAMILIES) fetchedAddress(field, family, frame, look);
    },
    'quic_lb.Config'(frame, look) {
      const {
        server_id: id,
        expected_server_id_length: wanted = 0,
        nonce_length_bytes: nonce,
      } = frame.message;
      const size = isObject(id) ? inlineSize(id, frame.message.server_id_base64_encoded === true) : undefined;
      if (size === undefined) return;
      if (Number(wanted) > 0 && Number(wanted) !== size)
        tell(
          look,
          frame,
          'server_id',
          `has to have ${wanted} bytes (expected_server_id_length), and has ${size}`,
        );
      else if (size + Number(nonce ?? 0) > MAX_ID)
        tell(look, frame, 'server_id', `may have ${MAX_ID} bytes together with the nonce, and has ${size}`);
    },
    ScaledTrigger(frame, look) {
      const { scaling_threshold: begins = 0, saturation_threshold: ends = 0 } = frame.message;
      if (Number(begins) >= Number(ends))
        tell(look, frame, 'scaling_threshold', `has to be less than saturation_threshold, which is ${ends}`);
    },
    Vhds(frame, look) {
      const { config_source: source } = frame.message;
      const path = ['path_config_source', 'path'].find(
        (field) => isObject(source) && isWritten(source, field),
      );
      if (path !== undefined && !isBefore(look.release, '1.39'))
        tell(
          look,
          frame,
          'config_source',
          `may not be a file (${path}): virtual hosts are discovered by DELTA_GRPC or ADS`,
        );
      const api = isObject(source) ? source.api_config_source : undefined;
      if (!isObject(api) || api.api_type === 'DELTA_GRPC' || api.api_type === undefined) return;
      const at = { message: api, type: 'core.ApiConfigSource' };
      tell(look, at, 'api_type', 'has to be DELTA_GRPC for virtual hosts that are discovered');
    },
  },
};

type At = Pick<Frame, 'message' | 'type'>;

/** The first key of a runtime layer whose value no key can have; what is a fraction is not looked into. */
function keyOfNoValue(key: string, value: unknown): string | undefined {
  if (Array.isArray(value) || value === null) return key;
  if (!isObject(value) || Object.hasOwn(value, 'numerator') || Object.hasOwn(value, 'denominator'))
    return undefined;
  for (const [name, inside] of Object.entries(value)) {
    const found = keyOfNoValue(`${key}.${name}`, inside);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whole thousandths of a second, in which the proxy compares times. */
function millis(text: string): bigint | undefined {
  const nanos = durationNanos(text);
  return nanos === undefined ? undefined : nanos / 1_000_000n;
}

/** Names are looked up in a map of the filter's settings; a requirement by itself does not show them. */
function namedIn(map: string, name: unknown, at: At, field: string, frame: Frame, look: RuleContext): void {
  const settings: BoundMessage | undefined = around(frame, 'JwtAuthentication')?.message;
  if (typeof name !== 'string' || settings === undefined || settings[INVALID]?.[map] !== undefined) return;
  const known = settings[map];
  if (isObject(known) && Object.hasOwn(known, name)) return;
  tell(look, at, field, `has to be a name in ${map}, and ${quoted(name)} is none`);
}

/** @param problem ends a sentence that begins with the field; nothing is told without one */
function tell(
  { spot, report }: RuleContext,
  at: At,
  field: string,
  problem: string | undefined,
  index?: number | string,
): void {
  if (problem === undefined) return;
  report({
    message: `${field} of ${shortName(at.type)} ${problem}; the proxy refuses the configuration otherwise`,
    at: spot(at, field, index),
    identity: `${field} ${index ?? ''}`,
  });
}

/** The first release that was asked about expressions, and the first that reads names in backquotes. */
const EXPRESSIONS = '1.36';
const QUOTES = '1.40';

/** An expression, or a list of some. @param config what it may call beside what all may */
function expression(at: Frame, field: string, look: RuleContext, config: BoundMessage = {}): void {
  const { [field]: value } = at.message;
  const { release } = look;
  if (isBefore(release, EXPRESSIONS) || config[INVALID] !== undefined) return;
  const dialect = {
    hasConversion: config.enable_string_conversion === true,
    hasStrings: config.enable_string_functions === true,
    lacksQuotes: isBefore(release, QUOTES),
  };
  const isList = Array.isArray(value);
  for (const [index, text] of (isList ? value : isNamed(value) ? [value] : []).entries()) {
    const problem = typeof text === 'string' ? celProblem(text, dialect) : undefined;
    if (problem !== undefined)
      tell(look, at, field, `has to be an expression of CEL: ${problem}`, isList ? index : undefined);
  }
}

function statusProblem({ start = 0, end = 0 }: Message<'type.Int64Range'>): string | undefined {
  if (Number(start) < 100) return `has to begin at 100 or more, and begins at ${start}`;
  if (Number(end) > 600) return `has to end at 600 or less, and ends at ${end}`;
  return Number(start) < Number(end)
    ? undefined
    : `has to end above its start, which it does not hold itself: ${start} to ${end} is empty`;
}

/** A range that holds no status is taken here. */
function successProblem(range: BoundMessage): string | undefined {
  const [start, end] = [Number(range.start ?? 0), Number(range.end ?? 0)];
  if (start < 100 || start >= 600) return `has to begin between 100 and 599, and begins at ${start}`;
  return end > 600 || end < start
    ? `has to end between its start, which is ${start}, and 600, and ends at ${end}`
    : undefined;
}

/** Messages that hold scripts, and the fields in which they do. */
const SCRIPTS: ReadonlySet<string> = new Set([
  'http.lua.Lua',
  'LuaPerRoute',
  'LuaConfig',
  'string_matcher.lua.Lua',
]);
const SCRIPT_FIELDS: ReadonlySet<string> = new Set(['default_source_code', 'source_codes', 'source_code']);

/** Messages of rate limits that the proxy itself counts, and how often at most their buckets are filled, in seconds. */
const LOCAL_LIMITS: ReadonlySet<string> = new Set([
  'http.local_ratelimit.LocalRateLimit',
  'network.local_ratelimit.LocalRateLimit',
  'listener.local_ratelimit.LocalRateLimit',
  'LocalRateLimitDescriptor',
]);
const LEAST_INTERVAL = 0.05;

/** Messages whose ranges the proxy reads when it loads them; others it leaves out where it cannot. */
const CHECKED_RANGES: ReadonlySet<string> = new Set([
  'listener.FilterChainMatch',
  'HttpConnectionManager.InternalAddressConfig',
  'Permission',
  'Principal',
]);

/** What no template has to fill: `HOST_IP` and `{{ip}}` may be an address by the time the proxy reads it. */
const IS_WRITTEN = /^(?:[0-9a-f.:/]+|[0-9a-z.:/-]+)$/i;

/**
 * Whether the proxy makes a policy when it loads the cluster: of several it reads the first that it knows, and those of
 * subsets only where some host belongs to one.
 */
function isMadeAtOnce(frame: Frame): boolean {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent)
    if (at.type === 'Subset' || (at.type === 'LoadBalancingPolicy.Policy' && at.index !== 0)) return false;
  return true;
}

/** Of a ring that does not say. */
const MAX_RING_SIZE = 8_388_608;

function tableSize(at: At, look: RuleContext): void {
  const size = Number(at.message.table_size ?? 65537);
  if (!isPrime(size)) tell(look, at, 'table_size', `has to be a prime number, and is ${size}`);
}

/** So large a size is not factored. */
const MAX_FACTORED = 2 ** 32;

/** Whether a size is prime, of which the proxy counts 1 as one, or nobody knows. */
function isPrime(number: number): boolean {
  if (number > MAX_FACTORED) return true;
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return false;
  return number > 0;
}

/** Names that lead the proxy to options, beside those of filters. */
const OPTION_NAMES = /(?:^|\.)(?:filters|extensions\.upstreams|upstreams)\./;
const OPTIONS = /\.extensions\.upstreams\.(?:http|tcp)\.v3\./;

function optionNames({ message, type }: Frame, look: RuleContext): void {
  const { typed_extension_protocol_options: options } = message;
  if (!isObject(options)) return;
  for (const [name, value] of Object.entries(options)) {
    if (findExtension('http filter', withoutNamespace(name, look.namespace)) !== undefined)
      look.report({
        message: `typed_extension_protocol_options has options for ${JSON.stringify(name)}, and no HTTP filter takes any, so the proxy refuses the cluster; remove them`,
        at: look.spot({ message, type }, 'typed_extension_protocol_options', name),
        identity: name,
      });
    if (!isObject(value) || !OPTIONS.test(`.${value['@type']}`) || OPTION_NAMES.test(name)) continue;
    const wanted = String(value['@type']).replace(/^.*\//, '');
    look.report({
      message: `typed_extension_protocol_options has the name ${JSON.stringify(name)}, under which the proxy finds no options, so it refuses the cluster; these belong under ${look.namespace}.${wanted.replace(/^[^.]*\.(?=extensions\.)/, '')}`,
      at: look.spot({ message, type }, 'typed_extension_protocol_options', name),
      identity: name,
    });
  }
}

/** Digests of certificates and keys: the form, and what it has to be. */
const DIGESTS: readonly (readonly ['verify_certificate_hash' | 'verify_certificate_spki', RegExp, string])[] =
  [
    [
      'verify_certificate_hash',
      /^(?:[0-9a-f]{64}|[0-9a-f]{2}(?::[0-9a-f]{2}){31})$|[{$<]/i,
      'has to be 32 bytes as hexadecimal digits, with a colon between all of them or none',
    ],
    [
      'verify_certificate_spki',
      /^[\w+/]{42}[AEIMQUYcgkosw048]=$|[{$<]/,
      'has to be 32 bytes in base64: 43 characters and =',
    ],
  ];

/** Bytes of a key for session tickets: a name, and two keys. */
const TICKET_KEY = 80;
/** Bytes that the ID of a server and a nonce may have. */
const MAX_ID = 18;

/** Bytes that a source brings, where they stand in it. @param isCoded whether they are read as base64 once more */
function inlineSize(
  { inline_string: text, inline_bytes: bytes }: BoundMessage,
  isCoded = false,
): number | undefined {
  const read =
    typeof text === 'string'
      ? Buffer.from(text)
      : typeof bytes === 'string'
        ? Buffer.from(bytes, 'base64')
        : undefined;
  if (read === undefined || IS_FILLED.test(read.toString('latin1'))) return undefined;
  return isCoded ? Buffer.from(read.toString('latin1'), 'base64').length : read.length;
}

function isNamed(text: unknown): boolean {
  return typeof text === 'string' && text !== '';
}

function locator(field: string, frame: Frame, look: RuleContext): void {
  const { [field]: text } = frame.message;
  if (isNamed(text) && !/^(?:xdstp|http|file):|[{$<]/.test(String(text)))
    tell(look, frame, field, 'has to begin with xdstp:, http: or file:');
}

/** The first release that takes several for one cluster, each with a name. */
const SEVERAL_CHECKS = '1.40';

function healthChecks(
  { health_checks: checks = [] }: Message<'Cluster'>,
  frame: Frame,
  look: RuleContext,
): void {
  if (checks.length < 2 || frame.message.health_checks === undefined) return;
  if (isBefore(look.release, SEVERAL_CHECKS)) {
    tell(
      look,
      frame,
      'health_checks',
      `may hold one before ${SEVERAL_CHECKS}, and holds ${checks.length}`,
      1,
    );
    return;
  }
  const seen = new Set<unknown>();
  for (const [index, check] of checks.entries()) {
    const { name }: BoundMessage = check;
    if (!isNamed(name) || seen.has(name))
      tell(look, frame, 'health_checks', 'has to have a name of its own, where there are several', index);
    seen.add(name);
  }
}

/** Rate limits of filters themselves, which are read more strictly than those of routes. */
const OF_FILTERS = /(?:ratelimit\.(?:Local)?RateLimit|^RateLimitPerRoute)$/;
/** The first release whose filter that asks a service reads limits from requests; the local one does not. */
const READS_LIMITS = '1.39';

function limitOfFilter(frame: Frame, look: RuleContext): void {
  const { hits_addend: hits, limit } = frame.message;
  const holder = frame.parent?.type ?? '';
  if (!OF_FILTERS.test(holder)) return;
  if (isObject(hits) && hits[INVALID] === undefined && (hits.number === undefined) === !isNamed(hits.format))
    tell(look, frame, 'hits_addend', 'has to have either a number or a format');
  const isLocal = holder.endsWith('LocalRateLimit');
  if (limit !== undefined && (isLocal || isBefore(look.release, READS_LIMITS)))
    tell(look, frame, 'limit', 'is for the rate limits of routes, and not for those of this filter');
}

/** What the proxy can do when something runs short; releases before 1.36 were not asked. */
const ACTIONS =
  /\.overload_actions\.(?:stop_accepting_requests|disable_http_keepalive|stop_accepting_connections|reject_incoming_connections|shrink_heap|reduce_timeouts|reset_high_memory_stream)$/;

function overload(frame: Frame, look: RuleContext): void {
  const { resource_monitors: monitors } = frame.message;
  const known = new Set(messagesIn(monitors).map(({ name }) => name));
  for (const [field, kind] of [
    ['actions', 'OverloadAction'],
    ['loadshed_points', 'LoadShedPoint'],
  ] as const) {
    const seen = new Set<unknown>();
    for (const [index, { name, triggers }] of messagesIn(frame.message[field]).entries()) {
      if (seen.has(name)) tell(look, frame, field, `may name ${quoted(String(name))} once`, index);
      else if (kind === 'OverloadAction' && isNamed(name) && isNoAction(String(name), look))
        tell(look, frame, field, `has ${quoted(String(name))}, which is no action of the proxy`, index);
      seen.add(name);
      const asked = new Set<unknown>();
      for (const trigger of messagesIn(triggers)) {
        const at = { message: trigger, type: 'Trigger' };
        if (asked.has(trigger.name)) tell(look, at, 'name', 'may be asked for once by each');
        else if (known.size > 0 && isNamed(trigger.name) && !known.has(trigger.name))
          tell(look, at, 'name', 'has to be the name of one of the resource_monitors');
        asked.add(trigger.name);
      }
    }
  }
  const twice = messagesIn(monitors).findIndex(
    ({ name }, at, all) => all.findIndex((one) => one.name === name) < at,
  );
  if (twice !== -1) tell(look, frame, 'resource_monitors', 'may name each resource once', twice);
}

function isNoAction(name: string, look: RuleContext): boolean {
  return !ACTIONS.test(name) && !isBefore(look.release, '1.36');
}

/** The two kinds of addresses that a server may prefer, by the start of their fields, and the bits of each. */
const FAMILIES = [
  ['ipv4', 32],
  ['ipv6', 128],
] as const;

type Family = (typeof FAMILIES)[number][1];

const isOfFamily = (text: unknown, family: Family): boolean => ipAddress(String(text))?.size === family;

/** An address that a text says, as far as no template says it. */
function addressProblem(text: unknown, family: Family): string | undefined {
  if (typeof text !== 'string' || text === '' || IS_FILLED.test(text) || isOfFamily(text.trim(), family))
    return undefined;
  return `has to be an IPv${family === 32 ? 4 : 6} address`;
}

function fixedAddress(start: string, family: Family, frame: Frame, look: RuleContext): void {
  const { [`${start}_address`]: text, [`${start}_config`]: config } = frame.message;
  const isAny = typeof text === 'string' && ipAddress(text) !== undefined;
  if (!isAny && config === undefined) tell(look, frame, `${start}_address`, addressProblem(text, family));
  if (!isObject(config)) return;
  const at = { message: config, type: 'FixedServerPreferredAddressConfig.AddressFamilyConfig' };
  const { address, dnat_address: inner } = config;
  for (const [field, socket] of [
    ['address', address],
    ['dnat_address', inner],
  ] as const)
    if (isObject(socket)) tell(look, at, field, addressProblem(socket.address, family));
  const isInner = isObject(inner);
  if (isInner && address === undefined) tell(look, at, 'dnat_address', 'belongs beside an address');
  if (isObject(address) && !isInner && Number(address.port_value ?? 0) !== 0)
    tell(look, at, 'address', 'may have a port beside a dnat_address only');
  if (isInner && Number(inner.port_value ?? 0) !== 0)
    tell(look, at, 'dnat_address', 'has to have the port 0');
}

function fetchedAddress(start: string, family: Family, frame: Frame, look: RuleContext): void {
  const { [`${start}_config`]: config } = frame.message;
  if (!isObject(config)) return;
  const at = { message: config, type: 'DataSourceServerPreferredAddressConfig.AddressFamilyConfig' };
  for (const field of ['address', 'dnat_address'])
    tell(look, at, field, addressProblem(textIn(config[field]), family));
  const port = textIn(config.port);
  if (config.port !== undefined && config.dnat_address === undefined)
    tell(look, at, 'port', 'belongs beside a dnat_address');
  else if (port !== undefined && !IS_FILLED.test(port) && !(/^\d+$/.test(port) && Number(port) <= 65_535))
    tell(look, at, 'port', 'has to be the number of a port');
}

function textIn(source: unknown): string | undefined {
  if (!isObject(source)) return undefined;
  const { inline_string: text, inline_bytes: bytes } = source;
  if (typeof text === 'string') return text;
  return typeof bytes === 'string' ? Buffer.from(bytes, 'base64').toString() : undefined;
}
