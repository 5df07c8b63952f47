/** What is secret and what only looks like it, in messages of tables and in data; in the text and in values alike. */
import { describe, expect, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { normalizeConfiguration } from '../../src/migrate/normalize.ts';
import { REDACTED } from '../../src/model/secrets.ts';
import { redactionOf } from '../../src/results/secrets/redact.ts';
import { opened } from '../opened.ts';

/** The text with its secrets hidden, and whether its normal form hides as many. */
function shown(text: string, type: string): { readonly text: string; readonly values: number } {
  const configuration = opened(text, { type });
  const options = { onlyWritten: true, showSecrets: false };
  const values = JSON.stringify(normalizeConfiguration(configuration, migrations, options, () => ''));
  return {
    text: redactionOf([configuration], false).redact(text),
    values: values.split(REDACTED).length - 1,
  };
}

const METADATA = (data: string): string => `filter_metadata: { a: { ${data} } }`;
const CHAIN = '"-----BEGIN CERTIFICATE-----\\nMIIB\\n-----END CERTIFICATE-----\\n"';

describe('no secret stands there, and everything is shown', () => {
  test.each<[string, string, string]>([
    [
      'names of settings',
      'core.Metadata',
      METADATA('token_bucket: 5, max_tokens: 9, token_ttl: 3s, secret_name: a'),
    ],
    ['nothing', 'core.Metadata', METADATA('password: null, passphrase: ~, token: "", secret: ')],
    ['yes and no', 'core.Metadata', METADATA('token: true, secret: { enabled: "false" }')],
    ['a place of a template', 'core.Metadata', METADATA(`password: "\${DB_PASSWORD}"`)],
    ['what the proxy puts in', 'core.HeaderValue', 'key: authorization\nvalue: Bearer %REQ(x-token)%'],
    ['a word before a credential', 'core.Metadata', METADATA('name: authorization, prefix_match: "Bearer "')],
    ['where a secret is', 'core.Metadata', METADATA('token: { environment_variable: A, filename: /a }')],
    [
      'who delivers it',
      'core.Metadata',
      METADATA('hmac_secret: { name: a, sds_config: { path: /a, resource_api_version: V3 } }'),
    ],
    ['who asks for it', 'core.Metadata', METADATA('credentials: { client_id: shop }')],
    [
      'the name of the header that it goes into',
      'core.Metadata',
      METADATA('from_plugin: { name: a, config: { header_key: x-a } }'),
    ],
    [
      'how tokens are exchanged',
      'core.Metadata',
      METADATA(
        'call_credentials: [{ sts_service: { token_exchange_service_uri: "https://shop.test/", subject_token_path: /a, subject_token_type: "urn:a" } }, { service_account_jwt_access: { token_lifetime_seconds: 60 } }]',
      ),
    ],
    [
      'certificates',
      'core.Metadata',
      METADATA(
        `secret: { tls_certificate: { certificate_chain: { inline_string: ${CHAIN} } }, validation_context: { trusted_ca: { inline_string: ${CHAIN} } } }`,
      ),
    ],
    [
      'certificates of a client',
      'core.Metadata',
      METADATA(`channel_credentials: { ssl_credentials: { root_certs: { inline_string: ${CHAIN} } } }`),
    ],
    [
      'digests',
      'CertificateValidationContext',
      'verify_certificate_spki: [NvqYIYSbgK2vCJpQhObf77vv+bQWtc5ek5RIOwPiC9A=]',
    ],
    [
      'the size of a pattern',
      'route.HeaderMatcher',
      'name: authorization\nsafe_regex_match: { google_re2: { max_program_size: 90 }, regex: "" }',
    ],
    ['which cookie decides', 'core.Metadata', METADATA('name: cookie, regex_match: ".*a=1.*"')],
  ])('%s', (_, type, text) => {
    expect(shown(text, type)).toEqual({ text, values: 0 });
  });
});

describe('a secret is hidden', () => {
  test.each<[string, string, string, string[]]>([
    ['beside where another one is', 'core.Metadata', METADATA('token: { filename: /a, value: b1 }'), ['b1']],
    [
      'within a part that is open',
      'core.Metadata',
      METADATA('secret: { sds_config: { path: /a, password: b1 } }'),
      ['b1'],
    ],
    [
      'in the chain of a certificate',
      'core.Metadata',
      METADATA('secret: { certificate_chain: "x -----BEGIN PRIVATE KEY-----b1-----END PRIVATE KEY-----" }'),
      ['b1'],
    ],
    [
      'as a text where a message should be',
      'core.Metadata',
      METADATA('call_credentials: [b1], channel_credentials: b2'),
      ['b1', 'b2'],
    ],
    [
      'in a plugin',
      'core.Metadata',
      METADATA('call_credentials: [{ from_plugin: { name: a, config: { key: b1 } } }]'),
      ['b1'],
    ],
    [
      'of a provider that is data',
      'core.Metadata',
      METADATA('private_key_provider: { provider_name: a, config: { pin: b1 } }'),
      ['b1'],
    ],
    ['in a pattern of data', 'core.Metadata', METADATA('name: x-api-key, regex_match: b1'), ['b1']],
    [
      'in an unknown field beside the name of a header',
      'core.HeaderValue',
      'key: authorization\nvalues: [b1]',
      ['b1'],
    ],
    ['in an unknown field', 'Cluster', 'name: a\ncookie: b1', ['b1']],
    ['behind a place of a template', 'core.HeaderValue', `key: authorization\nvalue: "\${A}b1"`, [`\${A}b1`]],
    ['written as a number', 'core.Metadata', METADATA('password: 4711'), ['4711']],
  ])('%s', (_, type, text, secrets) => {
    const { text: hidden, values } = shown(text, type);
    for (const secret of secrets) expect(hidden).not.toContain(secret);
    expect(hidden).toContain(REDACTED);
    expect(values).toBe(secrets.length);
  });

  test('behind a certificate in base64', () => {
    const pem =
      '-----BEGIN CERTIFICATE-----\n' +
      'MIIB'.repeat(200) +
      '\n-----END CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\nMIIE\n';
    const bytes = Buffer.from(pem).toString('base64');
    expect(shown(`certificate_chain: { inline_bytes: ${bytes} }`, 'TlsCertificate')).toEqual({
      text: `certificate_chain: { inline_bytes: ${REDACTED} }`,
      values: 1,
    });
  });
});
