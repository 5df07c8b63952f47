/** The schema accepts what the proxy accepts in any spelling, and refuses what it refuses. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { exampleNames } from '../../scripts/gallery.ts';
import { openConfiguration } from '../../src/model/open.ts';
import { type RuleExample, rules } from '../../src/model/rules.ts';
import { fieldExample, messageExample } from '../../src/report/explain/example.ts';
import { jsonSchema } from '../../src/report/json-schema.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { messages } from '../../src/schema/index.ts';
import type { ApiVersion } from '../../src/schema/version.ts';
import { sourceFile } from '../../src/source/load.ts';

const examples = new URL('../../examples/', import.meta.url);
const exampleFiles = exampleNames('examples');
const file = jsonSchema(undefined);
// Code that is not made smaller takes a third of the time to make.
const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
ajv.addSchema(file, 'file');

/** Validates against one definition in the schema of files. */
function passes(definition: string, value: unknown): boolean {
  const validate = ajv.getSchema(`file#/$defs/${definition}`);
  if (validate === undefined) throw new Error(`no definition ${definition}`);
  return validate(value) === true;
}

function accepts(message: string | undefined, yaml: string, api: ApiVersion = 'v2'): boolean {
  const schema = jsonSchema(message, api);
  const validate = ajv.getSchema(schema.$id as string) ?? ajv.compile(schema);
  return documents(yaml).every((value) => validate(value));
}

function documents(text: string): readonly unknown[] {
  return parseAllDocuments(text, { uniqueKeys: false }).map((document) => document.toJS());
}

describe('the schema of files', () => {
  test('compiles within two seconds and is no larger than a megabyte', () => {
    // Processor time: a busy machine is no reason to fail.
    const started = process.cpuUsage();
    new Ajv2020({ strict: false }).compile(file);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(2000 * slack);
    expect(JSON.stringify(file, undefined, 2).length).toBeLessThan(1_000_000);
  });

  test.each(exampleFiles)('accepts examples/%s, and refuses it with a typo', (name) => {
    const text = readFileSync(new URL(name, examples), 'utf8');
    expect(accepts(undefined, text), JSON.stringify(ajv.errors)).toBe(true);
    for (const value of documents(text)) {
      if (typeof value !== 'object' || value === null || 'kind' in value) continue;
      expect(accepts(undefined, JSON.stringify({ ...value, no_such_field: 1 }))).toBe(false);
    }
  });

  test.each([
    ['a list of clusters', '[{ name: a, connect_timeout: 1s }, { name: b, connectTimeout: 1s }]'],
    ['an empty bootstrap', '{}'],
    [
      'a dump of a bootstrap',
      '{ "@type": type.googleapis.com/envoy.admin.v2alpha.BootstrapConfigDump, bootstrap: {} }',
    ],
    ['a resource with its type', '{ "@type": type.googleapis.com/envoy.api.v2.Cluster, name: a }'],
  ])('accepts %s', (_, yaml) => {
    expect(accepts(undefined, yaml)).toBe(true);
  });

  test.each(['text', '1', '[1]', '{ spec: {} }', '[{ name: a, conect_timeout: 1s }]'])(
    'refuses %s',
    (yaml) => {
      expect(accepts(undefined, yaml)).toBe(false);
    },
  );
});

/** Room for machines that run other things at the same time. */
const slack = 5;

