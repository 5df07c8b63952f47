import { ENTRY, LIMIT, PART, type Policy, SWITCH, topic } from './topic.ts';

export const upstreamTlsPolicy: Policy = {
  message: 'UpstreamTlsContext',
  otherwise: topic('upstream-tls', '', PART, 'It holds for every handshake with the hosts of the cluster.'),
  topics: [
    topic(
      'upstream-tls-sni',
      'sni',
      PART,
      'The hosts see another server name and may answer with another certificate.',
    ),
    topic(
      'upstream-tls-validation',
      'common_tls_context.validation_context common_tls_context.validation_context_sds_secret_config common_tls_context.combined_validation_context',
      PART,
      'It decides which certificates of hosts are trusted. Stricter, handshakes fail and requests with them; looser or gone, anybody may pose as the host.',
    ),
    topic(
      'upstream-tls-certificate',
      'common_tls_context.tls_certificates common_tls_context.tls_certificate_sds_secret_configs',
      ENTRY,
      'Hosts that ask for a certificate of the proxy refuse it where they do not trust the new one.',
    ),
    topic(
      'upstream-tls-parameters',
      'common_tls_context.tls_params allow_renegotiation',
      PART,
      'The handshake may fail with hosts that allow other versions or ciphers only.',
    ),
    topic(
      'upstream-tls-alpn',
      'common_tls_context.alpn_protocols',
      ENTRY,
      'The host picks one of the protocols that are offered; without h2 among them it may speak HTTP/1.1.',
    ),
    topic(
      'upstream-tls-sessions',
      'max_session_keys',
      LIMIT,
      'A session that is not resumed costs a full handshake.',
    ),
  ],
};

export const downstreamTlsPolicy: Policy = {
  message: 'DownstreamTlsContext',
  otherwise: topic(
    'downstream-tls',
    '',
    PART,
    'It holds for every handshake with clients on this filter chain.',
  ),
  topics: [
    topic(
      'client-certificate-requirement',
      'require_client_certificate',
      { enabled: 'breaking', disabled: 'warning', added: 'warning', removed: 'warning', changed: 'warning' },
      'Clients without a certificate are refused, or no longer are.',
    ),
    topic(
      'sni-requirement',
      'require_sni',
      { enabled: 'breaking', disabled: 'info', added: 'warning', removed: 'warning', changed: 'warning' },
      'Clients that send no server name are refused, or no longer are.',
    ),
    topic(
      'downstream-tls-validation',
      'common_tls_context.validation_context common_tls_context.validation_context_sds_secret_config common_tls_context.combined_validation_context',
      PART,
      'Clients whose certificates are not trusted are refused; looser, or gone, others get in.',
    ),
    topic(
      'downstream-tls-certificate',
      'common_tls_context.tls_certificates common_tls_context.tls_certificate_sds_secret_configs',
      ENTRY,
      'Clients that do not trust the new certificate, or ask for a name that it does not hold, refuse the connection.',
    ),
    topic(
      'downstream-tls-parameters',
      'common_tls_context.tls_params',
      PART,
      'Clients that speak other versions or ciphers only are refused.',
    ),
    topic(
      'downstream-tls-alpn',
      'common_tls_context.alpn_protocols',
      ENTRY,
      'The protocol is picked from those that are offered: without h2 among them clients fall back to HTTP/1.1, or refuse.',
    ),
    topic(
      'downstream-tls-sessions',
      'session_ticket_keys session_ticket_keys_sds_secret_config session_timeout disable_stateless_session_resumption',
      { ...PART, ...SWITCH, raised: 'info', lowered: 'info' },
      'A session that is not resumed costs a full handshake; keys and lifetimes of sessions bound how long a stolen one is worth something.',
    ),
  ],
};
