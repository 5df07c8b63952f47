import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (metadata: string) =>
  found(
    'invalid-canary',
    `endpoint: { address: { socket_address: { address: 10.0.0.1, port_value: 80 } } }\nmetadata: { filter_metadata: ${metadata} }\n`,
    'endpoint.LbEndpoint',
  );

test.each(['"true"', '1', '"yes"', '[true]', 'null'])('canary: %s', (value) => {
  const findings = of(`{ proxy.lb: { canary: ${value} } }`);
  expect(findings.map(({ pointer, level }) => [pointer, level])).toEqual([
    ['/metadata/filter_metadata/proxy.lb', 'warning'],
  ]);
});

test.each([
  '{ proxy.lb: { canary: true } }',
  '{ proxy.lb: { canary: false } }',
  '{ proxy.lb: { canary: yes } }',
  '{ proxy.lb: {} }',
  '{ shop.lb: { canary: "1" } }',
  '{}',
])('nothing about %s', (metadata) => {
  expect(of(metadata)).toEqual([]);
});
