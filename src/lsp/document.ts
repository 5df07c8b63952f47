/** A text that an editor has open, with what is known of it: whole or half-written, a configuration or not. */
import { type Configuration, type OpenOptions, openConfiguration } from '../model/open.ts';
import { InputError } from '../source/errors.ts';
import { looksLikeJson } from '../source/json.ts';
import { sourceFile } from '../source/load.ts';
import type { TextPlace } from './context/place.ts';
import { type RootType, rootTypeIn } from './context/root-type.ts';
import { placeAt, placeInside } from './context/text-place.ts';
import { type TypedPlace, typedPlace } from './context/typed-place.ts';

export interface OpenText {
  /** What findings call the file. */
  readonly name: string;
  readonly text: string;
  readonly options: OpenOptions;
  /** As it is now; absent where it cannot be read or is no configuration. */
  readonly configuration?: Configuration;
  /** Why it cannot be read. */
  readonly error?: InputError;
  /** As it was when it could be read last: what is defined in it is still good to know. */
  readonly latest?: Configuration;
}

/** @param before the same text before an edit */
export function openText(name: string, text: string, options: OpenOptions, before?: OpenText): OpenText {
  const { configuration, error } = opened(name, text, options);
  const latest = configuration ?? before?.latest;
  return {
    name,
    text,
    options,
    ...(configuration === undefined ? {} : { configuration }),
    ...(error === undefined ? {} : { error }),
    ...(latest === undefined ? {} : { latest }),
  };
}

function opened(
  name: string,
  text: string,
  options: OpenOptions,
): { readonly configuration?: Configuration; readonly error?: InputError } {
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
export function isMeant({ text, configuration, latest, options }: OpenText): boolean {
  if (configuration !== undefined || latest !== undefined) return true;
  const place = placeAt(text, text.length) ?? placeAt(text, 0);
  return place !== undefined && rootTypeIn(text, place.levels.slice(0, 1), options) !== undefined;
}

/** A place in a text with its table, wherever the text stands: in the file, or in a text that the file holds. */
export function typedPlaceAt({ text, latest, options }: OpenText, offset: number): TypedPlace | undefined {
  const outer = placeAt(text, offset);
  if (outer === undefined) return undefined;
  const place =
    rootTypeOf(text, outer, latest, options) === undefined ? placeInside(text, offset, outer) : outer;
  if (place === undefined) return undefined;
  const root = rootTypeOf(text, place, place === outer ? latest : undefined, options);
  return root && typedPlace(place, root);
}

/** What the document of a place holds: as its keys say, or as it was known when it could be read. */
function rootTypeOf(
  text: string,
  place: TextPlace,
  latest: Configuration | undefined,
  { namespace, api }: OpenOptions,
): RootType | undefined {
  const given = {
    ...(namespace === undefined ? {} : { namespace }),
    ...(api === undefined ? {} : { api }),
  };
  const told = rootTypeIn(text, place.levels, given);
  const known = latest?.roots.find((root) => root.document === place.document && root.embedded === undefined);
  if (known === undefined || latest === undefined) return told;
  const { type, many, version } = known;
  return { type, many, version, word: latest.word };
}

/** Whether values stand in quotes here, as in JSON. */
export function isQuoted(text: string, { levels }: TextPlace): boolean {
  const inner = levels[levels.length - 1];
  return inner === undefined ? looksLikeJson(text) : inner.column === undefined;
}
