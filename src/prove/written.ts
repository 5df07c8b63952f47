/**
 * Who writes or takes headers of requests on their way upstream beside the routes: the proxy itself, tracing, and HTTP
 * filters, of connection managers and of clusters (docs/routing.md, facts 84 and 138). Nobody here follows what becomes
 * of such a header: both what decides and what judges are silent about it.
 */
import { type BoundMessage, isObject } from '../model/bound.ts';
import type { HttpFilter } from '../routing/filters/chain.ts';
import { hasField } from '../routing/filters/settings.ts';
import type { FoundManager } from '../routing/where/manager.ts';
import { lookup } from '../source/lookup.ts';
import { isRenamed, USUAL_HEADERS } from '../traffic/own-headers.ts';
import { lowerAscii } from '../traffic/text.ts';

/** What the proxy itself writes or strips, whatever the routes say. */
const OWN_OF_PROXY =
  /^(?::|x-forwarded-|x-request-id$|x-client-trace-id$|via$|host$|connection$|upgrade$|te$|expect$|keep-alive$|proxy-connection$|transfer-encoding$|http2-settings$|early-data$|grpc-timeout$)/;

/** What the tracers that the proxy comes with write. */
const OF_TRACERS =
  /^(?:x-b3-|b3$|traceparent$|tracestate$|baggage$|grpc-trace-bin$|x-cloud-trace-context$|x-datadog-|x-amzn-trace-id$|x-ot-span-context$|ot-|sw8)/;
const TRACERS = /\b(?:Zipkin|Lightstep|Datadog|OpenTelemetry|OpenCensus|XRay|SkyWalking)Config$/;

/** What is known of a filter that sees a request. */
type Seen = {
  readonly filter: HttpFilter;
  readonly settings: readonly BoundMessage[];
  readonly looks: boolean;
};

/** @returns who it may be; undefined where nobody is known to */
export function writerOf(
  name: string,
  at: {
    readonly namespace: string;
    readonly manager: Pick<FoundManager, 'message' | 'own'> | undefined;
    readonly gates: readonly Seen[] | undefined;
    /** HTTP filters of the clusters that it may go to. */
    readonly last: readonly HttpFilter[];
    /** Who gets a copy: copies have headers of their own. */
    readonly mirrors: readonly BoundMessage[];
  },
): string | undefined {
  const { message = {}, own = USUAL_HEADERS } = at.manager ?? {};
  if (OWN_OF_PROXY.test(name) || name.startsWith(`x-${at.namespace}-`) || isRenamed(name, own))
    return 'the proxy itself';
  const { add_user_agent: isAdding, tracing }: BoundMessage = message;
  if (isAdding === true && name === 'user-agent') return 'the connection manager (add_user_agent)';
  if (tracing !== undefined && mayTrace(tracing, name)) return 'tracing';
  const gate = at.gates?.find(
    ({ filter, settings, looks }) => looks && settings.some((each) => mayWrite(filter.kind, each, name)),
  );
  if (gate !== undefined) return `the filter ${JSON.stringify(gate.filter.name)}`;
  if (at.mirrors.some(({ request_headers_mutations: all }) => mutation({ all }, name)))
    return 'what copies the request (request_headers_mutations)';
  const last = at.last.find((each) => mayWriteLast(each, name));
  return last && `the filter ${JSON.stringify(last.name)} of a cluster`;
}

function mayTrace(tracing: unknown, name: string): boolean {
  const provider = isObject(tracing) ? tracing.provider : undefined;
  const config = isObject(provider) ? (provider.typed_config ?? provider.config) : undefined;
  const type = isObject(config) ? config['@type'] : undefined;
  return OF_TRACERS.test(name) || (typeof type === 'string' && !TRACERS.test(type));
}

type Writes = RegExp | ((settings: BoundMessage, name: string) => boolean);

const LENGTHS = /^(?:content-length|transfer-encoding)$/;
const CODINGS = /^(?:accept-encoding|content-encoding|content-length|transfer-encoding)$/;
const ANY = /^/;

/** By the package of a filter's type. Of others, and of scripts, it is an assumption that they change nothing. */
const WRITING: { readonly [kind: string]: Writes } = {
  api_key_auth: names,
  aws_lambda: ANY,
  aws_request_signing: /^(?:authorization$|x-amz-)/,
  basic_auth: names,
  buffer: LENGTHS,
  cache: /^(?:if-|range$|cache-control$)/,
  cdn_loop: /^cdn-loop$/,
  composite: ANY,
  compressor: CODINGS,
  connect_grpc_bridge: ANY,
  credential_injector: ANY,
  decompressor: CODINGS,
  ext_authz: authorized,
  file_system_buffer: LENGTHS,
  gcp_authn: (settings, name) => name === 'authorization' || names(settings, name),
  geoip: names,
  grpc_http1_bridge: ANY,
  grpc_http1_reverse_bridge: ANY,
  grpc_json_reverse_transcoder: ANY,
  grpc_json_transcoder: ANY,
  grpc_web: ANY,
  gzip: CODINGS,
  header_mutation: mutation,
  header_to_metadata: names,
  ip_tagging: names,
  jwt_authn: token,
  local_ratelimit: names,
  match_delegate: ANY,
  oauth2: ANY,
  ratelimit: ANY,
};

function mayWrite(kind: string | undefined, settings: BoundMessage, name: string): boolean {
  const writes = lookup(WRITING, kind ?? '');
  return typeof writes === 'function' ? writes(settings, name) : writes?.test(name) === true;
}

/** What a cluster has of its own: nobody else says what others than these do. */
function mayWriteLast({ kind, config }: HttpFilter, name: string): boolean {
  if (kind === 'upstream_codec') return false;
  return kind === 'header_mutation' ? mutation(config, name) : true;
}

/** Headers are named, or matched (`remove_on_match`). */
function mutation(settings: BoundMessage, name: string): boolean {
  return names(settings, name) || hasField(settings, (field) => field === 'remove_on_match');
}

/** Whether a header stands in settings as it is. */
function names(settings: BoundMessage, name: string): boolean {
  return hasField(settings, (_, value) =>
    [value].flat().some((each) => typeof each === 'string' && lowerAscii(each) === name),
  );
}

/**
 * A service over HTTP is believed the headers that are listed, one over gRPC all; a route may have another service, and
 * what it says besides has no such fields.
 */
function authorized(settings: BoundMessage): boolean {
  const { http_service: service, disabled, check_settings: own } = settings;
  if (disabled === true || (isObject(own) && !isObject(own.http_service) && !isObject(own.grpc_service)))
    return false;
  const http = isObject(own) ? own.http_service : service;
  const answer = isObject(http) ? (http.authorization_response ?? {}) : undefined;
  if (!isObject(answer)) return true;
  return (answer.allowed_upstream_headers ?? answer.allowed_upstream_headers_to_append) !== undefined;
}

/** The header that a token stands in goes no further unless `forward` says so; claims may be written into others. */
function token({ providers }: BoundMessage, name: string): boolean {
  const all = isObject(providers) ? Object.values(providers).filter(isObject) : [];
  return all.some(
    ({ forward, from_headers: from, forward_payload_header: payload, claim_to_headers: claims }) => {
      if (names({ payload, claims }, name)) return true;
      if (forward === true) return false;
      return Array.isArray(from) ? names({ from }, name) : name === 'authorization';
    },
  );
}
