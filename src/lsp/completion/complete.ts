/** What may be written at a place of a text, half-written or whole. */
import { kindOfHolder } from '../../model/extension-config.ts';
import { withNamespace } from '../../model/namespace.ts';
import { typeUrl, typeUrlOfName } from '../../model/type-url.ts';
import { fieldHistory, sinceText } from '../../report/explain/versions.ts';
import {
  type CompiledField,
  type CompiledMessage,
  compiledMessage,
  hasTable,
} from '../../schema/compiled.ts';
import { type ExtensionSpec, extensions } from '../../schema/extensions.ts';
import { heldIn } from '../../schema/held-in.ts';
import type { EnumSpec } from '../../schema/language.ts';
import { ownMessages } from '../../schema/own.ts';
import { type ApiVersion, typeIn } from '../../schema/version.ts';
import type { Span } from '../../source/lines.ts';
import { numberFromText, untypedScalar } from '../../source/scalar.ts';
import { messageBegun, type Owner, type TypedPlace, textUnder } from '../context/typed-place.ts';
import { isQuoted, type OpenText, typedPlaceAt } from '../document.ts';
import { nameKindOf } from '../names.ts';
import { literal, type Suggestion } from './suggestion.ts';

/** In the order in which they are to be shown. */
export function completionsAt(opened: OpenText, offset: number): readonly Suggestion[] {
  const typed = typedPlaceAt(opened, offset);
  if (typed === undefined) return [];
  const layout = layoutOf(opened.text, typed);
  const { place, root, expected } = typed;
  if (expected.kind === 'map key') return [];
  if (expected.kind === 'type') return typeSuggestions(typed, layout);
  if (expected.kind === 'collection') {
    // A list begins with a dash, and what may stand behind it is asked for then.
    return place.at === 'entry' || place.opensBlock ? dash(layout, expected.field) : [];
  }
  const owner = messageBegun(expected, root);
  if (owner !== undefined) {
    const begins = place.at === 'key' || place.opensBlock;
    const dashed = place.at === 'entry' ? { ...layout, indent: layout.indent + 2 } : layout;
    const fields = begins ? fieldSuggestions(owner, dashed, typed) : [];
    return place.at === 'entry' ? fields.map((each) => ({ ...each, insert: `- ${each.insert}` })) : fields;
  }
  return expected.kind === 'value'
    ? valueSuggestions(expected.owner, expected.field, typed, opened, layout)
    : [];
}

function layoutOf(text: string, { place }: TypedPlace): Layout {
  const { start } = place.namespace;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const blanks = /^[ \t]*/.exec(text.slice(lineStart, start))?.[0].length ?? 0;
  const column = start - lineStart;
  return {
    replaces: place.namespace,
    isQuoted: isQuoted(text, place),
    isNameOnly: place.hasColon,
    indent: column - blanks,
  };
}

function dash({ replaces }: Layout, { name }: CompiledField): readonly Suggestion[] {
  return [{ label: '-', kind: 'value', detail: `an entry of ${name}`, insert: '- $0', replaces }];
}

function typeSuggestions({ place, root, expected }: TypedPlace, layout: Layout): readonly Suggestion[] {
  const owner = expected.kind === 'type' ? expected.owner : undefined;
  const key = place.at === 'key' ? '"@type": ' : '';
  return typesFor(owner, root.namespace).map((url) => ({
    label: url.slice(url.lastIndexOf('.') + 1),
    kind: 'type',
    detail: url,
    insert: `${key}${literal(layout.isQuoted ? JSON.stringify(url) : url)}`,
    replaces: layout.replaces,
  }));
}

