/** When the heap is gone over: for what was large, and not because something large was there long ago. */
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { afterParsing, afterStage } from '../../src/commands/memory.ts';

/** How often a piece of work asks for a collection. */
async function collections(work: () => void): Promise<number> {
  let forced = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('detail' in entry && isForced(entry.detail, constants.NODE_PERFORMANCE_GC_FLAGS_FORCED)) forced++;
  });
  observer.observe({ entryTypes: ['gc'] });
  work();
  // Entries are handed out between two turns.
  for (let turns = 0; turns < 3; turns++) await turn();
  observer.disconnect();
  return forced;
}

function isForced(detail: unknown, flag: number): boolean {
  if (typeof detail !== 'object' || detail === null || !('flags' in detail)) return false;
  return typeof detail.flags === 'number' && (detail.flags & flag) !== 0;
}

test('a large stage, and much that was parsed', async () => {
  expect(await collections(() => afterStage(30_000_000))).toBe(1);
  expect(await collections(() => afterParsing(30_000_000))).toBe(1);
});

test('no small stage after a large one, however much was parsed before it in the same process', async () => {
  afterParsing(100_000_000);
  afterStage(100_000_000);
  const small = () => {
    for (let file = 0; file < 100; file++) {
      afterParsing(5000);
      afterStage(5000);
    }
  };
  expect(await collections(small)).toBe(0);
});
