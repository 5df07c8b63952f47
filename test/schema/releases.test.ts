/** What the tables say of each release, held to its descriptor set in both directions (`npm run api:check`). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ReadRelease } from '../../scripts/api-sets.ts';
import { readApi } from '../../scripts/api-union.ts';
import { factsOf, oneofsOf, type ReferenceMessage } from '../../src/descriptors/facts.ts';
import { historyOf } from '../../src/schema/at-release.ts';
import { type CompiledMessage, compiledAt } from '../../src/schema/compiled.ts';
import { enumSpec, messageSpec } from '../../src/schema/index.ts';
import {
  goneShown,
  isIn,
  NEWEST_RELEASE,
  type Release,
  releaseNamed,
  sinceShown,
} from '../../src/schema/release.ts';
import { messageOfType } from '../../src/schema/version.ts';

const api = readApi();
/** Tags of the earlier module name no release: nothing is certain of the release that they are about. */
const named = api.releases.filter(({ isAbout }) => !isAbout);
const HIDDEN = /^hidden_/;

/** The messages or enums of a set that a table tells of, by id; what contrib has is told without a release. */
function told<T>(types: { readonly [type: string]: T }, contrib: object): readonly (readonly [string, T])[] {
  return Object.entries(types).flatMap(([type, found]) => {
    const known = messageOfType(type);
    return known?.version !== 'v3' || type in contrib ? [] : [[known.id, found] as const];
  });
}

function releaseOf({ release }: ReadRelease): Release {
  const found = releaseNamed(release);
  if (found === undefined) throw new Error(`${release} is no release`);
  return found;
}

const names = ({ fields }: CompiledMessage): readonly string[] => fields.map(({ name }) => name);
const byMembers = (groups: readonly (readonly [string, readonly string[]])[]): readonly string[] =>
  groups.map(([need, members]) => `${need}: ${[...members].sort().join(' ')}`).sort();

function oneofsShown(message: ReferenceMessage): readonly string[] {
  const needs = oneofsOf(message);
  return byMembers(
    Object.entries(message.oneofs ?? {}).map(([name, { fields }]) => [needs[name] ?? '', fields]),
  );
}

