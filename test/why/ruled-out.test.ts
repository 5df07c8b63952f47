/** Failures that a configuration rules out are not explained by it; where it may be otherwise, they are. */
import { describe, expect, it } from 'vitest';
import { openConfiguration } from '../../src/model/open.ts';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { sourceFile } from '../../src/source/load.ts';
import { declaredIn } from '../../src/why/declared.ts';
import { startWhy } from '../../src/why/groups.ts';

const T = 'type.googleapis.com/envoy';
const filter = (type: string, fields = ''): string =>
  `{name: f, typed_config: {"@type": ${T}.extensions.filters.http.${type}, ${fields}}}`;
const ROUTER = filter('router.v3.Router');
const FAULT = filter('fault.v3.HTTPFault', 'abort: {http_status: 500, percentage: {numerator: 1}}');
const FETCHED = `{name: e, config_discovery: {type_urls: [${T}.extensions.filters.http.fault.v3.HTTPFault], config_source: {resource_api_version: V3, path_config_source: {path: /x}}}}`;
const HOST =
  'endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 10.0.0.1, port_value: 1}}}}]}]';

interface Parts {
  readonly filters?: readonly string[];
  readonly cluster?: string;
  readonly policy?: string;
  readonly top?: string;
  readonly upstream?: string;
}

function consistent(
  flag: string,
  { filters = [], cluster = 'STATIC', policy = '', top = '', upstream = '' }: Parts = {},
) {
  const text = `
static_resources:
  clusters: [{name: c, connect_timeout: 1s, type: ${cluster}, load_assignment: {cluster_name: c, ${HOST}${policy}}${upstream}}]
  listeners:
  - name: l
    address: {socket_address: {address: 127.0.0.1, port_value: 1}}
    filter_chains:
    - filters:
      - name: m
        typed_config:
          "@type": ${T}.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: s
          http_filters: [${[...filters, filters.some((each) => each.includes('router.v3')) ? '' : ROUTER].filter((each) => each !== '').join(', ')}]
          route_config: {virtual_hosts: [{name: v, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: c}}]}]}
${top}`;
  const configuration = openConfiguration(sourceFile('a.yaml', text, 'named'));
  const declared = declaredIn([configuration]);
  const routing = findRouting([configuration]);
  const regexes = regexEngine({ clock: { now: () => performance.now(), milliseconds: 1000 } });
  const run = startWhy(
    { routing, declared, wish: {}, contextFor: ({ namespace }) => ({ namespace, regexes }) },
    declared.formats,
  );
  const line = { method: 'GET', path: '/', authority: 'x', response_code: 503, response_flags: flag };
  return run.add(JSON.stringify(line))?.consistent;
}

const CDS = 'dynamic_resources: {cds_config: {resource_api_version: V3, path_config_source: {path: /x}}}';
const RATE = filter(
  'local_ratelimit.v3.LocalRateLimit',
  'stat_prefix: s, token_bucket: {max_tokens: 1, fill_interval: 1s}',
);
const AUTHZ = filter('ext_authz.v3.ExtAuthz', 'grpc_service: {envoy_grpc: {cluster_name: c}}');
const CHECKS = filter('router.v3.Router', 'strict_check_headers: [x-envoy-upstream-rq-timeout-ms]');
const DROPS = ', policy: {drop_overloads: [{category: a, drop_percentage: {numerator: 1}}]}';
const OVERLOAD = 'overload_manager: {resource_monitors: []}';
const UPSTREAM = `, typed_extension_protocol_options: {envoy.extensions.upstreams.http.v3.HttpProtocolOptions: {"@type": ${T}.extensions.upstreams.http.v3.HttpProtocolOptions, explicit_http_config: {http_protocol_options: {}}, http_filters: [${FAULT}]}}`;
const UNKNOWN = `{name: u, typed_config: {"@type": type.googleapis.com/acme.Filter}}`;

describe('what a whole configuration rules out', () => {
  it.each(['NC', 'FI', 'DI', 'RL', 'RLSE', 'UAEX', 'NFCF', 'DF', 'DO', 'UDO', 'OM', 'IH', 'FaultInjected'])(
    'is %s where nothing makes it',
    (flag) => expect(consistent(flag)).toBe(false),
  );

  it.each(['UF', 'UH', 'UT', '-', 'ACME'])('is not %s', (flag) => expect(consistent(flag)).toBe(true));

  it.each<[string, Parts]>([
    ['FI', { filters: [FAULT] }],
    ['DI', { filters: [FAULT] }],
    ['FI', { upstream: UPSTREAM }],
    ['RL', { filters: [RATE] }],
    ['UAEX', { filters: [AUTHZ] }],
    ['NFCF', { filters: [FETCHED] }],
    ['DF', { cluster: 'STRICT_DNS' }],
    ['DO', { policy: DROPS }],
    ['OM', { top: OVERLOAD }],
    ['IH', { filters: [CHECKS] }],
  ])('is not %s where something makes it', (flag, parts) => expect(consistent(flag, parts)).toBe(true));

  it.each(['NC', 'FI', 'RL', 'UAEX', 'DO', 'OM', 'IH'])(
    'is not %s where parts are fetched, or an extension is not known',
    (flag) => {
      expect(consistent(flag, { top: CDS })).toBe(true);
      expect(consistent(flag, { filters: [FETCHED] })).toBe(true);
      expect(consistent(flag, { filters: [UNKNOWN] })).toBe(true);
    },
  );
});
