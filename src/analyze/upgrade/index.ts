/** All changes of the proxy that a configuration can meet, the oldest first. A new one is an entry in the list of its area. */
import { compareReleases } from '../../schema/release.ts';
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
