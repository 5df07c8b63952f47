/** Nothing is written that the release in force does not have. */
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { migrations } from '../../migrations/index.ts';
import { migrateConfiguration, normalizeConfiguration } from '../../src/migrate/index.ts';
import { MODELLED } from '../../src/schema/modelled.ts';
import { type Release, releaseNamed } from '../../src/schema/release.ts';
import { opened } from '../opened.ts';

const newer = migrations.filter(({ versions }) => versions?.includes('v3'));

function migrated(type: string, text: string, release: Release) {
  const before = opened(text, { type, api: 'v3', release });
  const made = migrateConfiguration(before, { older: false, also: ['all'] });
  return { before: unknown(type, text, release), after: unknown(type, made.text, release), made };
}

const unknown = (type: string, text: string, release: Release): readonly string[] =>
  opened(text, { type, api: 'v3', release })
    .problems.filter(({ rule }) => rule === 'unknown-field')
    .map(({ message }) => message);

function normalized(type: string, text: string, release: Release): string {
  const [document] = normalizeConfiguration(opened(text, { type, api: 'v3', release }), {
    onlyWritten: false,
    showSecrets: true,
  });
  return stringify(document?.value);
}

describe('31.4 in each release that is modelled', () => {
  it.each(MODELLED)('$release knows every field of the examples that are converted', ({ release }) => {
    for (const { id, example } of newer) {
      const { before, after, made } = migrated(example.type, example.before, releaseNamed(release) ?? '1.40');
      expect(
        after.filter((message) => !before.includes(message)),
        id,
      ).toEqual([]);
      if (!made.changed) continue;
      expect(made.equivalent, id).toBe(true);
    }
  });
});

describe('31.4 in each release, normalized', () => {
  it.each(MODELLED)('$release knows every field of the examples', ({ release: mark }) => {
    const release = releaseNamed(mark) ?? '1.40';
    for (const { id, example } of newer) {
      const before = unknown(example.type, example.before, release);
      const after = unknown(example.type, normalized(example.type, example.before, release), release);
      expect(
        after.filter((message) => !before.includes(message)),
        id,
      ).toEqual([]);
    }
  });
});

it('a form that a release is not known to have is left, with the reason', () => {
  const text = stringify({ name: 'x-harvest', exact_match: 'barley' });
  const { made } = migrated('route.HeaderMatcher', text, '1.17');
  expect(made.text).toBe(text);
  expect(made.left.map(({ reason }) => reason)).toEqual([
    'release 1.17 of the proxy is not known to have string_match, which takes its place since 1.21 or before',
  ]);
  expect(normalized('route.HeaderMatcher', text, '1.17')).toContain('exact_match: barley');
  expect(normalized('route.HeaderMatcher', text, '1.40')).toContain('string_match');
});

it('what edits put into a message that they make is looked at too, and what a release lacks is read by nobody', () => {
  const text = `name: ledger
max_requests_per_connection: 3
load_assignment: {cluster_name: ledger, policy: {weighted_priority_health: true}}
`;
  const { made } = migrated('Cluster', text, '1.0');
  expect(made).toMatchObject({ text, equivalent: true });
  expect(made.left.map(({ reason }) => reason).join()).toMatch(
    /not known to have max_requests_per_connection/,
  );
});
