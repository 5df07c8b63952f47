/** The HTTP filters of a connection manager, in order. */

import { type BoundMessage, isObject, versionOf } from '../../model/bound.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import { isTypedStruct, parseTypeUrl, typeNameOf } from '../../model/type-url.ts';
import { findExtension } from '../../schema/extensions.ts';
import type { Message } from '../../schema/types.ts';
import { lowerAscii } from '../../traffic/text.ts';
import type { Request } from '../request/request.ts';
import { upgradeOf } from '../where/upgrades.ts';
import { kindOfType } from './kind.ts';

type Manager = Message<'HttpConnectionManager'>;
type Chain = NonNullable<Manager['http_filters']>;

export interface HttpFilter {
  /** As it was given; settings of routes are found by it. */
  readonly name: string;
  /** Without the namespace, such as `extensions.filters.http.rbac.v3.RBAC`; null where it says none. */
  readonly type: string | null;
  /** The package of its type, such as `rbac`; undefined where nobody knows it. */
  readonly kind: string | undefined;
  /** It runs only where a route says so. */
  readonly disabled: boolean;
  /** Why its settings are not in the input, or cannot be read. */
  readonly unread: string | undefined;
  readonly config: BoundMessage;
  readonly message: BoundMessage;
}

/** The filters that a request passes: those of the protocol that it asks for, where that has its own. */
export function filtersFor(manager: Manager, request: Request, namespace: string): readonly HttpFilter[] {
  const asked = upgradeOf(request);
  const upgrade =
    asked === undefined
      ? undefined
      : manager.upgrade_configs?.find(({ upgrade_type: type = '' }) => lowerAscii(type) === asked);
  const own = upgrade?.filters ?? [];
  return filtersIn(own.length > 0 ? own : (manager.http_filters ?? []), namespace);
}

/** All lists of filters of a manager: that of ordinary requests, and those of other protocols that have their own. */
export function chainsIn({
  http_filters: usual = [],
  upgrade_configs: upgrades = [],
}: Manager): readonly Chain[] {
  return [usual, ...upgrades.map(({ filters = [] }) => filters)];
}

const known = new WeakMap<readonly BoundMessage[], readonly HttpFilter[]>();

/** @param list of any chain, of a connection manager or of a cluster */
export function filtersIn(list: readonly BoundMessage[], namespace: string): readonly HttpFilter[] {
  const found = known.get(list) ?? list.map((message) => filterOf(message, namespace));
  known.set(list, found);
  return found;
}

const FETCHED = 'its settings are fetched (config_discovery)';
const AS_DATA = 'its settings are given as data, which is not read here';

function filterOf(message: BoundMessage, namespace: string): HttpFilter {
  const { name, typed_config: typed, config: older, config_discovery: discovery } = message;
  const config = isObject(typed) ? typed : isObject(older) ? older : {};
  const { '@type': written, type_url: url } = config;
  const isData = typeof written === 'string' && isTypedStruct(written);
  const type = isData && typeof url === 'string' ? parseTypeUrl(url).name : written;
  return {
    name: typeof name === 'string' ? name : '',
    type: typeof type === 'string' ? type : (olderType(message, namespace) ?? null),
    kind: kindOf(message, typeof type === 'string' ? type : undefined, namespace),
    disabled: message.disabled === true,
    unread: isObject(discovery) ? FETCHED : isData ? AS_DATA : undefined,
    config,
    message,
  };
}

/** The type that settings without one are of, which is known by the name of the filter. */
function olderType({ name }: BoundMessage, namespace: string): string | undefined {
  const own =
    typeof name === 'string' ? findExtension('http filter', withoutNamespace(name, namespace)) : undefined;
  return own?.typeName ?? (own?.config && typeNameOf(own.config));
}

/** In version 2 a filter is found by its name, in version 3 by its type. */
function kindOf(message: BoundMessage, type: string | undefined, namespace: string): string | undefined {
  if (type !== undefined && versionOf(message) === 'v3') return kindOfType(type);
  const name = typeof message.name === 'string' ? withoutNamespace(message.name, namespace) : '';
  return findExtension('http filter', name)?.name.split('.').at(-1) ?? (type && kindOfType(type));
}
