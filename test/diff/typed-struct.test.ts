/**
 * A TypedStruct around a known type is that type for every reader, wherever the proxy takes one: a configuration and the
 * same with every extension in one are equal, answer requests alike, are judged alike and have the same normal form.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { refusalsIn, refusalTables, TAKEN } from '../../scripts/proxy/refusals.ts';
import { askValidate } from '../../scripts/proxy/validate-mode.ts';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { diff } from '../../src/library/diff.ts';
import { migrate } from '../../src/library/migrate.ts';
import { trace } from '../../src/library/trace.ts';
import { parseTypeUrl } from '../../src/model/type-url.ts';
import { type Data, isMap } from '../../src/source/data.ts';
import { CORPUS_V3, listed } from '../analyze/corpus-v3.ts';
import { formOf } from '../migrate/normal-form.ts';
import { opened } from '../opened.ts';
import { PROXY } from '../proxy/program.ts';

const XDS = 'type.googleapis.com/xds.type.v3.TypedStruct';
const UDPA = 'type.googleapis.com/udpa.type.v1.TypedStruct';
/** What holds extensions: fields, and maps by name. */
const FIELDS = /^(?:typed_?config|default_?config|config|retry_?policy_?typed_?config)$/i;
const MAPS = /^(?:typed_?per_?filter_?config|typed_?extension_?protocol_?options)$/i;

