/** Defaults are those of the release in force, wherever one is written out or told. */
import { describe, expect, test } from 'vitest';
import { normalizeConfiguration } from '../../src/migrate/index.ts';
import { openConfiguration } from '../../src/model/open.ts';
import { compiledAt, compiledMessage } from '../../src/schema/compiled.ts';
import { defaultAt, fieldsWithOtherDefaults } from '../../src/schema/default-history.ts';
import { MODELLED } from '../../src/schema/modelled.ts';
import { type Release, releaseNamed } from '../../src/schema/release.ts';
import { sourceFile } from '../../src/source/load.ts';

function normalized(text: string, release: Release | undefined, type: string): unknown {
  const file = sourceFile('front.yaml', text, 'named');
  const configuration = openConfiguration(file, { api: 'v3', type, ...(release && { release }) });
  const [document] = normalizeConfiguration(configuration, { onlyWritten: false, showSecrets: false });
  return document?.value;
}

test.each<[Release, number, number, number]>([
  ['1.28', 2_147_483_647, 268_435_456, 268_435_456],
  ['1.35', 2_147_483_647, 268_435_456, 268_435_456],
  ['1.36', 1024, 16_777_216, 25_165_824],
  ['1.40', 1024, 16_777_216, 25_165_824],
])('HTTP/2 in release %s', (release, streams, stream, connection) => {
  expect(normalized('{}', release, 'core.Http2ProtocolOptions')).toMatchObject({
    max_concurrent_streams: streams,
    initial_stream_window_size: stream,
    initial_connection_window_size: connection,
  });
});

test('version 2 has the defaults that version 3 began with', () => {
  const { byName } = compiledMessage('core.Http2ProtocolOptions', 'v2');
  expect(byName.get('max_concurrent_streams')?.spec.default).toEqual({ value: 2_147_483_647 });
});

test('a cluster has a timeout of its own only since 1.19', () => {
  const cluster = 'name: cart\ntype: EDS\n';
  expect(normalized(cluster, '1.18', 'Cluster')).not.toHaveProperty('connect_timeout');
  expect(normalized(cluster, '1.19', 'Cluster')).toHaveProperty('connect_timeout', '5s');
  expect(normalized(cluster, undefined, 'Cluster')).toHaveProperty('connect_timeout', '5s');
});

test('nothing is written out that a release does not have for certain', () => {
  for (const { release } of MODELLED.filter(({ isAbout }) => !isAbout)) {
    const known = releaseNamed(release);
    const value = normalized('name: cart\ntype: EDS\noutlier_detection: {}\n', known, 'Cluster');
    const { fields } = compiledAt('Cluster', 'v3', known);
    const names = new Set(fields.map(({ name }) => name));
    expect(Object.keys(value ?? {}).filter((name) => !names.has(name))).toEqual([]);
  }
  // Between two modelled releases a field may have come already, or not yet.
  const between = normalized('outlier_detection: {}\nname: cart\n', '1.30', 'Cluster');
  expect(between).not.toHaveProperty('outlier_detection.detect_degraded_hosts');
});

describe('every default with a history', () => {
  test.each(fieldsWithOtherDefaults())('%s is that of the newest tables, and was another', (field) => {
    const end = field.lastIndexOf('.');
    const { default: newest } =
      compiledMessage(field.slice(0, end), 'v3').byName.get(field.slice(end + 1))?.spec ?? {};
    expect(defaultAt(field, '1.40', newest)).toBe(newest);
    expect(defaultAt(field, '1.18', newest)).not.toEqual(newest);
  });
});
