/** Values as YAML in one fixed style: blocks, two spaces, list entries below their key. */
import { type Data, ExactNumber } from '../../source/data.ts';
import { yamlScalar } from '../../source/edit/index.ts';
import { escapedUnsafe } from './safe-text.ts';
import { fitsLiteral, yamlLiteral } from './yaml-literal.ts';

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
