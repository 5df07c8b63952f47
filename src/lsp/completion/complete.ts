/** What may be written at a place of a text, half-written or whole. */

import { inWord } from '../../model/word.ts';
import type { CompiledField } from '../../schema/compiled.ts';
import type { EnumSpec } from '../../schema/language.ts';
import { numberFromText, untypedScalar } from '../../source/scalar.ts';
import { messageBegun, type Owner, type TypedPlace } from '../context/typed-place.ts';
import { isQuoted, type OpenText, typedPlaceAt } from '../document.ts';
import { nameKindOf } from '../names.ts';
import { configSnippet, extensionsFor, typesFor } from './extensions.ts';
import { fieldSuggestions, type Layout } from './fields.ts';
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
  const { start } = place.word;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const blanks = /^[ \t]*/.exec(text.slice(lineStart, start))?.[0].length ?? 0;
  const column = start - lineStart;
  return {
    replaces: place.word,
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
  return typesFor(owner, root.word).map((url) => ({
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
  const space = opened.text[place.word.start - 1] === ':' ? ' ' : '';
  const made: Make = (label, rest) => ({
    label,
    insert: space + literal(layout.isQuoted ? JSON.stringify(label) : plainOrQuoted(label)),
    replaces: layout.replaces,
    ...rest,
  });
  if (element.kind === 'any') {
    if (!place.opensBlock) return [];
    return typesFor(owner, root.word).map((url) => {
      const label = url.slice(url.lastIndexOf('.') + 1);
      return made(label, { kind: 'type', detail: url, insert: `"@type": ${literal(url)}` });
    });
  }
  if (element.kind === 'enum') return enumSuggestions(element.spec, root.word, made);
  if (element.kind === 'scalar' && element.scalar === 'bool')
    return ['true', 'false'].map((text) => made(text, { kind: 'value', insert: space + text }));
  const kind = nameKindOf(owner.table.name, field);
  if (kind !== undefined && opened.known !== undefined)
    return [...opened.known.names[kind]].map((name) => made(name, { kind: 'reference', detail: kind }));
  return field.name === 'name' ? extensionSuggestions(owner, typed, opened.text, layout, space) : [];
}

type Make = (label: string, rest: Pick<Suggestion, 'kind'> & Partial<Suggestion>) => Suggestion;

function enumSuggestions({ values }: EnumSpec, word: string, made: Make): readonly Suggestion[] {
  const isOld = ({ deprecated }: EnumSpec['values'][string]): number => Number(deprecated !== undefined);
  return Object.entries(values)
    .sort(([, left], [, right]) => isOld(left) - isOld(right))
    .map(([name, { doc, deprecated }]) =>
      made(name, {
        kind: 'value',
        ...(doc === '' ? {} : { documentation: inWord(doc, word) }),
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
  return extensionsFor(owner, typed.root.word).map((each) => {
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
  const { start } = place.word;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  return /^[ \t]*((?:-[ \t]+)*)/.exec(text.slice(lineStart, start))?.[1]?.length ?? 0;
}

/** A text as YAML has it: without quotes where it means itself so. */
function plainOrQuoted(text: string): string {
  const isPlain = /^[A-Za-z_/*.][\w./*~@%+-]*(?: [\w./-]+)*$/.test(text) && !/^[*.]/.test(text);
  const isWord = typeof untypedScalar(text) !== 'string' || numberFromText(text) !== undefined;
  return isPlain && !isWord ? text : JSON.stringify(text);
}
