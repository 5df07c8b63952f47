/**
 * Defaults of version 3 that earlier releases have otherwise, as their release notes tell. A table states what the newest
 * release does; `test/proxy/defaults.test.ts` asks the program what it announces of HTTP/2.
 */
import type { DefaultSpec } from './language.ts';
import { compareReleases, type Release } from './release.ts';

interface DefaultBefore {
  /** The first release with the default that follows. */
  readonly since: Release;
  /** Absent where a release had none. */
  readonly before?: DefaultSpec;
}

/** By message and field, the oldest first. */
const BEFORE: ReadonlyMap<string, readonly DefaultBefore[]> = new Map([
  ['Cluster.connect_timeout', [{ since: '1.19' }]],
  ['core.Http2ProtocolOptions.max_concurrent_streams', [{ since: '1.36', before: { value: 2147483647 } }]],
  ['core.Http2ProtocolOptions.initial_stream_window_size', [{ since: '1.36', before: { value: 268435456 } }]],
  [
    'core.Http2ProtocolOptions.initial_connection_window_size',
    [{ since: '1.36', before: { value: 268435456 } }],
  ],
  // Since then the sum of the weights counts, whatever it is.
  ['route.WeightedCluster.total_weight', [{ since: '1.23', before: { value: 100 } }]],
]);

/** What a release fills in where nothing is written; the default of the newest one where nothing else is known. */
export function defaultAt(
  field: string,
  release: Release,
  newest: DefaultSpec | undefined,
): DefaultSpec | undefined {
  const other = BEFORE.get(field)?.find(({ since }) => compareReleases(release, since) < 0);
  return other === undefined ? newest : other.before;
}

/** What earlier releases fill in, the oldest first. */
export function defaultsBefore(field: string): readonly DefaultBefore[] {
  return BEFORE.get(field) ?? [];
}

/** The fields with such a history. */
export function fieldsWithOtherDefaults(): readonly string[] {
  return [...BEFORE.keys()];
}
