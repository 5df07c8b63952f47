import {
  leave,
  type MessageView,
  type Migration,
  type MigrationOutcome,
  type Step,
} from '../src/canonical/migration/migration.ts';
import { type Made, noteMade, relocate } from '../src/canonical/migration/relocate.ts';
import { isObject } from '../src/model/bound.ts';
import type { Edit } from '../src/source/edit/index.ts';

const RESOLUTION = 'dns_resolution_config';
const RESOLVERS = 'dns_resolvers';
const UNUSED = 'upstream_resolvers';
const TCP = 'use_tcp_for_dns_lookups';
const TYPED = 'typed_dns_resolver_config';
const CLUSTER = 'Cluster';
const OPTIONS = 'dns_resolver_options';

/** How often a cluster looks names up, which only a DNS cluster's own configuration says. */
const RATES = ['dns_refresh_rate', 'dns_failure_refresh_rate', 'respect_dns_ttl', 'dns_jitter'];
const FAMILY = 'dns_lookup_family';
/** What a DNS cluster reads in its own configuration as well. */
const ALSO = [FAMILY, TYPED];
const LOOKS_UP: ReadonlySet<unknown> = new Set(['STRICT_DNS', 'LOGICAL_DNS']);
const INTO: readonly Step[] = ['cluster_type', 'typed_config'];

/** The DNS resolvers of bootstraps, clusters, caches and filters → typed_dns_resolver_config; a cluster's rates → cluster_type. */
export const dnsSettingsToTyped: Migration = {
  id: 'dns-settings-to-typed',
  title:
    'settings of DNS become `typed_dns_resolver_config`, and in clusters a `cluster_type` with a DnsCluster',
  why: 'Version 3 deprecates fields of one resolver and of one type of cluster: both are extensions, whose settings stand in their own configuration.',
  how:
    'Addresses and options of resolvers become those of the c-ares resolver, which is what the proxy makes of them (on macOS it passes them over for the resolver of the system, and uses c-ares from then on). ' +
    'A STRICT_DNS or LOGICAL_DNS cluster with `dns_refresh_rate`, `dns_failure_refresh_rate`, `respect_dns_ttl` or `dns_jitter` becomes a `cluster_type` with a DnsCluster, which takes its family of addresses and its resolver along; ' +
    'LOGICAL_DNS is `all_addresses_in_single_endpoint: true` there, and AUTO is written out; proxies before 1.34 do not know it. In a cluster of another extension these fields are left. ' +
    'What has no effect goes: `false`, fields beside those that win, those of clusters that look nothing up or name no resolver.',
  source:
    'the full API of version 3: Bootstrap, Cluster, DnsCluster, DnsCacheConfig, DnsFilterConfig.ClientContextConfig',
  optional: false,
  versions: ['v3'],
  messages: ['Bootstrap', CLUSTER, 'DnsCacheConfig', 'DnsFilterConfig.ClientContextConfig'],
  fields: [RESOLUTION, RESOLVERS, TCP, UNUSED, ...RATES],
  example: {
    type: CLUSTER,
    before: `name: ledger
type: LOGICAL_DNS
dns_refresh_rate: 30s
dns_lookup_family: V4_ONLY
dns_resolvers:
- socket_address: {address: 10.0.0.53, port_value: 53} # the garden's own
load_assignment:
  cluster_name: ledger
`,
    after: `name: ledger
cluster_type:
  name: envoy.cluster.dns
  typed_config:
    "@type": type.googleapis.com/envoy.extensions.clusters.dns.v3.DnsCluster
    all_addresses_in_single_endpoint: true
    dns_refresh_rate: 30s
    dns_lookup_family: V4_ONLY
    typed_dns_resolver_config:
      name: envoy.network.dns_resolver.cares
      typed_config:
        "@type": type.googleapis.com/envoy.extensions.network.dns_resolver.cares.v3.CaresDnsResolverConfig
        resolvers:
        - socket_address: {address: 10.0.0.53, port_value: 53} # the garden's own
load_assignment:
  cluster_name: ledger
`,
  },
  plan(view) {
    const made: Made = new Set();
    if (view.type !== CLUSTER) return resolver(view, [], made);
    const rates = RATES.filter((field) => view.value[field] !== undefined);
    const { type, cluster_type: custom } = view.value;
    if (custom !== undefined && !isDns(custom)) return leftWith(view, rates);
    if (custom !== undefined)
      return removed(view, [...rates, ...written(view)], 'a DNS cluster reads its own configuration alone');
    if (!LOOKS_UP.has(type))
      return removed(
        view,
        [...rates, ...written(view)],
        `a cluster that is ${String(type ?? 'STATIC')} looks no names up`,
      );
    if (rates.every((field) => view.value[field] === false))
      return [...removed(view, rates, 'false is what its absence means'), ...resolver(view, [], made)];
    return [clusterType(view, rates, made), ...resolver(view, INTO, made)];
  },
};

function written({ value }: MessageView): readonly string[] {
  return [RESOLUTION, RESOLVERS, TCP, UNUSED].filter((field) => value[field] !== undefined);
}

function isDns(custom: unknown): boolean {
  const config = isObject(custom) ? custom.typed_config : undefined;
  return isObject(config) && String(config['@type']).endsWith('.dns.v3.DnsCluster');
}

function removed(view: MessageView, fields: readonly string[], why: string): readonly MigrationOutcome[] {
  if (fields.length === 0) return [];
  const edits = fields.map((field): Edit => ({ op: 'remove', path: view.at(field) }));
  return [{ kind: 'edits', edits, reason: `removed ${fields.join(', ')}: ${why}` }];
}

