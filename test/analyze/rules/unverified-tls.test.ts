import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const findings = (yaml: string) => found('unverified-tls', yaml, 'Cluster');
const TYPE = "'@type': type.googleapis.com/proxy.api.v2.auth.UpstreamTlsContext";

const cluster = (tls: string, address = 'shop.test') => `name: shop
type: STRICT_DNS
hosts: [{ socket_address: { address: ${address}, port_value: 443 } }]
${tls}
`;
const socket = (context: string) => `transport_socket: { name: tls, typed_config: { ${TYPE}, ${context} } }`;
const validated = (context: string) => socket(`common_tls_context: { validation_context: { ${context} } }`);

describe('found', () => {
  test('without a validation context', () => {
    expect(findings(cluster(socket('sni: shop.test')))).toMatchObject([
      {
        pointer: '/transport_socket/typed_config',
        level: 'warning',
        message: expect.stringContaining('the cluster "shop" verifies no certificate'),
      },
    ]);
  });

  test.each([
    ['an empty tls_context', 'tls_context: {}', '/tls_context'],
    [
      'an untyped config',
      'transport_socket: { name: proxy.transport_sockets.tls, config: { sni: a } }',
      '/transport_socket/config',
    ],
    [
      'a socket for some endpoints',
      `transport_socket_matches: [{ name: a, match: {}, transport_socket: { name: tls, typed_config: { ${TYPE} } } }]`,
      '/transport_socket_matches/0/transport_socket/typed_config',
    ],
  ])('in %s', (_, tls, pointer) => {
    expect(findings(cluster(tls)).map((finding) => finding.pointer)).toEqual([pointer]);
  });

  test.each([
    ['an empty validation context', '', 'verifies no certificate'],
    ['names alone', 'match_subject_alt_names: [{ exact: shop.test }]', 'without asking who signed them'],
    ['older names alone', 'verify_subject_alt_name: [shop.test]', 'without asking who signed them'],
    ['empty lists', 'verify_certificate_hash: []', 'verifies no certificate'],
    [
      'failures that are let through',
      'trusted_ca: { filename: /ca.pem }, trust_chain_verification: ACCEPT_UNTRUSTED',
      'ACCEPT_UNTRUSTED',
    ],
  ])('with %s', (_, context, words) => {
    expect(findings(cluster(validated(context))).map(({ message }) => message)).toEqual([
      expect.stringContaining(words),
    ]);
  });
});

describe('not found', () => {
  test.each([
    ['a trusted authority', 'trusted_ca: { filename: /ca.pem }'],
    ['a pinned certificate', `verify_certificate_hash: [${'ab'.repeat(32)}]`],
    ['a pinned key', `verify_certificate_spki: [${'A'.repeat(43)}=]`],
  ])('with %s', (_, context) => {
    expect(findings(cluster(validated(context)))).toEqual([]);
  });

  test.each([
    ['a delivered validation context', 'validation_context_sds_secret_config: { name: ca }'],
    [
      'a partly delivered one',
      'combined_validation_context: { default_validation_context: {}, validation_context_sds_secret_config: { name: ca } }',
    ],
  ])('with %s', (_, common) => {
    expect(findings(cluster(socket(`common_tls_context: { ${common} }`)))).toEqual([]);
  });

  test('in a tls_context that a transport_socket replaces', () => {
    expect(findings(cluster(`tls_context: {}\n${validated('trusted_ca: { filename: /ca.pem }')}`))).toEqual(
      [],
    );
  });

  test.each(['127.0.0.1', '127.8.8.8', 'localhost', '"::1"'])('on the machine itself: %s', (address) => {
    expect(findings(cluster('tls_context: {}', address))).toEqual([]);
  });

  test('without TLS, and for clients', () => {
    expect(findings(cluster(''))).toEqual([]);
    const chain = 'filters: []\ntls_context: { common_tls_context: { tls_certificates: [] } }\n';
    expect(found('unverified-tls', chain, 'listener.FilterChain')).toEqual([]);
  });

  test.each([
    ['the roots of the system', 'validation_context: { system_root_certs: {} }'],
    ['a provider of roots', 'validation_context: { ca_certificate_provider_instance: { instance_name: a } }'],
    ['a verifier of its own', 'validation_context: { custom_validator_config: { name: a } }'],
  ])('in version 3 by %s', (_, common) => {
    const socket = (type: string): string =>
      `{ name: a, typed_config: { "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.${type}, common_tls_context: { ${common} } } }`;
    const text = `name: shop\ntype: STRICT_DNS\ntransport_socket: ${socket('UpstreamTlsContext')}\n`;
    expect(found('unverified-tls', text, 'Cluster')).toEqual([]);
    expect(found('unverified-tls', text.replace(common, ''), 'Cluster')).toHaveLength(1);
  });

  test('in version 3 names in certificates are nothing without who signed them', () => {
    const text = `name: shop\ntype: STRICT_DNS\ntransport_socket: { name: a, typed_config: { "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext, common_tls_context: { validation_context: { match_typed_subject_alt_names: [{ san_type: DNS, matcher: { exact: a } }] } } } }\n`;
    const [finding] = found('unverified-tls', text, 'Cluster');
    expect(finding?.message).toContain('compares names in certificates without asking who signed them');
  });
});
