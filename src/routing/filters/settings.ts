/** What routes, and what is around them, say for an HTTP filter (typed_per_filter_config). */
import { type BoundMessage, isObject, versionOf } from '../../model/bound.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import { isTypedStruct, parseTypeUrl } from '../../model/type-url.ts';
import { findExtension } from '../../schema/extensions.ts';
import type { Message } from '../../schema/types.ts';
import type { RouteMet } from './filter.ts';
import { kindOfType } from './kind.ts';

/** A message that may hold settings for filters. */
export type Level = BoundMessage;

/** The levels of a request, the most specific first; none where no route takes it. */
export function levelsOf(
  route: RouteMet,
  entry: Message<'route.WeightedCluster.ClusterWeight'> | undefined,
): readonly Level[] {
  if (route.kind === 'none' || route.kind === 'tls') return [];
  const { visit } = route;
  return [...(entry === undefined ? [] : [entry]), visit.route, visit.virtualHost, visit.routeConfiguration];
}

/** Whatever may hold settings for filters, with the virtual host that it stands in. */
export function levelsIn(
  routeConfiguration: Message<'RouteConfiguration'>,
): readonly { readonly level: Level; readonly host: number }[] {
  const hosts = (routeConfiguration.virtual_hosts ?? []).flatMap((virtualHost, host) => {
    const routes = (virtualHost.routes ?? []).flatMap((route) => [
      route,
      ...(route.route?.weighted_clusters?.clusters ?? []),
    ]);
    return [virtualHost, ...routes].map((level) => ({ level, host }));
  });
  return [{ level: routeConfiguration, host: 0 }, ...hosts];
}

export interface Settings {
  /** Whether a level switches the filter off or on; undefined where none says anything. */
  readonly disabled: boolean | undefined;
  /** The most specific first. */
  readonly all: readonly BoundMessage[];
}

/** What the levels say for a filter: under its name, in version 2 under any name of its kind. */
export function settingsFor(
  { name }: { readonly name: string },
  levels: readonly Level[],
  namespace: string,
): Settings {
  const entries = levels.flatMap((level) => {
    const entry = entryIn(level, name, namespace);
    return entry === undefined ? [] : [entry];
  });
  return {
    disabled: entries[0]?.disabled,
    all: entries.flatMap(({ config }) => (config === undefined ? [] : [config])),
  };
}

interface Entry {
  readonly disabled: boolean;
  readonly config: BoundMessage | undefined;
}

const WRAPPER = 'config.route.v3.FilterConfig';

function entryIn(level: Level, name: string, namespace: string): Entry | undefined {
  const { typed_per_filter_config: typed, per_filter_config: older } = level;
  for (const map of [typed, older]) {
    if (!isObject(map)) continue;
    const key = Object.hasOwn(map, name) ? name : olderKey(map, level, name, namespace);
    const value = key === undefined ? undefined : map[key];
    if (isObject(value)) return isLeftOut(value) ? undefined : unwrapped(value);
  }
  return undefined;
}

/** What is optional and of a type that no filter has is left out, so that a less specific level counts (fact 154). */
function isLeftOut({ '@type': type, is_optional: optional, disabled, config }: BoundMessage): boolean {
  if (type !== WRAPPER || optional !== true || disabled === true || !isObject(config)) return false;
  const { '@type': written, type_url: url } = config;
  if (typeof written !== 'string') return false;
  const own = isTypedStruct(written) && typeof url === 'string' ? parseTypeUrl(url).name : written;
  return kindOfType(own) === undefined && !own.startsWith('extensions.common.matching.');
}

function olderKey(map: BoundMessage, level: Level, name: string, namespace: string): string | undefined {
  if (versionOf(level) === 'v3') return undefined;
  const wanted = findExtension('http filter', withoutNamespace(name, namespace));
  return Object.keys(map).find(
    (key) =>
      wanted !== undefined && findExtension('http filter', withoutNamespace(key, namespace)) === wanted,
  );
}

/** A FilterConfig that switches off holds nothing else that counts; one without a type only switches on. */
function unwrapped(value: BoundMessage): Entry {
  if (value['@type'] !== WRAPPER) return { disabled: false, config: value };
  const { disabled, config } = value;
  if (disabled === true) return { disabled: true, config: undefined };
  const isTyped = isObject(config) && typeof config['@type'] === 'string' && config['@type'] !== '';
  return { disabled: false, config: isTyped ? config : undefined };
}

/** Whether a field anywhere inside is as asked for. */
export function hasField(value: unknown, is: (name: string, value: unknown) => boolean): boolean {
  if (Array.isArray(value)) return value.some((each) => hasField(each, is));
  return (
    isObject(value) && Object.entries(value).some(([name, each]) => is(name, each) || hasField(each, is))
  );
}
