/** What a walk over a document finds: edits and obstacles by resource, and what somebody has to know. */
import type { ApiVersion } from '../../schema/version.ts';
import type { Edit } from '../../source/edit/index.ts';
import { lookup } from '../../source/lookup.ts';
import type { NodeId, SourceTree } from '../../source/tree.ts';
import { pointerOfWay, type Unit, Units, type Way } from './units.ts';

export interface RenameOptions {
  readonly namespace: string;
  /** Leave `transport_api_version` as it is. */
  readonly keepTransport: boolean;
}

/** Where a value stands. */
export interface Place {
  readonly way: Way | undefined;
  readonly unit: Unit | undefined;
  /** Table of the message that holds the one it is in, or of the one that holds it where it is a message. */
  readonly holder: string;
  /** What it is written in: files of the transition hold types of version 3 among others. */
  readonly version: ApiVersion;
}

export class Findings {
  readonly units = new Units();
  readonly warnings = new Set<string>();
  /** Who has to speak version 3 from now on. */
  readonly servers = new Set<string>();
  readonly tree: SourceTree;
  readonly options: RenameOptions;

  constructor(tree: SourceTree, options: RenameOptions) {
    this.tree = tree;
    this.options = options;
  }

  /** @param node what the edits are on */
  push(at: Place, node: NodeId, ...edits: readonly Edit[]): void {
    if (edits.length === 0) return;
    const unit = at.unit ?? this.units.ofHolder(at.holder, node, at.way);
    for (const edit of edits) unit.edits.push(edit);
  }

  /** @param what message and field, or whatever tells it from others of its resource */
  obstacle(at: Place, node: NodeId, what: string, reason: string, migration?: string): void {
    const unit = at.unit ?? this.units.ofHolder(what, node, at.way);
    const pointer = pointerOfWay(at.way);
    unit.obstacles.push({ node, pointer, what, reason, ...(migration === undefined ? {} : { migration }) });
  }

  unreadable(at: Place, node: NodeId, what: string, wanted: string): void {
    // Both versions read, and refuse, what is written in version 3 alike.
    if (at.version === 'v3') return;
    const reason = `${what} cannot be read as ${wanted}, so that nobody can tell what it would be in version 3; write out what a template puts there`;
    this.obstacle(at, node, what, reason);
  }
}

/** What to do about forms of version 2 that version 3 has no successor for and no migration ends. */

/** By message and field. */
const FIELDS: { readonly [field: string]: string } = {
  'LoadBalancingPolicy.Policy.name':
    'write typed_extension_config with the name and the typed_config of the policy',
  'LoadBalancingPolicy.Policy.typed_config':
    'write typed_extension_config with the name and the typed_config of the policy',
  'CertificateValidationContext.require_ocsp_staple':
    'no release implemented it; remove it, and see ocsp_staple_policy of the DownstreamTlsContext',
  'listener.UdpListenerConfig.udp_listener_name':
    'remove it: version 3 chooses the kind of UDP listener by quic_options',
  'listener.UdpListenerConfig.typed_config': 'write what it holds in quic_options, or remove it',
  'listener.QuicProtocolOptions.max_concurrent_streams':
    'write quic_protocol_options with max_concurrent_streams in it',
  'ListenersConfigDump.dynamic_active_listeners': 'take the dump from a later proxy',
  'ListenersConfigDump.dynamic_warming_listeners': 'take the dump from a later proxy',
  'ListenersConfigDump.dynamic_draining_listeners': 'take the dump from a later proxy',
};

export function remedyOfField(id: string, name: string): string | undefined {
  return lookup(FIELDS, `${id}.${name}`);
}

/** Extensions that no release of version 3 of today has any more, by the message of their configuration. */
const GONE: { readonly [id: string]: string } = {
  'gzip.Gzip':
    'release 1.19 removed the gzip filter; write the filter filters.http.compressor with compressor_library: filters.http.compressor takes over what it was told, compression.gzip.compressor how to compress',
  DynamicOtConfig: 'release 1.32 removed OpenTracing; use the tracer tracers.opentelemetry',
  LightstepConfig: 'release 1.24 removed the Lightstep tracer; use the tracer tracers.opentelemetry',
  OpenCensusConfig: 'release 1.33 removed OpenCensus; use the tracer tracers.opentelemetry',
  // Nothing of version 3 tells of it any more, so that it stands here by its type.
  'config.filter.http.squash.v2.Squash':
    'release 1.35 removed the Squash filter; nothing replaces it: remove it',
};

/** Why an extension has no form in version 3 although the API still names its type; undefined where it has one. */
export function whyExtensionIsGone(id: string): string | undefined {
  return lookup(GONE, id);
}

/** Extensions that only the proxy's contrib builds hold, by the message of their configuration. */
const CONTRIB: ReadonlySet<string> = new Set(['Dynamo', 'ClientSSLAuth', 'KafkaBroker', 'MySQLProxy']);

export function isContrib(id: string): boolean {
  return CONTRIB.has(id);
}