/** Values of a field that holds no message. */
function valueSuggestions(
  owner: Owner,
  field: CompiledField,
  typed: TypedPlace,
  opened: OpenText,
  layout: Layout,
): readonly Suggestion[] {
  const { place, root } = typed;
  const { element } = field;
  const space = opened.text[place.namespace.start - 1] === ':' ? ' ' : '';
  const made: Make = (label, rest) => ({
    label,
    insert: space + literal(layout.isQuoted ? JSON.stringify(label) : plainOrQuoted(label)),
    replaces: layout.replaces,
    ...rest,
  });
  if (element.kind === 'any') {
    if (!place.opensBlock) return [];
    return typesFor(owner, root.namespace).map((url) => {
      const label = url.slice(url.lastIndexOf('.') + 1);
      return made(label, { kind: 'type', detail: url, insert: `"@type": ${literal(url)}` });
    });
  }
  if (element.kind === 'enum') return enumSuggestions(element.spec, root.namespace, made);
  if (element.kind === 'scalar' && element.scalar === 'bool')
    return ['true', 'false'].map((text) => made(text, { kind: 'value', insert: space + text }));
  const kind = nameKindOf(owner.table.name, field);
  if (kind !== undefined && opened.known !== undefined)
    return [...opened.known.names[kind]].map((name) => made(name, { kind: 'reference', detail: kind }));
  return field.name === 'name' ? extensionSuggestions(owner, typed, opened.text, layout, space) : [];
}

type Make = (label: string, rest: Pick<Suggestion, 'kind'> & Partial<Suggestion>) => Suggestion;

function enumSuggestions({ values }: EnumSpec, namespace: string, made: Make): readonly Suggestion[] {
  const isOld = ({ deprecated }: EnumSpec['values'][string]): number => Number(deprecated !== undefined);
  return Object.entries(values)
    .sort(([, left], [, right]) => isOld(left) - isOld(right))
    .map(([name, { doc, deprecated }]) =>
      made(name, {
        kind: 'value',
        ...(doc === '' ? {} : { documentation: withNamespace(doc, namespace) }),
        ...(deprecated === undefined ? {} : { isDeprecated: true }),
      }),
    );
}

/** Names of extensions, each with its configuration where none is written yet. */
function extensionSuggestions(
  owner: Owner,
  typed: TypedPlace,
  text: string,
  { isQuoted: inQuotes, replaces }: Layout,
  space: string,
): readonly Suggestion[] {
  const isAlone = !owner.entries.some(({ key }) => /^(?:typed_config|typedConfig|config)$/.test(key));
  const indent = columnOf(typed, text);
  return extensionsFor(owner, typed.root.namespace).map((each) => {
    const name = inQuotes ? JSON.stringify(each.name) : each.name;
    const config = isAlone && !inQuotes ? configSnippet(each, owner.table.version, indent) : '';
    return {
      label: each.name,
      kind: 'extension',
      insert: space + literal(name) + config,
      replaces,
      ...(each.typeUrl === undefined ? {} : { detail: each.typeUrl }),
    };
  });
}

/** How far the keys of the message around stand from where the line begins. */
function columnOf({ place }: TypedPlace, text: string): number {
  const { start } = place.namespace;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  return /^[ \t]*((?:-[ \t]+)*)/.exec(text.slice(lineStart, start))?.[1]?.length ?? 0;
}

