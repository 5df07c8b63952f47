/**
 * A bound message of version 2 as version 3 says the same: names of fields, values of enums, types and names of
 * extensions. In that form messages of both versions can be compared. Who speaks which version of the API is no part of
 * it.
 */
import { bindMessage } from '../../model/bind.ts';
import {
  type BoundMessage,
  INVALID,
  isObject,
  keyNodeOf,
  NODE,
  type OpenMessage,
  STRUCT,
  VERSION,
  versionOf,
} from '../../model/bound.ts';
import {
  configTable,
  extensionOf,
  isTlsSocket,
  selectsExtension,
  withoutNamespace,
} from '../../model/extension-config.ts';
import { noteOrigin, originsOf } from '../../model/origin.ts';
import { isTypedStruct, parseTypeUrl } from '../../model/type-url.ts';
import { type Frame, tableOfAny } from '../../model/walk.ts';
import { type CompiledField, compiledMessage, type Element, isApiVersion } from '../../schema/compiled.ts';
import { isGenerated } from '../../schema/index.ts';
import { messageOfType, typeIn } from '../../schema/version.ts';
import { readJson } from '../../source/json.ts';
import { lookup } from '../../source/lookup.ts';
import { ROOT, type SourceTree, setOwn } from '../../source/tree.ts';
import { fieldsWithGoneZero, successionOf, valueSuccessor } from './successor.ts';

/** The name under which the lift stands among migrations, and in a diff. */
export const LIFT = 'api-version';

/** Where messages were written. */
export interface Written {
  /** Where they were, as far as that is known. */
  readonly tree: SourceTree | undefined;
  readonly namespace: string;
}

/** A message in its place; the input is not changed. */
export function inVersionThree({ message, type, parent }: Frame, written: Written): BoundMessage {
  return type === '' ? message : messageInThree(message, { id: type, around: parent?.type ?? '', written });
}

interface Context {
  readonly id: string;
  /** Table of the message around it. */
  readonly around: string;
  readonly written: Written;
}

function messageInThree(message: BoundMessage, context: Context): BoundMessage {
  const { id } = context;
  const version = versionOf(message);
  const table = compiledMessage(id, version);
  const made: OpenMessage = { [VERSION]: 'v3' };
  if (message[NODE] !== undefined) made[NODE] = message[NODE];
  if (message[STRUCT] !== undefined) made[STRUCT] = message[STRUCT];
  const origins = originsOf(message);
  for (const name of Object.keys(message)) {
    const value = message[name];
    const field = name === '@type' ? undefined : table.byName.get(name);
    if (name === '@type') made[name] = typeIn('v3', id) ?? value;
    else if (field === undefined) setOwn<unknown>(made, name, value);
    else if (!isApiVersion(field)) {
      const successor = successionOf(id, name, version)?.successor;
      const now = successor?.name ?? name;
      setOwn(made, now, valueInThree(value, field, successor, message, context));
      if (origins[name] !== undefined) noteOrigin(made, now, origins[name]);
    }
  }
  const newer = compiledMessage(id, 'v3');
  const unreadable = Object.entries(message[INVALID] ?? {}).flatMap(([name, value]) => {
    // A field that version 2 does not have holds what version 3 reads there.
    const isNewer = !table.byName.has(name) && newer.byName.has(name);
    const read = isNewer ? reboundInThree({ [name]: value }, id, context)[name] : undefined;
    if (read !== undefined) setOwn(made, name, read);
    return read === undefined ? [[successionOf(id, name, version)?.successor?.name ?? name, value]] : [];
  });
  if (unreadable.length > 0) made[INVALID] = Object.fromEntries(unreadable);
  if (version === 'v2') {
    if (!isGenerated(id)) sayUnset(made, id);
    sayGranted(made, id);
  }
  saySelected(made, context);
  return made;
}

/** What version 2 takes for granted and version 3 does not know is said. */
function sayUnset(made: OpenMessage, id: string): void {
  for (const { field, value } of fieldsWithGoneZero(id)) {
    const name = successionOf(id, field.name)?.successor?.name ?? field.name;
    if (made[name] === undefined && made[INVALID]?.[name] === undefined) made[name] = value;
  }
}