/** Every extension of a known type in a TypedStruct. @param plain pointers of those that stay as they are */
function inStructs(value: Data, plain: ReadonlySet<string>, at = '', around = ''): Data {
  if (Array.isArray(value)) return value.map((each, index) => inStructs(each, plain, `${at}/${index}`));
  if (!isMap(value)) return value;
  const key = at.slice(at.lastIndexOf('/') + 1);
  const { '@type': type, ...fields } = value;
  const isExtension = FIELDS.test(key) || MAPS.test(around);
  const isTaken = typeof type === 'string' && isExtension && !plain.has(at) && isKnown(type);
  const inside = (map: { readonly [key: string]: Data }, base: string): Data =>
    Object.fromEntries(
      Object.entries(map).map(([name, each]) => [
        name,
        inStructs(each, plain, `${base}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, key),
      ]),
    );
  if (!isTaken) return inside(value, at);
  const ofThree = parseTypeUrl(type).version === 'v3' && at.length % 2 === 0;
  const struct = ofThree ? XDS : UDPA;
  return { '@type': struct, type_url: type, value: inside(fields, `${at}/value`) };
}

function isKnown(url: string): boolean {
  const { name, table } = parseTypeUrl(url);
  return table !== undefined && !/TypedStruct$|^google\./.test(name);
}

/** TypedStructs turned back into what they hold. */
function outOfStructs(value: Data): Data {
  if (Array.isArray(value)) return value.map(outOfStructs);
  if (!isMap(value)) return value;
  const made = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, outOfStructs(each)]));
  const { '@type': type, type_url: url, value: held } = made;
  const isStruct = typeof url === 'string' && (type === XDS || type === UDPA) && isKnown(url);
  return isStruct ? { '@type': url, ...(isMap(held) ? held : {}) } : made;
}

const MISPLACED = 'misplaced-typed-struct';

/** The same, but for what the proxy takes in no TypedStruct. */
function whereTaken(value: Data): string {
  const plain = new Set<string>();
  for (;;) {
    const text = JSON.stringify(inStructs(value, plain));
    const refused = findingsIn(text).filter(({ rule }) => rule === MISPLACED);
    if (refused.length === 0) return text;
    for (const { pointer } of refused) plain.add(pointer);
  }
}

function findingsIn(text: string): readonly { readonly rule: string; readonly pointer: string }[] {
  const configuration = opened(text, { api: 'v3' }, 'a.json');
  const { findings } = analyze(subjectOf([configuration]), { rules: analysisRules, known: ruleIds });
  return findings.map(({ rule, pointer }) => ({ rule, pointer }));
}

const rulesIn = (text: string): readonly string[] => findingsIn(text).map(({ rule }) => rule);

/** What becomes of a request, without where that is written; why none can be asked. */
function outcomeOf(text: string, url: string): string {
  try {
    return JSON.stringify(trace(text, url, { api: 'v3' }), (key, value: unknown) =>
      /^(?:range|pointer|line)$/.test(key) ? undefined : value,
    );
  } catch (error) {
    if (error instanceof RangeError) return 'no answer';
    throw error;
  }
}

function holdsFor(value: Data): void {
  const plain = JSON.stringify(value);
  const structs = whereTaken(value);
  if (structs === plain) return;
  expect(diff(plain, structs, { api: 'v3' })).toMatchObject({ equal: true, changes: [] });
  expect(rulesIn(structs)).toEqual(rulesIn(plain));
  for (const path of ['', 'a', 'shop/a?b=c'])
    expect(outcomeOf(structs, `http://a.test/${path}`)).toBe(outcomeOf(plain, `http://a.test/${path}`));
  const form = (text: string): Data => formOf(text, { api: 'v3' });
  expect(outOfStructs(form(structs))).toEqual(outOfStructs(form(plain)));
}

/** Of the places and types of extensions in a configuration those that no configuration before had. */
function startSeeing(): (value: Data) => boolean {
  const seen = new Set<string>();
  return (value) => {
    const { size } = seen;
    JSON.stringify(value, function (this: Data, key: string, each: unknown) {
      if (isMap(each) && typeof each['@type'] === 'string') seen.add(`${key} ${each['@type']}`);
      return each;
    });
    return seen.size > size;
  };
}

const documentsIn = (file: string): readonly Data[] =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS());

test.each(['bank', 'clusters', 'front-proxy', 'listeners', 'routes', 'gateway/front'])(
  'fact 146: examples/%s',
  (name) => {
    documentsIn(`examples/${name}.yaml`).forEach(holdsFor);
  },
);

/** Bootstraps that a real proxy was asked about and takes, with every place and type of theirs once. */
function taken(): readonly Data[] {
  const isNew = startSeeing();
  return refusalTables()
    .flatMap(refusalsIn)
    .filter(({ rule }) => rule === TAKEN)
    .map(({ bootstrap }): Data => JSON.parse(bootstrap))
    .filter(isNew);
}

/** What configures a filter itself is taken among the settings of a route while it encodes to nothing; fields never do. */
const ENCODED =
  /"typed_per_filter_config":\{"\w+":\{"@type":"[\w./]*(?:lua\.v3\.Lua|ratelimit\.v3\.RateLimit)"/;

/** All of them take minutes. */
const ONE_OF = 8;
const some = <T>(all: readonly T[]): readonly T[] => all.filter((_, index) => index % ONE_OF === 0);

test('what a real proxy was asked about', () => some(taken()).forEach(holdsFor));

test.skipIf(PROXY === undefined)(
  'the real proxy takes every TypedStruct there but for those that the rule names',
  async () => {
    for (const value of some(taken().filter((each) => !ENCODED.test(JSON.stringify(each))))) {
      const { refused } = await askValidate(PROXY ?? '', whereTaken(value));
      expect(refused, whereTaken(value)).toBeUndefined();
    }
  },
);

test.skipIf(!existsSync(CORPUS_V3))('real configurations', () => {
  const isNew = startSeeing();
  const real = listed().filter(({ note }) => /^envoy/.test(note) && !/REJECTED|template/.test(note));
  some(
    real
      .filter(({ kind }) => kind === 'bootstrap')
      .flatMap(({ file }) => documentsIn(join(CORPUS_V3, file)))
      .filter(isNew),
  ).forEach(holdsFor);
});

// Fields stay where they were written.

const routeOf = (settings: string): string => `name: r
virtual_hosts:
- name: v
  domains: ["*"]
  routes:
  - match: {prefix: /}
    direct_response: {status: 200}
    typed_per_filter_config:
      f: {"@type": ${XDS}, type_url: type.googleapis.com/envoy.extensions.filters.http.${settings}}
`;

test('fact 146: trace reads what a route tells a filter', () => {
  const config = (type: string, fields = {}): Data => ({
    '@type': `type.googleapis.com/envoy.extensions.filters.${type}`,
    ...fields,
  });
  const manager = config('network.http_connection_manager.v3.HttpConnectionManager', {
    stat_prefix: 's',
    http_filters: [
      { name: 'f', typed_config: config('http.rbac.v3.RBAC') },
      { name: 'r', typed_config: config('http.router.v3.Router') },
    ],
    route_config: parse(routeOf('rbac.v3.RBACPerRoute, value: {rbac: {rules: {}}}')),
  });
  const listener = {
    name: 'l',
    address: { socket_address: { address: '127.0.0.1', port_value: 80 } },
    filter_chains: [{ filters: [{ name: 'm', typed_config: manager }] }],
  };
  const { outcome } = trace(JSON.stringify({ static_resources: { listeners: [listener] } }), 'http://a/');
  expect(outcome).toMatchObject({ kind: 'answered', status: 403, by: { filter: 'f' } });
});

test('fact 147: what is refused is named, and what is handed on stays as it is written', () => {
  const type = 'type.googleapis.com/envoy.config.route.v3.FilterConfig';
  const route = (metadata: string, settings: string): string =>
    `"@type": type.googleapis.com/envoy.config.route.v3.Route\nmatch: {prefix: /}\nroute: {cluster: c}\n${metadata}\n${settings}`;
  const inStruct = `{m: {"@type": ${XDS}, type_url: ${type}, value: {disabled: true}}}`;
  expect(rulesIn(route('', `typed_per_filter_config: ${inStruct}`))).toContain(MISPLACED);
  const handed = (held: string): string => route(`metadata: {typed_filter_metadata: ${held}}`, '');
  expect(rulesIn(handed(inStruct))).not.toContain(MISPLACED);
  expect(diff(handed(inStruct), handed(`{m: {"@type": ${type}, disabled: true}}`)).equal).toBe(false);
});

test.each(['gzip.v3.Gzip', 'squash.v3.Squash'])(
  'a release has %s no more, in a TypedStruct or not',
  (name) => {
    const type = `type.googleapis.com/envoy.extensions.filters.http.${name}`;
    const errors = (config: string, more = ''): readonly string[] =>
      opened(`{name: f, ${more} typed_config: {${config}}}`, {
        type: 'HttpFilter',
        api: 'v3',
        release: '1.40',
      })
        .problems.filter(({ level }) => level === 'error')
        .map(({ rule }) => rule);
    const inStruct = `"@type": ${XDS}, type_url: ${type}, value: {}`;
    expect(errors(`"@type": ${type}`)).toEqual(['unknown-extension']);
    expect(errors(inStruct)).toEqual(['unknown-extension']);
    // An optional one is refused by its type alone, which the program cannot read.
    expect(errors(`"@type": ${type}`, 'is_optional: true,')).toEqual(['unknown-extension']);
    expect(errors(inStruct, 'is_optional: true,')).toEqual([]);
  },
);

test('problems in one stand at the field', () => {
  const text = routeOf('buffer.v3.BufferPerRoute, value: {buffer: {max_request_bytes: 0}}');
  expect(findingsIn(text).map(({ pointer }) => pointer)).toEqual([
    '/virtual_hosts/0/routes/0/typed_per_filter_config/f/value/buffer/max_request_bytes',
  ]);
});

test('a migration edits what is in one, and a message around reaches into it', () => {
  const manager = (
    child: string,
    spans: string,
  ): string => `"@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
stat_prefix: s
tracing: {provider: {name: z, typed_config: {"@type": type.googleapis.com/envoy.config.trace.v3.ZipkinConfig, collector_cluster: c, collector_endpoint: /a, collector_endpoint_version: HTTP_JSON${spans}
rds: {route_config_name: r, config_source: {ads: {}}}
http_filters:
- name: r # the last one
  typed_config: {"@type": ${XDS}, type_url: type.googleapis.com/envoy.extensions.filters.http.router.v3.Router, value: {suppress_envoy_headers: true${child}}}
`;
  const before = manager(', start_child_span: true', ', split_spans_for_request: true}}}');
  expect(migrate(before, { also: ['child-spans-to-tracing'] }).text).toBe(
    manager('', '}}, spawn_upstream_span: true}'),
  );
});

test('secrets in one are hidden', () => {
  const text = `name: c
connect_timeout: 1s
transport_socket:
  name: tls
  typed_config: {"@type": ${XDS}, type_url: type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext, value: {common_tls_context: {tls_certificates: [{private_key: {inline_string: hunter2-key}}]}}}
`;
  for (const shown of [
    formOf(text, { api: 'v3' }),
    diff(text, text.replace('hunter2', 'hunter3'), { api: 'v3' }),
  ]) {
    expect(JSON.stringify(shown)).toContain('<redacted>');
    expect(JSON.stringify(shown)).not.toContain('hunter');
  }
});
