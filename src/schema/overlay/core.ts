/** What everything else is made of: nodes, addresses, sources of configuration, services that are called. */
import type { EnumOverlay, MessageOverlay } from './language.ts';

export const coreMessages: MessageOverlay = {
  'core.RuntimeUInt32': {
    doc: 'A number that a runtime key can override.',
    section: 'Runtime-derived values',
    fields: {
      default_value: 'The number while the runtime has no such key.',
      runtime_key: 'Runtime key that overrides the number.',
    },
    names: { runtime_key: 'runtime key' },
  },
  'core.RuntimeDouble': {
    doc: 'A fractional number that a runtime key can override.',
    section: 'Runtime-derived values',
    fields: {
      default_value: 'The number while the runtime has no such key.',
      runtime_key: 'Runtime key that overrides the number.',
    },
    names: { runtime_key: 'runtime key' },
  },
  'core.RuntimeFeatureFlag': {
    doc: 'A switch that a runtime key can override.',
    section: 'Runtime-derived values',
    fields: {
      default_value: 'Position of the switch while the runtime has no such key.',
      runtime_key: 'Runtime key that overrides the switch; its value has to be true or false.',
    },
    names: { runtime_key: 'runtime key' },
  },
  'core.RuntimeFractionalPercent': {
    doc: 'A share of requests that a runtime key can override; a whole number there is a percentage.',
    section: 'Runtime-derived values',
    fields: {
      default_value: 'The share while the runtime has no such key.',
      runtime_key: 'Runtime key that overrides the share; absent fixes it.',
    },
    presence: ['default_value'],
    names: { runtime_key: 'runtime key' },
  },
  'core.HeaderValue': {
    doc: 'One header: a name and a value.',
    section: 'core.HeaderValue, core.HeaderValueOption, core.HeaderMap',
    identity: ['key'],
    fields: {
      key: 'Header name.',
      value: 'Header value; %VARIABLES% of the access log work, and an unknown one becomes empty.',
      raw_value: 'Value as bytes, base64 in JSON, for what is not UTF-8; not together with value.',
    },
  },
  'core.HeaderValueOption': {
    doc: 'A header to add, and what happens to one that is already there.',
    section: 'core.HeaderValue, core.HeaderValueOption, core.HeaderMap',
    identity: ['header.key'],
    fields: {
      header: 'The header to add.',
      append: 'true adds to the values already there, false replaces them.',
      append_action: 'What happens when the header is already there: add, replace or leave it.',
      keep_empty_value: 'Sends the header even when its value comes out empty; otherwise it is dropped then.',
    },
    defaults: { append: true, append_action: 'APPEND_IF_EXISTS_OR_ADD' },
    deprecated: { append: ['append_action', 'append-to-append-action'] },
  },
  'core.HeaderMap': {
    doc: 'A list of headers wrapped in a message.',
    section: 'core.HeaderValue, core.HeaderValueOption, core.HeaderMap',
    fields: { headers: 'The headers.' },
  },
  'core.DataSource': {
    doc: 'Data from a file on the proxy or written into the configuration.',
    section: 'core.DataSource',
    fields: {
      filename: 'Path of a file on the host of the proxy.',
      inline_bytes: 'The data itself as bytes (base64 in JSON and YAML).',
      inline_string: 'The data itself as text.',
      environment_variable: 'Environment variable of the proxy that holds the data.',
      watched_directory:
        'Directory whose moves make filename be read again; edits in place go unnoticed, and not every use watches.',
    },
  },
  'core.BackoffStrategy': {
    doc: 'Growing, jittered waits between attempts.',
    fields: {
      base_interval: 'The wait that the growth starts from; at least 1 ms.',
      max_interval: 'The wait that is never exceeded; absent is ten times base_interval.',
    },
    defaults: {
      max_interval: {
        derived: 'ten-times-base-interval',
        why: 'The specification sets the longest wait to ten times the base interval.',
      },
    },
  },
  'core.RetryPolicy': {
    doc: 'How often and how fast a failed fetch of remote data is tried again.',
    section: 'core.RetryPolicy (remote data fetch)',
    fields: {
      retry_back_off: 'Waits between attempts; absent starts at 1 s and grows to 10 s.',
      num_retries: 'Attempts after the first one.',
      retry_on: 'Comma-separated conditions under which to retry, as in the retry policy of a route.',
      retry_priority: 'Extension that picks the priority level for a retry.',
      retry_host_predicate: 'Extensions that may reject a host picked for a retry; one rejection is enough.',
      host_selection_retry_max_attempts:
        'How often a host is picked anew after a rejection before the last one is taken anyway.',
    },
    defaults: { retry_back_off: { value: { base_interval: '1s', max_interval: '10s' } }, num_retries: 1 },
    sets: ['retry_host_predicate'],
  },
  'core.RemoteDataSource': {
    doc: 'Data fetched over HTTP and checked against a digest.',
    section: 'core.RemoteDataSource',
    fields: {
      http_uri: 'Address to fetch from.',
      sha256: 'SHA-256 of the data, in hex; other data is refused.',
      retry_policy: 'What happens after a failed fetch.',
    },
  },
  'core.AsyncDataSource': {
    doc: 'Data that is at hand or has to be fetched.',
    section: 'core.AsyncDataSource',
    fields: { local: 'A file or inline data.', remote: 'Data fetched over HTTP.' },
  },
  'core.TransportSocket': {
    doc: 'Implementation of the layer under the protocol: TLS, plaintext or another one.',
    section: 'core.TransportSocket',
    fields: {
      name: 'Registered implementation, such as proxy.transport_sockets.tls.',
      config: 'Settings of the implementation without their type.',
      typed_config: 'Settings of the implementation; for TLS the upstream or downstream TLS context.',
    },
    deprecated: { config: ['typed_config', 'config-to-typed-config'] },
    newer: ['typed_config'],
  },
  'core.SocketOption': {
    doc: 'One raw option for a socket, as setsockopt takes it; the numbers depend on the platform.',
    section: 'core.SocketOption',
    fields: {
      description: 'Note for people who debug it; need not be unique.',
      level: 'Protocol level, for example 6 for TCP on Linux.',
      name: 'Number of the option at that level.',
      int_value: 'Value of an option that takes an integer.',
      buf_value: 'Value of an option that takes raw bytes.',
      state: "Moment in the socket's life at which the option is set.",
      type: 'Kind of socket that gets the option, stream or datagram; absent means both.',
      ip_version: 'IP version whose sockets get the option; absent means both.',
    },
  },
  'core.Locality': {
    doc: 'Place of a proxy or of upstream hosts, from wide to narrow; compared as text.',
    section: 'core.Locality',
    fields: {
      region: 'Region that contains the zone.',
      zone: 'Zone inside the region; needed for zone-aware routing unless --service-zone gives it.',
      sub_zone: 'Part of a zone that gets its own share of the load.',
    },
  },
  'core.BuildVersion': {
    doc: 'Version of a program or extension, with free-form details of the build.',
    section: 'core.BuildVersion',
    fields: {
      version: 'Major, minor and patch number.',
      metadata: 'Anything else about the build, such as a pre-release label.',
    },
  },
  'core.Extension': {
    doc: 'An extension that the node has compiled in, as it tells the management server.',
    section: 'core.Extension',
    identity: ['name'],
    fields: {
      name: 'The name under which configurations refer to the extension.',
      category: 'Kind of extension in reverse-DNS form, such as proxy.filters.listener.',
      type_descriptor: 'Name of the message type that configures the extension.',
      version: "The extension's own version; absent where it states none.",
      disabled: 'Compiled in, but switched off by dynamic configuration.',
      type_urls: 'Type URLs of the messages that configure the extension.',
    },
    deprecated: { type_descriptor: ['type_urls', 'deprecated-without-successor'] },
    sets: ['type_urls'],
    unmodelled: ['type_descriptor'],
  },
  'core.Node': {
    doc: 'Identity of one proxy instance, sent to the management server with every request for configuration.',
    section: 'core.Node',
    fields: {
      id: 'Name of this instance; needed for stats sinks, CDS and tracing unless --service-node gives it.',
      cluster: 'Name of the service this instance belongs to; --service-cluster is the other way to give it.',
      metadata: 'Free-form data handed to the management server as it stands.',
      locality: 'Where this instance runs.',
      build_version: 'Version text that the proxy itself fills in for the management server.',
      user_agent_name: 'Which program asks for configuration.',
      user_agent_version: 'Version of that program as text.',
      user_agent_build_version: 'Version of that program in parts.',
      extensions: 'Extensions this instance can run.',
      client_features: 'Optional behaviours of the discovery protocol that this instance understands.',
      listening_addresses: 'Addresses known to listen, as a hint for which listeners to send.',
      dynamic_parameters:
        'Parameters by resource type URL that go along with discovery requests and may change while the proxy runs.',
    },
    deprecated: {
      build_version: ['user_agent_name and user_agent_version', 'build-version-to-user-agent'],
      listening_addresses: ['the addresses of the listeners themselves', 'deprecated-without-successor'],
    },
    sets: ['extensions', 'client_features', 'listening_addresses'],
    newer: [
      'user_agent_name',
      'user_agent_version',
      'user_agent_build_version',
      'extensions',
      'client_features',
      'listening_addresses',
    ],
  },
  'core.Metadata': {
    doc: 'Extra data for filters, load balancing, logs and stats, kept apart by who reads it.',
    section: 'core.Metadata',
    fields: {
      filter_metadata: 'Data by reader: a reverse-DNS filter name, or a built-in namespace such as proxy.lb.',
      typed_filter_metadata: 'Typed messages by filter name; one hides the filter_metadata of the same name.',
    },
  },
  'core.ControlPlane': {
    doc: 'The management server that answered.',
    section: 'core.ControlPlane',
    fields: { identifier: 'Opaque name of that server instance.' },
  },
  'core.Address': {
    doc: 'Where to listen or connect: an IP or DNS address with a port, or a Unix domain socket.',
    fields: {
      socket_address: 'Host and port.',
      pipe: 'A Unix domain socket.',
      envoy_internal_address: 'Address inside the proxy itself, which an internal listener answers.',
    },
  },
  'core.SocketAddress': {
    doc: 'A host and a port.',
    fields: {
      protocol: 'Transport protocol of the address.',
      address: 'An IP address; a DNS name only where the cluster type or resolver_name can resolve it.',
      port_value: 'Port number; 0 lets the system pick one when binding.',
      named_port: 'A port given by service name, for resolvers that understand such names.',
      resolver_name:
        'Registered resolver that turns the address into an IP; absent takes the address as an IP.',
      ipv4_compat: 'An IPv6 wildcard socket also accepts IPv4 connections, as mapped addresses.',
      network_namespace_filepath:
        'File of the network namespace to open the socket in; Linux only, and needs CAP_NET_ADMIN.',
    },
  },
  'core.Pipe': {
    doc: 'A Unix domain socket.',
    fields: {
      path: 'Path of the socket; a leading @ means the abstract namespace of Linux.',
      mode: 'File permission bits of the socket, as a number (0777 is 511); 0 leaves them to the system.',
    },
  },
  'core.CidrRange': {
    doc: 'A block of IP addresses.',
    fields: {
      address_prefix: 'IPv4 or IPv6 address that starts the block.',
      prefix_len: 'How many leading bits are compared; absent is 0, which takes in every address.',
    },
    defaults: { prefix_len: 0 },
  },
  'core.TcpKeepalive': {
    doc: 'TCP keepalive probes; each absent value is the one of the operating system.',
    fields: {
      keepalive_probes: 'Unanswered probes after which the connection counts as dead.',
      keepalive_time: 'Seconds a connection is idle before the first probe.',
      keepalive_interval: 'Seconds between two probes.',
    },
  },
  'core.BindConfig': {
    doc: 'The local side of outgoing connections.',
    fields: {
      source_address: 'Local address to connect from; port 0 takes any free port.',
      freebind: 'Allow a source address that no interface has (IP_FREEBIND); absent leaves the option alone.',
      socket_options: 'Further options for the sockets; only those of state STATE_PREBIND are valid here.',
      extra_source_addresses:
        'More local addresses to choose from besides source_address, such as one of the other IP version.',
      additional_source_addresses:
        'More local addresses to choose from, without socket options of their own.',
      local_address_selector:
        'Extension that chooses the local address of each connection; absent uses the built-in one.',
    },
    deprecated: { additional_source_addresses: ['extra_source_addresses', 'settings-to-lists'] },
  },
  'core.HttpUri': {
    doc: 'An HTTP address that the proxy itself fetches, and the cluster that serves it.',
    fields: {
      uri: 'Full URI with scheme, host and path.',
      cluster: 'Cluster that the request goes to, whatever host the URI names.',
      timeout: 'Longest wait for the answer.',
    },
    names: { cluster: 'cluster' },
  },
  'core.ConfigSource': {
    doc: 'Where one kind of dynamic configuration is read from.',
    fields: {
      path: 'File with a discovery response; read again whenever a new file is moved into its place.',
      api_config_source: 'A management server asked directly.',
      ads: 'The one aggregated stream that the bootstrap sets up under ads_config.',
      self: 'The same server that delivered the resource this stands in.',
      initial_fetch_timeout: 'How long startup waits for the first answer; 0s waits forever.',
      resource_api_version: 'Version of the resources that are asked for.',
      authorities: 'Authorities of xdstp URLs that this source serves; not implemented.',
      path_config_source: 'File that holds the resources, and how changes to it are noticed.',
    },
    defaults: { initial_fetch_timeout: '15s' },
    deprecated: { path: ['path_config_source', 'path-to-path-config-source'] },
    sets: ['authorities'],
    presence: ['ads', 'self'],
  },
  'core.ApiConfigSource': {
    doc: 'How to reach a management server.',
    fields: {
      api_type: 'Protocol spoken with the server; has to be set, since the zero value is refused.',
      transport_api_version: 'Version of the discovery protocol itself.',
      cluster_names: 'For REST: clusters of the management servers, which have to be static ones.',
      grpc_services: 'For GRPC and DELTA_GRPC: the servers to stream from.',
      refresh_delay: 'For REST: time between two polls; needed there.',
      request_timeout: 'For REST: longest wait for an answer.',
      rate_limit_settings:
        'Limit on requests to the server; absent sets none, an empty one limits with the defaults.',
      set_node_on_first_message_only: 'Send the node identity once per stream instead of with every request.',
      config_validators:
        'Extensions that may refuse an update before it is applied, each for its own type of resource.',
    },
    defaults: { request_timeout: '1s' },
    presence: ['rate_limit_settings'],
    names: { cluster_names: 'cluster' },
  },
  'core.AggregatedConfigSource': { doc: 'Empty message that picks the aggregated stream.' },
  'core.SelfConfigSource': {
    doc: 'Empty message that picks the server that delivered the resource around it.',
    fields: {
      transport_api_version:
        'Version of the discovery protocol that is spoken; V3 is the only one still served.',
    },
    facts: { transport_api_version: { only: 'v3' } },
  },
  'core.RateLimitSettings': {
    doc: 'Token bucket for discovery requests.',
    fields: {
      max_tokens: 'Most requests that can be sent in one burst.',
      fill_rate: 'Requests per second that become available again.',
    },
    defaults: { max_tokens: 100, fill_rate: 10 },
  },
  'core.GrpcService': {
    doc: 'A gRPC service that the proxy calls, such as a management, rate limit or access log server.',
    fields: {
      envoy_grpc: "The proxy's own gRPC client, through one of its clusters.",
      google_grpc: 'The Google C++ gRPC client, which makes connections of its own.',
      timeout: 'Longest time for one call; absent means no limit.',
      initial_metadata: 'Headers sent at the start of every call.',
      retry_policy: "Retries for calls that bring no policy of their own; only with the proxy's own client.",
    },
    presence: ['retry_policy'],
    facts: { envoy_grpc: { aliases: ['proxy_grpc'] } },
  },
  'core.GrpcService.EnvoyGrpc': {
    doc: "Target of the proxy's own gRPC client.",
    fields: {
      cluster_name: 'Cluster of the service; it has to speak HTTP/2.',
      authority:
        'Value of the `:authority` header; absent sends the cluster name. It does not change the SNI.',
      retry_policy:
        'Back-off between attempts to reopen a discovery stream; absent waits between 500 ms and 30 s.',
      max_receive_message_length:
        'Largest single message accepted, in bytes; a larger one ends the stream, 0 means no limit.',
      skip_envoy_headers:
        'Leaves out the headers that the proxy adds to calls of its own, whatever a single stream asks for.',
    },
    defaults: { max_receive_message_length: 0 },
    names: { cluster_name: 'cluster' },
  },
  'core.GrpcService.GoogleGrpc': {
    doc: 'Target and credentials of the Google gRPC client.',
    fields: {
      target_uri: 'Address in the syntax of gRPC name resolution.',
      channel_credentials: 'How the channel is secured; absent sends plaintext.',
      call_credentials: 'Credentials added to every call; all of them apply.',
      stat_prefix: 'Prefix of the stats of this client.',
      credentials_factory_name:
        'Registered factory that makes the credentials; absent uses the two fields above.',
      config: 'Further settings for the credentials factory.',
      channel_credentials_plugin:
        'Ways to secure the channel, the first supported one being taken; not implemented.',
      call_credentials_plugin:
        'Credentials added to every call, those of unknown type being skipped; not implemented.',
      per_stream_buffer_limit_bytes: 'Bytes that each stream may hold in memory.',
      channel_args: 'Further arguments for the channel of the gRPC library, by name.',
    },
    defaults: { per_stream_buffer_limit_bytes: 1048576 },
    secret: ['channel_credentials_plugin', 'call_credentials_plugin'],
  },
  'core.GrpcService.GoogleGrpc.SslCredentials': {
    doc: 'TLS material of a Google gRPC channel.',
    fields: {
      root_certs: 'PEM roots that the server certificate has to chain to; absent takes those of gRPC.',
      private_key: 'PEM key of the client certificate.',
      cert_chain: 'PEM chain of the client certificate.',
    },
  },
  'core.GrpcService.GoogleGrpc.GoogleLocalCredentials': {
    doc: 'Empty message that picks local credentials (Unix sockets, loopback).',
  },
  'core.GrpcService.GoogleGrpc.ChannelCredentials': {
    doc: 'What secures the channel of a Google gRPC client.',
    fields: {
      ssl_credentials: 'TLS, with the built-in roots when empty.',
      google_default: 'The default credentials of the Google Cloud environment.',
      local_credentials: 'Trust in the local machine.',
    },
    presence: ['ssl_credentials', 'google_default', 'local_credentials'],
  },
  'core.GrpcService.GoogleGrpc.CallCredentials': {
    doc: 'What identifies the caller in each call of a Google gRPC client.',
    fields: {
      access_token: 'A fixed OAuth2 access token.',
      google_compute_engine: 'The service account of the Compute Engine machine.',
      google_refresh_token: 'A Google refresh token.',
      service_account_jwt_access: 'A service account that signs its own tokens.',
      google_iam: 'Google IAM credentials.',
      from_plugin: 'Credentials made by a plugin.',
      sts_service: 'Tokens exchanged at a security token service.',
    },
    presence: ['google_compute_engine'],
    secret: ['access_token', 'google_refresh_token'],
  },
  'core.GrpcService.GoogleGrpc.CallCredentials.ServiceAccountJWTAccessCredentials': {
    doc: 'A service account key that signs tokens.',
    fields: {
      json_key: 'The key file of the account, as JSON text.',
      token_lifetime_seconds: 'How long each token is valid, in seconds.',
    },
    secret: ['json_key'],
  },
  'core.GrpcService.GoogleGrpc.CallCredentials.GoogleIAMCredentials': {
    doc: 'A Google IAM token and what it is for.',
    fields: {
      authorization_token: 'The IAM token.',
      authority_selector: 'The authority that the token is checked against.',
    },
    secret: ['authorization_token'],
  },
  'core.GrpcService.GoogleGrpc.CallCredentials.MetadataCredentialsFromPlugin': {
    doc: 'A plugin that adds credentials to each call.',
    fields: {
      name: 'Registered plugin.',
      config: 'Settings of the plugin without their type.',
      typed_config: 'Settings of the plugin.',
    },
    deprecated: { config: ['typed_config', 'config-to-typed-config'] },
    secret: ['config', 'typed_config'],
  },
  'core.GrpcService.GoogleGrpc.CallCredentials.StsService': {
    doc: 'Exchange of a local token for another one (RFC 8693).',
    fields: {
      token_exchange_service_uri: 'Address of the token service.',
      resource: 'URI of the service that the new token is meant for.',
      audience: 'Logical name of the service that the new token is meant for.',
      scope: 'Scope that is asked for.',
      requested_token_type: 'Type of token that is asked for.',
      subject_token_path: 'File with the token of the party the call is made for.',
      subject_token_type: 'Type of the token in that file.',
      actor_token_path: 'File with the token of the party that acts.',
      actor_token_type: 'Type of the token in that file.',
    },
  },
  'core.GrpcMethodList': {
    doc: 'A list of gRPC methods.',
    fields: { services: 'Services with the methods that are meant.' },
    sets: ['services'],
  },
  'core.GrpcMethodList.Service': {
    doc: 'Some methods of one gRPC service.',
    identity: ['name'],
    fields: { name: 'Full name of the service, with its package.', method_names: 'Names of the methods.' },
    sets: ['method_names'],
  },
};