/** The current name of an extension, and its type where it is not written. */
function saySelected(made: OpenMessage, { id, around, written }: Context): void {
  if (!selectsExtension(id) || typeof made.name !== 'string') return;
  const selection = { holder: id, name: made.name, isDownstream: around === 'listener.FilterChain' };
  made.name = currentName(selection, written.namespace) ?? made.name;
  if (['typed_config', 'config', 'config_discovery'].some((field) => holdsSomething(made[field]))) return;
  if (made[INVALID] !== undefined) return;
  const message = messageOfSelection(selection, written.namespace);
  const type = message === undefined ? undefined : typeIn('v3', message);
  if (type === undefined) return;
  made.typed_config = { [VERSION]: 'v3', '@type': type };
  noteOrigin(made, 'typed_config', { kind: 'migrated', migration: LIFT });
}

/** An Any without any field is one that was never set. */
function holdsSomething(value: unknown): boolean {
  return value !== undefined && !(isObject(value) && Object.keys(value).length === 0);
}

function valueInThree(
  value: unknown,
  field: CompiledField,
  successor: CompiledField | undefined,
  holder: BoundMessage,
  context: Context,
): unknown {
  const one = (each: unknown): unknown => oneInThree(each, field, successor?.element, holder, context);
  if (Array.isArray(value)) {
    const list = value.map(one);
    return list;
  }
  const isList = field.shape === 'one' && successor?.shape === 'list';
  if (isList) return [one(value)];
  if (field.shape !== 'map' || !isObject(value)) return one(value);
  const made: OpenMessage = {};
  if (value[NODE] !== undefined) made[NODE] = value[NODE];
  for (const [key, each] of Object.entries(value)) setOwn(made, key, one(each));
  return made;
}

function oneInThree(
  value: unknown,
  field: CompiledField,
  newer: Element | undefined,
  holder: BoundMessage,
  context: Context,
): unknown {
  const { element } = field;
  if (element.kind === 'enum')
    return newer?.kind === 'enum' && typeof value === 'string'
      ? (valueSuccessor(element.spec, newer.spec, value) ?? value)
      : value;
  if (isTypeUrl(context.id, field)) return typeUrlInThree(value);
  if (!isObject(value)) return value;
  const inside = { around: context.id, written: context.written };
  if (element.kind === 'message') return messageInThree(value, { ...inside, id: element.name });
  if (element.kind === 'any') return anyInThree(value, field, holder, context);
  if (element.kind !== 'struct' || newer?.kind !== 'message') return value;
  const { tree } = context.written;
  const key = tree === undefined ? -1 : keyNodeOf(tree, context.id, holder, field.name);
  const data = key === -1 ? value : { ...value, [NODE]: key + 1 };
  return reboundInThree(data, newer.name, inside);
}

function anyInThree(
  any: BoundMessage,
  field: CompiledField,
  holder: BoundMessage,
  context: Context,
): BoundMessage {
  const inside = { around: context.id, written: context.written };
  const type = any['@type'];
  const table = tableOfAny(any, field);
  if (table !== undefined) {
    const made = messageInThree(any, { ...inside, id: table });
    const now = typeIn('v3', table);
    return type === undefined && now !== undefined ? { '@type': now, ...made, [VERSION]: 'v3' } : made;
  }
  if (type === 'google.protobuf.Struct' || type === 'google.protobuf.Empty') {
    const name = typeof holder.name === 'string' ? holder.name : '';
    const isDownstream = context.around === 'listener.FilterChain';
    const selected = messageOfSelection(
      { holder: context.id, name, isDownstream },
      context.written.namespace,
    );
    const now = selected === undefined ? undefined : typeIn('v3', selected);
    if (selected === undefined || now === undefined) return any;
    const held = isObject(any.value) ? messageInThree(any.value, { ...inside, id: selected }) : {};
    const at = any[NODE] === undefined ? {} : { [NODE]: any[NODE] };
    return { ...at, ...held, '@type': now, [VERSION]: 'v3' };
  }
  const { '@type': name, ...data } = outOfStruct(any);
  const found = typeof name === 'string' ? messageOfType(name) : undefined;
  const now = found?.version === 'v2' ? typeIn('v3', found.id) : undefined;
  if (found === undefined || now === undefined) return any;
  return { ...reboundInThree(data, found.id, inside), '@type': now };
}

