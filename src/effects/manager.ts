/** The connection manager that an inline route configuration belongs to, and the HTTP filters it runs. */
import { type BoundMessage, isObject, versionOf } from '../model/bound.ts';
import { withoutNamespace } from '../model/extension-config.ts';
import { type Frame, isOf, tableOfTypeName } from '../model/walk.ts';
import { chainsIn } from '../routing/filters/chain.ts';
import { type ExtensionSpec, extensions, findExtension } from '../schema/extensions.ts';
import type { Message } from '../schema/types.ts';

const MANAGER = 'HttpConnectionManager';

type HttpFilter = Message<'HttpFilter'>;

/** HTTP filters whose routes are all known. */
export interface KnownFilters {
  /** Current names without the namespace: `filters.http.router`. */
  readonly names: ReadonlySet<string>;
  readonly filters: readonly HttpFilter[];
}

/**
 * The HTTP filters that every request for a message in an inline route configuration passes.
 *
 * @returns undefined where the route configuration stands outside a connection manager, since it may be used by any;
 *   where no filter is written; and where one of them is unknown, since that one may read anything
 */
export function filtersAround(frame: Frame, namespace: string): KnownFilters | undefined {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) {
    if (at.type === 'RouteConfiguration' && at.parent?.type !== MANAGER) return undefined;
    if (isOf(at, MANAGER)) return knownFilters(at.message, namespace);
  }
  return undefined;
}

function knownFilters(manager: Message<typeof MANAGER>, namespace: string): KnownFilters | undefined {
  if ((manager.http_filters ?? []).length === 0) return undefined;
  const filters = chainsIn(manager).flatMap((chain) => {
    const idle = idleFilters(manager, chain);
    return chain.filter(({ name = '' }) => !idle.has(name));
  });
  const names = new Set<string>();
  for (const filter of filters) {
    const known = extensionIn(filter, namespace);
    if (known === undefined) return undefined;
    names.add(known.name);
  }
  return { names, filters };
}

/** The extension of a filter: version 3 finds it by the type of its configuration, version 2 by its name. */
function extensionIn(filter: HttpFilter, namespace: string): ExtensionSpec | undefined {
  if (versionOf(filter) === 'v2')
    return findExtension('http filter', withoutNamespace(filter.name ?? '', namespace));
  const type = filter.typed_config?.['@type'];
  const table = type === undefined ? undefined : tableOfTypeName(type);
  return extensions.find(
    ({ kind, config }) => kind === 'http filter' && config !== undefined && config === table,
  );
}

/**
 * The names of filters of a chain that run for no request: they are disabled, and no route switches them on. None are
 * told where routes are fetched, nor of what is fetched itself, since the listener waits for it.
 *
 * @param switchedOn what routes switch on; by default those of the manager
 */
export function idleFilters(
  { route_config: routes }: BoundMessage,
  chain: readonly unknown[],
  switchedOn: () => ReadonlySet<string> | undefined = () => namesSwitchedOn(routes),
): ReadonlySet<string> {
  const idle = new Set<string>();
  const running = new Set<string>();
  for (const [at, filter] of chain.entries()) {
    if (!isObject(filter)) continue;
    const { name, disabled, config_discovery: fetched } = filter;
    const isOff = disabled === true && fetched === undefined && at < chain.length - 1;
    (isOff ? idle : running).add(String(name ?? ''));
  }
  if (idle.size === 0 || !isObject(routes)) return new Set();
  const on = switchedOn();
  return new Set(on === undefined ? [] : [...idle].filter((name) => !running.has(name) && !on.has(name)));
}

const switchedOnIn = new WeakMap<object, ReadonlySet<string> | 'unknown'>();

/**
 * The filters that anything within a value has settings for, but such as only switch them off; undefined where virtual
 * hosts are fetched, which may switch on any.
 */
export function namesSwitchedOn(value: unknown): ReadonlySet<string> | undefined {
  if (typeof value !== 'object' || value === null) return new Set();
  const known = switchedOnIn.get(value) ?? foundOn(value) ?? 'unknown';
  switchedOnIn.set(value, known);
  return known === 'unknown' ? undefined : known;
}

function foundOn(whole: object): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const left: object[] = [whole];
  for (let value = left.pop(); value !== undefined; value = left.pop())
    for (const [field, item] of Object.entries(value)) {
      if (typeof item !== 'object' || item === null) continue;
      if (field === 'vhds') return undefined;
      left.push(item);
      if (field !== 'typed_per_filter_config') continue;
      for (const [name, settings] of Object.entries(item)) if (!onlySwitchesOff(settings)) names.add(name);
    }
  return names;
}

function onlySwitchesOff(settings: unknown): boolean {
  return (
    isObject(settings) && settings.disabled === true && settings['@type'] === 'config.route.v3.FilterConfig'
  );
}
