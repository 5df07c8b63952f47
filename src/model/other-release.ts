/** What is said of a field that its message has not in the release that an input is held to. */
import { historyOf } from '../schema/at-release.ts';
import { builtIn, typeRemovedIn } from '../schema/built-in-extensions.ts';
import { type CompiledMessage, compiledMessage } from '../schema/compiled.ts';
import { camelCase } from '../schema/hidden.ts';
import { isOwn } from '../schema/own.ts';
import {
  compareReleases,
  goneShown,
  isIn,
  lastWith,
  NEWEST_RELEASE,
  releaseBefore,
  type Span,
  sinceShown,
} from '../schema/release.ts';
import type { Level } from './problem.ts';
import type { FoundRelease } from './stated-release.ts';

export interface OtherRelease extends Span {
  readonly level: Level;
  /** The end of a sentence that says that the message has no such field. */
  readonly words: string;
}

/**
 * Where a field belongs to other releases: which, and how sure it is that this one refuses it. `unclear` where this one
 * may have it; undefined where none has it.
 */
export function ofOtherRelease(
  { name, version, carried }: CompiledMessage,
  spelling: string,
  { release, from }: FoundRelease,
): OtherRelease | 'unclear' | undefined {
  if (version === 'v2') return undefined;
  const newer = compiledMessage(name, version).bySpelling.get(spelling);
  const { fields = {} } = historyOf(name);
  const field =
    newer?.name ?? Object.keys(fields).find((each) => each === spelling || camelCase(each) === spelling);
  const told = field === undefined ? undefined : fields[field];
  if (told === undefined || field === undefined) return undefined;
  if (carried?.has(field) || isIn(told, release) !== false) return 'unclear';
  const { since, until } = told;
  const data = { ...(since !== undefined && { since }), ...(until !== undefined && { until }) };
  // A proxy that shows a field knows it, whatever it says of itself.
  const level = from === 'given' ? 'error' : 'warning';
  const isBefore = since !== undefined && isIn({ since }, release) === false;
  const words = isBefore
    ? ` in release ${release}: it is there since ${sinceShown(since)}`
    : ` in release ${release}: it was there until ${until ?? ''} and is gone since ${goneShown(until ?? '')}`;
  return { level, words, ...data };
}

/** How sure it is that a field which no modelled release has is none, and the words for it. */
export function ofNoRelease(
  { name, version }: CompiledMessage,
  { from }: FoundRelease,
): { readonly level: Level; readonly words: string } {
  if (isOwn(name)) return { level: 'error', words: ' in the descriptor set that defines it' };
  if (version === 'v2') return { level: 'error', words: '' };
  const words = ` in any release that is known, up to ${NEWEST_RELEASE}`;
  const { fields, isOpen, since } = historyOf(name);
  // Of a message that came with the newest release nothing shows that it gets no more fields.
  const isClosed = fields === undefined && isOpen !== true && since !== NEWEST_RELEASE;
  return { level: from === 'given' || isClosed ? 'error' : 'warning', words };
}

/** A type of an extension that the release no longer has; undefined where it may have it, or none ever had. */
export function ofGoneType(
  type: string,
  { release, from }: FoundRelease,
): { readonly level: Level; readonly words: string; readonly until: string } | undefined {
  const until = lastWith(type);
  if (until === undefined) return undefined;
  const removed = typeRemovedIn(type);
  const isThere = removed === undefined ? isIn({ until }, release) : compareReleases(release, removed) < 0;
  if (isThere !== false) return undefined;
  const level = from === 'given' ? 'error' : 'warning';
  const words = `release ${release} has no longer, since ${removed ?? goneShown(until)}, the type`;
  return { level, until: removed === undefined ? until : releaseBefore(removed), words };
}

/**
 * An extension that the release does not have yet, or no longer although the API still has its message; undefined where
 * the release may have it. @param table its message
 */
export function ofAbsentExtension(
  table: string,
  { release, from }: FoundRelease,
): (OtherRelease & { readonly words: string }) | undefined {
  const level = from === 'given' ? 'error' : 'warning';
  const { since, until } = historyOf(table);
  const extension = builtIn(table);
  if (until !== undefined && isIn({ until }, release) === false)
    return {
      level,
      until,
      words: `release ${release} has no ${table} any more: it is gone since ${goneShown(until)}`,
    };
  if (since !== undefined && isIn({ since }, release) === false)
    return {
      level,
      since,
      words: `release ${release} has no ${table} yet: it is there since ${sinceShown(since)}`,
    };
  if (extension.never)
    return {
      level,
      words: `no release of the proxy has an extension for ${table}: its message is for others that speak the API`,
    };
  if (extension.since !== undefined && compareReleases(release, extension.since) < 0)
    return {
      level,
      since: extension.since,
      words: `release ${release} has no extension for ${table} yet: it is there since ${extension.since}, its message came before`,
    };
  const { removed } = extension;
  if (removed === undefined || compareReleases(release, removed) < 0) return undefined;
  return {
    level,
    words: `release ${release} has no extension for ${table} any more: it was removed in ${removed}`,
  };
}
