/** Secrets stand in the normal form only where they are asked for. */
import { expect, test } from 'vitest';
import { formOf } from './normal-form.ts';

const KEY = '-----BEGIN RSA PRIVATE KEY-----\\nsecret\\n-----END RSA PRIVATE KEY-----';
const BASE64 = Buffer.from('-----BEGIN PRIVATE KEY-----\nsecret').toString('base64');

test.each<[string, string, string]>([
  [
    'an inline private key',
    'auth.TlsCertificate',
    'private_key: {inline_string: secret}\ncertificate_chain: {filename: /open}',
  ],
  [
    'a password',
    'auth.TlsCertificate',
    'password: {inline_string: secret}\ncertificate_chain: {filename: /open}',
  ],
  ['a key where none belongs', 'Cluster', `name: open\nalt_stat_name: "${KEY}"`],
  ['a key in bytes', 'core.DataSource', `inline_bytes: ${BASE64}\nopen: open`],
  ['a key in an unknown field', 'Cluster', `name: open\nx-key: {a: ["${KEY}"]}`],
  ['a key in free-form data', 'core.Metadata', `filter_metadata: {open: {a: {b: "${KEY}"}}}`],
  [
    'a key in a type without a table',
    'core.TransportSocket',
    `name: open\ntyped_config: {"@type": x/acme.A, key: "${KEY}"}`,
  ],
  [
    'the one credential that is accepted',
    'route.HeaderMatcher',
    'name: cookie\nexact_match: secret\nopen: open',
  ],
  ['a credential header', 'core.HeaderValue', 'key: Authorization\nvalue: Bearer secret\nopen: open'],
])('%s', (_, type, text) => {
  const hidden = JSON.stringify(formOf(text, { type, onlyWritten: true }));
  expect(hidden).toContain('<redacted>');
  expect(hidden).toContain('open');
  expect(hidden).not.toContain('secret');
  expect(hidden).not.toContain(BASE64);
  const shown = JSON.stringify(formOf(text, { type, onlyWritten: true, showSecrets: true }));
  expect(shown).not.toContain('<redacted>');
  expect(shown.includes('secret') || shown.includes(BASE64)).toBe(true);
});

test('where a secret stands is no secret', () => {
  expect(
    formOf('private_key: {filename: /key.pem}', { type: 'auth.TlsCertificate', onlyWritten: true }),
  ).toEqual({
    private_key: { filename: '/key.pem' },
  });
});
