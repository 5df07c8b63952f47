/** The published pairs of hand-made migrations, and the laws on every real configuration. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diffConfigurations } from '../../src/diff/index.ts';
import { migrateConfiguration, normalizeConfiguration } from '../../src/migrate/index.ts';
import { type Configuration, openConfiguration } from '../../src/model/index.ts';
import { printYaml } from '../../src/source/edit/print.ts';
import { InputError } from '../../src/source/errors.ts';
import { sourceFile } from '../../src/source/load.ts';
import { lines } from './sides.ts';

const corpus = join(import.meta.dirname, '../../../shared/corpus');
const isThere = existsSync(corpus);

function read(name: string, text = readFileSync(join(corpus, name), 'utf8')): Configuration {
  return openConfiguration(sourceFile(name, text, 'named'));
}

/** What each pair differs in; pairs that are not named here differ in form only. */
const DIFFERENCES: { readonly [pair: string]: readonly string[] } = {
  'allow_origin--grpc-web': ['virtual-host-cors-origin-added', 'virtual-host-cors-origin-removed'],
  'cors_enabled--envoy': ['virtual-host-cors-changed', 'virtual-host-renamed'],
  'dump_wrapper_v3--istio': ['network-filter-changed'],
  'hosts_config--istio': ['cluster-added'],
  'regex_allow_origin_orig_dst--envoy-8057eed8-backend': [
    'route-cors-origin-added',
    'route-cors-origin-removed',
    'virtual-host-cors-origin-added',
    'virtual-host-cors-origin-removed',
  ],
  'regex_allow_origin_orig_dst--envoy-8057eed8-zipkin': [
    'bootstrap-tracing-changed',
    'downstream-tracing-removed',
  ],
};

const pairs = isThere ? readdirSync(join(corpus, 'pairs')).filter((name) => /\.before\.\w+$/.test(name)) : [];

describe.skipIf(!isThere)('pairs', () => {
  test.each(pairs)('%s', (name) => {
    const before = read(join('pairs', name));
    const after = read(join('pairs', name.replace('.before.', '.after.')));
    const expected = Object.entries(DIFFERENCES).find(([start]) => name.startsWith(start))?.[1] ?? [];
    const { changes, equal } = diffConfigurations([before], [after]);
    expect([...new Set(changes.map(({ rule }) => rule))].sort()).toEqual(expected);
    expect(equal).toBe(expected.length === 0);
    expect(diffConfigurations([after], [before]).changes).toHaveLength(changes.length);
  });
});

function listed(folder: string): string[] {
  return readdirSync(join(corpus, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listed(path) : /\.(?:ya?ml|json)$/.test(entry.name) ? [path] : [];
  });
}

describe.skipIf(!isThere)('every configuration', () => {
  test('means what its normal form and its migrated form mean', () => {
    let seen = 0;
    for (const name of listed('.')) {
      let before: Configuration;
      try {
        before = read(name);
      } catch (error) {
        if (error instanceof InputError) continue;
        throw error;
      }
      seen++;
      const forms = normalizeConfiguration(before, { onlyWritten: false, showSecrets: true });
      const texts = [
        forms.map(({ value }) => printYaml(value, { indent: 0, step: 2 })).join('---\n'),
        migrateConfiguration(before, { also: ['all'], older: false }).text,
      ];
      for (const text of texts) {
        // The normal form of a response without resources is none that can be read again.
        if (before.roots[0]?.type === 'DiscoveryResponse' && !/"?resources"?:/.test(text)) continue;
        expect(lines(diffConfigurations([before], [read(name, text)])), name).toEqual([]);
      }
    }
    expect(seen).toBeGreaterThan(250);
  });
});
