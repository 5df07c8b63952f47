/** Which files the `ignore` globs of the settings leave out of a search. */
import { isGlob, parseGlob } from '../source/glob.ts';

/**
 * Whether one of the globs means a file: a pattern without a slash means a name at any depth, one with a slash is
 * relative to the folder of the settings; a folder means everything below it.
 *
 * @param path relative to that folder, with `/` between names
 */
export function isIgnored(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => meets(path, glob.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '')));
}

function meets(path: string, pattern: string): boolean {
  if (pattern === '') return false;
  // Every folder of the path may be what is meant.
  for (let end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
    const part = end === -1 ? path : path.slice(0, end);
    if (means(pattern, part)) return true;
    if (end === -1) return false;
  }
}

function means(pattern: string, path: string): boolean {
  const subject = pattern.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1);
  if (!isGlob(pattern)) return subject === pattern;
  const glob = parseGlob(pattern);
  if (glob === undefined) return false;
  if (glob.base === '.') return glob.matches(subject);
  return subject.startsWith(`${glob.base}/`) && glob.matches(subject.slice(glob.base.length + 1));
}
