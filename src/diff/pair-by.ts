/** Pairs what has the same text on both sides. */
import type { Found } from './found.ts';

export function pairBy(
  before: readonly Found[],
  after: readonly Found[],
  partner: Map<Found, Found>,
  keyOf: (found: Found) => string | undefined,
): void {
  const taken = new Set(partner.values());
  const waiting = new Map<string, Found[]>();
  for (const found of after) {
    const text = taken.has(found) ? undefined : keyOf(found);
    if (text === undefined) continue;
    const queue = waiting.get(text);
    if (queue) queue.push(found);
    else waiting.set(text, [found]);
  }
  if (waiting.size === 0) return;
  for (const queue of waiting.values()) queue.reverse();
  for (const found of before) {
    if (partner.has(found)) continue;
    const text = keyOf(found);
    const other = text === undefined ? undefined : waiting.get(text)?.pop();
    if (other !== undefined) partner.set(found, other);
  }
}
