import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

describe('waits whose longest is shorter than the first', () => {
  test('while look-ups fail', () => {
    const yaml =
      'name: shop\ntype: STRICT_DNS\ndns_failure_refresh_rate: { base_interval: 5s, max_interval: 4.999s }\n';
    const [finding, ...more] = found('invalid-interval', yaml, 'Cluster');
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      level: 'error',
      pointer: '/dns_failure_refresh_rate/max_interval',
      message:
        'max_interval of dns_failure_refresh_rate of the cluster "shop" is 4.999s, which is less than its base_interval of 5s, so the proxy refuses it; raise it to at least 5s or leave it out',
      data: { base_interval: '5s', max_interval: '4.999s' },
    });
  });

  test('while a fetch fails, and between retries of a route', () => {
    const waits = '{ base_interval: 2s, max_interval: 1s }';
    expect(
      found('invalid-interval', `retry_policy: { retry_back_off: ${waits} }\n`, 'core.RemoteDataSource').map(
        ({ pointer }) => pointer,
      ),
    ).toEqual(['/retry_policy/retry_back_off/max_interval']);
    expect(
      found('invalid-interval', `retry_on: 5xx\nretry_back_off: ${waits}\n`, 'route.RetryPolicy').map(
        ({ pointer }) => pointer,
      ),
    ).toEqual(['/retry_back_off/max_interval']);
  });
});

test.each([
  'base_interval: 1s\nmax_interval: 10s',
  // The specification asks for less than in one place and for at least in the other.
  'base_interval: 1s\nmax_interval: 1s',
  'base_interval: 1s\nmax_interval: { seconds: 1 }',
  'base_interval: 90s',
  'max_interval: 1s',
  'base_interval: soon\nmax_interval: 1s',
])('nothing about %s', (yaml) => {
  expect(found('invalid-interval', yaml, 'Cluster.RefreshRate')).toEqual([]);
});

const WAITS = '{ base_interval: 2s, max_interval: 1s }';
const POLICY = `retry_policy: { retry_back_off: ${WAITS} }`;
const SERVICE = `envoy_grpc: { cluster_name: c, ${POLICY} }`;

test.each([
  ['RemoteJwks', POLICY],
  ['GcpAuthnFilterConfig', POLICY],
  ['TcpProxy', `backoff_options: ${WAITS}`],
  ['FluentdAccessLogConfig', `retry_options: { backoff_options: ${WAITS} }`],
  ['core.ConfigSource', `api_config_source: { api_type: GRPC, grpc_services: [{ ${SERVICE} }] }`],
  ['Bootstrap', `dynamic_resources: { ads_config: { api_type: GRPC, grpc_services: [{ ${SERVICE} }] } }`],
])('waits that the proxy compares: %s', (type, yaml) => {
  expect(found('invalid-interval', yaml, type)).toHaveLength(1);
});

test.each([
  ['http.ext_authz.ExtAuthz', `grpc_service: { ${SERVICE} }`],
  ['http.ext_authz.ExtAuthz', `grpc_service: { ${POLICY} }`],
  ['http.ext_authz.ExtAuthz', `http_service: { ${POLICY} }`],
  ['ExternalProcessor', `grpc_service: { ${SERVICE} }`],
  ['RateLimitServiceConfig', `grpc_service: { ${SERVICE} }`],
  ['CommonGrpcAccessLogConfig', `grpc_stream_retry_policy: { retry_back_off: ${WAITS} }`],
  ['core.ConfigSource', `api_config_source: { api_type: GRPC, grpc_services: [{ ${POLICY} }] }`],
  ['Bootstrap', `hds_config: { api_type: GRPC, grpc_services: [{ ${SERVICE} }] }`],
  ['OAuth2Config', POLICY],
  ['FluentdConfig', POLICY],
  ['action.RouteAction', POLICY],
  ['DnsCacheConfig', `dns_failure_refresh_rate: ${WAITS}`],
])('nothing where it takes them: %s', (type, yaml) => {
  expect(found('invalid-interval', yaml, type)).toEqual([]);
});
