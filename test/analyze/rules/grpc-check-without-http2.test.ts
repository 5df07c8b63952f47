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
