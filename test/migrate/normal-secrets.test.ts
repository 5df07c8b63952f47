/** Secrets stand in the normal form only where they are asked for. */
import { expect, test } from 'vitest';
import { documentsOf, formOf } from './normal-form.ts';

const KEY = '-----BEGIN RSA PRIVATE KEY-----\\nsecret\\n-----END RSA PRIVATE KEY-----';
const BASE64 = Buffer.from('-----BEGIN PRIVATE KEY-----\nsecret').toString('base64');

test.each<[string, string, string]>([
  [
    'an inline private key',
    'TlsCertificate',
    'private_key: {inline_string: secret}\ncertificate_chain: {filename: /open}',
  ],
  ['a password', 'TlsCertificate', 'password: {inline_string: secret}\ncertificate_chain: {filename: /open}'],
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
  expect(formOf('private_key: {filename: /key.pem}', { type: 'TlsCertificate', onlyWritten: true })).toEqual({
    private_key: { filename: '/key.pem' },
  });
});

const hidden = (type: string, text: string): string =>
  JSON.stringify(formOf(text, { type, onlyWritten: true }));

test.each<[string, string, string]>([
  ['where a message cannot be read as its type', 'Cluster', 'hosts: [[{password: secret}]]'],
  ['in a list of passwords', 'Cluster', 'x: {passwords: [secret, {a: secret}]}'],
  ['in an unknown field of a known message', 'Cluster', 'client_secret: secret'],
  ['a header in data', 'Cluster', 'x: [{key: authorization, value: secret}]'],
  ['a login in a URL', 'core.HttpUri', 'uri: "https://me:secret@shop.test/"'],
  ['a bearer token in data', 'Cluster', 'x: {format: "Bearer secret1secret1secret1"}'],
  [
    'the start of a token that is accepted',
    'route.HeaderMatcher',
    'name: authorization\nprefix_match: Basic secret',
  ],
  [
    'a pattern of tokens',
    'route.HeaderMatcher',
    'name: x-api-key\nsafe_regex_match: {google_re2: {}, regex: secret}',
  ],
  ['a token in a query', 'route.QueryParameterMatcher', 'name: access_token\nstring_match: {exact: secret}'],
  [
    'a symmetric key',
    'core.DataSource',
    `inline_string: '{"keys":[{"kty":"oct","k":"secretsecretsecret"}]}'`,
  ],
])('hidden: %s', (_, type, text) => {
  expect(hidden(type, text)).toContain('<redacted>');
  expect(hidden(type, text)).not.toContain('secret1');
  expect(hidden(type, text)).not.toMatch(/[^_]secret["@ ]|Basic secret/);
});

test('what only resembles a secret is shown', () => {
  const open = 'name: authorization\nprefix_match: "Bearer "';
  expect(hidden('route.HeaderMatcher', open)).toContain('Bearer ');
  expect(
    hidden('Cluster', 'x: {token_bucket: {max_tokens: 5}, url: "http://shop.test/a:b@c"}'),
  ).not.toContain('<redacted>');
  expect(hidden('route.HeaderMatcher', 'name: cookie\nregex_match: "(^|; )user=7"')).toContain('user=7');
});

test('among documents in a list, one that is no message is shown without its secrets', () => {
  const text = '- {name: a, type: STATIC}\n- - {password: secret, open: 1}\n- - - {private_key: secret}\n';
  const shown = (showSecrets: boolean): string => JSON.stringify(documentsOf(text, { showSecrets }));
  expect(shown(false)).toContain('open');
  expect(shown(false)).not.toContain('secret');
  expect(shown(true)).toContain('secret');
});
