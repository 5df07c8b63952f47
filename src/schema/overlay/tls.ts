/** TLS, certificates, keys and other secrets. */
import type { EnumOverlay, MessageOverlay } from './language.ts';

export const tlsMessages: MessageOverlay = {
  UpstreamTlsContext: {
    doc: 'TLS from the proxy to upstream hosts; even an empty one turns TLS on, without verifying anyone.',
    fields: {
      common_tls_context: 'Certificates, verification and protocol versions.',
      sni: 'Server name sent in the handshake; absent sends none.',
      allow_renegotiation: 'Let the server renegotiate the connection, which is not considered safe.',
      max_session_keys: 'Sessions kept for resumption; 0 turns resumption off.',
      auto_host_sni: 'Sends the host name of the upstream host as SNI, where it is known.',
      auto_sni_san_validation:
        'Demands a certificate for the SNI that was sent, in place of every other check of names.',
      enforce_rsa_key_usage:
        'Refuses RSA certificates whose key usage does not allow TLS; absent means no, in newer proxies yes.',
    },
    defaults: { max_session_keys: 1 },
    deprecated: {
      enforce_rsa_key_usage: ['nothing: it is deprecated without another', 'deprecated-without-successor'],
    },
  },
  DownstreamTlsContext: {
    doc: 'TLS from clients to the proxy.',
    fields: {
      common_tls_context: 'Certificates, verification and protocol versions.',
      require_client_certificate: 'Refuse clients that show no valid certificate.',
      require_sni: 'Refuse clients that send no server name; not implemented.',
      session_ticket_keys: 'Keys for session tickets; absent, without the two other ways, makes up its own.',
      session_ticket_keys_sds_secret_config: 'Session ticket keys from a secret discovery service.',
      disable_stateless_session_resumption: 'true gives out no session tickets.',
      session_timeout:
        'How long a session can be resumed, in whole seconds; absent leaves it to the TLS library.',
      disable_stateful_session_resumption:
        'Keeps no session cache on the server side, for TLS 1.2 and older.',
      ocsp_staple_policy: 'What happens to certificates whose OCSP response is missing or expired.',
      full_scan_certs_on_sni_mismatch:
        'Goes through all certificates when none fits the server name; otherwise the first one is shown.',
      prefer_client_ciphers: "Lets the client's order of ciphers decide, for TLS 1.2 and older.",
    },
    defaults: {
      require_client_certificate: false,
      require_sni: false,
      ocsp_staple_policy: 'LENIENT_STAPLING',
      full_scan_certs_on_sni_mismatch: false,
    },
  },
  CommonTlsContext: {
    doc: 'What upstream and downstream TLS share.',
    fields: {
      tls_params: 'Protocol versions, ciphers and curves.',
      tls_certificates: 'Certificates to show: one for clients; a server may have one per key type.',
      tls_certificate_sds_secret_configs: 'Certificates to show, from a secret discovery service.',
      validation_context: "How the peer's certificate is verified; absent verifies nothing.",
      validation_context_sds_secret_config: 'How to verify, from a secret discovery service.',
      combined_validation_context:
        'How to verify, from a secret discovery service on top of what is written here.',
      alpn_protocols:
        'Protocols offered by ALPN, most wanted first, such as h2 and http/1.1; absent offers none.',
      tls_certificate_provider_instance:
        'Provider of the certificates to show, instead of tls_certificates; for gRPC clients only.',
      custom_tls_certificate_selector:
        'Extension that picks the certificate to show; absent goes by server name.',
      tls_certificate_certificate_provider:
        'Provider of the certificates to show, configured here; not implemented.',
      tls_certificate_certificate_provider_instance:
        'Provider of the certificates to show, by name; not implemented.',
      validation_context_certificate_provider:
        'Provider of the trusted authorities, configured here; not implemented.',
      validation_context_certificate_provider_instance:
        'Provider of the trusted authorities, by name; not implemented.',
      custom_handshaker: 'Extension that does the TLS handshake; absent uses the built-in one.',
      key_log: 'File that session secrets are logged to, so that captured traffic can be decrypted.',
    },
    deprecated: {
      tls_certificate_certificate_provider: [
        'tls_certificate_provider_instance',
        'deprecated-without-successor',
      ],
      tls_certificate_certificate_provider_instance: [
        'tls_certificate_provider_instance',
        'deprecated-without-successor',
      ],
      validation_context_certificate_provider: [
        'validation_context with ca_certificate_provider_instance',
        'deprecated-without-successor',
      ],
      validation_context_certificate_provider_instance: [
        'validation_context with ca_certificate_provider_instance',
        'deprecated-without-successor',
      ],
    },
  },
  'CommonTlsContext.CombinedCertificateValidationContext': {
    doc: 'Verification partly written here, partly delivered.',
    fields: {
      default_validation_context: 'The part written here.',
      validation_context_sds_secret_config:
        'The part that is delivered, which wins where both say something.',
      validation_context_certificate_provider:
        'Provider of the trusted authorities, configured here; not implemented.',
      validation_context_certificate_provider_instance:
        'Provider of the trusted authorities, by name; not implemented.',
    },
    deprecated: {
      validation_context_certificate_provider: [
        'default_validation_context with ca_certificate_provider_instance',
        'deprecated-without-successor',
      ],
      validation_context_certificate_provider_instance: [
        'default_validation_context with ca_certificate_provider_instance',
        'deprecated-without-successor',
      ],
    },
    presence: ['default_validation_context', 'validation_context_sds_secret_config'],
  },
  TlsParameters: {
    doc: 'Protocol versions, ciphers and curves of TLS.',
    fields: {
      tls_minimum_protocol_version: 'Oldest version that is accepted.',
      tls_maximum_protocol_version: 'Newest version that is accepted.',
      cipher_suites: 'Ciphers for TLS 1.2 and older, most wanted first; absent takes a safe list.',
      ecdh_curves: 'Curves for the key exchange, most wanted first; absent takes a safe list.',
      signature_algorithms:
        'Signature algorithms that are accepted, most wanted first; absent takes those of the TLS library.',
      compliance_policies:
        'Sets of rules such as FIPS 2022-05, applied last and over the other parameters; at most one.',
    },
  },
  CertificateValidationContext: {
    doc: "How a peer's certificate is verified; every kind of demand that is set has to be met.",
    fields: {
      trusted_ca: 'PEM certificates of trusted authorities; absent does not check who signed.',
      verify_certificate_spki:
        'Base64 SHA-256 digests of public keys, one of which the certificate has to have.',
      verify_certificate_hash:
        'Hex SHA-256 digests of certificates, one of which has to be shown; colons are allowed.',
      verify_subject_alt_name: 'Names, one of which the certificate has to carry.',
      match_subject_alt_names:
        'Matchers, one of which a name in the certificate has to fit; goes with trusted_ca.',
      require_ocsp_staple: 'Demand a stapled OCSP answer; not implemented.',
      require_signed_certificate_timestamp: 'Demand a certificate transparency stamp; not implemented.',
      crl: 'PEM list of revoked certificates; absent checks none.',
      allow_expired_certificate: 'Accept certificates that have expired.',
      trust_chain_verification: 'Whether a certificate from an unknown authority ends the connection.',
      ca_certificate_provider_instance:
        'Provider of the trusted authorities, which wins over trusted_ca; for gRPC clients only.',
      system_root_certs:
        'Trusts the authorities of the system, unless trusted_ca or a provider is set; for gRPC clients only.',
      watched_directory:
        'Directory whose moves make the trusted_ca file be read again, for SDS; absent watches the one it is in.',
      match_typed_subject_alt_names:
        'Matchers by kind of name, one of which the certificate has to fit; goes with trusted_ca.',
      custom_validator_config:
        'Extension that verifies certificates; it decides what becomes of the other settings.',
      only_verify_leaf_cert_crl:
        'Looks up only the last certificate of the chain in the crl, not its issuers.',
      max_verify_depth:
        'Most certificates in the chain above the leaf, trust anchor included; absent allows about 100.',
    },
    deprecated: {
      verify_subject_alt_name: ['match_subject_alt_names', 'subject-alt-name-to-matchers'],
      match_subject_alt_names: ['match_typed_subject_alt_names', 'alt-names-to-typed'],
    },
    sets: [
      'verify_certificate_spki',
      'verify_certificate_hash',
      'verify_subject_alt_name',
      'match_subject_alt_names',
      'match_typed_subject_alt_names',
    ],
    presence: ['system_root_certs'],
  },
  TlsCertificate: {
    doc: 'A certificate with its private key.',
    fields: {
      certificate_chain: 'The certificate and those that signed it, as PEM.',
      private_key: 'Private key of the certificate, as PEM.',
      private_key_provider: 'An extension that signs in place of private_key.',
      password: 'Password of the private key; absent for a key without one.',
      ocsp_staple: 'OCSP answer to show with it; not implemented.',
      signed_certificate_timestamp: 'Certificate transparency stamps; not implemented.',
      pkcs12: 'Key, certificate and chain in one PKCS #12 file; not together with those fields.',
      watched_directory:
        'Directory whose moves make certificate and key files be read again, for SDS; absent watches theirs.',
    },
  },
  PrivateKeyProvider: {
    doc: 'An extension that does the work of a private key.',
    fields: {
      provider_name: 'Registered provider.',
      config: 'Settings of the provider without their type; may hold the key itself.',
      typed_config: 'Settings of the provider; may hold the key itself.',
      fallback: 'Uses the TLS library when the provider is not available, such as for want of its hardware.',
    },
    deprecated: { config: ['typed_config', 'config-to-typed-config'] },
  },
  TlsSessionTicketKeys: {
    doc: 'Keys that encrypt session tickets.',
    fields: { keys: 'Keys of 80 random bytes each: the first encrypts, all of them decrypt.' },
  },
  Secret: {
    doc: 'A named secret, in the bootstrap or delivered by a secret discovery service.',
    identity: ['name'],
    fields: {
      name: 'Name that an SdsSecretConfig refers to.',
      tls_certificate: 'A certificate with its key.',
      session_ticket_keys: 'Keys for session tickets.',
      validation_context: 'How certificates are verified.',
      generic_secret: 'Any other secret, for extensions.',
    },
    presence: ['tls_certificate', 'session_ticket_keys', 'validation_context', 'generic_secret'],
  },
  GenericSecret: {
    doc: 'A secret of no particular kind.',
    fields: {
      secret: 'The secret.',
      secrets: 'Several secrets by name that are delivered together; not with secret.',
    },
  },
  SdsSecretConfig: {
    doc: 'Reference to a secret.',
    identity: ['name'],
    fields: {
      name: 'Name of the secret.',
      sds_config: 'Service that delivers it; absent takes it from the secrets of the bootstrap.',
    },
    presence: ['sds_config'],
  },
};

export const tlsEnums: EnumOverlay = {
  'TlsParameters.TlsProtocol': {
    doc: 'A version of TLS.',
    values: {
      TLS_AUTO: 'The proxy picks the version.',
      TLSv1_0: 'TLS 1.0, obsolete.',
      TLSv1_1: 'TLS 1.1, obsolete.',
      TLSv1_2: 'TLS 1.2.',
      TLSv1_3: 'TLS 1.3.',
    },
  },
  'CertificateValidationContext.TrustChainVerification': {
    doc: 'Whether a certificate from an unknown authority ends the connection.',
    values: {
      VERIFY_TRUST_CHAIN: 'It does.',
      ACCEPT_UNTRUSTED: 'It is let in, and filters and logs can tell.',
    },
  },
};
