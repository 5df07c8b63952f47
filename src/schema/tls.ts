/** TLS contexts and how peers are verified. Certificates and keys are in `secret.ts`. */
import type { EnumTables, MessageTables } from './language.ts';

export const tlsMessages = {
  UpstreamTlsContext: {
    doc: 'TLS from the proxy to upstream hosts; even an empty one turns TLS on, without verifying anyone.',
    section: 'full API',
    fields: {
      common_tls_context: {
        type: 'CommonTlsContext',
        doc: 'Certificates, verification and protocol versions.',
      },
      sni: {
        type: 'string',
        doc: 'Server name sent in the handshake; absent sends none.',
        limits: { maxBytes: 255 },
      },
      allow_renegotiation: {
        type: 'bool',
        doc: 'Let the server renegotiate the connection, which is not considered safe.',
      },
      max_session_keys: {
        type: 'UInt32Value',
        doc: 'Sessions kept for resumption; 0 turns resumption off.',
        default: { value: 1 },
      },
      auto_host_sni: {
        type: 'bool',
        doc: 'Sends the host name of the upstream host as SNI, where it is known.',
        only: 'v3',
      },
      auto_sni_san_validation: {
        type: 'bool',
        doc: 'Demands a certificate for the SNI that was sent, in place of every other check of names.',
        only: 'v3',
      },
      enforce_rsa_key_usage: {
        type: 'BoolValue',
        doc: 'Refuses RSA certificates whose key usage does not allow TLS; absent means no, in newer proxies yes.',
        only: 'v3',
        deprecated: {
          use: 'nothing: it is deprecated without another',
          migration: 'deprecated-without-successor',
        },
      },
    },
  },
  DownstreamTlsContext: {
    doc: 'TLS from clients to the proxy.',
    section: 'full API',
    oneofs: { session_ticket_keys_type: 'at most one' },
    fields: {
      common_tls_context: {
        type: 'CommonTlsContext',
        doc: 'Certificates, verification and protocol versions.',
      },
      require_client_certificate: {
        type: 'BoolValue',
        doc: 'Refuse clients that show no valid certificate.',
        default: { value: false },
      },
      require_sni: {
        type: 'BoolValue',
        doc: 'Refuse clients that send no server name; not implemented.',
        default: { value: false },
      },
      session_ticket_keys: {
        type: 'TlsSessionTicketKeys',
        doc: 'Keys for session tickets; absent, without the two other ways, makes up its own.',
        oneof: 'session_ticket_keys_type',
      },
      session_ticket_keys_sds_secret_config: {
        type: 'SdsSecretConfig',
        doc: 'Session ticket keys from a secret discovery service.',
        oneof: 'session_ticket_keys_type',
      },
      disable_stateless_session_resumption: {
        type: 'bool',
        doc: 'true gives out no session tickets.',
        oneof: 'session_ticket_keys_type',
      },
      session_timeout: {
        type: 'Duration',
        doc: 'How long a session can be resumed, in whole seconds; absent leaves it to the TLS library.',
        limits: { lt: '4294967296s', gte: '0s' },
      },
      disable_stateful_session_resumption: {
        type: 'bool',
        doc: 'Keeps no session cache on the server side, for TLS 1.2 and older.',
        only: 'v3',
      },
      ocsp_staple_policy: {
        type: 'DownstreamTlsContext.OcspStaplePolicy',
        doc: 'What happens to certificates whose OCSP response is missing or expired.',
        limits: { definedOnly: true },
        default: { value: 'LENIENT_STAPLING' },
        only: 'v3',
      },
      full_scan_certs_on_sni_mismatch: {
        type: 'BoolValue',
        doc: 'Goes through all certificates when none fits the server name; otherwise the first one is shown.',
        default: { value: false },
        only: 'v3',
      },
      prefer_client_ciphers: {
        type: 'bool',
        doc: "Lets the client's order of ciphers decide, for TLS 1.2 and older.",
        only: 'v3',
      },
    },
  },
  CommonTlsContext: {
    doc: 'What upstream and downstream TLS share.',
    section: 'full API',
    oneofs: { validation_context_type: 'at most one' },
    fields: {
      tls_params: { type: 'TlsParameters', doc: 'Protocol versions, ciphers and curves.' },
      tls_certificates: {
        type: 'repeated TlsCertificate',
        doc: 'Certificates to show: one for clients; a server may have one per key type.',
      },
      tls_certificate_sds_secret_configs: {
        type: 'repeated SdsSecretConfig',
        doc: 'Certificates to show, from a secret discovery service.',
        limits: { maxItems: 1 },
        in: { v3: { limits: false } },
      },
      validation_context: {
        type: 'CertificateValidationContext',
        doc: "How the peer's certificate is verified; absent verifies nothing.",
        oneof: 'validation_context_type',
      },
      validation_context_sds_secret_config: {
        type: 'SdsSecretConfig',
        doc: 'How to verify, from a secret discovery service.',
        oneof: 'validation_context_type',
      },
      combined_validation_context: {
        type: 'CommonTlsContext.CombinedCertificateValidationContext',
        doc: 'How to verify, from a secret discovery service on top of what is written here.',
        oneof: 'validation_context_type',
      },
      alpn_protocols: {
        type: 'repeated string',
        doc: 'Protocols offered by ALPN, most wanted first, such as h2 and http/1.1; absent offers none.',
      },
      tls_certificate_provider_instance: {
        type: 'CertificateProviderPluginInstance',
        doc: 'Provider of the certificates to show, instead of tls_certificates; for gRPC clients only.',
        only: 'v3',
      },
      custom_tls_certificate_selector: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that picks the certificate to show; absent goes by server name.',
        only: 'v3',
      },
      tls_certificate_certificate_provider: {
        type: 'CommonTlsContext.CertificateProvider',
        doc: 'Provider of the certificates to show, configured here; not implemented.',
        deprecated: { use: 'tls_certificate_provider_instance', migration: 'deprecated-without-successor' },
        only: 'v3',
      },
      tls_certificate_certificate_provider_instance: {
        type: 'CommonTlsContext.CertificateProviderInstance',
        doc: 'Provider of the certificates to show, by name; not implemented.',
        deprecated: { use: 'tls_certificate_provider_instance', migration: 'deprecated-without-successor' },
        only: 'v3',
      },
      validation_context_certificate_provider: {
        type: 'CommonTlsContext.CertificateProvider',
        doc: 'Provider of the trusted authorities, configured here; not implemented.',
        oneof: 'validation_context_type',
        deprecated: {
          use: 'validation_context with ca_certificate_provider_instance',
          migration: 'deprecated-without-successor',
        },
        only: 'v3',
      },
      validation_context_certificate_provider_instance: {
        type: 'CommonTlsContext.CertificateProviderInstance',
        doc: 'Provider of the trusted authorities, by name; not implemented.',
        oneof: 'validation_context_type',
        deprecated: {
          use: 'validation_context with ca_certificate_provider_instance',
          migration: 'deprecated-without-successor',
        },
        only: 'v3',
      },
      custom_handshaker: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that does the TLS handshake; absent uses the built-in one.',
        only: 'v3',
      },
      key_log: {
        type: 'TlsKeyLog',
        doc: 'File that session secrets are logged to, so that captured traffic can be decrypted.',
        only: 'v3',
      },
    },
  },
  'CommonTlsContext.CombinedCertificateValidationContext': {
    doc: 'Verification partly written here, partly delivered.',
    section: 'full API',
    fields: {
      default_validation_context: {
        type: 'CertificateValidationContext',
        doc: 'The part written here.',
        required: true,
        presence: true,
      },
      validation_context_sds_secret_config: {
        type: 'SdsSecretConfig',
        doc: 'The part that is delivered, which wins where both say something.',
        required: true,
        presence: true,
      },
      validation_context_certificate_provider: {
        type: 'CommonTlsContext.CertificateProvider',
        doc: 'Provider of the trusted authorities, configured here; not implemented.',
        deprecated: {
          use: 'default_validation_context with ca_certificate_provider_instance',
          migration: 'deprecated-without-successor',
        },
        only: 'v3',
      },
      validation_context_certificate_provider_instance: {
        type: 'CommonTlsContext.CertificateProviderInstance',
        doc: 'Provider of the trusted authorities, by name; not implemented.',
        deprecated: {
          use: 'default_validation_context with ca_certificate_provider_instance',
          migration: 'deprecated-without-successor',
        },
        only: 'v3',
      },
    },
  },
  TlsParameters: {
    doc: 'Protocol versions, ciphers and curves of TLS.',
    section: 'full API',
    fields: {
      tls_minimum_protocol_version: {
        type: 'TlsParameters.TlsProtocol',
        doc: 'Oldest version that is accepted.',
        limits: { definedOnly: true },
      },
      tls_maximum_protocol_version: {
        type: 'TlsParameters.TlsProtocol',
        doc: 'Newest version that is accepted.',
        limits: { definedOnly: true },
      },
      cipher_suites: {
        type: 'repeated string',
        doc: 'Ciphers for TLS 1.2 and older, most wanted first; absent takes a safe list.',
      },
      ecdh_curves: {
        type: 'repeated string',
        doc: 'Curves for the key exchange, most wanted first; absent takes a safe list.',
      },
      signature_algorithms: {
        type: 'repeated string',
        doc: 'Signature algorithms that are accepted, most wanted first; absent takes those of the TLS library.',
        only: 'v3',
      },
      compliance_policies: {
        type: 'repeated TlsParameters.CompliancePolicy',
        doc: 'Sets of rules such as FIPS 2022-05, applied last and over the other parameters; at most one.',
        limits: { maxItems: 1 },
        only: 'v3',
      },
    },
  },
  CertificateValidationContext: {
    doc: "How a peer's certificate is verified; every kind of demand that is set has to be met.",
    section: 'full API',
    fields: {
      trusted_ca: {
        type: 'core.DataSource',
        doc: 'PEM certificates of trusted authorities; absent does not check who signed.',
      },
      verify_certificate_spki: {
        type: 'repeated string',
        doc: 'Base64 SHA-256 digests of public keys, one of which the certificate has to have.',
        limits: { items: { minBytes: 44, maxBytes: 44 } },
        order: 'set',
        in: { v3: { limits: { items: { maxBytes: 44, minChars: 44 } } } },
      },
      verify_certificate_hash: {
        type: 'repeated string',
        doc: 'Hex SHA-256 digests of certificates, one of which has to be shown; colons are allowed.',
        limits: { items: { minBytes: 64, maxBytes: 95 } },
        order: 'set',
        in: { v3: { limits: { items: { maxBytes: 95, minChars: 64 } } } },
      },
      verify_subject_alt_name: {
        type: 'repeated string',
        doc: 'Names, one of which the certificate has to carry.',
        deprecated: { use: 'match_subject_alt_names', migration: 'subject-alt-name-to-matchers' },
        order: 'set',
        only: 'v2',
      },
      match_subject_alt_names: {
        type: 'repeated type.matcher.StringMatcher',
        doc: 'Matchers, one of which a name in the certificate has to fit; goes with trusted_ca.',
        order: 'set',
        in: { v3: { deprecated: { use: 'match_typed_subject_alt_names', migration: 'alt-names-to-typed' } } },
      },
      require_ocsp_staple: {
        type: 'BoolValue',
        doc: 'Demand a stapled OCSP answer; not implemented.',
        only: 'v2',
      },
      require_signed_certificate_timestamp: {
        type: 'BoolValue',
        doc: 'Demand a certificate transparency stamp; not implemented.',
      },
      crl: {
        type: 'core.DataSource',
        doc: 'PEM list of revoked certificates; absent checks none.',
      },
      allow_expired_certificate: { type: 'bool', doc: 'Accept certificates that have expired.' },
      trust_chain_verification: {
        type: 'CertificateValidationContext.TrustChainVerification',
        doc: 'Whether a certificate from an unknown authority ends the connection.',
        limits: { definedOnly: true },
      },
      ca_certificate_provider_instance: {
        type: 'CertificateProviderPluginInstance',
        doc: 'Provider of the trusted authorities, which wins over trusted_ca; for gRPC clients only.',
        only: 'v3',
      },
      system_root_certs: {
        type: 'CertificateValidationContext.SystemRootCerts',
        doc: 'Trusts the authorities of the system, unless trusted_ca or a provider is set; for gRPC clients only.',
        presence: true,
        only: 'v3',
      },
      watched_directory: {
        type: 'core.WatchedDirectory',
        doc: 'Directory whose moves make the trusted_ca file be read again, for SDS; absent watches the one it is in.',
        only: 'v3',
      },
      match_typed_subject_alt_names: {
        type: 'repeated SubjectAltNameMatcher',
        doc: 'Matchers by kind of name, one of which the certificate has to fit; goes with trusted_ca.',
        order: 'set',
        only: 'v3',
      },
      custom_validator_config: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that verifies certificates; it decides what becomes of the other settings.',
        only: 'v3',
      },
      only_verify_leaf_cert_crl: {
        type: 'bool',
        doc: 'Looks up only the last certificate of the chain in the crl, not its issuers.',
        only: 'v3',
      },
      max_verify_depth: {
        type: 'UInt32Value',
        doc: 'Most certificates in the chain above the leaf, trust anchor included; absent allows about 100.',
        limits: { lte: 100 },
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;

export const tlsEnums = {
  'TlsParameters.TlsProtocol': {
    doc: 'A version of TLS.',
    section: 'full API',
    values: {
      TLS_AUTO: { number: 0, doc: 'The proxy picks the version.' },
      TLSv1_0: { number: 1, doc: 'TLS 1.0, obsolete.' },
      TLSv1_1: { number: 2, doc: 'TLS 1.1, obsolete.' },
      TLSv1_2: { number: 3, doc: 'TLS 1.2.' },
      TLSv1_3: { number: 4, doc: 'TLS 1.3.' },
    },
  },
  'CertificateValidationContext.TrustChainVerification': {
    doc: 'Whether a certificate from an unknown authority ends the connection.',
    section: 'full API',
    values: {
      VERIFY_TRUST_CHAIN: { number: 0, doc: 'It does.' },
      ACCEPT_UNTRUSTED: { number: 1, doc: 'It is let in, and filters and logs can tell.' },
    },
  },
} as const satisfies EnumTables;
