import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const findings = (address: string) =>
  found('exposed-admin', `admin: { access_log_path: /dev/null, address: ${address} }\n`);

test.each(['0.0.0.0', '"::"'])('on all interfaces: %s', (address) => {
  expect(findings(`{ socket_address: { address: ${address}, port_value: 9901 } }`)).toMatchObject([
    { pointer: '/admin/address/socket_address/address', level: 'info' },
  ]);
});

test.each([
  '{ socket_address: { address: 127.0.0.1, port_value: 9901 } }',
  '{ socket_address: { address: 10.0.0.1, port_value: 9901 } }',
  '{ pipe: { path: /run/admin.sock } }',
])('not at %s', (address) => {
  expect(findings(address)).toEqual([]);
});

test('a listener on all interfaces is what it is for', () => {
  const yaml = 'listeners: [{ name: a, address: { socket_address: { address: 0.0.0.0, port_value: 80 } } }]';
  expect(found('exposed-admin', yaml)).toEqual([]);
});
