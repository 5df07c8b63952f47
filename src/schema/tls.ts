import type { EnumTables, MessageTables } from './language.ts';

export const tlsMessages = {
  'auth.TlsParameters': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      tls_minimum_protocol_version: { type: 'auth.TlsParameters.TlsProtocol', doc: 'TODO' },
      tls_maximum_protocol_version: { type: 'auth.TlsParameters.TlsProtocol', doc: 'TODO' },
      cipher_suites: { type: 'repeated string', doc: 'TODO' },
      ecdh_curves: { type: 'repeated string', doc: 'TODO' },
    },
  },
  'auth.PrivateKeyProvider': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { config_type: 'at most one' },
    fields: {
      provider_name: { type: 'string', doc: 'TODO', required: true },
      config: { type: 'Struct', doc: 'TODO', oneof: 'config_type', deprecated: { use: 'TODO' } },
      typed_config: { type: 'Any', doc: 'TODO', oneof: 'config_type' },
    },
  },
  'auth.TlsCertificate': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      certificate_chain: { type: 'core.DataSource', doc: 'TODO' },
      private_key: { type: 'core.DataSource', doc: 'TODO' },
      private_key_provider: { type: 'auth.PrivateKeyProvider', doc: 'TODO' },
      password: { type: 'core.DataSource', doc: 'TODO' },
      ocsp_staple: { type: 'core.DataSource', doc: 'TODO' },
      signed_certificate_timestamp: { type: 'repeated core.DataSource', doc: 'TODO' },
    },
  },
  'auth.TlsSessionTicketKeys': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      keys: { type: 'repeated core.DataSource', doc: 'TODO', required: true },
    },
  },
  'auth.CertificateValidationContext': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      trusted_ca: { type: 'core.DataSource', doc: 'TODO' },
      verify_certificate_spki: { type: 'repeated string', doc: 'TODO', limits: { items: { minBytes: 44, maxBytes: 44 } } },
      verify_certificate_hash: { type: 'repeated string', doc: 'TODO', limits: { items: { minBytes: 64, maxBytes: 95 } } },
      verify_subject_alt_name: { type: 'repeated string', doc: 'TODO', deprecated: { use: 'TODO' } },
      match_subject_alt_names: { type: 'repeated type.matcher.StringMatcher', doc: 'TODO' },
      require_ocsp_staple: { type: 'BoolValue', doc: 'TODO' },
      require_signed_certificate_timestamp: { type: 'BoolValue', doc: 'TODO' },
      crl: { type: 'core.DataSource', doc: 'TODO' },
      allow_expired_certificate: { type: 'bool', doc: 'TODO' },
      trust_chain_verification: { type: 'auth.CertificateValidationContext.TrustChainVerification', doc: 'TODO' },
    },
  },
  'auth.CommonTlsContext': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { validation_context_type: 'at most one' },
    fields: {
      tls_params: { type: 'auth.TlsParameters', doc: 'TODO' },
      tls_certificates: { type: 'repeated auth.TlsCertificate', doc: 'TODO' },
      tls_certificate_sds_secret_configs: { type: 'repeated auth.SdsSecretConfig', doc: 'TODO', limits: { maxItems: 1 } },
      validation_context: { type: 'auth.CertificateValidationContext', doc: 'TODO', oneof: 'validation_context_type' },
      validation_context_sds_secret_config: { type: 'auth.SdsSecretConfig', doc: 'TODO', oneof: 'validation_context_type' },
      combined_validation_context: { type: 'auth.CommonTlsContext.CombinedCertificateValidationContext', doc: 'TODO', oneof: 'validation_context_type' },
      alpn_protocols: { type: 'repeated string', doc: 'TODO' },
    },
  },
  'auth.CommonTlsContext.CombinedCertificateValidationContext': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      default_validation_context: { type: 'auth.CertificateValidationContext', doc: 'TODO', required: true },
      validation_context_sds_secret_config: { type: 'auth.SdsSecretConfig', doc: 'TODO', required: true },
    },
  },
  'auth.UpstreamTlsContext': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      common_tls_context: { type: 'auth.CommonTlsContext', doc: 'TODO' },
      sni: { type: 'string', doc: 'TODO', limits: { maxBytes: 255 } },
      allow_renegotiation: { type: 'bool', doc: 'TODO' },
      max_session_keys: { type: 'UInt32Value', doc: 'TODO' },
    },
  },
  'auth.DownstreamTlsContext': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { session_ticket_keys_type: 'at most one' },
    fields: {
      common_tls_context: { type: 'auth.CommonTlsContext', doc: 'TODO' },
      require_client_certificate: { type: 'BoolValue', doc: 'TODO' },
      require_sni: { type: 'BoolValue', doc: 'TODO' },
      session_ticket_keys: { type: 'auth.TlsSessionTicketKeys', doc: 'TODO', oneof: 'session_ticket_keys_type' },
      session_ticket_keys_sds_secret_config: { type: 'auth.SdsSecretConfig', doc: 'TODO', oneof: 'session_ticket_keys_type' },
      disable_stateless_session_resumption: { type: 'bool', doc: 'TODO', oneof: 'session_ticket_keys_type' },
      session_timeout: { type: 'Duration', doc: 'TODO', limits: { lt: '4294967296s', gte: '0s' } },
    },
  },
  'auth.GenericSecret': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      secret: { type: 'core.DataSource', doc: 'TODO' },
    },
  },
  'auth.SdsSecretConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO' },
      sds_config: { type: 'core.ConfigSource', doc: 'TODO' },
    },
  },
  'auth.Secret': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'TODO' },
      tls_certificate: { type: 'auth.TlsCertificate', doc: 'TODO', oneof: 'type' },
      session_ticket_keys: { type: 'auth.TlsSessionTicketKeys', doc: 'TODO', oneof: 'type' },
      validation_context: { type: 'auth.CertificateValidationContext', doc: 'TODO', oneof: 'type' },
      generic_secret: { type: 'auth.GenericSecret', doc: 'TODO', oneof: 'type' },
    },
  },
} as const satisfies MessageTables;

export const tlsEnums = {
  'auth.TlsParameters.TlsProtocol': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      TLS_AUTO: { number: 0, doc: 'TODO' },
      TLSv1_0: { number: 1, doc: 'TODO' },
      TLSv1_1: { number: 2, doc: 'TODO' },
      TLSv1_2: { number: 3, doc: 'TODO' },
      TLSv1_3: { number: 4, doc: 'TODO' },
    },
  },
  'auth.CertificateValidationContext.TrustChainVerification': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      VERIFY_TRUST_CHAIN: { number: 0, doc: 'TODO' },
      ACCEPT_UNTRUSTED: { number: 1, doc: 'TODO' },
    },
  },
} as const satisfies EnumTables;
