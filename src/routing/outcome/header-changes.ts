/**
 * Headers added and removed, level by level (data-model, route.VirtualHost and route.WeightedCluster): those of the
 * weighted cluster, of the route, of the virtual host, of the route configuration. With
 * `most_specific_header_mutations_wins` the last three come in reverse order, so that the route has the last word.
 */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import type { RouteVisit } from '../context.ts';

export interface HeaderAddition {
  readonly key: string;
  /** As configured: `%VARIABLES%` stay. */
  readonly value: string;
  /** Whether it is added to values already there; false replaces them. */
  readonly append: boolean;
  /** Only where a header of that name is not there, or is there. */
  readonly when?: 'absent' | 'present';
  /** Sent also where the value comes out empty. */
  readonly keep_empty?: true;
}

export interface HeaderChanges {
  readonly add: readonly HeaderAddition[];
  readonly remove: readonly string[];
}

/** What a message that carries header changes has to say. */
export type Level = {
  readonly request_headers_to_add?: readonly Message<'core.HeaderValueOption'>[];
  readonly request_headers_to_remove?: readonly string[];
  readonly response_headers_to_add?: readonly Message<'core.HeaderValueOption'>[];
  readonly response_headers_to_remove?: readonly string[];
};

/** The levels above a cluster, in the order in which they are applied. */
export function levelsOf({ routeConfiguration, virtualHost, route }: RouteVisit): readonly Level[] {
  const older = actionLevel(route.route);
  const own: readonly Level[] = older ? [older, route] : [route];
  return routeConfiguration.most_specific_header_mutations_wins === true
    ? [routeConfiguration, virtualHost, ...own]
    : [...own, virtualHost, routeConfiguration];
}

/** Changes to request headers, in the order of the levels. */
export function requestHeaderChanges(levels: readonly Level[]): HeaderChanges {
  return {
    add: levels.flatMap((level) => (level.request_headers_to_add ?? []).map(addition)),
    remove: unique(levels.flatMap((level) => level.request_headers_to_remove ?? [])),
  };
}

/** Changes to response headers, in the order of the levels. */
export function responseHeaderChanges(levels: readonly Level[]): HeaderChanges {
  return {
    add: levels.flatMap((level) => (level.response_headers_to_add ?? []).map(addition)),
    remove: unique(levels.flatMap((level) => level.response_headers_to_remove ?? [])),
  };
}

/** What an entry of a list of headers comes to. */
export function addition(option: Message<'core.HeaderValueOption'>): HeaderAddition {
  const { header, append, append_action: action = 'APPEND_IF_EXISTS_OR_ADD' } = option;
  const base = {
    key: header?.key ?? '',
    value: header?.value ?? '',
    append: append !== false,
    ...(option.keep_empty_value === true ? { keep_empty: true as const } : {}),
  };
  switch (action) {
    case 'ADD_IF_ABSENT':
      return { ...base, append: true, when: 'absent' };
    case 'OVERWRITE_IF_EXISTS':
      return { ...base, append: false, when: 'present' };
    case 'OVERWRITE_IF_EXISTS_OR_ADD':
      return { ...base, append: false };
    default:
      return base;
  }
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

/**
 * Header changes inside the route action. The data model has them on the route only; proxies up to 1.10 read them here
 * too, before the route's own, and configurations of that time still carry them. Binding keeps them as unknown data.
 */
type OlderChanges = Pick<
  Message<'route.Route'>,
  'request_headers_to_add' | 'response_headers_to_add' | 'response_headers_to_remove'
>;

/** The changes that a route action carries; undefined where it has none. */
function actionLevel(action: BoundMessage | undefined): OlderChanges | undefined {
  const requestAdd = additions(action?.request_headers_to_add ?? action?.requestHeadersToAdd);
  const responseAdd = additions(action?.response_headers_to_add ?? action?.responseHeadersToAdd);
  const responseRemove = action?.response_headers_to_remove ?? action?.responseHeadersToRemove;
  const remove = Array.isArray(responseRemove)
    ? responseRemove.filter((name) => typeof name === 'string')
    : [];
  if (requestAdd.length + responseAdd.length + remove.length === 0) return undefined;
  return {
    request_headers_to_add: requestAdd,
    response_headers_to_add: responseAdd,
    response_headers_to_remove: remove,
  };
}

function additions(data: unknown): readonly Message<'core.HeaderValueOption'>[] {
  if (!Array.isArray(data)) return [];
  return data.flatMap((entry: unknown) => {
    if (!isObject(entry) || !isObject(entry.header)) return [];
    const { key, value } = entry.header;
    if (typeof key !== 'string') return [];
    return [{ header: { key, value: String(value ?? '') }, append: entry.append !== false }];
  });
}
