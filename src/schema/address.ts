/** Addresses, and what is set on the sockets behind them. */
import type { EnumTables, MessageTables } from './language.ts';

export const addressMessages = {
  'core.Address': {
    doc: 'Where to listen or connect: an IP or DNS address with a port, or a Unix domain socket.',
    section: 'full API',
    oneofs: { address: 'exactly one' },
    fields: {
      socket_address: { type: 'core.SocketAddress', doc: 'Host and port.', oneof: 'address' },
      pipe: { type: 'core.Pipe', doc: 'A Unix domain socket.', oneof: 'address' },
      envoy_internal_address: {
        type: 'core.EnvoyInternalAddress',
        doc: 'Address inside the proxy itself, which an internal listener answers.',
        oneof: 'address',
        only: 'v3',
      },
    },
  },
  'core.SocketAddress': {
    doc: 'A host and a port.',
    section: 'full API',
    oneofs: { port_specifier: 'exactly one' },
    fields: {
      protocol: {
        type: 'core.SocketAddress.Protocol',
        doc: 'Transport protocol of the address.',
        limits: { definedOnly: true },
      },
      address: {
        type: 'string',
        doc: 'An IP address; a DNS name only where the cluster type or resolver_name can resolve it.',
        required: true,
      },
      port_value: {
        type: 'uint32',
        doc: 'Port number; 0 lets the system pick one when binding.',
        oneof: 'port_specifier',
        limits: { lte: 65535 },
      },
      named_port: {
        type: 'string',
        doc: 'A port given by service name, for resolvers that understand such names.',
        oneof: 'port_specifier',
      },
      resolver_name: {
        type: 'string',
        doc: 'Registered resolver that turns the address into an IP; absent takes the address as an IP.',
      },
      ipv4_compat: {
        type: 'bool',
        doc: 'An IPv6 wildcard socket also accepts IPv4 connections, as mapped addresses.',
      },
      network_namespace_filepath: {
        type: 'string',
        doc: 'File of the network namespace to open the socket in; Linux only, and needs CAP_NET_ADMIN.',
        only: 'v3',
      },
    },
  },
  'core.Pipe': {
    doc: 'A Unix domain socket.',
    section: 'full API',
    fields: {
      path: {
        type: 'string',
        doc: 'Path of the socket; a leading @ means the abstract namespace of Linux.',
        required: true,
      },
      mode: {
        type: 'uint32',
        doc: 'File permission bits of the socket, as a number (0777 is 511); 0 leaves them to the system.',
        limits: { lte: 511 },
      },
    },
  },
  'core.CidrRange': {
    doc: 'A block of IP addresses.',
    section: 'full API',
    fields: {
      address_prefix: { type: 'string', doc: 'IPv4 or IPv6 address that starts the block.', required: true },
      prefix_len: {
        type: 'UInt32Value',
        doc: 'How many leading bits are compared; absent is 0, which takes in every address.',
        limits: { lte: 128 },
        default: { value: 0 },
      },
    },
  },
  'core.TcpKeepalive': {
    doc: 'TCP keepalive probes; each absent value is the one of the operating system.',
    section: 'full API',
    fields: {
      keepalive_probes: {
        type: 'UInt32Value',
        doc: 'Unanswered probes after which the connection counts as dead.',
      },
      keepalive_time: { type: 'UInt32Value', doc: 'Seconds a connection is idle before the first probe.' },
      keepalive_interval: { type: 'UInt32Value', doc: 'Seconds between two probes.' },
    },
  },
  'core.BindConfig': {
    doc: 'The local side of outgoing connections.',
    section: 'full API',
    fields: {
      source_address: {
        type: 'core.SocketAddress',
        doc: 'Local address to connect from; port 0 takes any free port.',
        required: true,
        in: { v3: { required: false } },
      },
      freebind: {
        type: 'BoolValue',
        doc: 'Allow a source address that no interface has (IP_FREEBIND); absent leaves the option alone.',
      },
      socket_options: {
        type: 'repeated core.SocketOption',
        doc: 'Further options for the sockets; only those of state STATE_PREBIND are valid here.',
      },
      extra_source_addresses: {
        type: 'repeated core.ExtraSourceAddress',
        doc: 'More local addresses to choose from besides source_address, such as one of the other IP version.',
        only: 'v3',
      },
      additional_source_addresses: {
        type: 'repeated core.SocketAddress',
        doc: 'More local addresses to choose from, without socket options of their own.',
        deprecated: { use: 'extra_source_addresses', migration: 'settings-to-lists' },
        only: 'v3',
      },
      local_address_selector: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that chooses the local address of each connection; absent uses the built-in one.',
        only: 'v3',
      },
    },
  },
  'core.HttpUri': {
    doc: 'An HTTP address that the proxy itself fetches, and the cluster that serves it.',
    section: 'full API',
    oneofs: { http_upstream_type: 'exactly one' },
    fields: {
      uri: { type: 'string', doc: 'Full URI with scheme, host and path.', required: true },
      cluster: {
        type: 'string',
        doc: 'Cluster that the request goes to, whatever host the URI names.',
        oneof: 'http_upstream_type',
        limits: { minBytes: 1 },
        names: 'cluster',
      },
      timeout: {
        type: 'Duration',
        doc: 'Longest wait for the answer.',
        required: true,
        limits: { gte: '0s' },
        in: { v3: { limits: { gte: '0s', lt: '4294967296s' } } },
      },
    },
  },
} as const satisfies MessageTables;

export const addressEnums = {
  'core.SocketAddress.Protocol': {
    doc: 'Transport protocol of a socket address.',
    section: 'full API',
    values: {
      TCP: { number: 0, doc: 'A TCP port.' },
      UDP: { number: 1, doc: 'A UDP port.' },
    },
  },
} as const satisfies EnumTables;
