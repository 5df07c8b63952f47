/** Laws of migrating, for messages generated from the tables in every accepted spelling. */

import fc from 'fast-check';
import jsonPatch from 'fast-json-patch';
import { describe, expect, test } from 'vitest';
import { type FileMigration, migrateConfiguration, normalizeConfiguration } from '../../src/migrate/index.ts';
import { type Configuration, openConfiguration } from '../../src/model/index.ts';
import { firstDifference } from '../../src/model/same.ts';
import { extensions } from '../../src/schema/extensions.ts';
import { printJson, printYaml } from '../../src/source/edit/print.ts';
import { sourceFile } from '../../src/source/load.ts';
import { plainValue, ROOT, type SourceTree } from '../../src/source/tree.ts';
import { choices, messageOf, renamed } from '../arbitraries/message.ts';

const types = [
  'Cluster',
  'Listener',
  'route.VirtualHost',
  'core.Node',
  'Bootstrap',
  'listener.FilterChain',
  'route.VirtualCluster',
  'route.QueryParameterMatcher',
  'type.matcher.StringMatcher',
  'core.HealthCheck.HttpHealthCheck',
  'CertificateValidationContext',
  'HttpConnectionManager',
  'gzip.Gzip',
  'HTTPFault',
];

function opened(text: string, type: string): Configuration {
  return openConfiguration(sourceFile('test', text, 'named'), { type, api: 'v2' });
}

function formOf(text: string, type: string): unknown {
  return normalizeConfiguration(opened(text, type), { onlyWritten: false, showSecrets: true })[0]?.value;
}

/** Checks every law on one text; answers with what migrating came to. */
function checked(text: string, type: string, also: readonly string[]): FileMigration {
  const before = opened(text, type);
  const result = migrateConfiguration(before, { older: false, also });
  expect(result.difference).toBeUndefined();
  expect(result.equivalent).toBe(true);
  const migrated = opened(result.text, type);
  // A second run changes nothing.
  const again = migrateConfiguration(migrated, { older: false, also });
  expect(again.applied).toEqual([]);
  expect(again.text).toBe(result.text);
  // The meaning stays, and so does every letter of the normal form, data without a table included.
  const [was, is] = [formOf(text, type), formOf(result.text, type)];
  expect(firstDifference(was, is)).toBeUndefined();
  expect(JSON.stringify(is)).toBe(JSON.stringify(was));
  // The edited text reads as the patched value.
  const [tree] = before.file.trees as [SourceTree];
  const patched = jsonPatch.applyPatch(
    { root: plainValue(tree, ROOT) },
    structuredClone(result.patches.flatMap(({ patch }) => patch)).map((operation) => ({
      ...operation,
      path: `/root${operation.path}`,
      ...('from' in operation ? { from: `/root${operation.from}` } : {}),
    })) as never,
  ).newDocument.root;
  const [after] = migrated.file.trees as [SourceTree];
  expect(firstDifference(patched, plainValue(after, ROOT))).toBeUndefined();
  // What the specification deprecates is gone, or left with a reason.
  const left = result.left.map(({ pointer }) => pointer);
  const kept = migrated.problems.filter(
    ({ rule, level, pointer }) =>
      rule === 'deprecated-field' &&
      (level === 'warning' || also.includes('all')) &&
      !left.some((each) => pointer.startsWith(each)),
  );
  expect(kept.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([]);
  return result;
}

describe.each(types)('%s', (type) => {
  const written = fc
    .tuple(messageOf(type, { depth: 4, most: 12 }), fc.nat(), fc.boolean())
    .map(([message, seed, json]) => {
      const value = renamed(type, message, choices(seed));
      return json ? printJson(value, '  ') : printYaml(value, { indent: 0, step: 2 });
    });

  test('migrating keeps the meaning, and a second run changes nothing', () => {
    fc.assert(
      fc.property(written, (text) => {
        checked(text, type, []);
      }),
      { numRuns: 60 },
    );
  });

  test('so does migrating with every optional one', () => {
    fc.assert(
      fc.property(written, (text) => {
        checked(text, type, ['all']);
      }),
      { numRuns: 60 },
    );
  });
});

test('14.b8 the normal form of a filter is the same letter by letter before and after, with and without a table', () => {
  const filters = extensions.filter(({ kind }) => kind === 'network filter' || kind === 'http filter');
  const written = fc
    .tuple(
      fc.constantFrom(
        ...filters.flatMap((each) => [each.name, ...each.older].map((name) => ({ ...each, name }))),
      ),
      fc.dictionary(fc.constantFrom('zone', 'stat_prefix', 'alpha', 'B'), fc.jsonValue({ maxDepth: 2 })),
    )
    .map(([{ kind, name }, config]) => ({
      type: kind === 'network filter' ? 'listener.Filter' : 'HttpFilter',
      text: JSON.stringify({ name: `proxy.${name}`, config }),
    }));
  fc.assert(
    fc.property(written, ({ type, text }) => {
      checked(text, type, ['all']);
    }),
    { numRuns: 200 },
  );
});

test('the generated messages do hold what is migrated', () => {
  const wanted = new Set([
    'build-version-to-user-agent',
    'hosts-to-load-assignment',
    'original-dst-lb-to-cluster-provided',
    'tls-context-to-transport-socket',
  ]);
  for (const type of types)
    for (const message of fc.sample(messageOf(type, { depth: 4, most: 12 }), { numRuns: 160, seed: 7 })) {
      if (wanted.size === 0) return;
      const text = printYaml(message, { indent: 0, step: 2 });
      for (const { migration } of migrateConfiguration(opened(text, type), { older: false, also: ['all'] })
        .applied)
        wanted.delete(migration);
    }
  expect([...wanted]).toEqual([]);
});
