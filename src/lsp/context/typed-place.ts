/** What the tables say about a place: the message around it, and what may stand there. */
import { configTable, perRouteTable } from '../../model/extension-config.ts';
import { isTypedStruct, parseTypeUrl } from '../../model/type-url.ts';
import { type CompiledField, type CompiledMessage, compiledAt, hasTable } from '../../schema/compiled.ts';
import type { ApiVersion } from '../../schema/version.ts';
import type { Entry, Level, TextPlace } from './place.ts';
import type { RootType } from './root-type.ts';

/** A message around a place. */
export interface Owner {
  readonly table: CompiledMessage;
  /** What is written in it so far. */
  readonly entries: readonly Entry[];
  readonly around?: Owner;
  /** The field of the message around that it stands in. */
  readonly field?: CompiledField;
}

/** What may stand at a place. */
export type Expected =
  /** The fields of a message: at a key, or where a message could begin. */
  | { readonly kind: 'message'; readonly owner: Owner }
  /** A list, or a map by names, that holds values of a field. */
  | { readonly kind: 'collection'; readonly owner: Owner; readonly field: CompiledField }
  /** One value of a field; of a message without its fields so far. */
  | { readonly kind: 'value'; readonly owner: Owner; readonly field: CompiledField; readonly mapKey?: string }
  /** A key of a map by names. */
  | { readonly kind: 'map key'; readonly owner: Owner; readonly field: CompiledField }
  /** The `@type` of what stands in a field of the owner. */
  | { readonly kind: 'type'; readonly owner?: Owner; readonly field?: CompiledField };

export interface TypedPlace {
  readonly place: TextPlace;
  readonly root: RootType;
  readonly expected: Expected;
}

/** What stands at a level before it is known what is in it. */
type Inside =
  | { readonly kind: 'root' }
  | {
      readonly kind: 'field' | 'element';
      readonly owner: Owner;
      readonly field: CompiledField;
      readonly mapKey?: string;
    }
  | { readonly kind: 'type'; readonly owner?: Owner; readonly field?: CompiledField }
  | {
      readonly kind: 'message';
      readonly type: string;
      readonly version: ApiVersion;
      readonly around: Owner;
      readonly field: CompiledField;
    };

/** Nothing where the tables say nothing: data, unknown fields and types. */
export function typedPlace(place: TextPlace, root: RootType): TypedPlace | undefined {
  let inside: Inside = { kind: 'root' };
  for (const level of place.levels) {
    if (level.kind === 'list') {
      const entry = entryOf(inside, root);
      if (entry === undefined) return undefined;
      inside = entry;
      continue;
    }
    const isLast = level === place.levels[place.levels.length - 1];
    const next = isLast && place.at === 'key' ? atKey(inside, level, root) : under(inside, level, root);
    if (next === undefined) return undefined;
    if (next.kind !== 'expected') inside = next.inside;
    else return { place, root, expected: next.expected };
  }
  const expected = expectedOf(inside, place, root);
  return expected && { place, root, expected };
}

/** What an entry of a list is. */
function entryOf(inside: Inside, root: RootType): Inside | undefined {
  if (inside.kind === 'root') return root.many ? inside : undefined;
  if (inside.kind !== 'field' || inside.field.shape !== 'list') return undefined;
  return { ...inside, kind: 'element' };
}

type MapLevel = Extract<Level, { readonly kind: 'map' }>;
type Next =
  | { readonly kind: 'inside'; readonly inside: Inside }
  | { readonly kind: 'expected'; readonly expected: Expected };

function atKey(inside: Inside, level: MapLevel, root: RootType): Next | undefined {
  if (inside.kind === 'field' && inside.field.shape === 'map')
    return { kind: 'expected', expected: { kind: 'map key', owner: inside.owner, field: inside.field } };
  const owner = ownerOf(inside, level.entries, root);
  if (owner !== undefined) return { kind: 'expected', expected: { kind: 'message', owner } };
  // Of an Any without a type nothing but that can be said.
  if (isAny(inside))
    return { kind: 'expected', expected: { kind: 'type', owner: inside.owner, field: inside.field } };
  return undefined;
}

function isAny(inside: Inside): inside is Extract<Inside, { readonly kind: 'field' | 'element' }> {
  return (inside.kind === 'field' || inside.kind === 'element') && inside.field.element.kind === 'any';
}

/** What stands under a key of a map. */
function under(inside: Inside, level: MapLevel, root: RootType): Next | undefined {
  const { key = '' } = level;
  const to = (next: Inside | undefined): Next | undefined => next && { kind: 'inside', inside: next };
  if (inside.kind === 'field' && inside.field.shape === 'map')
    return to({ ...inside, kind: 'element', mapKey: key });
  if (key === '@type')
    return to(isAny(inside) ? { kind: 'type', owner: inside.owner, field: inside.field } : { kind: 'type' });
  const owner = ownerOf(inside, level.entries, root);
  if (owner === undefined)
    return to(key === 'value' && isAny(inside) ? wrapped(inside, level, root) : undefined);
  const field = owner.table.bySpelling.get(key);
  return field && to({ kind: 'field', owner, field });
}

