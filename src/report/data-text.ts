/** Values as JSON and YAML text, numbers with all the digits they were written with. */
import type { NormalizedDocument, Origin } from '../migrate/index.ts';
import { escapedUnsafe, safeLine } from '../present/text.ts';
import { plainData } from '../results/detached.ts';
import { type Redact, showAll } from '../results/secrets/redact.ts';
import { type Data, ExactNumber } from '../source/data.ts';
import { yamlScalar } from '../source/edit/index.ts';
import { printJson } from '../source/edit/print.ts';

/** JSON in two-space indentation, with a line break at the end. `redact` is applied to every text value. */
export function jsonText(value: unknown, redact: Redact = showAll): string {
  return `${escapedUnsafe(printJson(plainData(value, redact), '  '))}\n`;
}

/** All that a literal block can show as it is: printable, no carriage return, nothing invisible. */
const PRINTABLE = /^[\t\n\x20-\x7e\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u;
/** Blanks at the end of a line would be lost to the eye, and to editors. */
const TRAILING_BLANKS = /[ \t](?:\n|$)/;

/** Whether a text is better shown as a literal block, and can be. */
export function fitsLiteral(value: string): boolean {
  return /^[^\n \t][^\n]*\n/.test(value) && PRINTABLE.test(value) && !TRAILING_BLANKS.test(value);
}

/** A literal block: its header, and its lines with the indentation. */
export function yamlLiteral(
  value: string,
  indent: string,
): { readonly header: string; readonly lines: string } {
  const body = value.replace(/\n+$/, '');
  const breaks = value.length - body.length;
  const chomp = breaks === 0 ? '-' : breaks === 1 ? '' : '+';
  const lines = body.split('\n').map((line) => (line === '' ? '' : indent + line));
  // Kept line breaks are lines of their own.
  for (let more = 1; more < breaks; more++) lines.push('');
  return { header: `|${chomp}`, lines: lines.join('\n') };
}

export type Path = readonly (string | number)[];

export interface YamlOptions {
  /** A comment behind a value, without the sign; undefined for none. Not asked for the maps and lists of a list. */
  comment?(path: Path, holdsEntries: boolean): string | undefined;
}

/** One document as YAML, with a line break at the end. Reading it again gives the same value. */
export function yamlText(value: Data, options: YamlOptions = {}): string {
  return yamlPieces(value, options).join('');
}

/** The same in pieces, for a text that need not be in memory as a whole. */
export function yamlPieces(value: Data, options: YamlOptions = {}): readonly string[] {
  const printer = new Printer(options);
  if (isScalar(value) || isEmpty(value)) printer.inline(value, '', []);
  else printer.block(value, '', [], '');
  return printer.pieces();
}

/** So many parts are joined at once: as strings of their own they take several times the room of their text. */
const MAX_PARTS = 10_000;

class Printer {
  /** Each part begins with its line break, the very first one as well. */
  private parts: string[] = [];
  private readonly joined: string[] = [];
  private readonly options: YamlOptions;

  constructor(options: YamlOptions) {
    this.options = options;
  }

  pieces(): readonly string[] {
    const [first = '', ...rest] = [...this.joined, `${this.parts.join('')}\n`];
    return [first.replace(/^\n/, ''), ...rest];
  }

  private add(part: string): void {
    this.parts.push(part);
    if (this.parts.length < MAX_PARTS) return;
    this.joined.push(this.parts.join(''));
    this.parts = [];
  }

  /** A map or list that is not empty. `lead` stands before its first entry, in place of a fresh line. */
  block(
    value: readonly Data[] | { readonly [key: string]: Data },
    indent: string,
    path: Path,
    lead: string,
  ): void {
    let start = lead === '' ? `\n${indent}` : lead;
    if (isList(value)) {
      value.forEach((item, index) => {
        this.add(`${start}-`);
        this.entry(item, `${indent}  `, [...path, index], true);
        start = `\n${indent}`;
      });
      return;
    }
    for (const [key, item] of Object.entries(value)) {
      this.add(`${start}${escapedUnsafe(yamlScalar(key))}:`);
      this.entry(item, `${indent}  `, [...path, key], false);
      start = `\n${indent}`;
    }
  }

  /** What stands after a key's colon or a list's dash. */
  private entry(value: Data, indent: string, path: Path, inList: boolean): void {
    if (isScalar(value) || isEmpty(value)) {
      this.add(' ');
      this.inline(value, indent, path);
      return;
    }
    const comment = inList ? undefined : this.options.comment?.(path, true);
    if (comment !== undefined) this.add(` # ${comment}`);
    // A list's entry begins behind its dash.
    this.block(value, indent, path, inList ? ' ' : '');
  }

  inline(value: Data, indent: string, path: Path): void {
    const said = this.options.comment?.(path, false);
    const behind = said === undefined ? '' : ` # ${said}`;
    if (typeof value === 'string' && indent !== '' && fitsLiteral(value)) {
      const { header, lines } = yamlLiteral(value, indent);
      this.add(`${header}${behind}\n${lines}`);
    } else
      this.add(
        `${isScalar(value) ? escapedUnsafe(yamlScalar(value)) : isList(value) ? '[]' : '{}'}${behind}`,
      );
  }
}

function isScalar(value: Data): value is string | number | boolean | null | ExactNumber {
  return typeof value !== 'object' || value === null || value instanceof ExactNumber;
}

function isList(value: Data): value is readonly Data[] {
  return Array.isArray(value);
}

function isEmpty(value: readonly Data[] | { readonly [key: string]: Data }): boolean {
  return isList(value) ? value.length === 0 : Object.keys(value).length === 0;
}

/** Documents as YAML, `---` between them, in pieces. @param explain adds to every value where it comes from */
export function* normalizedYaml(
  documents: readonly NormalizedDocument[],
  explain: boolean,
): Generator<string> {
  for (const [index, { value, originOf }] of documents.entries()) {
    const comment = (path: Path, holdsEntries: boolean): string | undefined => {
      const origin = originOf(path);
      // Where a written map or list begins is told by its first value.
      if (!origin || (holdsEntries && origin.kind === 'written')) return undefined;
      return safeLine(describe(origin));
    };
    if (index > 0) yield '---\n';
    yield* yamlPieces(value, explain ? { comment } : {});
  }
}

/** A document as JSON; several as one list of them, so that what is printed is one value. */
export function* normalizedJson(documents: readonly Pick<NormalizedDocument, 'value'>[]): Generator<string> {
  if (documents.length === 1) for (const { value } of documents) yield jsonText(value);
  else yield jsonText(documents.map(({ value }) => value));
}

function describe(origin: Origin): string {
  switch (origin.kind) {
    case 'written':
      return `line ${origin.line}`;
    case 'default':
      return `default: ${origin.why}`;
    case 'migrated':
      return `${origin.line === undefined ? '' : `line ${origin.line}, `}migrated: ${origin.migration}`;
  }
}