describe('spellings', () => {
  test.each([
    [
      'both forms of a name',
      'Cluster',
      '{ name: a, connectTimeout: 1s, per_connection_buffer_limit_bytes: 1 }',
    ],
    ['an alias', 'core.GrpcService', '{ proxy_grpc: { cluster_name: a } }'],
    ['an enum in lower case', 'Cluster', '{ name: a, lb_policy: round_robin }'],
    ['an enum by number', 'Cluster', '{ name: a, lb_policy: 3, type: "1" }'],
    ['a number as text', 'core.SocketAddress', '{ address: a, port_value: "80" }'],
    ['a wrapper as an object', 'Cluster', '{ name: a, max_requests_per_connection: { value: 1 } }'],
    ['a duration in parts', 'Cluster', '{ name: a, connect_timeout: { seconds: 1, nanos: 5 } }'],
    ['a boolean as text', 'Cluster', '{ name: a, respect_dns_ttl: "true" }'],
    ['one object for a list', 'Cluster', '{ name: a, hosts: { pipe: { path: /a } } }'],
    ['one text for a list', 'VirtualHost', '{ name: a, domains: "*" }'],
    [
      'null for absence',
      'Cluster',
      '{ name: a, connect_timeout: null, hosts: null, lb_policy: ~, tls_context: }',
    ],
    ['null beside the one that is set', 'RouteMatch', '{ prefix: null, path: /a }'],
    ['base64 in the other alphabet', 'DataSource', '{ inline_bytes: "_-8" }'],
    ['64 bits as text', 'RingHashLbConfig', '{ minimum_ring_size: "1024" }'],
    ['an unknown type in an Any', 'TransportSocket', '{ name: a, typed_config: { "@type": a/b.C, any: 1 } }'],
    ['any data in a Struct', 'Metadata', '{ filter_metadata: { a: { b: [1, null, { c: true }] } } }'],
    ['a sibling in place of a required field', 'VirtualCluster', '{ name: a, headers: [{ name: ":path" }] }'],
  ])('%s', (_, name, yaml) => {
    const type = Object.keys(messages).find((each) => each === name || each.endsWith(`.${name}`)) ?? name;
    expect(accepts(type, yaml)).toBe(true);
  });
});

test('a number without a name is refused where the proxy refuses it', () => {
  // Of the state of a socket option the API says that only named numbers may stand there, of an action nothing.
  const state = (api: ApiVersion) => accepts('core.SocketOption', '{ int_value: 1, state: 99 }', api);
  expect([state('v2'), state('v3')]).toEqual([false, false]);
  expect(accepts('core.SocketOption', '{ int_value: 1, state: 1 }', 'v3')).toBe(true);
  expect(accepts('Action', '{ name: a, action: 99 }', 'v3')).toBe(true);
});

describe('refusals', () => {
  test.each([
    ['Cluster', '{ name: a, conect_timeout: 1s }'],
    ['Cluster', '{ connect_timeout: 1s }'],
    ['Cluster', '{ name: null }'],
    ['Cluster', '{ name: "" }'],
    ['Cluster', '{ name: 5 }'],
    ['Cluster', '{ name: a, connect_timeout: 5 }'],
    ['Cluster', '{ name: a, connect_timeout: 0s }'],
    ['Cluster', '{ name: a, connect_timeout: 1m }'],
    ['Cluster', '{ name: a, lb_policy: FASTEST }'],
    ['Cluster', '{ name: a, lb_policy: 99 }'],
    ['Cluster', '{ name: a, lb_policy: [] }'],
    ['Cluster', '{ name: a, type: EDS, cluster_type: { name: b } }'],
    ['Cluster', '{ name: a, type: EDS, clusterType: { name: b } }'],
    ['Cluster', '{ name: a, max_requests_per_connection: -1 }'],
    ['Cluster', '{ name: a, max_requests_per_connection: lots }'],
    ['Cluster', '{ name: a, hosts: [x] }'],
    ['route.RouteMatch', '{}'],
    ['route.RouteMatch', '{ prefix: /, path: / }'],
    ['route.VirtualHost', '{ name: a, domains: [] }'],
    ['route.VirtualCluster', '{ name: a }'],
    ['core.SocketAddress', '{ address: a, port_value: 65536 }'],
    ['core.TransportSocket', '{ name: a, typed_config: { no_type: 1 } }'],
    ['core.DataSource', '{ inline_bytes: "not base64!" }'],
    ['type.Percent', '{ value: 101 }'],
  ])('%s: %s', (type, yaml) => {
    expect(accepts(type, yaml)).toBe(false);
  });
});