/** The extension that makes a cluster may read all of them. */
function leftWith(view: MessageView, rates: readonly string[]): readonly MigrationOutcome[] {
  return [...rates, ...written(view)].flatMap((field) =>
    leave(
      field,
      `the extension that makes this cluster may read it; look whether it has a setting of its own for ${field}`,
    ),
  );
}

/** The type of a cluster and its rates as an extension with its own configuration. */
function clusterType(view: MessageView, rates: readonly string[], made: Made): MigrationOutcome {
  const { type, dns_lookup_family: family } = view.value;
  const settings = {
    ...(type === 'LOGICAL_DNS' && { all_addresses_in_single_endpoint: true }),
    ...(family === undefined && { [FAMILY]: 'AUTO' }),
  };
  const custom = view.spell('Cluster.CustomClusterType', {
    name: `${view.namespace}.cluster.dns`,
    typed_config: { '@type': view.typeUrl('DnsCluster'), ...settings },
  });
  for (let length = 1; length <= INTO.length; length++) noteMade(made, INTO.slice(0, length));
  const also = ALSO.filter((field) => view.value[field] !== undefined);
  const edits: Edit[] = [
    { op: 'add', path: view.place('cluster_type'), value: custom, inPlaceOf: view.at('type') },
    { op: 'remove', path: view.at('type') },
    ...[...rates, ...also].flatMap((field): readonly Edit[] =>
      view.value[field] === false
        ? [{ op: 'remove', path: view.at(field) }]
        : field === FAMILY
          ? familyEdits(view, made)
          : relocate(view, { from: [field], to: [...INTO, field] }, made),
    ),
  ];
  const reason = `type: ${String(type)} with ${rates.join(', ')} became cluster_type with a DnsCluster`;
  return { kind: 'edits', edits, reason };
}

/** A number is written as its name, since the numbers of the families are others there. */
function familyEdits(view: MessageView, made: Made): readonly Edit[] {
  const value = String(view.value[FAMILY]);
  const [from, path] = [view.at(FAMILY), view.within(...INTO, FAMILY)];
  return view.text(FAMILY) === value
    ? relocate(view, { from: [FAMILY], to: [...INTO, FAMILY] }, made)
    : [
        { op: 'add', path, value, inPlaceOf: from },
        { op: 'remove', path: from },
      ];
}

/** @param into the steps to the message that holds the typed resolver */
function resolver(view: MessageView, into: readonly Step[], made: Made): readonly MigrationOutcome[] {
  const fields = written(view);
  if (fields.length === 0) return [];
  const winner = winnerOf(view);
  const losers = fields.filter((field) => field !== winner && !(winner === RESOLVERS && field === TCP));
  const gone = losers.flatMap((field) => removed(view, [field], whyGone(view, field, winner)));
  return winner === undefined || winner === TYPED ? gone : [...gone, typed(view, winner, into, made)];
}

/** The field that the proxy reads; the typed one, an older one, or none that says anything. */
function winnerOf({ type, value }: MessageView): string | undefined {
  const resolution = value[RESOLUTION];
  const holds = (list: unknown): boolean => Array.isArray(list) && list.length > 0;
  if (type === CLUSTER) {
    const own = value[TYPED];
    if (isObject(own) && isObject(own.typed_config)) return TYPED;
    // A cluster that names no resolver uses that of the proxy.
    const isNamed = (isObject(resolution) && holds(resolution.resolvers)) || holds(value[RESOLVERS]);
    if (!isNamed) return undefined;
    return resolution === undefined ? RESOLVERS : RESOLUTION;
  }
  if (value[TYPED] !== undefined) return TYPED;
  if (resolution !== undefined) return RESOLUTION;
  return value[TCP] === true && type !== 'DnsFilterConfig.ClientContextConfig' ? TCP : undefined;
}

function whyGone({ value }: MessageView, field: string, winner: string | undefined): string {
  if (field === UNUSED) return 'the proxy does not read it';
  if (winner !== undefined) return `${winner} stands beside it, and the proxy reads nothing else`;
  return value[field] === false
    ? 'false is what its absence means'
    : 'the proxy does not read it in a cluster that names no resolvers';
}

function typed(view: MessageView, winner: string, into: readonly Step[], made: Made): MigrationOutcome {
  const name = `${view.namespace}.network.dns_resolver.cares`;
  const reason = `${winner} became ${TYPED}`;
  const type = view.typeUrl('CaresDnsResolverConfig');
  const around = (extension: object): object =>
    [...into, TYPED].slice(1).reduceRight<object>((inner, step) => ({ [String(step)]: inner }), extension);
  if (winner === RESOLUTION) {
    const from = view.at(RESOLUTION);
    const edits: readonly Edit[] = [
      { op: 'add', path: `${from}/@type`, value: type, first: true },
      ...relocate(
        view,
        { from: [RESOLUTION], to: [...into, TYPED, 'typed_config'], beside: around({ name }) },
        made,
      ),
    ];
    return { kind: 'edits', edits, reason };
  }
  const beside = around({ name, typed_config: { '@type': type } });
  const edits = [
    ...(winner === RESOLVERS
      ? relocate(view, { from: [RESOLVERS], to: [...into, TYPED, 'typed_config', 'resolvers'], beside }, made)
      : []),
    ...(view.value[TCP] === true
      ? relocate(
          view,
          {
            from: [TCP],
            to: [...into, TYPED, 'typed_config', OPTIONS, TCP],
            ...(winner === TCP && { beside }),
          },
          made,
        )
      : []),
    ...(view.value[TCP] === false ? [{ op: 'remove', path: view.at(TCP) } as const] : []),
  ];
  return { kind: 'edits', edits, reason };
}
