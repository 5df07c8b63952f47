/** Demands that the code of the proxy makes of single messages of version 3, each by the message that it is made of. */
import { type BoundMessage, INVALID, isObject, messagesIn } from '../../model/bound.ts';
import { around, type Frame } from '../../model/walk.ts';
import { ipAddress } from '../../routing/where/addresses.ts';
import { discoveryOf, isWritten } from '../../traffic/cluster.ts';
import { quoted } from '../../traffic/words.ts';
import { isDumped } from '../clusters/definitions.ts';
import { IS_FILLED } from './filled.ts';

/** @param problem ends a sentence that begins with the field */
export type Say = (field: string, problem: string, index?: number) => void;

export const DEMANDS: { readonly [type: string]: (frame: Frame, say: Say) => void } = {
  'core.HeaderValueOption'({ message, parent }, say) {
    const { append, append_action: action } = message;
    if (append === undefined || action === undefined || action === 'APPEND_IF_EXISTS_OR_ADD') return;
    if (!/^RateLimitQuota/.test(parent?.type ?? ''))
      say('append', `may not stand beside append_action, which is ${action}`);
  },
  CommonTlsContext: certificates,
  TlsCertificate(frame, say) {
    const holder = frame.parent?.parent?.type;
    if (holder !== 'DownstreamTlsContext' || isDumped(frame)) return;
    if (!CERTIFICATE.some((field) => isWritten(frame.message, field)))
      say('certificate_chain', 'has to be there in the certificate of a server');
  },
  SPIFFECertValidatorConfig: (frame, say) =>
    twice(frame, 'trust_domains', ({ name }) => name, 'has to have one entry for each trust domain', say),
  ScaleTimersOverloadActionConfig: (frame, say) =>
    twice(frame, 'timer_scale_factors', ({ timer }) => timer, 'has to have one entry for each timer', say),
  FixedHeapConfig({ message }, say) {
    if (!isWritten(message, 'max_heap_size_bytes_runtime') && isZero(message, 'max_heap_size_bytes'))
      say('max_heap_size_bytes', 'has to be more than 0');
  },
  'ClusterLoadAssignment.Policy'({ message, parent }, say) {
    const drops = messagesIn(message.drop_overloads);
    // What is fetched is refused by itself, and the cluster stays.
    if (parent?.parent?.type !== 'Cluster') return;
    if (drops.length > 1) say('drop_overloads', `may hold one entry, and holds ${drops.length}`, 1);
    const [only] = drops;
    if (drops.length === 1 && only !== undefined && isAboveWhole(only.drop_percentage))
      say('drop_overloads', 'may drop all requests at most', 0);
  },
  'core.Pipe'({ message, parent }, say) {
    const { path } = message;
    const isEndpoint = parent?.parent?.type === 'endpoint.Endpoint' && isOfStatic(parent);
    if (!isEndpoint || typeof path !== 'string' || IS_FILLED.test(path)) return;
    const size = Buffer.byteLength(path);
    if (size > MAX_PATH) say('path', `may have ${MAX_PATH} bytes, and has ${size}`);
  },
  'endpoint.Endpoint.HealthCheckConfig'(frame, say) {
    if (isOfStatic(frame)) numeric('address', frame.message.address, say);
  },
  'core.HealthCheck.HttpHealthCheck'({ message }, say) {
    const { method = 'GET', send } = message;
    if (send !== undefined && BODILESS.has(String(method)))
      say('send', `belongs to POST, PUT, PATCH and OPTIONS, and method is ${method}`);
  },
  'health_check.HealthCheck'({ message }, say) {
    const { pass_through_mode: passes, cache_time: time } = message;
    if (passes === false && typeof time === 'string' && Number.parseFloat(time) >= 0.001)
      say('cache_time', 'belongs to pass_through_mode, which is off');
  },
  'http.ext_proc.ProcessingMode'({ message, parent, field }, say) {
    if (parent?.type !== 'ExternalProcessor' || field?.name !== 'processing_mode') return;
    for (const side of ['request', 'response'])
      if (
        message[`${side}_body_mode`] === 'FULL_DUPLEX_STREAMED' &&
        message[INVALID]?.[`${side}_trailer_mode`] === undefined &&
        message[`${side}_trailer_mode`] !== 'SEND'
      )
        say(`${side}_body_mode`, `FULL_DUPLEX_STREAMED needs a ${side}_trailer_mode of SEND`);
  },
  'header_to_metadata.Config.KeyValuePair'({ message, field }, say) {
    const { value, regex_value_rewrite: rewrite } = message;
    if (field?.name !== 'on_header_missing' && isNamed(value) && rewrite !== undefined)
      say('value', 'may not stand beside regex_value_rewrite');
  },
  Permission({ message }, say) {
    const { destination_port_range: range } = message;
    if (!isObject(range) || range[INVALID] !== undefined) return;
    const [start, end] = [Number(range.start ?? 0), Number(range.end ?? 0)];
    if (start >= end) say('destination_port_range', `has to end above its start, which is ${start}`);
    else if (start < 0 || end > MAX_PORT + 1)
      say('destination_port_range', `has to lie between 0 and ${MAX_PORT + 1}`);
  },
  Cluster(frame, say) {
    const { dns_resolvers: resolvers, dns_resolution_config: config } = frame.message;
    if (!ASKS_DNS.has(discoveryOf(frame.message) ?? '')) return;
    if (isWritten(frame.message, 'typed_dns_resolver_config')) return;
    const listed = isObject(config) ? config.resolvers : resolvers;
    const [field, all] = isObject(config) ? ['dns_resolution_config', listed] : ['dns_resolvers', listed];
    for (const address of messagesIn(all)) numeric(field, address, say);
  },
  'type.matcher.Matcher.MatcherTree.MatchMap'({ message }, say) {
    const { map } = message;
    if (message[INVALID]?.map === undefined && Object.keys(isObject(map) ? map : {}).length === 0)
      say('map', 'has to have an entry');
  },
  'type.matcher.Matcher.OnMatch'(frame, say) {
    const { action } = frame.message;
    const config = isObject(action) ? action.typed_config : undefined;
    const type = isObject(config) ? String(config['@type']) : '';
    if (type !== '' && !/(?:^|\.)rbac\.v3\.Action$/.test(type) && isOfRbac(frame))
      say('action', `has to be an Action of RBAC, and is ${quoted(type)}`);
  },
  StatsdSink: (frame, say) => numeric('address', frame.message.address, say),
  DogStatsdSink: (frame, say) => numeric('address', frame.message.address, say),
  GraphiteStatsdSink: (frame, say) => numeric('address', frame.message.address, say),
};

