import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const pointers = (yaml: string, type: string) =>
  found('inline-secret', yaml, type).map(({ pointer }) => pointer);
const KEY = `-----BEGIN RSA PRIVATE KEY-----\\n${Buffer.from('not a key, but as long as one').toString('base64')}\\n-----END RSA PRIVATE KEY-----`;
const BYTES = Buffer.from(KEY.replaceAll('\\n', '\n')).toString('base64');
const context = (source: string) =>
  `common_tls_context: { tls_certificates: [{ private_key: ${source} }] }\n`;

describe('found', () => {
  test.each([
    ['inline_string', `{ inline_string: "${KEY}" }`],
    ['inline_bytes', `{ inline_bytes: ${BYTES} }`],
  ])('as %s', (field, source) => {
    const [finding] = found('inline-secret', context(source), 'DownstreamTlsContext');
    expect(finding).toMatchObject({
      level: 'warning',
      pointer: `/common_tls_context/tls_certificates/0/private_key/${field}`,
    });
    expect(JSON.stringify(finding)).not.toContain('BEGIN');
  });

  test('in the secrets of a bootstrap', () => {
    const yaml = `static_resources: { secrets: [{ name: s, tls_certificate: { private_key: { inline_string: "${KEY}" } } }] }`;
    expect(pointers(yaml, 'Bootstrap')).toHaveLength(1);
  });
});

describe('not found', () => {
  test.each([
    ['a file', '{ filename: /etc/shop.key }'],
    ['a place holder', '{ inline_string: "{{ shop_key }}" }'],
    ['a key that was taken out', '{ inline_string: "[redacted]" }'],
    ['an empty key', '{ inline_string: "-----BEGIN PRIVATE KEY-----\\n-----END PRIVATE KEY-----" }'],
  ])('for %s', (_, source) => {
    expect(pointers(context(source), 'DownstreamTlsContext')).toEqual([]);
  });

  test('for a certificate', () => {
    const yaml = `trusted_ca: { inline_string: "${KEY.replaceAll('RSA PRIVATE KEY', 'CERTIFICATE')}" }`;
    expect(pointers(yaml, 'CertificateValidationContext')).toEqual([]);
  });

  test('for what a secret discovery service sends', () => {
    const secret = `{ "@type": type.googleapis.com/proxy.api.v2.auth.Secret, name: s, tls_certificate: { private_key: { inline_string: "${KEY}" } } }`;
    expect(pointers(`resources: [${secret}]`, 'DiscoveryResponse')).toEqual([]);
  });
});
