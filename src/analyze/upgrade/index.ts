/** All changes of the proxy that a configuration can meet, the oldest first. A new one is an entry in the list of its area. */
import type { ReleaseChange } from './change.ts';
import { clusterChanges } from './clusters.ts';
import { filterChanges } from './filters.ts';
import { listenerChanges } from './listeners.ts';
import { managerChanges } from './managers.ts';
import { routeChanges } from './routes.ts';
import { runtimeChanges } from './runtime.ts';
import { tlsChanges } from './tls.ts';

export const releaseChanges: readonly ReleaseChange[] = [
  ...tlsChanges,
  ...listenerChanges,
  ...managerChanges,
  ...routeChanges,
  ...clusterChanges,
  ...filterChanges,
  ...runtimeChanges,
].toSorted((one, other) => compareReleases(one.release, other.release));

/** Below zero where the first release is the older one. */
export function compareReleases(one: string, other: string): number {
  const [left, right] = [one, other].map((release) => release.split('.').map(Number));
  for (let at = 0; at < 3; at++) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A release as people name it: `1.22` for 1.22.0. */
export function releaseShown(release: string): string {
  return release.endsWith('.0') ? release.slice(0, -2) : release;
}
