/** Scoped routes: the route configuration of a request by a key from its headers (full API, ScopedRoutes). */

import type { Message } from '../../schema/types.ts';
import { keptAsOne } from '../../traffic/repeated-headers.ts';
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
  return counting(list?.scoped_route_configurations ?? []).map((each) => ({
    /** Written in place, or by its name. */
    own: each.route_configuration,
    routeConfiguration: each.route_configuration_name ?? '',
    scope: {
      name: each.name ?? '',
      key: keyOf(each),
      builder: builder?.fragments ?? [],
    },
  }));
}

type Listed = Message<'ScopedRouteConfiguration'>;

/** Of scopes of one name or key the last counts; one whose name comes again takes its key with it (fact 156). */
function counting(all: readonly Listed[]): readonly Listed[] {
  const byName = new Map<string, Listed>();
  const byKey = new Map<string, Listed>();
  for (const each of all) {
    const { name = '' } = each;
    const before = byName.get(name);
    if (before !== undefined) byKey.delete(keyText(before));
    byName.set(name, each);
    byKey.set(keyText(each), each);
  }
  const left = new Set(byKey.values());
  return all.filter((each) => left.has(each));
}

function keyOf({ key }: Listed): readonly string[] {
  return (key?.fragments ?? []).map(({ string_key: text = '' }) => text);
}

function keyText(scope: Listed): string {
  return JSON.stringify(keyOf(scope));
}

/** The headers that a scope is told by, in lower case. */
export function scopeNames(scope: Scope | undefined): readonly string[] {
  return (scope?.builder ?? []).map(headerOf);
}

/** `host` is another name of `:authority`. */
function headerOf({ header_value_extractor: extractor }: Fragment): string {
  const name = lowerAscii(extractor?.name ?? '');
  return name === 'host' ? ':authority' : name;
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

/** Of a header that stands several times the first line counts. */
function partOf(fragment: Fragment, request: SeenRequest): string | undefined {
  const { header_value_extractor: extractor } = fragment;
  const name = headerOf(fragment);
  const value = keptAsOne(name) ? request.header(name) : request.firstValue(name);
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
