/** Changes that TLS meets. */
import type { Message } from '../../schema/types.ts';
import { look, type ReleaseChange } from './change.ts';

type Common = Message<'CommonTlsContext'> | undefined;

const LOWER = 'set tls_minimum_protocol_version to TLSv1_0, with cipher_suites that old hosts know';

function hasNoMinimum(common: Common): boolean {
  const minimum = common?.tls_params?.tls_minimum_protocol_version;
  return minimum === undefined || minimum === 'TLS_AUTO';
}

/** TLS 1.3 has ciphers of its own. */
function takesDefaultCiphers(common: Common): boolean {
  const { cipher_suites: suites = [], tls_minimum_protocol_version: minimum } = common?.tls_params ?? {};
  return suites.length === 0 && minimum !== 'TLSv1_3';
}

export const tlsChanges: readonly ReleaseChange[] = [
  {
    id: 'tls-client-minimum',
    release: '1.13.0',
    version: 'v2',
    who: 'an UpstreamTlsContext without tls_minimum_protocol_version',
    what: 'connections to hosts begin at TLS 1.2; before, at TLS 1.0',
    keep: LOWER,
    looks: [
      look('UpstreamTlsContext', ({ common_tls_context: common }, { meets }) => {
        if (hasNoMinimum(common)) meets();
      }),
    ],
  },
  {
    id: 'upstream-alpn',
    release: '1.15.0',
    who: 'an UpstreamTlsContext without alpn_protocols',
    what: 'connections for HTTP offer the protocol of their cluster by ALPN; before, none',
    looks: [
      look('UpstreamTlsContext', ({ common_tls_context: common }, { meets }) => {
        if ((common?.alpn_protocols ?? []).length === 0) meets();
      }),
    ],
  },
  {
    id: 'tls-client-ciphers',
    release: '1.17.0',
    who: 'an UpstreamTlsContext without cipher_suites',
    what: 'ciphers with SHA-1 or with RSA key transport are no longer offered to hosts',
    keep: 'name in cipher_suites those that old hosts need, such as ECDHE-RSA-AES128-SHA and AES128-GCM-SHA256',
    looks: [
      look('UpstreamTlsContext', ({ common_tls_context: common }, { meets }) => {
        if (takesDefaultCiphers(common)) meets();
      }),
    ],
  },
  {
    id: 'tls-server-minimum',
    release: '1.22.0',
    who: 'a DownstreamTlsContext without tls_minimum_protocol_version',
    what: 'clients need TLS 1.2; before, TLS 1.0 was enough',
    keep: 'set tls_minimum_protocol_version to TLSv1_0, with cipher_suites that old clients know',
    looks: [
      look('DownstreamTlsContext', ({ common_tls_context: common }, { meets }) => {
        if (hasNoMinimum(common)) meets();
      }),
    ],
  },
  {
    id: 'tls-server-ciphers',
    release: '1.23.0',
    who: 'a DownstreamTlsContext without cipher_suites',
    what: 'ciphers with SHA-1 or with RSA key transport are no longer accepted from clients',
    keep: 'name in cipher_suites those that old clients need, such as ECDHE-RSA-AES128-SHA and AES128-GCM-SHA256',
    looks: [
      look('DownstreamTlsContext', ({ common_tls_context: common }, { meets }) => {
        if (takesDefaultCiphers(common)) meets();
      }),
    ],
  },
  {
    id: 'tls-key-usage',
    release: '1.38.0',
    who: 'an UpstreamTlsContext without enforce_rsa_key_usage',
    what: 'a handshake fails where the keyUsage of the certificate of a host does not fit; before, it was not looked at',
    keep: 'set enforce_rsa_key_usage to false until such certificates are replaced',
    looks: [
      look('UpstreamTlsContext', (context, { meets }) => {
        if (context.enforce_rsa_key_usage === undefined) meets();
      }),
    ],
  },
];