/** What JSON Schema can see: not spelling, not deprecation, and no key that the reader dropped already. */
const unseen: readonly string[] = [
  'loose-spelling',
  'deprecated-field',
  'duplicate-key',
  'untyped-extension',
];

/** Rules whose examples are of version 3. */
const newer: readonly string[] = ['refused-field', 'untyped-extension', 'mixed-versions'];

describe.each(rules)('the examples of $id', (rule) => {
  const isAccepted = ({ type, yaml }: RuleExample) =>
    accepts(type, yaml, newer.includes(rule.id) ? 'v3' : 'v2');

  test('good passes', () => expect(isAccepted(rule.good)).toBe(true));
  test('bad does not, where a schema can see it', () =>
    expect(isAccepted(rule.bad)).toBe(unseen.includes(rule.id)));
});

describe('the examples derived from the tables', () => {
  test('of every message pass', () => {
    for (const type of Object.keys(messages)) {
      if (type in (file.$defs as object))
        expect(passes(type, documents(messageExample(compiledMessage(type)))[0]), type).toBe(true);
    }
  });

  test('of every field pass its own schema', () => {
    for (const type of Object.keys(messages)) {
      if (!(type in (file.$defs as object))) continue;
      for (const field of compiledMessage(type).fields) {
        const [value] = documents(fieldExample(field, 'v2')) as readonly {
          readonly [name: string]: unknown;
        }[];
        const property = `${type}/properties/${field.name}`;
        expect(passes(property, value?.[field.name]), property).toBe(true);
      }
    }
  });

  test('every message has a schema of its own', () => {
    for (const type of Object.keys(messages)) {
      const { $defs, $ref } = jsonSchema(type);
      expect($ref).toBe(`#/$defs/${type}`);
      expect(Object.keys($defs as object)).toContain(type);
    }
  });
});

describe('what cfgtool reads without an error, the schema accepts', () => {
  const roots = exampleFiles.flatMap((name) => {
    const read = openConfiguration(sourceFile(name, readFileSync(new URL(name, examples), 'utf8'), 'named'));
    return read.roots.flatMap(({ type, many, value }) =>
      (many ? (value as readonly object[]) : [value]).map((each) => ({ type, value: each })),
    );
  });
  const odd = fc.constantFrom<unknown>(
    null,
    true,
    'true',
    'yes',
    0,
    -1,
    3,
    '3',
    1.5,
    '0x1f',
    '',
    'x',
    '1s',
    {},
    [],
    { value: 1 },
    { seconds: 1 },
    ['x'],
    [{}],
  );

  test('with any value put in the place of another', () => {
    const change = fc.record({
      root: fc.nat(),
      steps: fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
      value: odd,
    });
    const check = ({ root, steps, value }: { root: number; steps: readonly number[]; value: unknown }) => {
      const picked = roots[root % roots.length];
      if (picked === undefined) return;
      const changed = JSON.stringify(replaced(picked.value, steps, value));
      const { problems } = openConfiguration(sourceFile('changed.json', changed, 'named'), {
        type: picked.type,
      });
      if (problems.some(({ level }) => level === 'error')) return;
      expect(passes(picked.type, JSON.parse(changed)), changed).toBe(true);
    };
    fc.assert(fc.property(change, check), { numRuns: 1000 });
  });
});

/** A copy with another value at the place that the steps lead to, each choosing among what is there. */
function replaced(at: unknown, steps: readonly number[], value: unknown): unknown {
  const [step, ...rest] = steps;
  if (typeof at !== 'object' || at === null || step === undefined || Object.keys(at).length === 0)
    return value;
  // The type decides what the rest is; another one makes it something else, not something odd.
  const keys = Object.keys(at).filter((key) => key !== '@type');
  const key = keys[step % keys.length] ?? '';
  if (Array.isArray(at))
    return at.map((item, index) => (String(index) === key ? replaced(item, rest, value) : item));
  return { ...at, [key]: replaced(Reflect.get(at, key), rest, value) };
}