const CERTIFICATE = ['certificate_chain', 'private_key', 'private_key_provider', 'pkcs12'];
const BODILESS: ReadonlySet<string> = new Set(['METHOD_UNSPECIFIED', 'GET', 'HEAD', 'DELETE', 'TRACE']);
const ASKS_DNS: ReadonlySet<string> = new Set(['STRICT_DNS', 'LOGICAL_DNS']);
/** Bytes of the path of a socket; one more ends it. */
const MAX_PATH = 107;
const MAX_PORT = 65_535;
/** No template, and no name that one puts in. */
const IS_WRITTEN = /^[0-9a-z.:-]+$/;

function isNamed(text: unknown): boolean {
  return typeof text === 'string' && text !== '';
}

function isZero(message: BoundMessage, field: string): boolean {
  return message[INVALID]?.[field] === undefined && Number(message[field] ?? 0) === 0;
}

function isAboveWhole(percentage: unknown): boolean {
  if (!isObject(percentage) || percentage[INVALID] !== undefined) return false;
  const { numerator = 0, denominator = 'HUNDRED' } = percentage;
  const whole = new Map<unknown, number>([
    ['HUNDRED', 100],
    ['TEN_THOUSAND', 10_000],
    ['MILLION', 1_000_000],
  ]).get(denominator);
  return whole !== undefined && Number(numerator) > whole;
}

/** A client has one certificate; a server takes its own from one place. */
function certificates({ message, parent }: Frame, say: Say): void {
  const own = messagesIn(message.tls_certificates).length;
  const fetched = messagesIn(message.tls_certificate_sds_secret_configs).length;
  const field = own > 0 ? 'tls_certificates' : 'tls_certificate_sds_secret_configs';
  if (parent?.type === 'UpstreamTlsContext' && own + fetched > 1)
    say(field, `may hold one certificate of a client, and there are ${own + fetched}`);
  if (parent?.type === 'DownstreamTlsContext' && own > 0 && fetched > 0)
    say(field, 'may not stand beside tls_certificate_sds_secret_configs in a server');
}

function twice(
  { message }: Frame,
  field: string,
  key: (entry: BoundMessage) => unknown,
  problem: string,
  say: Say,
): void {
  const keys = messagesIn(message[field]).map(key);
  const index = keys.findIndex((each, at) => isNamed(each) && keys.indexOf(each) < at);
  if (index !== -1) say(field, `${problem}, and ${quoted(String(keys[index]))} has two`, index);
}

/** Whether hosts are given by address in a cluster that holds them itself. */
function isOfStatic(frame: Frame): boolean {
  const cluster = around(frame, 'Cluster')?.message;
  return cluster !== undefined && discoveryOf(cluster) === 'STATIC';
}

/** Whether a part of a tree belongs to RBAC, and to no tree that an action holds. */
function isOfRbac(frame: Frame): boolean {
  let at = frame.parent;
  while (at !== undefined && /^type\.matcher\.Matcher/.test(at.type)) at = at.parent;
  return at !== undefined && /^(?:http|network)\.rbac\.RBAC$/.test(at.type);
}

/** An address that no name may stand for. */
function numeric(field: string, address: unknown, say: Say): void {
  const socket = isObject(address) ? address.socket_address : undefined;
  if (!isObject(socket) || isWritten(socket, 'resolver_name')) return;
  const { address: text } = socket;
  if (typeof text !== 'string' || !IS_WRITTEN.test(text) || ipAddress(text) !== undefined) return;
  say(field, `has to hold an IP address, and ${quoted(text)} is none`);
}
