import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const findings = (yaml: string) =>
  found('outdated-tls', `${yaml}\n`, 'TlsParameters').map(({ pointer, level }) => ({ pointer, level }));

test.each(['TLSv1_0', 'TLSv1_1'])('%s as the oldest version', (version) => {
  expect(findings(`tls_minimum_protocol_version: ${version}`)).toEqual([
    { pointer: '/tls_minimum_protocol_version', level: 'info' },
  ]);
});

test('as the newest version, which says all', () => {
  expect(findings('tls_minimum_protocol_version: TLSv1_0\ntls_maximum_protocol_version: TLSv1_1')).toEqual([
    { pointer: '/tls_maximum_protocol_version', level: 'warning' },
  ]);
});

test.each([
  'tls_minimum_protocol_version: TLSv1_2',
  'tls_minimum_protocol_version: TLS_AUTO',
  'tls_maximum_protocol_version: TLSv1_2',
  'cipher_suites: [ECDHE-RSA-AES128-GCM-SHA256]',
])('not for %s', (yaml) => {
  expect(findings(yaml)).toEqual([]);
});
