/** Certificates, keys and other secrets, written in or delivered. */
import type { MessageTables } from './language.ts';

export const secretMessages = {
  TlsCertificate: {
    doc: 'A certificate with its private key.',
    section: 'full API',
    fields: {
      certificate_chain: {
        type: 'core.DataSource',
        doc: 'The certificate and those that signed it, as PEM.',
      },
      private_key: { type: 'core.DataSource', doc: 'Private key of the certificate, as PEM.', secret: true },
      private_key_provider: {
        type: 'PrivateKeyProvider',
        doc: 'An extension that signs in place of private_key.',
      },
      password: {
        type: 'core.DataSource',
        doc: 'Password of the private key; absent for a key without one.',
        secret: true,
      },
      ocsp_staple: { type: 'core.DataSource', doc: 'OCSP answer to show with it; not implemented.' },
      signed_certificate_timestamp: {
        type: 'repeated core.DataSource',
        doc: 'Certificate transparency stamps; not implemented.',
      },
      pkcs12: {
        type: 'core.DataSource',
        doc: 'Key, certificate and chain in one PKCS #12 file; not together with those fields.',
        secret: true,
        only: 'v3',
      },
      watched_directory: {
        type: 'core.WatchedDirectory',
        doc: 'Directory whose moves make certificate and key files be read again, for SDS; absent watches theirs.',
        only: 'v3',
      },
    },
  },
  PrivateKeyProvider: {
    doc: 'An extension that does the work of a private key.',
    section: 'full API',
    oneofs: { config_type: 'at most one' },
    fields: {
      provider_name: { type: 'string', doc: 'Registered provider.', required: true },
      config: {
        type: 'Struct',
        doc: 'Settings of the provider without their type; may hold the key itself.',
        oneof: 'config_type',
        deprecated: { use: 'typed_config', migration: 'config-to-typed-config' },
        secret: true,
        only: 'v2',
      },
      typed_config: {
        type: 'Any',
        doc: 'Settings of the provider; may hold the key itself.',
        oneof: 'config_type',
        secret: true,
      },
      fallback: {
        type: 'bool',
        doc: 'Uses the TLS library when the provider is not available, such as for want of its hardware.',
        only: 'v3',
      },
    },
  },
  TlsSessionTicketKeys: {
    doc: 'Keys that encrypt session tickets.',
    section: 'full API',
    fields: {
      keys: {
        type: 'repeated core.DataSource',
        doc: 'Keys of 80 random bytes each: the first encrypts, all of them decrypt.',
        required: true,
        secret: true,
      },
    },
  },
  Secret: {
    doc: 'A named secret, in the bootstrap or delivered by a secret discovery service.',
    section: 'full API',
    oneofs: { type: 'at most one' },
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Name that an SdsSecretConfig refers to.' },
      tls_certificate: {
        type: 'TlsCertificate',
        doc: 'A certificate with its key.',
        oneof: 'type',
        presence: true,
      },
      session_ticket_keys: {
        type: 'TlsSessionTicketKeys',
        doc: 'Keys for session tickets.',
        oneof: 'type',
        presence: true,
      },
      validation_context: {
        type: 'CertificateValidationContext',
        doc: 'How certificates are verified.',
        oneof: 'type',
        presence: true,
      },
      generic_secret: {
        type: 'GenericSecret',
        doc: 'Any other secret, for extensions.',
        oneof: 'type',
        presence: true,
      },
    },
  },
  GenericSecret: {
    doc: 'A secret of no particular kind.',
    section: 'full API',
    fields: {
      secret: { type: 'core.DataSource', doc: 'The secret.', secret: true },
      secrets: {
        type: 'map<string, core.DataSource>',
        doc: 'Several secrets by name that are delivered together; not with secret.',
        secret: true,
        only: 'v3',
      },
    },
  },
  SdsSecretConfig: {
    doc: 'Reference to a secret.',
    section: 'full API',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Name of the secret.', in: { v3: { required: true } } },
      sds_config: {
        type: 'core.ConfigSource',
        doc: 'Service that delivers it; absent takes it from the secrets of the bootstrap.',
        presence: true,
      },
    },
  },
} as const satisfies MessageTables;
