/** Fingerprints: 12 hex digits for what is the same, whatever stands around it. */
import { createHash } from 'node:crypto';

/**
 * Makes the fingerprints of one run. Equal parts get different ones, in the order of the questions, so that each of
 * several equal findings can be told apart.
 */
export function fingerprints(): (parts: readonly string[]) => string {
  const used = new Map<string, number>();
  return (parts) => {
    const key = parts.join('\u0000');
    const times = used.get(key) ?? 0;
    used.set(key, times + 1);
    return fingerprintOf([key, `${times}`]);
  };
}

/** The fingerprint of what there can be only one of. */
export function fingerprintOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 12);
}
