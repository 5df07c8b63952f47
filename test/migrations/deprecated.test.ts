/** Nothing deprecated is forgotten: each form has a migration that looks at it, or stands in a list with its reason. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { enums, messages } from '../../src/schema/index.ts';
import type { EnumTables, FieldSpec, MessageTables } from '../../src/schema/language.ts';
import { messageOfType } from '../../src/schema/version.ts';
import { opened } from '../opened.ts';

const messageTables: MessageTables = messages;
const enumTables: EnumTables = enums;
const byId = new Map(migrations.map((migration) => [migration.id, migration]));

/** Why the migration that a table names does not look at a field; nothing where it does. */
function unheeded(message: string, field: string, { deprecated }: Pick<FieldSpec, 'deprecated'>): string[] {
  const id = deprecated?.migration;
  const migration = id === undefined ? undefined : byId.get(id);
  if (migration === undefined) return [`${message}.${field}: no migration ${id ?? ''}`];
  const looks = migration.messages.includes(message) && migration.fields.includes(field);
  return looks ? [] : [`${message}.${field}: ${migration.id} does not look at it`];
}

describe('14.c every deprecated form has a migration that looks at it', () => {
  test('fields', () => {
    const forgotten = Object.keys(messageTables).flatMap((message) =>
      compiledMessage(message).fields.flatMap(({ name: field, spec }) =>
        spec.deprecated === undefined ? [] : unheeded(message, field, spec),
      ),
    );
    expect(forgotten).toEqual([]);
  });

  test('values of enums, wherever a field has them', () => {
    const forgotten = Object.entries(messageTables).flatMap(([message, { fields }]) =>
      Object.entries(fields).flatMap(([field, { type }]) =>
        Object.values(enumTables[type]?.values ?? {}).flatMap((value) =>
          value.deprecated === undefined || value.only === 'v3' ? [] : unheeded(message, field, value),
        ),
      ),
    );
    expect(forgotten).toEqual([]);
  });
});

const REFERENCE = '../shared/reference';

interface Lift {
  readonly messages: { readonly [message: string]: { readonly removed?: readonly string[] } };
  readonly enums: {
    readonly [name: string]: { readonly changed?: { readonly [value: string]: string | null } };
  };
}

type Fields = { readonly [message: string]: { readonly fields?: { readonly [field: string]: object } } };

/** Forms that version 3 lacks although no release of version 2 deprecates them: current here, a matter of lifting. */
const CURRENT_HERE: { readonly [form: string]: string } = {
  'LoadBalancingPolicy.Policy.name': 'version 3 has typed_extension_config, version 2 nothing else',
  'LoadBalancingPolicy.Policy.typed_config': 'version 3 has typed_extension_config, version 2 nothing else',
  'listener.UdpListenerConfig.udp_listener_name':
    'version 3 tells the kind from other fields, version 2 by this name',
  'listener.UdpListenerConfig.typed_config':
    'version 3 tells the kind from other fields, version 2 by this type',
  'CertificateValidationContext.require_ocsp_staple': 'not implemented in either version',
  'listener.FilterChainMatch.ConnectionSourceType.LOCAL': 'renamed in version 3, the only name in version 2',
};

const idOf = (name: string): string => messageOfType(name)?.id ?? messageOfType(`api.v2.${name}`)?.id ?? name;

describe.skipIf(!existsSync(REFERENCE))('14.c what the references deprecate or version 3 removed', () => {
  const read = (name: string): unknown => JSON.parse(readFileSync(`${REFERENCE}/${name}.json`, 'utf8'));

  test('has a migration where a table has it, or a reason', () => {
    const lift = read('lift-v2-to-v3') as Lift;
    const deprecated = Object.entries(read('api-v2-fields') as Fields).flatMap(([message, { fields = {} }]) =>
      Object.entries(fields).flatMap(([field, spec]) =>
        'deprecated' in spec ? [[idOf(message), field] as const] : [],
      ),
    );
    const removed = Object.entries(lift.messages).flatMap(([message, { removed: fields = [] }]) =>
      fields.map((field) => [idOf(message), field] as const),
    );
    const forgotten = new Set<string>();
    for (const [message, field] of [...deprecated, ...removed]) {
      const spec = messageTables[message]?.fields[field];
      const name = `${message}.${field}`;
      if (spec !== undefined && spec.deprecated?.migration === undefined) forgotten.add(name);
    }
    for (const [name, { changed = {} }] of Object.entries(lift.enums))
      for (const value of Object.keys(changed)) {
        const spec = enumTables[idOf(name)]?.values[value];
        if (spec !== undefined && spec.deprecated?.migration === undefined)
          forgotten.add(`${idOf(name)}.${value}`);
      }
    expect([...forgotten].sort()).toEqual(Object.keys(CURRENT_HERE).sort());
  });
});

describe('14.c deprecated-field finds the old form of each example', () => {
  /** One knows old names of extensions by a rule of its own, one looks at a field that other sources go on using. */
  const named = migrations.filter(
    ({ id }) => id !== 'filter-names-to-current' && id !== 'cluster-names-to-grpc-services',
  );

  test.each(named.map(({ id, example, optional, versions }) => [id, example, optional, versions] as const))(
    '%s',
    (_, { type, before }, optional, versions) => {
      const isNewer = versions?.includes('v2') === false;
      const levels = opened(before, { type, api: isNewer ? 'v3' : 'v2' }).problems.flatMap(
        ({ rule, level }) => (rule === 'deprecated-field' ? [level] : []),
      );
      expect(new Set(levels)).toEqual(new Set([optional || isNewer ? 'info' : 'warning']));
    },
  );

  test.each([
    ['core.ApiConfigSource', 'api_type: UNSUPPORTED_REST_LEGACY'],
    ['ZipkinConfig', 'collector_endpoint_version: HTTP_JSON_V1'],
    ['http.ext_authz.ExtAuthz', 'use_alpha: true'],
    ['ClusterLoadAssignment.Policy', 'disable_overprovisioning: true'],
    ['FaultDelay', 'type: FIXED'],
  ])('%s %s', (type, text) => {
    const { problems } = opened(`${text}\n`, { type, api: 'v2' });
    expect(problems).toContainEqual(expect.objectContaining({ rule: 'deprecated-field', level: 'info' }));
  });
});
