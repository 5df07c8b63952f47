/**
 * Releases of the proxy: which are modelled, and what the tables know of one. Version 2 of the API, which none of them
 * changes any more, is told apart elsewhere.
 */
import { GONE_TYPES, MODELLED } from './modelled.ts';

/** A release of the proxy by its first two numbers: `1.36`. */
export type Release = `${number}.${number}`;

const NAMED = /^v?(\d{1,3})\.(\d{1,3})(?:\.\d{1,3})?(?:[-+].*)?$/;

/** The release that a text names, whatever its patch; undefined where it names none. */
export function releaseNamed(text: string): Release | undefined {
  const [, major, minor] = NAMED.exec(text.trim()) ?? [];
  return major === undefined || minor === undefined ? undefined : `${Number(major)}.${Number(minor)}`;
}

/** The newest release that is modelled; it holds where nothing else is said. */
export const NEWEST_RELEASE: Release = releaseNamed(MODELLED.at(-1)?.release ?? '') ?? '1.0';

/** Below zero where the first release is the older one; patches count where they stand. */
export function compareReleases(one: string, other: string): number {
  if (one === other) return 0;
  const [left, right] = [one, other].map((release) => release.split('.').map(Number));
  for (let at = 0; at < 3; at++) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether a release came before another; not where it is not known. */
export function isBefore(release: Release | undefined, other: Release): boolean {
  return release !== undefined && compareReleases(release, other) < 0;
}

/** The minor release before one. */
export function releaseBefore(release: Release): Release {
  const [major, minor] = release.split('.').map(Number);
  return `${major ?? 0}.${(minor ?? 1) - 1}`;
}

/** A release as people name it: `1.22` for 1.22.0. */
export function releaseShown(release: string): string {
  return /^\d+\.\d+\.0$/.test(release) ? release.slice(0, -2) : release;
}

/** Whether something is newer than everything that is modelled. */
export function isNewerThanModelled(release: Release): boolean {
  return compareReleases(release, NEWEST_RELEASE) > 0;
}

/** From which modelled release to which something is there; what is absent holds to that end. */
export interface Span {
  readonly since?: string;
  readonly until?: string;
}

/**
 * Whether a release has what was there in some modelled releases; undefined where it lies between one that has it and
 * one that does not.
 */
export function isIn({ since, until }: Span, release: string): boolean | undefined {
  if (since !== undefined && compareReleases(release, since) < 0) {
    const before = MODELLED[indexOf(since) - 1];
    if (before === undefined) return undefined;
    const difference = compareReleases(release, before.release);
    return difference < 0 || (difference === 0 && !before.isAbout) ? false : undefined;
  }
  if (until === undefined || compareReleases(release, until) <= 0) return true;
  const after = MODELLED[indexOf(until) + 1];
  if (after === undefined) return true;
  const difference = compareReleases(release, after.release);
  return difference > 0 || (difference === 0 && !after.isAbout) ? false : undefined;
}

/** Since when something is there, in words: `1.36`, or `1.35 or before` where the releases before it are not modelled. */
export function sinceShown(since: string): string {
  const before = MODELLED[indexOf(since) - 1];
  return before !== undefined && isNext(before.release, since) ? since : `${since} or before`;
}

/** The release that no longer has what `until` had, in words. */
export function goneShown(until: string): string {
  const after = MODELLED[indexOf(until) + 1];
  if (after === undefined) return until;
  return isNext(until, after.release) ? after.release : `${after.release} or before`;
}

/** The last release that had something, in words: `1.38`, or `1.28 or later` where the one after it is not modelled. */
export function untilShown(until: string): string {
  const after = MODELLED[indexOf(until) + 1];
  return after === undefined || isNext(until, after.release) ? until : `${until} or later`;
}

function indexOf(release: string): number {
  return MODELLED.findIndex((each) => each.release === release);
}

function isNext(one: string, other: string): boolean {
  const minor = (release: string): number => Number(release.split('.')[1]);
  return (
    minor(one) + 1 === minor(other) && !MODELLED[indexOf(one)]?.isAbout && !MODELLED[indexOf(other)]?.isAbout
  );
}

let goneTypes: ReadonlyMap<string, string> | undefined;

/** The last release that had a type which no table tells of, and none has any more. @param type without the namespace */
export function lastWith(type: string): string | undefined {
  goneTypes ??= new Map(
    GONE_TYPES.map((line) => {
      const [name = '', until = ''] = line.split(' ');
      return [name, until] as const;
    }),
  );
  return goneTypes.get(type);
}
