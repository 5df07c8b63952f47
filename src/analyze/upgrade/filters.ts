/** Changes that filters meet. */
import { type BoundMessage, isObject, messagesIn } from '../../model/bound.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import { findExtension } from '../../schema/extensions.ts';
import type { Message } from '../../schema/types.ts';
import { isZero, look, lookAt, type Match, type ReleaseChange, type RuleContext } from './change.ts';

const NO_TIMEOUT = 'set a time above 0s, such as 0.001s';

/** What an HTTP filter or a network filter is, by the type of its configuration or else by its name. */
function kindOf({ name, typed_config: config }: BoundMessage, namespace: string): string {
  const type = isObject(config) ? String(config['@type'] ?? '') : '';
  const [, kind] = /(?:^|\.)filters?\.(?:http|network)\.([a-z0-9_]+)\./.exec(type) ?? [];
  if (kind !== undefined) return kind;
  const bare = withoutNamespace(String(name ?? ''), namespace);
  const known = findExtension('http filter', bare) ?? findExtension('network filter', bare);
  return (known?.name ?? bare).replace(/^filters\.(?:http|network)\./, '');
}

/** Looks at filters of some kinds. @param see with the filter's settings, typed or not */
function filters(
  type: 'HttpFilter' | 'listener.Filter',
  kinds: readonly string[],
  see: (settings: BoundMessage, match: Match) => void,
): RuleContext {
  return lookAt(type, (filter, match) => {
    if (!kinds.includes(kindOf(filter, match.namespace))) return;
    const settings = filter.typed_config ?? filter.config;
    see(isObject(settings) ? settings : {}, match);
  });
}

const present = (_: BoundMessage, { meets }: Match): void => meets();

function moved(
  release: string,
  kinds: { readonly http?: readonly string[]; readonly network: readonly string[] },
): ReleaseChange {
  const { http = [], network } = kinds;
  return {
    id: `contrib-filters-${release.split('.')[1]}`,
    release,
    who: `one of the filters ${[...http, ...network].join(', ')}`,
    what: `the filters ${[...http, ...network].join(', ')} are only in the contrib builds of the proxy`,
    keep: 'run a contrib build',
    looks: [filters('HttpFilter', http, present), filters('listener.Filter', network, present)],
  };
}

