import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const check = (kind: string) =>
  `{ timeout: 1s, interval: 5s, unhealthy_threshold: 2, healthy_threshold: 1, ${kind} }`;
const of = (yaml: string) =>
  found('grpc-check-without-http2', `name: shop\n${yaml}\n`, 'Cluster').map(({ pointer, level }) => [
    pointer,
    level,
  ]);

test('a gRPC probe of hosts that are spoken to in HTTP/1', () => {
  const checks = `health_checks: [${check('tcp_health_check: {}')}, ${check('grpc_health_check: {}')}]`;
  expect(of(checks)).toEqual([['/health_checks/1/grpc_health_check', 'error']]);
  expect(of(`${checks}\nprotocol_selection: USE_DOWNSTREAM_PROTOCOL`)).toHaveLength(1);
});

test('HTTP/2, or another probe', () => {
  expect(of(`http2_protocol_options: {}\nhealth_checks: [${check('grpc_health_check: {}')}]`)).toEqual([]);
  expect(of(`health_checks: [${check('http_health_check: { path: /up }')}]`)).toEqual([]);
});

test('in version 3 the typed options say whether the hosts are spoken to in HTTP/2, and they alone', () => {
  const typed = (options: string): string =>
    [
      'name: shop',
      `health_checks: [${check('grpc_health_check: {}')}]`,
      'typed_extension_protocol_options:',
      '  envoy.extensions.upstreams.http.v3.HttpProtocolOptions:',
      '    "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions',
      `    ${options}`,
      '',
    ].join('\n');
  const both = (options: string): number =>
    found('grpc-check-without-http2', typed(options), 'Cluster').length;
  expect(both('explicit_http_config: {http2_protocol_options: {}}')).toBe(0);
  expect(both('use_downstream_protocol_config: {http2_protocol_options: {}}')).toBe(0);
  expect(both('auto_config: {}')).toBe(0);
  expect(both('explicit_http_config: {http_protocol_options: {}}')).toBe(1);
  expect(both('use_downstream_protocol_config: {}\nhttp2_protocol_options: {}')).toBe(1);
});
