/**
 * Version 3's own deprecated forms, as the reference lists them: each has a migration that looks at it, and none is
 * passed over in silence.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { looksAt } from '../../src/canonical/concerns.ts';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { compiledMessage, hasTable } from '../../src/schema/compiled.ts';
import { enumSpec, tableNames } from '../../src/schema/index.ts';
import { messageOfType } from '../../src/schema/version.ts';
import { opened } from '../opened.ts';
import { sampleOf } from './samples.ts';

const REFERENCE = '../shared/reference/api-v3-fields.json';

interface Reference {
  readonly messages: {
    readonly [type: string]: {
      readonly fields?: { readonly [field: string]: { readonly deprecated?: unknown } };
    };
  };
  readonly enums: { readonly [type: string]: { readonly deprecated?: readonly string[] } };
}

/** What another field or value of the same message decides, so that alone it says nothing. */
const NEEDS: { readonly [form: string]: string } = {
  'route.RouteAction.grpc_timeout_offset': 'max_grpc_timeout: 5s',
  'route.RouteAction.max_internal_redirects': 'internal_redirect_action: HANDLE_INTERNAL_REDIRECT',
};

/** Checks that a text's deprecated forms are gone, or left with a reason. */
function expectHeeded(text: string, type: string): void {
  const before = opened(text, { type, api: 'v3' });
  expect(before.problems.some(({ rule }) => /^(?:deprecated|refused)-field$/.test(rule))).toBe(true);
  const result = migrateConfiguration(before, { older: false });
  expect(result.difference).toBeUndefined();
  for (const { reason } of result.left) expect(reason.length).toBeGreaterThan(20);
  const after = opened(result.text, { type, api: 'v3' });
  const left = migrateConfiguration(after, { older: false });
  expect(left.changed).toBe(false);
  const silent = after.problems.filter(
    ({ rule, pointer }) =>
      rule === 'deprecated-field' && !left.left.some((each) => pointer.startsWith(each.pointer)),
  );
  expect(silent.map(({ message }) => message)).toEqual([]);
}

describe.skipIf(!existsSync(REFERENCE))('16.3 what the reference of version 3 deprecates', () => {
  const read = (): Reference => JSON.parse(readFileSync(REFERENCE, 'utf8')) as Reference;
  const newer = migrations.filter((migration) => looksAt(migration, 'v3'));
  const fields = existsSync(REFERENCE)
    ? Object.entries(read().messages).flatMap(([type, { fields: all = {} }]) => {
        const id = messageOfType(type)?.id ?? type;
        return Object.entries(all).flatMap(([field, { deprecated }]) =>
          deprecated === undefined ? [] : [[id, field] as const],
        );
      })
    : [];

  it('is a hundred fields and more', () => {
    expect(fields.length).toBeGreaterThan(100);
  });

  it.each(fields)('%s.%s has one migration, and is not passed over', (id, name) => {
    expect(hasTable(id)).toBe(true);
    const table = compiledMessage(id, 'v3');
    const field = table.byName.get(name);
    const looking = newer.filter(
      ({ messages, fields: looked }) => messages.includes(id) && looked.includes(name),
    );
    expect(looking.map((migration) => migration.id)).toEqual([field?.spec.deprecated?.migration]);
    if (field === undefined) return;
    const beside = NEEDS[`${id}.${name}`];
    expectHeeded(`${name}: ${sampleOf(field)}\n${beside === undefined ? '' : `${beside}\n`}`, id);
  });

  const values = existsSync(REFERENCE)
    ? Object.entries(read().enums).flatMap(([type, { deprecated = [] }]) =>
        deprecated.map((value) => [messageOfType(type)?.id ?? type, value] as const),
      )
    : [];

  it.each(values)('%s.%s is not passed over in any field', (id, value) => {
    expect(enumSpec(id)?.values[value]?.number).toBeDefined();
    const holders = tableNames().flatMap((message) =>
      compiledMessage(message, 'v3')
        .fields.filter(({ element }) => element.kind === 'enum' && element.name === id)
        .map((field) => [message, field.name] as const),
    );
    expect(holders.length).toBeGreaterThan(0);
    for (const [message, field] of holders) expectHeeded(`${field}: ${value}\n`, message);
  });
});

it('31 what a mixed file has of version 2 becomes the current form of version 3 at once', () => {
  const text = `name: mill
domains: ["*"]
metadata: { filter_metadata: {} }
virtual_clusters:
- { name: grain, pattern: "/grain/[0-9]+", method: PUT }
`;
  const { text: after, equivalent } = migrateConfiguration(opened(text, { type: 'route.VirtualHost' }), {
    older: false,
    also: ['all'],
  });
  expect(equivalent).toBe(true);
  expect(after).toContain('string_match: { safe_regex: { regex: "/grain/[0-9]+" } }');
  expect(after).toContain('string_match: { exact: PUT }');
});

const LISTENER = (name: string) => `  - name: ${name}
    address: {socket_address: {address: 0.0.0.0, port_value: 80}}
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/mill.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          tracing: {}
`;

it.each([
  [
    'a tracer',
    'type.googleapis.com/mill.config.trace.v3.DatadogConfig',
    `static_resources:
  listeners:
${LISTENER('a')}${LISTENER('b')}tracing:
  http:
    name: mill.tracers.datadog
    typed_config: {"@type": type.googleapis.com/mill.config.trace.v3.DatadogConfig, collectorCluster: c, serviceName: s}
`,
  ],
  [
    'an action of a watchdog',
    'type.googleapis.com/mill.extensions.watchdog.profile_action.v3.ProfileActionConfig',
    `static_resources: {}
watchdog:
  actions:
  - event: KILL
    config:
      name: mill.watchdog.profile_action
      typed_config: {"@type": type.googleapis.com/mill.extensions.watchdog.profile_action.v3.ProfileActionConfig, profile_path: /p}
`,
  ],
])('31 a copy of %s names its type as a file does, with host and namespace', (_, url, text) => {
  const migrated = migrateConfiguration(opened(text, { type: 'Bootstrap', api: 'v3' }), { older: false });
  expect(migrated).toMatchObject({ changed: true, equivalent: true });
  const types = [...migrated.text.matchAll(/@type"?: *"?([^",\n]+)/g)].map(([, type]) => type);
  expect(types.filter((type) => type === url)).toHaveLength(2);
  expect(types.every((type) => type?.startsWith('type.googleapis.com/mill.'))).toBe(true);
});