export const filterChanges: readonly ReleaseChange[] = [
  {
    id: 'authorization-header-case',
    release: '1.14.0',
    who: 'a pattern with capitals among the header lists of ext_authz, without ignore_case',
    what: 'the header lists of ext_authz mind capitals, and the names of headers have none, so that this pattern never matches; before, it did',
    keep: 'write the pattern in small letters, or set ignore_case',
    looks: [
      look('AuthorizationRequest', (request, { meets }) => seeCapitals(request, ['allowed_headers'], meets)),
      look('AuthorizationResponse', (response, { meets }) =>
        seeCapitals(response, ['allowed_upstream_headers', 'allowed_client_headers'], meets),
      ),
    ],
  },
  {
    id: 'empty-missing-value',
    release: '1.15.0',
    who: 'an on_header_missing without a value in header_to_metadata',
    what: 'on_header_missing without a value is refused; before, it was passed over',
    keep: 'remove on_header_missing there',
    looks: [
      look('header_to_metadata.Config.Rule', ({ on_header_missing: missing }, { meets }) => {
        if (missing !== undefined && (missing.value ?? '') === '') meets({ field: 'on_header_missing' });
      }),
    ],
  },
  {
    id: 'compressor-vary',
    release: '1.16.0',
    who: 'the HTTP filter gzip or compressor',
    what: 'answers that could be compressed carry Vary: Accept-Encoding also where they are not compressed',
    looks: [filters('HttpFilter', ['gzip', 'compressor'], present)],
  },
  {
    id: 'jwt-clock-skew',
    release: '1.17.0',
    who: 'a JWT provider without clock_skew_seconds',
    what: 'a token is taken until 60 s after it has expired, and 60 s before it holds; before, to the second',
    keep: 'set clock_skew_seconds to 1, the least there is',
    looks: [
      lookAt('JwtProvider', (provider, { meets }) => {
        if ((provider.clock_skew_seconds ?? 0) === 0) meets();
      }),
    ],
  },
  {
    id: 'grpc-stats-methods',
    release: '1.18.0',
    who: 'the HTTP filter grpc_stats without stats_for_all_methods and individual_method_stats_allowlist',
    what: 'grpc_stats no longer counts each method by itself by default',
    keep: 'set stats_for_all_methods to true',
    looks: [
      filters('HttpFilter', ['grpc_stats'], (settings, { meets }) => {
        const names = [
          'stats_for_all_methods',
          'individual_method_stats_allowlist',
          'individual_method_stats_whitelist',
        ];
        if (names.every((name) => settings[name] === undefined)) meets();
      }),
    ],
  },
  {
    id: 'transcoder-limits',
    release: '1.18.0',
    who: 'the HTTP filter grpc_json_transcoder',
    what: 'grpc_json_transcoder refuses messages that do not fit into the buffers of the connection; before, it held any size',
    keep: 'raise per_connection_buffer_limit_bytes of the listener and of the cluster',
    looks: [filters('HttpFilter', ['grpc_json_transcoder'], present)],
  },
  {
    id: 'grpc-bridge-counts',
    release: '1.19.0',
    who: 'the HTTP filter grpc_http1_bridge',
    what: 'grpc_http1_bridge no longer counts gRPC calls',
    keep: 'put the filter grpc_stats in front of it',
    looks: [filters('HttpFilter', ['grpc_http1_bridge'], present)],
  },
  {
    id: 'admission-rejections',
    release: '1.19.0',
    who: 'the HTTP filter admission_control without max_rejection_probability',
    what: 'admission_control refuses at most 80 percent of the requests by default; before, up to all of them',
    keep: 'set max_rejection_probability to 100',
    looks: [
      lookAt('AdmissionControl', ({ max_rejection_probability: most }, { meets }) => {
        if (most === undefined) meets();
      }),
    ],
  },
  {
    id: 'signed-bodies',
    release: '1.19.0',
    who: 'the HTTP filter aws_request_signing without use_unsigned_payload',
    what: 'aws_request_signing holds the body of a request to sign it; before, it never did',
    keep: 'set use_unsigned_payload to true',
    looks: [
      filters('HttpFilter', ['aws_request_signing'], ({ use_unsigned_payload: unsigned }, { meets }) => {
        if (unsigned !== true) meets();
      }),
    ],
  },
  moved('1.20.0', {
    http: ['squash'],
    network: ['kafka_broker', 'rocketmq_proxy', 'postgres_proxy', 'mysql_proxy'],
  }),
  {
    id: 'local-reply-content-type',
    release: '1.22.0',
    version: 'v3',
    who: 'a mapper of local_reply_config that writes both a body and the header content-type',
    what: 'the content-type that a mapper of local_reply_config adds counts also where it writes the body; before, that of the body format did',
    keep: 'remove content-type from headers_to_add',
    looks: [
      lookAt('ResponseMapper', (mapper, { meets }) => {
        if (mapper.body === undefined && mapper.body_format_override === undefined) return;
        const names = messagesIn(mapper.headers_to_add).map(({ header }) =>
          isObject(header) ? header.key : '',
        );
        if (names.some((name) => String(name).toLowerCase() === 'content-type'))
          meets({ field: 'headers_to_add' });
      }),
    ],
  },
  moved('1.23.0', { http: ['dynamo'], network: ['client_ssl_auth'] }),
  {
    id: 'local-rate-limit-descriptors',
    release: '1.23.0',
    version: 'v3',
    who: 'the HTTP filter local_ratelimit with several descriptors',
    what: 'a request takes a token of each descriptor that matches; before, of the first alone',
    looks: [
      lookAt('http.local_ratelimit.LocalRateLimit', ({ descriptors }, { meets }) => {
        if (messagesIn(descriptors).length > 1) meets({ field: 'descriptors' });
      }),
    ],
  },
  {
    id: 'lua-respond',
    release: '1.23.0',
    who: 'a Lua script that calls respond()',
    what: 'an answer of respond() passes the filters for answers and gets the headers of the route; before, it went out as it was',
    looks: [
      look('http.lua.Lua', (lua, { meets }) => {
        const { inline_code: code = '' } = lua;
        const { default_source_code: source } = lua as BoundMessage;
        const inline =
          isObject(source) && typeof source.inline_string === 'string' ? source.inline_string : '';
        if (/:respond\s*\(/.test(code)) meets({ field: 'inline_code' });
        else if (/:respond\s*\(/.test(inline)) meets({ field: 'default_source_code' });
      }),
    ],
  },
  {
    id: 'overload-actions-refused',
    release: '1.27.0',
    who: 'an action of the overload manager with a name that the proxy does not know',
    what: 'an action of the overload manager that the proxy does not know is refused; before, it did nothing',
    keep: 'remove the action, or correct its name',
    looks: [
      lookAt('OverloadAction', ({ name }, { namespace, meets }) => {
        const [, own] =
          /^overload_actions\.(.*)$/.exec(withoutNamespace(String(name ?? ''), namespace)) ?? [];
        if (own !== undefined && !OVERLOAD_ACTIONS.has(own)) meets({ field: 'name' });
      }),
    ],
  },
  {
    id: 'jwt-in-query-removed',
    release: '1.31.0',
    who: 'a JWT provider with from_params and without forward',
    what: 'a token in the query is removed from the request; before, it was passed on',
    keep: 'set forward to true, which then also holds for tokens in headers',
    looks: [
      look('JwtProvider', ({ from_params: names = [], forward }, { meets }) => {
        if (names.length > 0 && forward !== true) meets({ field: 'from_params' });
      }),
    ],
  },
  {
    id: 'authorization-retries',
    release: '1.37.0',
    version: 'v3',
    who: 'a retry_on for the HTTP service of ext_authz',
    what: 'retry_on of the HTTP service of ext_authz is kept to; before, 5xx,gateway-error,connect-failure,reset held whatever it said',
    keep: 'write 5xx,gateway-error,connect-failure,reset',
    looks: [
      lookAt('ext_authz.HttpService', ({ retry_policy: policy }, { meets }) => {
        const conditions = isObject(policy) ? policy.retry_on : undefined;
        if (typeof conditions === 'string' && conditions !== '') meets({ field: 'retry_policy' });
      }),
    ],
  },
  {
    id: 'header-mutation-encodes',
    release: '1.38.0',
    version: 'v3',
    who: 'a value of query_parameter_mutations that may hold more than letters, digits and -._~',
    what: 'header_mutation encodes what it writes into a query; before, it wrote values as they are',
    keep: 'switch WORD.reloadable_features.header_mutation_url_encode_query_params off',
    looks: [
      lookAt('core.KeyValueMutation', ({ append }, { meets }) => {
        const { record } = isObject(append) ? append : {};
        const value = isObject(record) ? record.value : undefined;
        if (typeof value === 'string' && !/^[-.0-9A-Z_a-z~]*$/.test(value)) meets({ field: 'append' });
      }),
    ],
  },
  {
    id: 'no-timeout-of-zero',
    release: '1.38.0',
    who: 'a timeout of 0s in ext_authz or ratelimit',
    what: 'a timeout of 0s in ext_authz and ratelimit is none; before, it failed at once',
    keep: NO_TIMEOUT,
    looks: [
      look('ext_authz.HttpService', ({ server_uri: uri }, { meets }) => {
        if (uri !== undefined && isZero(uri.timeout))
          meets({ frame: { message: uri, type: 'core.HttpUri' }, field: 'timeout' });
      }),
      look('http.ext_authz.ExtAuthz', ({ grpc_service: service }, { meets }) => {
        if (service !== undefined && isZero(service.timeout))
          meets({ frame: { message: service, type: 'core.GrpcService' }, field: 'timeout' });
      }),
      look('http.ratelimit.RateLimit', ({ timeout }, { meets }) => {
        if (isZero(timeout)) meets({ field: 'timeout' });
      }),
    ],
  },
];

/** Without the namespace and `overload_actions.`. */
const OVERLOAD_ACTIONS: ReadonlySet<string> = new Set([
  'disable_http_keepalive',
  'reduce_timeouts',
  'reject_incoming_connections',
  'reset_high_memory_stream',
  'shrink_heap',
  'stop_accepting_connections',
  'stop_accepting_requests',
]);

function seeCapitals(message: BoundMessage, lists: readonly string[], meets: Match['meets']): void {
  for (const field of lists) {
    const list = message[field];
    const patterns = isObject(list) ? messagesIn(list.patterns) : [];
    if (patterns.some(hasCapitals)) meets({ field });
  }
}

function hasCapitals({
  exact,
  prefix,
  suffix,
  ignore_case: ignores,
}: Message<'type.matcher.StringMatcher'>): boolean {
  return ignores !== true && [exact, prefix, suffix].some((text) => text !== undefined && /[A-Z]/.test(text));
}
