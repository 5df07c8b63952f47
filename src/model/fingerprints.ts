/** Fingerprints: 12 hex digits for what is the same, whatever stands around it. */
import { sha256 } from './sha256.ts';

const LONGEST_KEPT = 256;

/**
 * Makes the fingerprints of one run. Equal parts get different ones, in the order of the questions, so that each of
 * several equal findings can be told apart.
 */
export function fingerprints(): (parts: readonly string[]) => string {
  const used = new Map<string, number>();
  return (parts) => {
    const key = parts.join('\u0000');
    // Long ones are not kept: there may be many, each with the content of a large part of a file.
    const id = key.length > LONGEST_KEPT ? sha256(key) : key;
    const times = used.get(id) ?? 0;
    used.set(id, times + 1);
    return fingerprintOf([key, `${times}`]);
  };
}

/** The fingerprint of what there can be only one of. */
export function fingerprintOf(parts: readonly string[]): string {
  return sha256(parts.join('\u0000')).slice(0, 12);
}
