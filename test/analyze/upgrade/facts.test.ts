/** What became of every fact of the release notes: facts.txt, held to the reference beside the project. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { releaseChanges } from '../../../src/analyze/upgrade/index.ts';
import { removedGuards } from '../../../src/analyze/upgrade/runtime.ts';

const REFERENCE = new URL('../../../../shared/reference/changes-1.13-1.37.tsv', import.meta.url);

const CLASSES = new Set([
  'deprecated',
  'elsewhere',
  'repeated',
  'withdrawn',
  'new',
  'traffic',
  'observed',
  'extension',
  'control-plane',
  'outside',
]);

/** Told by fixes that the reference leaves out, and by the notes of 1.13 and 1.14, of which it has the deprecated ones. */
const OWN_SOURCES = new Set([
  'tls-client-minimum',
  'prefix-without-query',
  'retry-condition-blanks',
  'try-timeout-alone',
  'host-matcher',
  'absent-parameter',
  'header-mutation-encodes',
]);

interface Entry {
  readonly row: number;
  readonly release: string;
  readonly area: string;
  readonly fate: string;
  readonly id: string | undefined;
}

const entries: readonly Entry[] = readFileSync(new URL('./facts.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [row, release = '', area = '', fate = '', id] = line.split(' ');
    return { row: Number(row), release, area, fate, id };
  });
const ids = new Set(releaseChanges.map(({ id }) => id));

test('each fact is taken or has its reason', () => {
  for (const { row, fate, id } of entries) {
    if (fate === 'taken') expect(ids, `row ${row}`).toContain(id);
    else expect(CLASSES, `row ${row}`).toContain(fate);
  }
});

test('each change has a fact, or a source of its own', () => {
  const taken = new Set(entries.map(({ id }) => id));
  expect([...ids].filter((id) => !taken.has(id) && !OWN_SOURCES.has(id))).toEqual([]);
});

test.skipIf(!existsSync(REFERENCE))('the listing has the facts of the reference, row by row', () => {
  const [, ...rows] = readFileSync(REFERENCE, 'utf8').trimEnd().split('\n');
  const facts = rows.map((line, at) => {
    const [release = '', , area = ''] = line.split('\t');
    return `${at + 1} ${release} ${area.replaceAll(' ', '-')}`;
  });
  expect(entries.map(({ row, release, area }) => `${row} ${release} ${area}`)).toEqual(facts);
});

test.skipIf(!existsSync(REFERENCE))('a change begins with the first release that tells of it', () => {
  for (const { id, release } of releaseChanges) {
    const told = entries.filter((entry) => entry.id === id).map((entry) => entry.release);
    const first = told[0];
    if (id === 'removed-guard' || first === undefined) continue;
    // What the notes call the current release is the one behind their last.
    expect(
      told.map((each) => (each === 'current' ? '1.38.0' : each)),
      id,
    ).toContain(release);
  }
});

test.skipIf(!existsSync(REFERENCE))('removed runtime keys are those of the reference', () => {
  const rows = readFileSync(REFERENCE, 'utf8').split('\n');
  const told = new Map<string, string>();
  for (const row of rows) {
    const [release = '', section, , text = ''] = row.split('\t');
    if (section !== 'removed_config_or_runtime' && !text.startsWith('Removed runtime guard')) continue;
    const [removed = ''] = text.split(' and replaced with ');
    for (const [, kind, name = ''] of removed.matchAll(
      /envoy[._](reloadable|restart|deprecated)_features[._]([\w.]+)/g,
    )) {
      const bare = name.replace(/^envoy_reloadable_features_/, '').replace(/\.$/, '');
      const key = `${kind}_features.${bare}`;
      if (!told.has(key)) told.set(key, release);
    }
  }
  for (const [key, release] of removedGuards) expect([key, told.get(key)]).toEqual([key, release]);
  // Proxies of today know these two again.
  const left = [...told.keys()].filter((key) => !removedGuards.has(key));
  expect(left.sort()).toEqual([
    'reloadable_features.validate_connect',
    'restart_features.use_eds_cache_for_ads',
  ]);
});
