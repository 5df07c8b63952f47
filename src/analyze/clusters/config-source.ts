/** A source of dynamic configuration in a few words. */
import type { Message } from '../../schema/types.ts';

/** ` (ADS)`, ` (the file "cds.yaml")`, ` (the clusters "xds")`; empty where the source does not say. */
export function sourceText(source: Message<'core.ConfigSource'> | undefined): string {
  if (source?.ads !== undefined) return ' (ADS)';
  if (source?.path !== undefined) return ` (the file "${source.path}")`;
  const { cluster_names: names = [], grpc_services: services = [] } = source?.api_config_source ?? {};
  const [name] = [...names, ...services.flatMap(({ envoy_grpc: grpc }) => grpc?.cluster_name ?? [])];
  return name === undefined ? '' : ` (through the cluster "${name}")`;
}