describe.each(named.map((release) => [release.release, release] as const))('release %s', (_, read) => {
  const release = releaseOf(read);
  const messages = told(read.reference.messages, api.contrib.messages);

  test('has the messages of its set, and no others', () => {
    const ids = messages.map(([id]) => id);
    expect(ids.length).toBeGreaterThan(1000);
    const here = new Set(ids);
    const everywhere = new Set(
      api.releases.flatMap((each) => told(each.reference.messages, api.contrib.messages)).map(([id]) => id),
    );
    const wrong = [...everywhere].filter((id) => (isIn(historyOf(id), release) === true) !== here.has(id));
    expect(wrong).toEqual([]);
  });

  test('has the fields of its set, and no others', () => {
    const wrong = messages.flatMap(([id, { fields }]) => {
      const table = compiledAt(id, 'v3', release);
      const stated = new Set([...names(table), ...(table.carried ?? [])]);
      const shown = Object.keys(fields).filter((name) => !HIDDEN.test(name));
      return [
        ...shown.filter((name) => !stated.has(name)).map((name) => `${id}.${name} is missing`),
        ...[...stated].filter((name) => !shown.includes(name)).map((name) => `${id}.${name} is too much`),
      ];
    });
    expect(wrong).toEqual([]);
  });

  test('has their types, limits and one-ofs, and deprecates the same', () => {
    for (const [id, message] of messages) {
      const table = compiledAt(id, 'v3', release);
      for (const { name, spec } of table.fields) {
        const { oneof: _, secret: __, deprecated, ...facts } = factsOf(read.reference, message, name);
        const { type, required, limits, refused } = spec;
        const found = {
          type,
          ...(required && { required }),
          ...(limits && { limits }),
          ...(refused && { refused }),
        };
        expect(found, `${id}.${name}`).toEqual(facts);
        expect(spec.deprecated !== undefined, `${id}.${name} is deprecated`).toBe(deprecated === true);
      }
      const carried = table.carried ?? new Set();
      if (Object.values(message.oneofs ?? {}).some(({ fields }) => fields.some((name) => carried.has(name))))
        continue;
      const stated = table.oneofs.map(
        ({ need, members }) => [need, members.map(({ name }) => name)] as const,
      );
      expect(byMembers(stated), id).toEqual(oneofsShown(message));
    }
  });

  test('has the values of its enums, and no others', () => {
    const wrong = told(read.reference.enums, api.contrib.enums).flatMap(([id, { values }]) => {
      const { values: history = {} } = historyOf(id);
      const stated = Object.entries(enumSpec(id)?.values ?? {})
        .filter(([name, { only }]) => only !== 'v2' && isIn(history[name] ?? {}, release) === true)
        .map(([name]) => name);
      const shown = Object.keys(values).filter((name) => !HIDDEN.test(name));
      const gone = Object.entries(history)
        .filter(([, { until }]) => until !== undefined)
        .map(([name]) => name);
      const missing = shown.filter((name) => !stated.includes(name) && !gone.includes(name));
      return [...missing, ...stated.filter((name) => !shown.includes(name))].map((name) => `${id}.${name}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('tags that name no release', () => {
  test.each(api.releases.filter(({ isAbout }) => isAbout).map((each) => [each.release, each] as const))(
    'the one about %s has the fields that are told since it or before',
    (mark, { reference }) => {
      const order = api.releases.map(({ release }) => release);
      const at = order.indexOf(mark);
      const wrong = told(reference.messages, api.contrib.messages).flatMap(([id, { fields }]) => {
        const { fields: history = {} } = historyOf(id);
        const all = new Set([...Object.keys(history), ...Object.keys(messageSpec(id)?.fields ?? {})]);
        const shown = Object.keys(fields).filter((name) => !HIDDEN.test(name));
        const isSaid = (name: string): boolean => {
          const { since, until } = history[name] ?? {};
          return (
            (since === undefined || order.indexOf(since) <= at) &&
            (until === undefined || order.indexOf(until) >= at)
          );
        };
        return [
          ...shown.filter((name) => !isSaid(name)),
          ...[...all].filter((name) => history[name] !== undefined && isSaid(name) && !shown.includes(name)),
        ].map((name) => `${id}.${name}`);
      });
      expect(wrong).toEqual([]);
    },
  );
});

test('what lies between two modelled releases is not said for certain', () => {
  expect(NEWEST_RELEASE).toBe(named.at(-1)?.release);
  expect([isIn({ since: '1.36' }, '1.35'), isIn({ since: '1.36' }, '1.36')]).toEqual([false, true]);
  expect([
    isIn({ since: '1.35' }, '1.32'),
    isIn({ since: '1.35' }, '1.34'),
    isIn({ since: '1.35' }, '1.35'),
  ]).toEqual([false, undefined, true]);
  expect([isIn({ since: '1.26' }, '1.21'), isIn({ since: '1.26' }, '1.20')]).toEqual([undefined, false]);
  expect([
    isIn({ until: '1.38' }, '1.38'),
    isIn({ until: '1.38' }, '1.39'),
    isIn({ until: '1.38' }, '1.99'),
  ]).toEqual([true, false, false]);
  expect([
    sinceShown('1.36'),
    sinceShown('1.35'),
    sinceShown('1.26'),
    goneShown('1.38'),
    goneShown('1.32'),
  ]).toEqual(['1.36', '1.35 or before', '1.26 or before', '1.39', '1.35 or before']);
});

test('the package names the newest one', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).proxyRelease).toBe(NEWEST_RELEASE);
});

test('releases are read as people and proxies write them', () => {
  expect(['1.36', 'v1.36.4', '1.39.0-dev', '01.5', 'newest', '1', ''].map(releaseNamed)).toEqual([
    '1.36',
    '1.36',
    '1.39',
    '1.5',
    undefined,
    undefined,
    undefined,
  ]);
});
