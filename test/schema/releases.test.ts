/** What the tables say of each release and version, held to its descriptor set in both directions (`npm run api:check`). */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { historyText, modelledText } from '../../scripts/api-history.ts';
import { packagesText } from '../../scripts/api-packages.ts';
import type { ReadRelease } from '../../scripts/api-sets.ts';
import { generatedText, typesText } from '../../scripts/api-tables.ts';
import { isConfiguration, readApi } from '../../scripts/api-union.ts';
import {
  factsOf,
  oneofsOf,
  type Reference,
  type ReferenceEnum,
  type ReferenceMessage,
  typeOf,
} from '../../src/descriptors/facts.ts';
import { historyOf } from '../../src/schema/at-release.ts';
import { type CompiledMessage, compiledAt } from '../../src/schema/compiled.ts';
import { enumSpec, isGenerated, messageSpec } from '../../src/schema/index.ts';
import {
  goneShown,
  isIn,
  NEWEST_RELEASE,
  type Release,
  releaseNamed,
  sinceShown,
} from '../../src/schema/release.ts';
import { type ApiVersion, messageOfType } from '../../src/schema/version.ts';

const api = readApi();
/** Tags of the earlier module name no release: nothing is certain of the release that they are about. */
const named = api.releases.filter(({ isAbout }) => !isAbout);
const HIDDEN = /^hidden_/;

/** Where `data-model.md` says something else about version 2 than v0.9.9, which is later. */
const OTHERWISE: readonly string[] = [
  'ListenersConfigDump.dynamic_active_listeners is too much',
  'ListenersConfigDump.dynamic_warming_listeners is too much',
  'ListenersConfigDump.dynamic_draining_listeners is too much',
  'Cluster.dns_refresh_rate',
  'Cluster.RefreshRate.base_interval',
  'Cluster.RefreshRate.max_interval',
  'core.SelfConfigSource.transport_api_version is missing',
  'route.DirectResponseAction.status',
  'route.VirtualCluster.pattern',
  'Bootstrap.overload_manager',
  'GrpcStatusFilter.statuses',
  'http.ext_authz.ExtAuthz.deny_at_disable is missing',
  'HTTPFault.response_rate_limit',
  'header_to_metadata.Config.KeyValuePair.type',
  'http.router.Router.strict_check_headers',
  'HttpConnectionManager.max_request_headers_kb',
  'HttpConnectionManager.Tracing.operation_name',
  'Principal.direct_remote_ip is missing',
  'Principal.remote_ip is missing',
  'Principal.source_ip is deprecated',
  'Principal one-ofs',
  'rbac.RBAC.action',
  'LightstepConfig.propagation_modes',
  'type.HttpStatus.code',
  'type.matcher.RegexMatcher.GoogleRE2.max_program_size is deprecated',
];

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

const byMembers = (groups: readonly (readonly [string, readonly string[]])[]): readonly string[] =>
  groups.map(([need, members]) => `${need}: ${[...members].sort().join(' ')}`).sort();

function oneofsShown(message: ReferenceMessage): readonly string[] {
  const needs = oneofsOf(message);
  return byMembers(
    Object.entries(message.oneofs ?? {}).map(([name, { fields }]) => [needs[name] ?? '', fields]),
  );
}

/** What a table says otherwise than the descriptor of its message, in both directions. */
function faultsOf(
  reference: Reference,
  message: ReferenceMessage,
  table: CompiledMessage,
): readonly string[] {
  const carried = table.carried ?? new Set();
  const stated = new Set([...table.fields.map(({ name }) => name), ...carried]);
  const shown = Object.keys(message.fields).filter((name) => !HIDDEN.test(name));
  const faults = [
    ...shown.filter((name) => !stated.has(name)).map((name) => `${name} is missing`),
    ...[...stated].filter((name) => !shown.includes(name)).map((name) => `${name} is too much`),
  ];
  for (const { name, spec } of table.fields) {
    if (!shown.includes(name)) continue;
    const { oneof: _, secret, deprecated, refused, ...facts } = factsOf(reference, message, name);
    const { type, required, limits } = spec;
    const found = { type, ...(required && { required }), ...(limits && { limits }) };
    if (!isDeepStrictEqual(found, facts)) faults.push(name);
    if (secret && !spec.secret) faults.push(`${name} is no secret`);
    // Which fields of version 2 a proxy refuses depends on its release.
    if (table.version === 'v3' && (spec.refused ?? false) !== (refused ?? false))
      faults.push(`${name} is refused`);
    if ((spec.deprecated !== undefined) !== (deprecated ?? false)) faults.push(`${name} is deprecated`);
  }
  const ofCarried = Object.values(message.oneofs ?? {}).some(({ fields }) =>
    fields.some((name) => carried.has(name)),
  );
  const groups = table.oneofs.map(({ need, members }) => [need, members.map(({ name }) => name)] as const);
  const isGrouped = ofCarried || isDeepStrictEqual(byMembers(groups), oneofsShown(message));
  return [
    ...faults.map((fault) => `${table.name}.${fault}`),
    ...(isGrouped ? [] : [`${table.name} one-ofs`]),
  ];
}

