/** Who this proxy is: node identity, locality, the build, and the metadata that filters read. */
import type { EnumTables, MessageTables } from './language.ts';

export const nodeMessages = {
  'core.Locality': {
    doc: 'Place of a proxy or of upstream hosts, from wide to narrow; compared as text.',
    section: 'core.Locality',
    fields: {
      region: { type: 'string', doc: 'Region that contains the zone.' },
      zone: {
        type: 'string',
        doc: 'Zone inside the region; needed for zone-aware routing unless --service-zone gives it.',
      },
      sub_zone: { type: 'string', doc: 'Part of a zone that gets its own share of the load.' },
    },
  },
  'core.BuildVersion': {
    doc: 'Version of a program or extension, with free-form details of the build.',
    section: 'core.BuildVersion',
    fields: {
      version: { type: 'type.SemanticVersion', doc: 'Major, minor and patch number.' },
      metadata: { type: 'Struct', doc: 'Anything else about the build, such as a pre-release label.' },
    },
  },
  'core.Extension': {
    doc: 'An extension that the node has compiled in, as it tells the management server.',
    section: 'core.Extension',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'The name under which configurations refer to the extension.' },
      category: {
        type: 'string',
        doc: 'Kind of extension in reverse-DNS form, such as proxy.filters.listener.',
      },
      type_descriptor: {
        type: 'string',
        doc: 'Name of the message type that configures the extension.',
        beyond: true,
        in: { v3: { deprecated: { use: 'type_urls', migration: 'deprecated-without-successor' } } },
      },
      version: {
        type: 'core.BuildVersion',
        doc: "The extension's own version; absent where it states none.",
      },
      disabled: { type: 'bool', doc: 'Compiled in, but switched off by dynamic configuration.' },
      type_urls: {
        type: 'repeated string',
        doc: 'Type URLs of the messages that configure the extension.',
        order: 'set',
        only: 'v3',
      },
    },
  },
  'core.Node': {
    doc: 'Identity of one proxy instance, sent to the management server with every request for configuration.',
    section: 'core.Node',
    oneofs: { user_agent_version_type: 'at most one' },
    fields: {
      id: {
        type: 'string',
        doc: 'Name of this instance; needed for stats sinks, CDS and tracing unless --service-node gives it.',
      },
      cluster: {
        type: 'string',
        doc: 'Name of the service this instance belongs to; --service-cluster is the other way to give it.',
      },
      metadata: { type: 'Struct', doc: 'Free-form data handed to the management server as it stands.' },
      locality: { type: 'core.Locality', doc: 'Where this instance runs.' },
      build_version: {
        type: 'string',
        doc: 'Version text that the proxy itself fills in for the management server.',
        deprecated: {
          use: 'user_agent_name and user_agent_version',
          migration: 'build-version-to-user-agent',
        },
        only: 'v2',
      },
      user_agent_name: {
        type: 'string',
        doc: 'Which program asks for configuration.',
        newer: true,
      },
      user_agent_version: {
        type: 'string',
        doc: 'Version of that program as text.',
        oneof: 'user_agent_version_type',
        newer: true,
      },
      user_agent_build_version: {
        type: 'core.BuildVersion',
        doc: 'Version of that program in parts.',
        oneof: 'user_agent_version_type',
        newer: true,
      },
      extensions: {
        type: 'repeated core.Extension',
        doc: 'Extensions this instance can run.',
        order: 'set',
        newer: true,
      },
      client_features: {
        type: 'repeated string',
        doc: 'Optional behaviours of the discovery protocol that this instance understands.',
        order: 'set',
        newer: true,
      },
      listening_addresses: {
        type: 'repeated core.Address',
        doc: 'Addresses known to listen, as a hint for which listeners to send.',
        order: 'set',
        newer: true,
        in: {
          v3: {
            deprecated: {
              use: 'the addresses of the listeners themselves',
              migration: 'deprecated-without-successor',
            },
          },
        },
      },
      dynamic_parameters: {
        type: 'map<string, ContextParams>',
        doc: 'Parameters by resource type URL that go along with discovery requests and may change while the proxy runs.',
        only: 'v3',
      },
    },
  },
  'core.Metadata': {
    doc: 'Extra data for filters, load balancing, logs and stats, kept apart by who reads it.',
    section: 'core.Metadata',
    fields: {
      filter_metadata: {
        type: 'map<string, Struct>',
        doc: 'Data by reader: a reverse-DNS filter name, or a built-in namespace such as proxy.lb.',
        in: { v3: { limits: { keys: { minBytes: 1 } } } },
      },
      typed_filter_metadata: {
        type: 'map<string, Any>',
        doc: 'Typed messages by filter name; one hides the filter_metadata of the same name.',
        limits: { keys: { minBytes: 1 } },
        only: 'v3',
      },
    },
  },
  'core.ControlPlane': {
    doc: 'The management server that answered.',
    section: 'core.ControlPlane',
    fields: {
      identifier: { type: 'string', doc: 'Opaque name of that server instance.' },
    },
  },
} as const satisfies MessageTables;

export const nodeEnums = {
  'core.TrafficDirection': {
    doc: 'Which way the traffic of a listener flows, seen from the proxied service.',
    section: 'Common enumerations',
    values: {
      UNSPECIFIED: { number: 0, doc: 'Not stated.' },
      INBOUND: { number: 1, doc: 'Traffic that comes in to the service.' },
      OUTBOUND: { number: 2, doc: 'Traffic that the service sends out.' },
    },
  },
} as const satisfies EnumTables;
