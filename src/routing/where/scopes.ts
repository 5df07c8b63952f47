/** Scoped routes: the route configuration of a request by a key from its headers (full API, ScopedRoutes). */

import type { Message } from '../../schema/types.ts';
import { lowerAscii } from '../../traffic/text.ts';
import type { SeenRequest } from '../request/request.ts';

type ScopedRoutes = Message<'ScopedRoutes'>;
type Fragment = Message<'ScopedRoutes.ScopeKeyBuilder.FragmentBuilder'>;

/** A scope, and how the key of a request is made. */
export interface Scope {
  readonly name: string;
  readonly key: readonly string[];
  readonly builder: readonly Fragment[];
}

/** The scopes that are written in place, each with the name of its route configuration. */
export function scopesIn({
  scope_key_builder: builder,
  scoped_route_configurations_list: list,
}: ScopedRoutes) {
  return (list?.scoped_route_configurations ?? []).map((each) => ({
    /** Written in place, or by its name. */
    own: each.route_configuration,
    routeConfiguration: each.route_configuration_name ?? '',
    scope: {
      name: each.name ?? '',
      key: (each.key?.fragments ?? []).map(({ string_key: text = '' }) => text),
      builder: builder?.fragments ?? [],
    },
  }));
}

/** The headers that a scope is told by, in lower case. */
export function scopeNames(scope: Scope | undefined): readonly string[] {
  return (scope?.builder ?? []).map(({ header_value_extractor: extractor }) =>
    lowerAscii(extractor?.name ?? ''),
  );
}

/** Whether a request has the key of a scope. */
export function isInScope({ key, builder }: Scope, request: SeenRequest): boolean {
  const found = scopeKey(builder, request);
  return found !== undefined && found.length === key.length && found.every((part, at) => part === key[at]);
}

/** The key of a request; undefined where it lacks a part of it, so that no scope takes it. */
function scopeKey(builder: readonly Fragment[], request: SeenRequest): readonly string[] | undefined {
  const key: string[] = [];
  for (const fragment of builder) {
    const part = partOf(fragment, request);
    if (part === undefined) return undefined;
    key.push(part);
  }
  return key;
}

function partOf({ header_value_extractor: extractor }: Fragment, request: SeenRequest): string | undefined {
  const value = extractor === undefined ? undefined : request.header(extractor.name ?? '');
  if (extractor === undefined || value === undefined) return undefined;
  const { element_separator: separator = '', index = 0, element } = extractor;
  const elements = separator === '' ? [value] : value.split(separator);
  if (element === undefined) return elements[index];
  const { separator: between = '', key } = element;
  for (const each of elements) {
    const at = between === '' ? -1 : each.indexOf(between);
    if ((at === -1 ? each : each.slice(0, at)) === key)
      return at === -1 ? '' : each.slice(at + between.length);
  }
  return undefined;
}

/** Headers of a request that is in a scope, unless its key can be told by none. */
export function scopeHeaders({ key, builder }: Scope): { readonly [name: string]: string } {
  const headers = new Map<string, string>();
  for (const [at, { header_value_extractor: extractor }] of builder.entries()) {
    if (extractor === undefined) continue;
    const { element_separator: separator = '', index = 0, element } = extractor;
    const name = lowerAscii(extractor.name ?? '');
    const part = key[at] ?? '';
    const before = headers.get(name);
    if (element !== undefined) {
      const own = `${element.key ?? ''}${element.separator ?? ''}${part}`;
      headers.set(name, before === undefined ? own : `${before}${separator}${own}`);
    } else
      headers.set(
        name,
        separator === ''
          ? part
          : [...new Array<string>(Math.min(Number(index), 100)).fill('x'), part].join(separator),
      );
  }
  return Object.fromEntries(headers);
}
