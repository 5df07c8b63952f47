/** Null as an entry of a list is an empty text or message; moved into a field it would be absent, so that it stays. */
import { expect, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { opened } from '../opened.ts';

test.each([
  ['route.CorsPolicy', 'allow_origin: [null, shop.test]\n'],
  ['CertificateValidationContext', 'verify_subject_alt_name:\n-\n- shop.test\n'],
  ['CertificateValidationContext', 'verify_subject_alt_name: [~]\n'],
  [
    'Cluster',
    'name: c\nconnect_timeout: 1s\nhosts:\n- socket_address: {address: 10.0.0.1, port_value: 1}\n-\n',
  ],
])('of %s stays: %j', (type, text) => {
  const { text: migrated, left } = migrateConfiguration(opened(text, { type, api: 'v2' }), {
    older: false,
    only: migrations.map(({ id }) => id),
  });
  expect(migrated).toBe(text);
  expect(left.map(({ reason }) => reason)).toEqual([
    'one of its entries is null; write what it stands for, or remove it',
  ]);
});
