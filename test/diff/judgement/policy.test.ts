/** The policy: every fact has a rule, every rule its mirror. */
import { describe, expect, test } from 'vitest';
import type { Fact, Step } from '../../../src/diff/facts/fact.ts';
import { diffRules, policies, ruleId, rulingOf } from '../../../src/diff/judgement/policy/index.ts';
import { compiledMessage } from '../../../src/schema/compiled.ts';
import { messages } from '../../../src/schema/index.ts';
import { diffOf, lines } from '../sides.ts';

const byId = new Map(diffRules().map((rule) => [rule.id, rule]));

test('ids are permanent names, each once', () => {
  expect(byId.size).toBe(diffRules().length);
  for (const { id } of diffRules()) expect(id).toMatch(/^(?:refused|undecided|[a-z0-9]+(?:-[a-z0-9]+)+)$/);
});

test.each(diffRules())('$id has a mirror and a reason', ({ id, mirror, why }) => {
  expect(byId.get(mirror)?.mirror).toBe(id);
  expect(why).toMatch(/^[A-Z].*\.$/);
});

test('a reason that depends on the way is that of its rule', () => {
  const whyOfRule = (id: string): string => byId.get(id)?.why ?? '';
  expect(whyOfRule('cluster-tls-removed')).toContain('no longer encrypted');
  expect(whyOfRule('cluster-tls-added')).toContain('have to speak TLS');
  const [change] = diffOf(
    'clusters: [{name: a, connect_timeout: 1s, tls_context: {}}]',
    'clusters: [{name: a, connect_timeout: 1s}]',
  ).changes;
  expect(change?.reason).toBe(whyOfRule('cluster-tls-removed'));
});

test('reasons are sentences that say what happens, not labels', () => {
  const short = diffRules().filter(({ level, why }) => level !== 'cosmetic' && why.length < 40);
  expect(short.map(({ id, why }) => `${id}: ${why}`)).toEqual([]);
});

/** A field of either version. */
function fieldOf(type: string, name: string) {
  return compiledMessage(type).byName.get(name) ?? compiledMessage(type, 'v3').byName.get(name);
}

/** The type of what a field holds, where it is a message. */
function inside(type: string, name: string): string | undefined {
  const field = fieldOf(type, name);
  return field?.element.kind === 'message' ? field.element.name : undefined;
}

