/** Which files the globs of the settings mean. */
import { isGlob, parseGlob } from '../source/glob.ts';

/**
 * Whether one of the globs means a file: a pattern without a slash means a name at any depth, one with a slash is
 * relative to the folder of the settings; a folder means everything below it.
 *
 * @param path relative to that folder, with `/` between names
 */
export function isIgnored(path: string, globs: readonly string[]): boolean {
  if (globs.length === 0) return false;
  // Every folder of the path may be what is meant.
  const parts: Part[] = [];
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
    parts.push(partOf(path.slice(0, end)));
  parts.push(partOf(path));
  return globs.some((glob) => {
    const means = meaningOf(glob);
    return parts.some(means);
  });
}

/** A file or a folder above it. */
interface Part {
  readonly path: string;
  readonly name: string;
}

function partOf(path: string): Part {
  return { path, name: path.slice(path.lastIndexOf('/') + 1) };
}

type Meaning = (part: Part) => boolean;

/** Each file of a run is asked about the same globs. */
const meanings = new Map<string, Meaning>();
const MOST = 200_000;

function meaningOf(glob: string): Meaning {
  const known = meanings.get(glob);
  if (known !== undefined) return known;
  if (meanings.size >= MOST) meanings.clear();
  const made = readGlob(glob.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, ''));
  meanings.set(glob, made);
  return made;
}

function readGlob(pattern: string): Meaning {
  if (pattern === '') return () => false;
  const subject = pattern.includes('/') ? ({ path }: Part) => path : ({ name }: Part) => name;
  if (!isGlob(pattern)) return (part) => subject(part) === pattern;
  const glob = parseGlob(pattern);
  if (glob === undefined) return () => false;
  if (glob.base === '.') return (part) => glob.matches(subject(part));
  const base = `${glob.base}/`;
  return (part) => subject(part).startsWith(base) && glob.matches(subject(part).slice(base.length));
}
