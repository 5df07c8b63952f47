/** A result is never written over what it is made from. */
import { fstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { openConfiguration } from '../model/open.ts';
import type { Candidate } from '../source/candidate.ts';
import { InputError } from '../source/errors.ts';
import { listInputs } from '../source/inputs.ts';
import { parseCandidate, readCandidate } from '../source/load.ts';
import { processIo } from './io.ts';
import { UsageError } from './usage-error.ts';

/** A file that a flag has a result written to. */
export interface Written {
  /** As it is written on the command line, such as `--output`. */
  readonly flag: string;
  readonly path: string;
}

/**
 * Refuses to write onto an input, under whichever name it stands: another path, a symbolic link, a hard link.
 *
 * @param inputs as the command line names them: files, directories, globs, `-`
 * @param beside other files that are read
 * @throws UsageError where a written file is one of them
 */
export async function spareInputs(
  written: readonly Written[],
  inputs: readonly string[],
  beside: readonly string[],
): Promise<void> {
  // What is not there yet is no input, and what is no regular file holds nothing that could be lost.
  const there = new Map<string, Written>();
  for (const each of written) {
    const identity = await identityOf(each.path);
    if (identity !== undefined) there.set(identity, each);
  }
  if (there.size === 0) return;
  const refuse = (identity: string | undefined, name: string): void => {
    const onto = identity === undefined ? undefined : there.get(identity);
    if (onto !== undefined) throw ontoInput(onto, name);
  };
  for (const name of beside) refuse(await identityOf(name), name);
  for (const input of inputs) {
    if (input === '-') refuse(standardInput(), 'standard input');
    // What cannot be listed is reported by whoever reads it.
    else
      for (const item of await listInputs([input], { ...processIo, passedOver: () => {} })) {
        if (item instanceof InputError || item.kind !== 'file') continue;
        const identity = await identityOf(item.path);
        if (identity === undefined || !there.has(identity)) continue;
        // A report of the last run that lies among the configurations is none of them.
        if (item.found === 'named' || (await isConfiguration(item))) refuse(identity, item.name);
      }
  }
}

/** What a path leads to, whatever it is called; undefined where that is no regular file. */
async function identityOf(path: string): Promise<string | undefined> {
  try {
    const status = await stat(path, { bigint: true });
    return status.isFile() ? `${status.dev}:${status.ino}` : undefined;
  } catch {
    return undefined;
  }
}

function standardInput(): string | undefined {
  try {
    const status = fstatSync(0, { bigint: true });
    return status.isFile() ? `${status.dev}:${status.ino}` : undefined;
  } catch {
    return undefined;
  }
}

async function isConfiguration(candidate: Candidate): Promise<boolean> {
  const bytes = await readCandidate(candidate, processIo);
  const file = bytes instanceof InputError ? bytes : parseCandidate(candidate, bytes);
  if (file instanceof InputError) return false;
  try {
    openConfiguration(file);
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

function ontoInput({ flag, path }: Written, name: string): UsageError {
  const same = path === name ? 'which is an input' : `which is the same file as the input ${name}`;
  return new UsageError(
    `${flag} would overwrite ${path}, ${same}; nothing was done`,
    'name another file; migrate --write and analyze --fix change configurations in place',
  );
}
