/** What the entries of a dump are about. */
import { lookup } from '../source/lookup.ts';
import { isObject } from './bound.ts';

/** Entries of a dump hold their resource under one of these. */
const RESOURCES = [
  'cluster',
  'listener',
  'route_config',
  'endpoint_config',
  'secret',
  'ecds_filter',
] as const;

const WORDS: { readonly [type: string]: string } = {
  'ListenersConfigDump.DynamicListener': 'listener',
  'ClustersConfigDump.DynamicCluster': 'cluster',
  'RoutesConfigDump.DynamicRouteConfig': 'route configuration',
  'ScopedRoutesConfigDump.DynamicScopedRouteConfigs': 'set of scopes',
  'SecretsConfigDump.DynamicSecret': 'secret',
  'EndpointsConfigDump.DynamicEndpointConfig': 'endpoints of the cluster',
  'EcdsConfigDump.EcdsFilterConfig': 'filter',
};

/** `listener` of an entry with listeners. @param type its table */
export function dumpedWord(type: string): string {
  return lookup(WORDS, type) ?? 'resource';
}

/** The name of the resource that an entry of a dump is about; empty where it tells none. */
export function dumpedName(entry: object): string {
  const own = nameIn(entry);
  if (own !== '') return own;
  const fields: { readonly [field: string]: unknown } = { ...entry };
  const failed = isObject(fields.error_state) ? fields.error_state.failed_configuration : undefined;
  for (const resource of [...RESOURCES.map((field) => fields[field]), failed]) {
    const name = nameIn(resource);
    if (name !== '') return name;
  }
  return '';
}

function nameIn(value: unknown): string {
  if (!isObject(value)) return '';
  const { name = value.cluster_name } = value;
  return typeof name === 'string' ? name : '';
}
