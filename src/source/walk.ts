/** Files below a directory, for directory and glob inputs. */
import { type Candidate, isSkippedDirectory } from './candidate.ts';
import type { InputError } from './errors.ts';
import { readingFailed } from './file-problem.ts';
import type { DirectoryEntry, Io } from './io.ts';

export interface Walk {
  /** Whether a file is wanted, by its path below the directory (with `/`). */
  wants(path: string): boolean;
  /** How many names a wanted path has at most. */
  readonly depth: number;
}

/**
 * Lists the wanted files below a directory, in no particular order. Links to files count as files; links to
 * directories are not followed, nor are `node_modules` and `.git`. A directory that cannot be read is an error beside
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
      } else if (
        wants(below) &&
        (entry.kind === 'file' || (entry.kind === 'link' && (await leadsToFile(path, io))))
      ) {
        found.push({ kind: 'file', name: path, path, found: 'searched', below });
      }
    }
  }
  return found;
}

/** A broken link counts as a file, so that reading it says what is wrong. */
async function leadsToFile(path: string, io: Io): Promise<boolean> {
  try {
    return (await io.status(path)).kind === 'file';
  } catch {
    return true;
  }
}

/** A path below a base, spelled as the user spelled the base. */
export function join(base: string, below: string): string {
  if (below === '') return base;
  if (base === '.') return below;
  return base.endsWith('/') ? base + below : `${base}/${below}`;
}