/** The same of an enum's values: those that count as there, and those that are deprecated. */
function faultsOfEnum(
  shown: ReferenceEnum,
  id: string,
  version: ApiVersion,
  release?: Release,
): readonly string[] {
  const { values: history = {} } = historyOf(id);
  const stated = Object.entries(enumSpec(id)?.values ?? {}).filter(
    ([name, { only }]) =>
      (only ?? version) === version &&
      (version === 'v2' || release === undefined || isIn(history[name] ?? {}, release) === true),
  );
  const numbers = Object.fromEntries(stated.map(([name, { number }]) => [name, number]));
  const expected = Object.fromEntries(Object.entries(shown.values).filter(([name]) => !HIDDEN.test(name)));
  const outdated = stated.flatMap(([name, each]) =>
    (each.deprecated ?? each.in?.[version]?.deprecated) ? [name] : [],
  );
  return [
    ...(isDeepStrictEqual(numbers, expected) ? [] : [`${id}: ${JSON.stringify(numbers)}`]),
    ...(version === 'v2' || isDeepStrictEqual(outdated.sort(), [...(shown.deprecated ?? [])].sort())
      ? []
      : [`${id}: ${outdated}`]),
  ];
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

  test('has the fields, types, limits, one-ofs and deprecations of its set, and no others', () => {
    const faults = messages.flatMap(([id, message]) =>
      faultsOf(read.reference, message, compiledAt(id, 'v3', release)),
    );
    expect(faults).toEqual([]);
  });

  test('has the values of its enums, and no others', () => {
    const enums = told(read.reference.enums, api.contrib.enums);
    expect(enums.flatMap(([id, shown]) => faultsOfEnum(shown, id, 'v3', release))).toEqual([]);
  });
});

describe('without a release', () => {
  const newest = api.releases.at(-1)?.reference ?? api.all;
  const reference: Reference = {
    messages: { ...newest.messages, ...api.contrib.messages },
    enums: { ...newest.enums, ...api.contrib.enums },
  };

  test('every message and enum of a configuration has a table', () => {
    const types = [...Object.keys(reference.messages), ...Object.keys(reference.enums)];
    const without = types.filter(isConfiguration).filter((type) => {
      const id = messageOfType(type)?.id;
      return id === undefined || (messageSpec(id) === undefined && enumSpec(id) === undefined);
    });
    expect(without).toEqual([]);
  });

  test('the tables of version 3 are the newest set, and that of contrib', () => {
    const faults = told(reference.messages, {}).flatMap(([id, message]) =>
      faultsOf(reference, message, compiledAt(id, 'v3', undefined)),
    );
    expect(faults).toEqual([]);
    expect(told(reference.enums, {}).flatMap(([id, shown]) => faultsOfEnum(shown, id, 'v3'))).toEqual([]);
  });

  test('the tables of version 2 are its set, but for what the data model says otherwise', () => {
    const set = api.releases[0]?.reference ?? api.all;
    const faults = Object.entries(set.messages).flatMap(([type, message]) => {
      const known = messageOfType(type);
      if (known?.version !== 'v2' || isGenerated(known.id)) return [];
      return faultsOf(set, message, compiledAt(known.id, 'v2', undefined));
    });
    const values = Object.entries(set.enums).flatMap(([type, shown]) => {
      const known = messageOfType(type);
      return known?.version === 'v2' && !isGenerated(known.id) ? faultsOfEnum(shown, known.id, 'v2') : [];
    });
    expect([...faults, ...values]).toEqual(OTHERWISE);
  });

  test('a type without a table is named as the reference names it', () => {
    expect(typeOf('repeated config.core.v3.Node')).toBe('repeated core.Node');
    expect(typeOf('map<uint32, config.core.v3.Node>')).toBe('map<string, core.Node>');
    expect(typeOf('google.rpc.Status')).toBe('Struct');
  });
});

test('the generated files are what the scripts make of the descriptor sets', async () => {
  await expect(packagesText(api)).toMatchFileSnapshot('../../src/schema/packages.ts');
  await expect(generatedText(api)).toMatchFileSnapshot('../../src/schema/generated.ts');
  await expect(typesText(api)).toMatchFileSnapshot('../../src/schema/types.ts');
  await expect(historyText(api)).toMatchFileSnapshot('../../src/schema/history.ts');
  await expect(modelledText(api)).toMatchFileSnapshot('../../src/schema/modelled.ts');
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