export const coreEnums: EnumOverlay = {
  'core.RoutingPriority': {
    doc: 'Priority of a request; each has its own connections and circuit breakers, even to the same host.',
    section: 'Common enumerations',
    values: { DEFAULT: 'Ordinary requests.', HIGH: 'Requests that ordinary load must not crowd out.' },
  },
  'core.RequestMethod': {
    doc: 'An HTTP request method.',
    section: 'Common enumerations',
    values: {
      METHOD_UNSPECIFIED: 'No particular method.',
      GET: 'GET requests.',
      HEAD: 'HEAD requests.',
      POST: 'POST requests.',
      PUT: 'PUT requests.',
      DELETE: 'DELETE requests.',
      CONNECT: 'CONNECT requests.',
      OPTIONS: 'OPTIONS requests.',
      TRACE: 'TRACE requests.',
      PATCH: 'PATCH requests.',
    },
    newer: ['PATCH'],
  },
  'core.SocketOption.SocketState': {
    doc: 'When a socket option is set.',
    section: 'Common enumerations',
    values: {
      STATE_PREBIND: 'The socket exists and is not bound yet.',
      STATE_BOUND: 'The socket is bound and does not listen yet.',
      STATE_LISTENING: 'The socket listens.',
    },
  },
  'core.TrafficDirection': {
    doc: 'Which way the traffic of a listener flows, seen from the proxied service.',
    section: 'Common enumerations',
    values: {
      UNSPECIFIED: 'Not stated.',
      INBOUND: 'Traffic that comes in to the service.',
      OUTBOUND: 'Traffic that the service sends out.',
    },
  },
  'core.SocketAddress.Protocol': {
    doc: 'Transport protocol of a socket address.',
    values: { TCP: 'A TCP port.', UDP: 'A UDP port.' },
  },
  'core.ApiVersion': {
    doc: 'Major version of the discovery API.',
    values: {
      AUTO: 'The version the proxy takes by itself, which is v2 here.',
      V2: 'Version 2.',
      V3: 'Version 3.',
    },
    deprecated: { V2: ['V3', 'deprecated-without-successor', 'v3'] },
  },
  'core.ApiConfigSource.ApiType': {
    doc: 'Protocol between the proxy and a management server.',
    values: {
      UNSUPPORTED_REST_LEGACY: 'The removed v1 REST API; the proxy refuses it.',
      DEPRECATED_AND_UNAVAILABLE_DO_NOT_USE: 'The removed v1 REST API; the proxy refuses it.',
      REST: 'Polling over HTTP with JSON bodies.',
      GRPC: 'A gRPC stream that always carries the full state.',
      DELTA_GRPC: 'A gRPC stream that carries only what changed.',
      AGGREGATED_GRPC: 'All resources over the one aggregated stream, each response complete.',
      AGGREGATED_DELTA_GRPC: 'All resources over the one aggregated stream, changes only.',
    },
    deprecated: {
      UNSUPPORTED_REST_LEGACY: ['REST', 'settings-without-successor'],
      DEPRECATED_AND_UNAVAILABLE_DO_NOT_USE: ['REST', 'deprecated-without-successor'],
    },
  },
};
