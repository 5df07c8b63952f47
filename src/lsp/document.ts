/** A text that an editor has open, with what is known of it: whole or half-written, a configuration or not. */
import { type Configuration, type OpenOptions, openConfiguration } from '../model/open.ts';
import { InputError } from '../source/errors.ts';
import { looksLikeJson } from '../source/json.ts';
import { sourceFile } from '../source/load.ts';
import type { TextPlace } from './context/place.ts';
import { type RootType, rootTypeIn } from './context/root-type.ts';
import { lineEnd, nextLine, skipBlanks } from './context/scan.ts';
import { scannedPlace } from './context/scan-block.ts';
import { type TypedPlace, typedPlace } from './context/typed-place.ts';
import { type Names, namesIn } from './names.ts';

/** A text as it is written so far. Nothing of it needs to be readable. */
export interface OpenText {
  readonly text: string;
  readonly options: OpenOptions;
  /** What was known of it when it could be read last. */
  readonly known?: Known;
}

/** What helps to write on, as plain data. */
export interface Known {
  readonly namespace: string;
  /** What each of its documents holds. */
  readonly roots: readonly (Omit<RootType, 'namespace'> & { readonly document: number })[];
  /** What is defined in it, and in the files that belong to it. */
  readonly names: Names;
}

/** @param others configurations that belong to it */
export function knownOf(configuration: Configuration, others: readonly Configuration[] = []): Known {
  const { namespace, roots } = configuration;
  return {
    namespace,
    roots: roots
      .filter(({ embedded }) => embedded === undefined)
      .map(({ document, type, many, version, release }) => ({
        document,
        type,
        many,
        version,
        ...(release === undefined ? {} : { release }),
      })),
    names: namesIn([configuration, ...others]),
  };
}

/** A text as a configuration, if it is one, or why it cannot be read. */
interface ReadText {
  readonly configuration?: Configuration;
  readonly error?: InputError;
}

/** @param name what findings call the file */
export function readText(name: string, text: string, options: OpenOptions): ReadText {
  let file: ReturnType<typeof sourceFile>;
  try {
    file = sourceFile(name, text, 'searched');
  } catch (error) {
    if (error instanceof InputError) return { error };
    throw error;
  }
  try {
    return { configuration: openConfiguration(file, options) };
  } catch (error) {
    // What can be read and is nothing of ours is nobody's business.
    if (error instanceof InputError) return {};
    throw error;
  }
}

/** Whether a text that cannot be read is a configuration all the same: it was one, or its keys say so. */
export function isMeant({ text, known, options }: OpenText): boolean {
  if (known !== undefined) return true;
  const place = placeAt(text, text.length) ?? placeAt(text, 0);
  return place !== undefined && rootTypeIn(text, place.levels.slice(0, 1), options) !== undefined;
}

/** A place in a text with its table, wherever the text stands: in the file, or in a text that the file holds. */
export function typedPlaceAt({ text, known, options }: OpenText, offset: number): TypedPlace | undefined {
  const outer = placeAt(text, offset);
  if (outer === undefined) return undefined;
  const place =
    rootTypeOf(text, outer, known, options) === undefined ? placeInside(text, offset, outer) : outer;
  if (place === undefined) return undefined;
  const root = rootTypeOf(text, place, place === outer ? known : undefined, options);
  return root && typedPlace(place, root);
}

/** What the document of a place holds: as it was known when it could be read, or as its keys say. */
function rootTypeOf(
  text: string,
  { levels, document }: TextPlace,
  known: Known | undefined,
  { namespace, api, release }: OpenOptions,
): RootType | undefined {
  const before = known?.roots.find((root) => root.document === document);
  if (before !== undefined && known !== undefined) return { ...before, namespace: known.namespace };
  return rootTypeIn(text, levels, {
    ...(namespace === undefined ? {} : { namespace }),
    ...(api === undefined ? {} : { api }),
    ...(release === undefined ? {} : { release }),
  });
}

/** Whether values stand in quotes here, as in JSON. */
export function isQuoted(text: string, { levels }: TextPlace): boolean {
  const inner = levels[levels.length - 1];
  return inner === undefined ? looksLikeJson(text) : inner.column === undefined;
}

// Where a position stands in a text, in a text within a text too: a ConfigMap holds configurations as block scalars.

/** @returns nothing where nothing can be written, as in remarks */
export function placeAt(text: string, offset: number): TextPlace | undefined {
  return scannedPlace(text, offset);
}

/** The same position inside of the block scalar that it is in, as if that were a text of its own. */
export function placeInside(text: string, offset: number, { block }: TextPlace): TextPlace | undefined {
  if (block === undefined) return undefined;
  const indent = indentOf(text, block.start, block.end);
  const lines: string[] = [];
  let inner = 0;
  let length = 0;
  for (let line = block.start; line < block.end; line = nextLine(text, line)) {
    const end = lineEnd(text, line);
    const from = Math.min(line + indent, end);
    if (line <= offset && offset <= end) inner = length + Math.max(0, offset - from);
    const written = text.slice(from, end);
    lines.push(written);
    length += written.length + 1;
  }
  const place = scannedPlace(lines.join('\n'), inner);
  if (place === undefined) return undefined;
  const shift = offset - inner;
  const { start, end } = place.namespace;
  return { ...place, namespace: { start: start + shift, end: end + shift }, shift };
}

/** How far the lines of a block scalar are indented: as far as the first one that holds something. */
function indentOf(text: string, start: number, end: number): number {
  for (let line = start; line < end; line = nextLine(text, line)) {
    const at = skipBlanks(text, line);
    if (at < lineEnd(text, line)) return at - line;
  }
  return Math.max(0, end - start);
}