describe('fields that topics name', () => {
  const named = policies.flatMap(({ message, topics }) =>
    topics.flatMap(({ id, fields }) =>
      fields.filter((field) => field !== '.').map((field) => ({ message, id, field })),
    ),
  );
  test.each(named)('$message: $field', ({ message, field }) => {
    let type: string | undefined = message;
    for (const name of field.split('.')) {
      expect(type === undefined ? undefined : fieldOf(type, name)).toBeDefined();
      type = type === undefined ? undefined : inside(type, name);
    }
  });
  test('none is named twice', () => {
    const keys = named.map(({ message, field }) => `${message} ${field}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

const KINDS: readonly Fact['kind'][] = ['added', 'removed', 'changed', 'moved'];
const MIRRORED: { readonly [kind in Fact['kind']]: Fact['kind'] } = {
  added: 'removed',
  removed: 'added',
  changed: 'changed',
  moved: 'moved',
  renamed: 'renamed',
};

test('every field of every table falls under a rule, and under its mirror when the sides are swapped', () => {
  for (const type of Object.keys(messages)) {
    for (const { name } of compiledMessage(type).fields) {
      const field: Step = { up: undefined, type, kind: 'field', name };
      const entry: Step = { up: field, type: '', kind: 'entry', name: '0' };
      for (const step of [field, entry]) {
        for (const kind of KINDS) {
          const { topic, way } = rulingOf(type, { kind, step });
          const rule = byId.get(ruleId(topic.id, way));
          expect(rule, `${type}.${name} ${kind}`).toBeDefined();
          const back = rulingOf(type, { kind: MIRRORED[kind], step });
          expect(ruleId(back.topic.id, back.way), `${type}.${name} ${kind}`).toBe(rule?.mirror);
        }
      }
    }
  }
});

test('the fields that people change have rules of their own', () => {
  const ownOf = (type: string, path: readonly string[], at: string): string => {
    let step: Step | undefined;
    let holder = at;
    for (const name of path) {
      step = { up: step, type: holder, kind: 'field', name };
      holder = inside(holder, name) ?? '';
    }
    const { topic } = rulingOf(type, { kind: 'changed', step });
    return topic.id;
  };
  const general = new Set(policies.map(({ otherwise }) => otherwise.id));
  const left = [
    ...compiledMessage('Cluster').fields.map(({ name }) => ['Cluster', name]),
    ...compiledMessage('route.VirtualHost').fields.map(({ name }) => ['route.VirtualHost', name]),
    ...compiledMessage('route.Route').fields.map(({ name }) => ['route.Route', name]),
    ...compiledMessage('route.RouteAction').fields.map(({ name }) => ['route.Route', 'route', name]),
    ...compiledMessage('RouteConfiguration').fields.map(({ name }) => ['RouteConfiguration', name]),
  ].filter(([type = '', ...path]) => general.has(ownOf(type, path, type)));
  // A name is what a resource is known by; routes and virtual hosts have the topics of their own resources.
  expect(left).toEqual([
    ['Cluster', 'name'],
    ['route.VirtualHost', 'name'],
    ['route.VirtualHost', 'routes'],
    ['RouteConfiguration', 'virtual_hosts'],
  ]);
});

describe('levels that depend on the case', () => {
  const clusters = '{name: a, connect_timeout: 1s}';
  const routes = (cluster: string): string =>
    `virtual_hosts: [{name: v, domains: [v], routes: [{match: {prefix: /}, route: {cluster: ${cluster}}}]}]`;
  test('a cluster that is removed is missed where something still refers to it', () => {
    const used = diffOf(`clusters: [${clusters}]\n${routes('a')}`, routes('a'));
    expect(lines(used)).toEqual(['breaking cluster-removed removed Cluster:a']);
    const unused = diffOf(`clusters: [${clusters}]\n${routes('b')}`, routes('b'));
    expect(lines(unused)).toEqual(['info cluster-removed removed Cluster:a']);
  });
  test('who used a cluster is told elsewhere where the second side has nothing that could', () => {
    const removed = diffOf(
      `clusters: [${clusters}, {name: b, connect_timeout: 1s}]`,
      `clusters: [${clusters}]`,
    );
    expect(lines(removed)).toEqual(['warning cluster-removed removed Cluster:b']);
  });
  test('a route to a cluster that is surely not there', () => {
    const side = (cluster: string): string => `clusters: [${clusters}]\n${routes(cluster)}`;
    expect(lines(diffOf(side('a'), side('gone')))).toEqual([
      'breaking route-target-changed changed VirtualHost:v routes[0].route.cluster',
    ]);
    expect(lines(diffOf(routes('a'), routes('gone')))).toEqual([
      'warning route-target-changed changed VirtualHost:v routes[0].route.cluster',
    ]);
  });
});

describe('what the user says about it', () => {
  const before = 'clusters: [{name: shop, connect_timeout: 1s, metadata: {filter_metadata: {a.b: {c: 1}}}}]';
  const after = 'clusters: [{name: shop, connect_timeout: 2s, metadata: {filter_metadata: {a.b: {c: 2}}}}]';
  test('levels', () => {
    const rules = new Map([
      ['cluster-connect-timeout-changed', 'breaking' as const],
      ['cluster-metadata-changed', 'off' as const],
    ]);
    const result = diffOf(before, after, { rules });
    expect(lines(result)).toEqual([
      'breaking cluster-connect-timeout-changed changed Cluster:shop connect_timeout',
    ]);
    expect(result).toMatchObject({ equal: false, ignored: 1, summary: { breaking: 1, info: 0 } });
  });
  test.each<[string, boolean]>([
    ['metadata', true],
    ['metadata.filter_metadata', true],
    ['metadata.filter_metadata[a.b].c', true],
    ['Cluster.metadata', true],
    ['Cluster[shop]', true],
    ['Cluster[sh*].metadata', true],
    ['*.c', true],
    ['meta', false],
    ['VirtualHost.metadata', false],
    ['Cluster[other].metadata', false],
    ['', false],
  ])('ignore %s', (glob, isIgnored) => {
    const result = diffOf(before, after, { ignore: [glob] });
    expect(result.changes.some(({ path }) => path.startsWith('metadata'))).toBe(!isIgnored);
  });
});
