/** An empty message beside none is a difference, unless it is known, and said why, that it is none. */
import { describe, expect, test } from 'vitest';
import { diffConfigurations } from '../../../src/diff/index.ts';
import { type CompiledField, compiledMessage } from '../../../src/schema/compiled.ts';
import { isEmptyAbsent } from '../../../src/schema/empty.ts';
import { generatedMessages, messages } from '../../../src/schema/index.ts';
import type { ApiVersion } from '../../../src/schema/language.ts';
import { sameWhenEmpty } from '../../../src/schema/overlay/empty.ts';
import { opened } from '../../opened.ts';

/** What is no difference without standing in the table, and what of the table is one in this version. */
const OTHERWISE: { readonly [api in ApiVersion]: Otherwise } = {
  v2: {
    silent: [
      // Where nothing else is set: below.
      'Bootstrap.runtime',
      'Bootstrap.watchdog',
      'Cluster.CommonLbConfig.consistent_hashing_lb_config',
      'Cluster.CommonLbConfig.zone_aware_lb_config',
      'Cluster.http_protocol_options',
      'Cluster.lb_subset_config',
      'endpoint.LocalityLbEndpoints.locality',
    ],
    told: [],
  },
  v3: {
    silent: [
      'Bootstrap.watchdog',
      'Bootstrap.watchdogs',
      'Cluster.CommonLbConfig.consistent_hashing_lb_config',
      'Cluster.CommonLbConfig.zone_aware_lb_config',
      'Cluster.lb_subset_config',
      'HttpConnectionManager.access_log_options',
      'TcpProxy.access_log_options',
      'endpoint.LocalityLbEndpoints.locality',
      // There is no other engine.
      'type.matcher.RegexMatcher.google_re2',
      'xds.type.matcher.RegexMatcher.google_re2',
    ],
    // It becomes a member of HttpProtocolOptions, which an extension is there for then.
    told: ['Cluster.common_http_protocol_options'],
  },
};

interface Otherwise {
  readonly silent: readonly string[];
  readonly told: readonly string[];
}

/** What holds resources, or what a running proxy says of them, is compared as these resources are. */
const HOLDS_RESOURCES = /^(?:Resources|\w+ConfigDump)(?:\.|$)/;

const inTable = Object.values(sameWhenEmpty).flatMap((each) =>
  Object.entries(each).flatMap(([message, fields]) => fields.map((field) => ({ message, field }))),
);

function mayBeEmpty({ shape, element }: CompiledField, api: ApiVersion): boolean {
  if (shape !== 'one' || element.kind !== 'message') return false;
  const { required, oneofs } = compiledMessage(element.name, api);
  return required.length === 0 && oneofs.every(({ need }) => need !== 'exactly one');
}

function areEqual(api: ApiVersion, type: string, one: object, other: object): boolean {
  const sides = [one, other].map((side, at) => [opened(JSON.stringify(side), { api, type }, `${at}.json`)]);
  return diffConfigurations(sides[0] ?? [], sides[1] ?? []).equal;
}

test.each(['v2', 'v3'] as const)('fact 144: an empty message in each field of %s', (api) => {
  const ids = [...Object.keys(messages), ...(api === 'v3' ? Object.keys(generatedMessages) : [])];
  const all = ids
    .filter((id) => !HOLDS_RESOURCES.test(id))
    .flatMap((id) =>
      compiledMessage(id, api)
        .fields.filter((field) => mayBeEmpty(field, api))
        .map(({ key, name }) => ({ id, key, isSilent: areEqual(api, id, {}, { [name]: {} }) })),
    );
  const wrong = (isSilent: boolean): readonly string[] =>
    all
      .filter((each) => each.isSilent === isSilent && isEmptyAbsent(each.id, each.key) !== isSilent)
      .map(({ id, key }) => `${id}.${key}`)
      .sort();
  expect(all.length).toBeGreaterThan(api === 'v2' ? 150 : 600);
  expect({ silent: wrong(true), told: wrong(false) }).toEqual(OTHERWISE[api]);
});

test('the table is about fields in no one-of, whose types demand nothing and of which nobody says that they count', () => {
  const names = inTable.map(({ message, field }) => `${message}.${field}`);
  expect(new Set(names).size).toBe(names.length);
  const stray = inTable.filter(({ message, field: name }) => {
    const field = compiledMessage(message, 'v3').fields.find(({ key }) => key === name);
    return !field || !mayBeEmpty(field, 'v3') || field.spec.oneof !== undefined || field.spec.presence;
  });
  expect(stray).toEqual([]);
});

const WHERE: readonly (readonly [type: string, field: string, beside: object, api: ApiVersion])[] = [
  ['Bootstrap', 'watchdog', { watchdogs: {} }, 'v3'],
  ['Bootstrap', 'watchdogs', { watchdog: {} }, 'v3'],
  ['Cluster', 'http_protocol_options', { http2_protocol_options: {} }, 'v2'],
  ['Cluster', 'lb_subset_config', { load_balancing_policy: { policies: [] } }, 'v3'],
  ['HttpConnectionManager', 'access_log_options', { access_log_flush_interval: '1s' }, 'v3'],
  ['HttpConnectionManager', 'access_log_options', { flush_access_log_on_new_request: true }, 'v3'],
  ['endpoint.LocalityLbEndpoints', 'locality', { load_balancing_weight: 2 }, 'v3'],
  ['TcpProxy', 'access_log_options', { flush_access_log_on_connected: true }, 'v3'],
];

describe('beside what it is refused with, or makes count, an empty one is not the same', () => {
  test.each(WHERE)('%s.%s beside %j', (type, field, beside, api) => {
    expect(areEqual(api, type, {}, { [field]: {} })).toBe(true);
    expect(areEqual(api, type, beside, { ...beside, [field]: {} })).toBe(false);
  });

  test.each(['consistent_hashing_lb_config', 'zone_aware_lb_config'])('%s', (field) => {
    const cluster = { load_balancing_policy: { policies: [] }, common_lb_config: {} };
    expect(areEqual('v3', 'Cluster', cluster, { ...cluster, common_lb_config: { [field]: {} } })).toBe(false);
  });
});
