import { describe, expect, test } from 'vitest';
import { releaseChanges } from '../../../src/analyze/upgrade/index.ts';
import { compareReleases } from '../../../src/schema/release.ts';
import { examples } from './examples.ts';
import { changesMet, remarks } from './met.ts';

const ids = releaseChanges.map(({ id }) => id);

test('every change has examples, and an id of its own', () => {
  expect([...new Set(examples.map(({ id }) => id))].sort()).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(examples.map((example, index) => [`${example.id} ${index}`, example] as const))(
  '%s',
  (_, each) => {
    const { id, type, met, unmet, api } = each;
    test('is met', () => {
      expect(changesMet(type, met, api).filter((found) => found === id)).toEqual([id]);
    });
    // An empty message of a table is nothing that could be read.
    test.skipIf(unmet === '')('is not met', () => {
      expect(changesMet(type, unmet, api)).not.toContain(id);
    });
  },
);

test('one remark for each change, at the first place, with the others beside it', () => {
  const text = `static_resources:
  clusters:
  - name: a
    outlier_detection: {max_ejection_percent: 100}
  - name: b
    outlier_detection: {max_ejection_percent: 100}
`;
  const found = remarks('Bootstrap', text);
  expect(found.map(({ data, range, related }) => [data, range.start.line, related.length])).toEqual([
    [
      {
        change: 'ejection-time-cap',
        release: '1.17',
        keep: 'set max_ejection_time to the longest that is wanted',
        places: 2,
      },
      4,
      1,
    ],
  ]);
  expect(found[0]?.message).toBe(
    'since 1.17, an ejection lasts 300s at most (or base_ejection_time where that is longer) and gets shorter while the host is well; before, it grew without an end; to keep the old behaviour, set max_ejection_time to the longest that is wanted (here and in 1 more place)',
  );
});

test('a removed runtime key is told with its own release, and each by itself', () => {
  const text =
    'layers: [{name: a, static_layer: {envoy.reloadable_features.stop_faking_paths: false, envoy.reloadable_features.proxy_104: true}}]';
  expect(remarks('LayeredRuntime', text).map(({ message }) => message)).toEqual([
    'since 1.18, envoy.reloadable_features.stop_faking_paths: the key does nothing and can be removed; this cannot be switched back',
    'since 1.36, envoy.reloadable_features.proxy_104: the key does nothing and can be removed; this cannot be switched back',
  ]);
});

test('releases are compared as numbers', () => {
  expect(compareReleases('1.9.0', '1.10.0')).toBeLessThan(0);
  expect(compareReleases('1.30', '1.30.0')).toBe(0);
  expect(ids.indexOf('tls-client-minimum')).toBeLessThan(ids.indexOf('tls-server-minimum'));
});