/** What a TypedStruct that is data holds, as data of the type that it says; what is none is what it is. */
function outOfStruct(any: BoundMessage): BoundMessage {
  const { '@type': type, type_url: url, value } = any;
  if (typeof type !== 'string' || !isTypedStruct(type) || typeof url !== 'string' || !isObject(value))
    return any;
  return { ...value, '@type': parseTypeUrl(url).name };
}

function typeUrlInThree(url: unknown): unknown {
  if (typeof url !== 'string') return url;
  const { name } = parseTypeUrl(url);
  const found = messageOfType(name);
  return found === undefined ? url : (typeIn('v3', found.id) ?? name);
}

/** Data that version 2 has no table for, read as what it is in version 3. */
function reboundInThree(data: BoundMessage, id: string, inside: Omit<Context, 'id'>): BoundMessage {
  const { around, written } = inside;
  const at = data[NODE];
  const isWritten = at !== undefined && written.tree !== undefined;
  const tree = isWritten ? written.tree : readJson('', JSON.stringify(data))[0];
  if (tree === undefined) return data;
  const { value } = bindMessage(tree, isWritten ? at : ROOT, id, written.namespace, around, 'v3');
  const named: OpenMessage = { ...value };
  for (const [key, each] of Object.entries(value)) {
    const name = successionOf(id, key)?.successor?.name;
    if (name === undefined || name === key) continue;
    delete named[key];
    named[name] = each;
  }
  const made = messageInThree(named, { id, around, written });
  if (!isWritten) forgetPlaces(made);
  return made;
}

/** What was read from a text of our own stands nowhere in the file. */
function forgetPlaces(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (isObject(value)) delete (value as OpenMessage)[NODE];
  for (const each of Object.values(value)) forgetPlaces(each);
}

// What version 2 takes for granted and version 3 takes otherwise, said as version 3 needs it (docs/routing.md, facts 22,
// 29, 46 and 78).

const GRANTED: { readonly [id: string]: (made: OpenMessage) => void } = {
  'route.HeaderMatcher': presence,
  'route.QueryParameterMatcher': presence,
  'route.RedirectAction': (made) => {
    const { path_redirect: path } = made;
    if (typeof path === 'string' && path !== '' && !path.includes('?')) made.strip_query = true;
  },
  'route.RouteAction': (made) => {
    const isNamed = typeof made.cluster_header === 'string' && made.cluster_header !== '';
    if (isNamed) made.cluster_not_found_response_code = 'NOT_FOUND';
  },
};

/** @param made a message of version 2 that is being spelled in version 3 */
function sayGranted(made: OpenMessage, id: string): void {
  lookup(GRANTED, id)?.(made);
}

/** Whatever it says, it asks for presence. */
function presence(made: OpenMessage): void {
  if (made.present_match === false) made.present_match = true;
}

// Fields that speak of the API itself.

/** Messages whose `type_url` is the type of what they are about. */
const TYPE_URL_HOLDERS: ReadonlySet<string> = new Set([
  'DiscoveryResponse',
  'DiscoveryRequest',
  'DeltaDiscoveryResponse',
  'DeltaDiscoveryRequest',
]);

/** Whether a field of a table holds a type URL. */
export function isTypeUrl(id: string, { name }: CompiledField): boolean {
  return name === 'type_url' && TYPE_URL_HOLDERS.has(id);
}

// What a message that names an extension selects.

/** What selects an extension in a message. */
export interface Selection {
  /** Table of the message that names it. */
  readonly holder: string;
  readonly name: string;
  /** Whether it stands in a listener's filter chain, where TLS has another message. */
  readonly isDownstream: boolean;
}

/** The message that a selected extension is configured with, where it is a known one. */
export function messageOfSelection(
  { holder, name, isDownstream }: Selection,
  namespace: string,
): string | undefined {
  const table = configTable(holder, name, namespace, isDownstream);
  if (table !== undefined) return table;
  const typeName = extensionOf(holder, name, namespace)?.typeName;
  return typeName === undefined ? undefined : messageOfType(typeName)?.id;
}

/** The current name of a known extension that is written with an older one; undefined where nothing changes. */
export function currentName({ holder, name }: Selection, namespace: string): string | undefined {
  const isSocket = holder === 'core.TransportSocket' && isTlsSocket(name, namespace);
  const current = isSocket ? 'transport_sockets.tls' : extensionOf(holder, name, namespace)?.name;
  return current === undefined || withoutNamespace(name, namespace) === current
    ? undefined
    : `${namespace}.${current}`;
}