/** The message inside the `value` of a Struct or TypedStruct. */
function wrapped(
  { owner, field }: Extract<Inside, { readonly kind: 'field' | 'element' }>,
  { entries }: MapLevel,
  { namespace }: RootType,
): Inside | undefined {
  const { name } = parseTypeUrl(textUnder(entries, '@type') ?? '');
  if (isTypedStruct(name)) {
    const { table, version = owner.table.version } = parseTypeUrl(
      textUnder(entries, 'type_url') ?? textUnder(entries, 'typeUrl') ?? '',
    );
    return table === undefined ? undefined : { kind: 'message', type: table, version, around: owner, field };
  }
  const type = name === 'google.protobuf.Struct' ? extensionTable(owner, namespace) : undefined;
  return type === undefined
    ? undefined
    : { kind: 'message', type, version: owner.table.version, around: owner, field };
}

/** The table of the extension that a message names. */
function extensionTable({ table, entries, around }: Owner, namespace: string): string | undefined {
  return configTable(
    table.name,
    textUnder(entries, 'name'),
    namespace,
    around?.table.name === 'listener.FilterChain',
  );
}

/** The message that a map is; nothing where it is none that a table describes. */
function ownerOf(inside: Inside, entries: readonly Entry[], root: RootType): Owner | undefined {
  const made = messageOf(inside, entries, root);
  if (made === undefined || !hasTable(made.type)) return undefined;
  const table = compiledAt(made.type, made.version, root.release);
  if (inside.kind === 'root' || inside.kind === 'type') return { table, entries };
  return {
    table,
    entries,
    around: inside.kind === 'message' ? inside.around : inside.owner,
    field: inside.field,
  };
}

interface MessageType {
  readonly type: string;
  readonly version: ApiVersion;
}

function messageOf(inside: Inside, entries: readonly Entry[], root: RootType): MessageType | undefined {
  if (inside.kind === 'type') return undefined;
  if (inside.kind === 'root') return root;
  if (inside.kind === 'message') return inside;
  const { owner, field, mapKey } = inside;
  const { version } = owner.table;
  switch (field.element.kind) {
    case 'message':
      return { type: field.element.name, version };
    case 'any': {
      const url = textUnder(entries, '@type');
      const { table, version: own = version } = parseTypeUrl(url ?? '');
      if (table !== undefined) return { type: table, version: own };
      return url === undefined && field.spec.holds !== undefined
        ? { type: field.spec.holds, version }
        : undefined;
    }
    case 'struct': {
      const type =
        field.name === 'per_filter_config'
          ? perRouteTable(mapKey ?? '', root.namespace)
          : field.name === 'config'
            ? extensionTable(owner, root.namespace)
            : undefined;
      return type === undefined ? undefined : { type, version };
    }
    default:
      return undefined;
  }
}

/** What may stand where nothing stands yet, or a scalar. */
function expectedOf(inside: Inside, place: TextPlace, root: RootType): Expected | undefined {
  if (inside.kind === 'type') return inside;
  if (place.at === 'entry') {
    const entry = entryOf(inside, root);
    if (entry?.kind === 'element') return { kind: 'collection', owner: entry.owner, field: entry.field };
    const owner = entry && ownerOf(entry, [], root);
    return owner && { kind: 'message', owner };
  }
  if (inside.kind === 'root' || inside.kind === 'message') {
    const owner = ownerOf(inside, [], root);
    return owner && { kind: 'message', owner };
  }
  const { owner, field, mapKey } = inside;
  if (inside.kind === 'field' && field.shape !== 'one') return { kind: 'collection', owner, field };
  return { kind: 'value', owner, field, ...(mapKey === undefined ? {} : { mapKey }) };
}

/** The text under a key of a map, where it is written. */
export function textUnder(entries: readonly Entry[], key: string): string | undefined {
  return entries.findLast((entry) => entry.key === key && entry.holds === 'scalar')?.text;
}

/** The message that would begin at a place; nothing where none would. */
export function messageBegun(
  expected: Expected,
  root: Pick<RootType, 'namespace' | 'release'>,
): Owner | undefined {
  if (expected.kind === 'message') return expected.owner;
  if (expected.kind !== 'value') return undefined;
  const { kind, ...value } = expected;
  return ownerOf({ kind: 'element', ...value }, [], { ...root, type: '', many: false, version: 'v2' });
}
