/** Whose files are believed: what somebody else put beside or above an input decides nothing about it. */
import { dirname } from 'node:path';
import { InputError } from '../source/errors.ts';
import { processIo } from './io.ts';

/**
 * Whether a file that cfgtool goes by belongs to the user, to the system's administrator, or to whoever owns what it is
 * about: all of a checkout may belong to one other user, as in a container.
 *
 * @param about the path of the input
 */
export async function isBelieved(owner: number | undefined, about: string): Promise<boolean> {
  const user = process.getuid?.();
  if (user === undefined || owner === undefined || owner === user || owner === 0) return true;
  return owner === (await ownerOf(about)) || owner === (await ownerOf(dirname(about)));
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await processIo.status(path)).owner;
  } catch {
    return undefined;
  }
}

/** A file that somebody else put there is not gone by, and not passed over in silence either. */
export function foreign(file: string, what: string, hint: string): InputError {
  return new InputError({ file, problem: `${what} that belong to another user are not gone by`, hint });
}