/** A text as YAML has it: without quotes where it means itself so. */
function plainOrQuoted(text: string): string {
  const isPlain = /^[A-Za-z_/*.][\w./*~@%+-]*(?: [\w./-]+)*$/.test(text) && !/^[*.]/.test(text);
  const isWord = typeof untypedScalar(text) !== 'string' || numberFromText(text) !== undefined;
  return isPlain && !isWord ? text : JSON.stringify(text);
}

// Extensions and their types: what a `name` selects, and which `@type` its configuration has.

/** An extension as it is written in a file. */
interface KnownExtension {
  readonly name: string;
  /** Of its configuration; absent where nothing is known of it. */
  readonly typeUrl?: string;
  /** The table of its configuration. */
  readonly table?: string;
}

/** The extensions that a message can name. */
function extensionsFor(owner: Owner, namespace: string): readonly KnownExtension[] {
  const kind = kindOfHolder(owner.table.name);
  if (kind === undefined) return [];
  const { version } = owner.table;
  return extensions
    .filter((spec) => spec.kind === kind)
    .map((spec) => known(spec, owner, namespace, version));
}

function known(spec: ExtensionSpec, owner: Owner, namespace: string, version: ApiVersion): KnownExtension {
  const isTls = spec.name === 'transport_sockets.tls';
  const isDownstream = owner.around?.table.name === 'listener.FilterChain';
  const table = isTls ? (isDownstream ? 'DownstreamTlsContext' : 'UpstreamTlsContext') : spec.config;
  const name = `${namespace}.${spec.name}`;
  if (table !== undefined && typeIn(version, table) !== undefined)
    return { name, table, typeUrl: typeUrl(table, namespace, version) };
  // Types without a table are those of version 2.
  if (spec.typeName === undefined || version === 'v3') return { name };
  return { name, typeUrl: typeUrlOfName(spec.typeName, namespace) };
}

/** The types that the configuration of a message's extension can have: that of the one it names, or of any. */
function typesFor(owner: Owner | undefined, namespace: string): readonly string[] {
  if (owner === undefined) return [];
  const all = extensionsFor(owner, namespace);
  if (all.length === 0) return resourceTypes(owner.table.version, namespace);
  const name = textUnder(owner.entries, 'name');
  const named = all.filter((each) => each.name === name && each.typeUrl !== undefined);
  const known = named.length > 0 ? named : all;
  const own = named.length > 0 ? [] : ownTypes(owner.table.version, namespace);
  return [...new Set([...known.flatMap((each) => each.typeUrl ?? []), ...own])];
}

/** Messages of the user's own that no other one of them holds: what an extension's configuration may be. */
function ownTypes(version: ApiVersion, namespace: string): readonly string[] {
  const own = ownMessages();
  const held = new Set([...own.values()].flatMap((spec) => heldIn(spec, (name) => own.has(name))));
  return [...own.keys()].filter((name) => !held.has(name)).map((name) => typeUrl(name, namespace, version));
}

const RESOURCES = [
  'Cluster',
  'Listener',
  'RouteConfiguration',
  'ClusterLoadAssignment',
  'Secret',
  'route.VirtualHost',
];

function resourceTypes(version: ApiVersion, namespace: string): readonly string[] {
  return RESOURCES.map((table) => typeUrl(table, namespace, version));
}

/** The configuration of an extension as a snippet: its type, and what that demands. */
function configSnippet({ table, typeUrl: url }: KnownExtension, version: ApiVersion, indent: number): string {
  if (url === undefined) return '';
  const line = (depth: number): string => `\n${' '.repeat(indent + depth)}`;
  const demanded = table === undefined || !hasTable(table) ? [] : compiledMessage(table, version).required;
  const fields = demanded.map(({ name, shape, element }, index) => {
    const stop = `\${${index + 1}}`;
    if (shape === 'list') return `${line(2)}${name}:${line(4)}- ${stop}`;
    return element.kind === 'scalar' || element.kind === 'enum'
      ? `${line(2)}${name}: ${stop}`
      : `${line(2)}${name}:${line(4)}${stop}`;
  });
  return `${line(0)}typed_config:${line(2)}"@type": ${literal(url)}${fields.join('')}`;
}

// Fields that may be written in a message: what it demands first, what is deprecated last, of a one-of not a second one.

/** How what is suggested is to be written. */
interface Layout {
  readonly replaces: Span;
  /** In quotes, as in JSON. */
  readonly isQuoted: boolean;
  /** The key stands there with its colon: only its name is wanted. */
  readonly isNameOnly: boolean;
  /** How much further lines are indented, beyond the line that the suggestion is written in. */
  readonly indent: number;
}

function fieldSuggestions(owner: Owner, layout: Layout, { root, place }: TypedPlace): readonly Suggestion[] {
  const { table } = owner;
  const written = new Set(
    owner.entries
      .filter(({ start }) => start + place.shift !== layout.replaces.start)
      .flatMap(({ key }) => table.bySpelling.get(key)?.name ?? []),
  );
  const closed = new Set(
    table.oneofs.flatMap(({ members }) => {
      const isSet = members.some(({ name }) => written.has(name));
      return isSet ? members.map(({ name }) => name) : [];
    }),
  );
  const isCamel = spelledInCamel(owner);
  return table.fields
    .filter(({ name, spec }) => !written.has(name) && !closed.has(name) && spec.refused === undefined)
    .map((field) => ({ field, rank: rankOf(owner, field) }))
    .sort((left, right) => left.rank - right.rank || left.field.index - right.field.index)
    .map(({ field }) =>
      suggestionOf(table, field, isCamel ? field.camel : field.name, layout, root.namespace),
    );
}

function rankOf({ table }: Owner, field: CompiledField): number {
  if (field.spec.deprecated !== undefined) return 3;
  if (field.spec.required) return 0;
  const oneof = table.oneofs.find(({ name }) => name === field.spec.oneof);
  return oneof?.need === 'exactly one' ? 1 : 2;
}

/** Whether a file writes names in lowerCamelCase, told from the messages around a place. */
function spelledInCamel(owner: Owner): boolean {
  for (let at: Owner | undefined = owner; at !== undefined; at = at.around)
    for (const { key } of at.entries) {
      const field = at.table.bySpelling.get(key);
      if (field !== undefined && field.name !== field.camel) return key === field.camel;
    }
  return false;
}

function suggestionOf(
  table: CompiledMessage,
  field: CompiledField,
  name: string,
  layout: Layout,
  namespace: string,
): Suggestion {
  const { spec } = field;
  const since = table.version === 'v3' && sinceText(table.name, fieldHistory(table.name, field.name));
  const { deprecated, required } = spec;
  const told = [
    required && '**required**',
    spec.doc !== '' && withNamespace(spec.doc, namespace),
    since && `since ${since}`,
    deprecated && (deprecated.use === '' ? '**deprecated**' : `**deprecated**: use ${deprecated.use}`),
  ];
  const documentation = told.filter((text) => typeof text === 'string').join('\n\n');
  return {
    label: name,
    kind: 'field',
    detail: required ? `${spec.type}, required` : spec.type,
    ...(documentation === '' ? {} : { documentation }),
    insert: insertOf(field, name, layout),
    replaces: layout.replaces,
    ...(deprecated === undefined ? {} : { isDeprecated: true }),
  };
}

function insertOf(field: CompiledField, name: string, layout: Layout): string {
  const { isQuoted, isNameOnly, indent } = layout;
  if (isQuoted) return isNameOnly ? `"${name}"` : `"${name}": ${inBrackets(field)}`;
  return isNameOnly ? name : `${name}:${inBlock(field, indent)}`;
}

function inBrackets({ shape, element }: CompiledField): string {
  if (shape === 'list') return '[$0]';
  if (shape === 'map' || element.kind === 'message' || element.kind === 'struct') return '{$0}';
  if (element.kind === 'any') return '{ "@type": "type.googleapis.com/$0" }';
  if (element.kind === 'value') return '$0';
  if (element.kind === 'enum') return '"$0"';
  return TEXTS.has(element.scalar) ? '"$0"' : '$0';
}

const TEXTS: ReadonlySet<string> = new Set(['string', 'bytes', 'duration', 'timestamp']);

/** What follows the colon, in lines that are indented by two more. */
function inBlock({ shape, element }: CompiledField, indent: number): string {
  const line = `\n${' '.repeat(indent + 2)}`;
  if (shape === 'list') return `${line}- $0`;
  if (shape === 'map') return `${line}\${1:name}: $0`;
  if (element.kind === 'message')
    return hasTable(element.name) &&
      compiledMessage(element.name).fields.length === 0 &&
      compiledMessage(element.name, 'v3').fields.length === 0
      ? ' {}$0'
      : `${line}$0`;
  if (element.kind === 'any') return `${line}"@type": type.googleapis.com/$0`;
  return element.kind === 'struct' ? `${line}$0` : ' $0';
}
