import { nearest } from '../../model/near-miss.ts';

/** The words for a key that nobody knows, with the one that may be meant. */
export function unknown(written: string, where: string, known: readonly string[]): string {
  const near = nearest(written, known);
  const hint = near === undefined ? `it takes ${known.join(', ')}` : `did you mean ${near}?`;
  return `${where} has no ${JSON.stringify(written)}; ${hint}`;
}
