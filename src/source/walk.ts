/** Files below a directory, for directory and glob inputs. */
import { type Candidate, isSkippedDirectory } from './candidate.ts';
import { InputError } from './errors.ts';
import { brokenLink, readingFailed, systemCode } from './file-problem.ts';
import type { DirectoryEntry, Io } from './io.ts';

export interface Walk {
  /** Whether a file is wanted, by its path below the directory (with `/`). */
  wants(path: string): boolean;
  /** How many names a wanted path has at most. */
  readonly depth: number;
}

/**
 * Lists the wanted files below a directory, in no particular order. Links to files below it count as files; links that
 * lead out of it are left out, as nobody named what they lead to; links to directories are not followed, nor are
 * `node_modules` and `.git`. A directory that cannot be read is an error beside
 * the files of the others.
 */
export async function walk(
  base: string,
  io: Io,
  { wants, depth }: Walk,
): Promise<(Candidate | InputError)[]> {
  const found: (Candidate | InputError)[] = [];
  const open: { readonly below: string; readonly level: number }[] = [{ below: '', level: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const directory = join(base, next.below);
    let entries: readonly DirectoryEntry[];
    try {
      entries = await io.readDirectory(directory);
    } catch (error) {
      found.push(readingFailed(directory, error));
      continue;
    }
    for (const entry of entries) {
      const below = next.below === '' ? entry.name : `${next.below}/${entry.name}`;
      const path = join(base, below);
      if (entry.kind === 'directory') {
        if (next.level < depth && !isSkippedDirectory(entry.name))
          open.push({ below, level: next.level + 1 });
      } else if (wants(below) && (entry.kind === 'file' || entry.kind === 'link')) {
        const isTaken = entry.kind === 'file' || (await leadsInside(path, base, io));
        if (isTaken instanceof InputError) found.push(isTaken);
        else if (isTaken) found.push({ kind: 'file', name: path, path, found: 'searched', below });
      }
    }
  }
  return found;
}

/** Whether a link leads to a file below the directory; an error where it leads nowhere. */
async function leadsInside(path: string, base: string, io: Io): Promise<boolean | InputError> {
  let target: string;
  try {
    if ((await io.status(path)).kind !== 'file') return false;
    target = await io.realPath(path);
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? brokenLink(path) : readingFailed(path, error);
  }
  const inside = await io.realPath(base);
  if (target.startsWith(inside.endsWith('/') ? inside : `${inside}/`)) return true;
  io.passedOver(path, 'a symbolic link that leads out of the directory; name it to have it read');
  return false;
}

/** A path below a base, spelled as the user spelled the base. */
export function join(base: string, below: string): string {
  if (below === '') return base;
  if (base === '.') return below;
  return base.endsWith('/') ? base + below : `${base}/${below}`;
}
