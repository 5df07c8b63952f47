/** gRPC services that the proxy itself calls. */
import type { MessageTables } from './language.ts';

export const grpcServiceMessages = {
  'core.GrpcService': {
    doc: 'A gRPC service that the proxy calls, such as a management, rate limit or access log server.',
    section: 'full API',
    oneofs: { target_specifier: 'exactly one' },
    fields: {
      envoy_grpc: {
        type: 'core.GrpcService.EnvoyGrpc',
        doc: "The proxy's own gRPC client, through one of its clusters.",
        oneof: 'target_specifier',
        aliases: ['proxy_grpc'],
      },
      google_grpc: {
        type: 'core.GrpcService.GoogleGrpc',
        doc: 'The Google C++ gRPC client, which makes connections of its own.',
        oneof: 'target_specifier',
      },
      timeout: { type: 'Duration', doc: 'Longest time for one call; absent means no limit.' },
      initial_metadata: {
        type: 'repeated core.HeaderValue',
        doc: 'Headers sent at the start of every call.',
      },
      retry_policy: {
        type: 'core.RetryPolicy',
        doc: "Retries for calls that bring no policy of their own; only with the proxy's own client.",
        presence: true,
        only: 'v3',
      },
    },
  },
  'core.GrpcService.EnvoyGrpc': {
    doc: "Target of the proxy's own gRPC client.",
    section: 'full API',
    fields: {
      cluster_name: {
        type: 'string',
        doc: 'Cluster of the service; it has to speak HTTP/2.',
        required: true,
        names: 'cluster',
      },
      authority: {
        type: 'string',
        doc: 'Value of the `:authority` header; absent sends the cluster name. It does not change the SNI.',
        limits: { maxBytes: 16384, text: 'header-value' },
        only: 'v3',
      },
      retry_policy: {
        type: 'core.RetryPolicy',
        doc: 'Back-off between attempts to reopen a discovery stream; absent waits between 500 ms and 30 s.',
        only: 'v3',
      },
      max_receive_message_length: {
        type: 'UInt32Value',
        doc: 'Largest single message accepted, in bytes; a larger one ends the stream, 0 means no limit.',
        default: { value: 0 },
        only: 'v3',
      },
      skip_envoy_headers: {
        type: 'bool',
        doc: 'Leaves out the headers that the proxy adds to calls of its own, whatever a single stream asks for.',
        only: 'v3',
      },
    },
  },
  'core.GrpcService.GoogleGrpc': {
    doc: 'Target and credentials of the Google gRPC client.',
    section: 'full API',
    fields: {
      target_uri: { type: 'string', doc: 'Address in the syntax of gRPC name resolution.', required: true },
      channel_credentials: {
        type: 'core.GrpcService.GoogleGrpc.ChannelCredentials',
        doc: 'How the channel is secured; absent sends plaintext.',
      },
      call_credentials: {
        type: 'repeated core.GrpcService.GoogleGrpc.CallCredentials',
        doc: 'Credentials added to every call; all of them apply.',
      },
      stat_prefix: { type: 'string', doc: 'Prefix of the stats of this client.', required: true },
      credentials_factory_name: {
        type: 'string',
        doc: 'Registered factory that makes the credentials; absent uses the two fields above.',
      },
      config: { type: 'Struct', doc: 'Further settings for the credentials factory.' },
      channel_credentials_plugin: {
        type: 'repeated Any',
        doc: 'Ways to secure the channel, the first supported one being taken; not implemented.',
        secret: true,
        only: 'v3',
      },
      call_credentials_plugin: {
        type: 'repeated Any',
        doc: 'Credentials added to every call, those of unknown type being skipped; not implemented.',
        secret: true,
        only: 'v3',
      },
      per_stream_buffer_limit_bytes: {
        type: 'UInt32Value',
        doc: 'Bytes that each stream may hold in memory.',
        default: { value: 1048576 },
        only: 'v3',
      },
      channel_args: {
        type: 'core.GrpcService.GoogleGrpc.ChannelArgs',
        doc: 'Further arguments for the channel of the gRPC library, by name.',
        only: 'v3',
      },
    },
  },
  'core.GrpcService.GoogleGrpc.SslCredentials': {
    doc: 'TLS material of a Google gRPC channel.',
    section: 'full API',
    fields: {
      root_certs: {
        type: 'core.DataSource',
        doc: 'PEM roots that the server certificate has to chain to; absent takes those of gRPC.',
      },
      private_key: { type: 'core.DataSource', doc: 'PEM key of the client certificate.', secret: true },
      cert_chain: { type: 'core.DataSource', doc: 'PEM chain of the client certificate.' },
    },
  },
  'core.GrpcService.GoogleGrpc.GoogleLocalCredentials': {
    doc: 'Empty message that picks local credentials (Unix sockets, loopback).',
    section: 'full API',
    fields: {},
  },
  'core.GrpcService.GoogleGrpc.ChannelCredentials': {
    doc: 'What secures the channel of a Google gRPC client.',
    section: 'full API',
    oneofs: { credential_specifier: 'exactly one' },
    fields: {
      ssl_credentials: {
        type: 'core.GrpcService.GoogleGrpc.SslCredentials',
        doc: 'TLS, with the built-in roots when empty.',
        oneof: 'credential_specifier',
        presence: true,
      },
      google_default: {
        type: 'Empty',
        doc: 'The default credentials of the Google Cloud environment.',
        oneof: 'credential_specifier',
        presence: true,
      },
      local_credentials: {
        type: 'core.GrpcService.GoogleGrpc.GoogleLocalCredentials',
        doc: 'Trust in the local machine.',
        oneof: 'credential_specifier',
        presence: true,
      },
    },
  },
  'core.GrpcService.GoogleGrpc.CallCredentials': {
    doc: 'What identifies the caller in each call of a Google gRPC client.',
    section: 'full API',
    oneofs: { credential_specifier: 'exactly one' },
    fields: {
      access_token: {
        type: 'string',
        doc: 'A fixed OAuth2 access token.',
        oneof: 'credential_specifier',
        secret: true,
      },
      google_compute_engine: {
        type: 'Empty',
        doc: 'The service account of the Compute Engine machine.',
        oneof: 'credential_specifier',
        presence: true,
      },
      google_refresh_token: {
        type: 'string',
        doc: 'A Google refresh token.',
        oneof: 'credential_specifier',
        secret: true,
      },
      service_account_jwt_access: {
        type: 'core.GrpcService.GoogleGrpc.CallCredentials.ServiceAccountJWTAccessCredentials',
        doc: 'A service account that signs its own tokens.',
        oneof: 'credential_specifier',
      },
      google_iam: {
        type: 'core.GrpcService.GoogleGrpc.CallCredentials.GoogleIAMCredentials',
        doc: 'Google IAM credentials.',
        oneof: 'credential_specifier',
      },
      from_plugin: {
        type: 'core.GrpcService.GoogleGrpc.CallCredentials.MetadataCredentialsFromPlugin',
        doc: 'Credentials made by a plugin.',
        oneof: 'credential_specifier',
      },
      sts_service: {
        type: 'core.GrpcService.GoogleGrpc.CallCredentials.StsService',
        doc: 'Tokens exchanged at a security token service.',
        oneof: 'credential_specifier',
      },
    },
  },
  'core.GrpcService.GoogleGrpc.CallCredentials.ServiceAccountJWTAccessCredentials': {
    doc: 'A service account key that signs tokens.',
    section: 'full API',
    fields: {
      json_key: { type: 'string', doc: 'The key file of the account, as JSON text.', secret: true },
      token_lifetime_seconds: { type: 'uint64', doc: 'How long each token is valid, in seconds.' },
    },
  },
  'core.GrpcService.GoogleGrpc.CallCredentials.GoogleIAMCredentials': {
    doc: 'A Google IAM token and what it is for.',
    section: 'full API',
    fields: {
      authorization_token: { type: 'string', doc: 'The IAM token.', secret: true },
      authority_selector: { type: 'string', doc: 'The authority that the token is checked against.' },
    },
  },
  'core.GrpcService.GoogleGrpc.CallCredentials.MetadataCredentialsFromPlugin': {
    doc: 'A plugin that adds credentials to each call.',
    section: 'full API',
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'Registered plugin.' },
      config: {
        type: 'Struct',
        doc: 'Settings of the plugin without their type.',
        oneof: 'config_type',
        deprecated: { use: 'typed_config', migration: 'config-to-typed-config' },
        secret: true,
        only: 'v2',
      },
      typed_config: { type: 'Any', doc: 'Settings of the plugin.', oneof: 'config_type', secret: true },
    },
  },
  'core.GrpcService.GoogleGrpc.CallCredentials.StsService': {
    doc: 'Exchange of a local token for another one (RFC 8693).',
    section: 'full API',
    fields: {
      token_exchange_service_uri: { type: 'string', doc: 'Address of the token service.' },
      resource: { type: 'string', doc: 'URI of the service that the new token is meant for.' },
      audience: { type: 'string', doc: 'Logical name of the service that the new token is meant for.' },
      scope: { type: 'string', doc: 'Scope that is asked for.' },
      requested_token_type: { type: 'string', doc: 'Type of token that is asked for.' },
      subject_token_path: {
        type: 'string',
        doc: 'File with the token of the party the call is made for.',
        required: true,
      },
      subject_token_type: { type: 'string', doc: 'Type of the token in that file.', required: true },
      actor_token_path: { type: 'string', doc: 'File with the token of the party that acts.' },
      actor_token_type: { type: 'string', doc: 'Type of the token in that file.' },
    },
  },
  'core.GrpcMethodList': {
    doc: 'A list of gRPC methods.',
    section: 'full API',
    fields: {
      services: {
        type: 'repeated core.GrpcMethodList.Service',
        doc: 'Services with the methods that are meant.',
        order: 'set',
      },
    },
  },
  'core.GrpcMethodList.Service': {
    doc: 'Some methods of one gRPC service.',
    section: 'full API',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Full name of the service, with its package.', required: true },
      method_names: {
        type: 'repeated string',
        doc: 'Names of the methods.',
        required: true,
        order: 'set',
      },
    },
  },
} as const satisfies MessageTables;
