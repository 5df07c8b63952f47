/** The connection manager that an inline route configuration belongs to, and the HTTP filters it runs. */
import { versionOf } from '../model/bound.ts';
import { withoutNamespace } from '../model/extension-config.ts';
import { type Frame, isOf, tableOfTypeName } from '../model/walk.ts';
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
    if (isOf(at, MANAGER)) return knownFilters(at.message.http_filters, namespace);
  }
  return undefined;
}

function knownFilters(
  filters: readonly HttpFilter[] | undefined,
  namespace: string,
): KnownFilters | undefined {
  if (filters === undefined || filters.length === 0) return undefined;
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
