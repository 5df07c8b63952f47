/** Fields that may be written in a message: what it demands first, what is deprecated last, of a one-of not a second one. */

import { withNamespace } from '../../model/namespace.ts';
import { fieldHistory, sinceText } from '../../report/explain/versions.ts';
import {
  type CompiledField,
  type CompiledMessage,
  compiledMessage,
  hasTable,
} from '../../schema/compiled.ts';
import type { Span } from '../../source/lines.ts';
import type { Owner, TypedPlace } from '../context/typed-place.ts';
import type { Suggestion } from './suggestion.ts';

/** How what is suggested is to be written. */
export interface Layout {
  readonly replaces: Span;
  /** In quotes, as in JSON. */
  readonly isQuoted: boolean;
  /** The key stands there with its colon: only its name is wanted. */
  readonly isNameOnly: boolean;
  /** How much further lines are indented, beyond the line that the suggestion is written in. */
  readonly indent: number;
}

export function fieldSuggestions(
  owner: Owner,
  layout: Layout,
  { root, place }: TypedPlace,
): readonly Suggestion[] {
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
