/** The normal form: what counts as the same, which defaults are filled in, and where each value comes from. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { messages } from '../../src/schema/index.ts';
import type { FieldSpec } from '../../src/schema/language.ts';
import type { Data } from '../../src/source/data.ts';
import { documentsOf, formOf, formOfValue } from './normal-form.ts';

/** What stands at a dotted path of a normal form. */
function at(value: Data, path: string): unknown {
  let found: unknown = value;
  for (const step of path.split('.')) found = (found as { [key: string]: unknown } | undefined)?.[step];
  return found;
}

function cluster(text: string): Data {
  return formOf(`name: shop\nconnect_timeout: 1s\n${text}`, { type: 'Cluster' });
}

/** Fields with a default that always holds: not in a one-of, not dependent on the rest. */
const defaults = Object.keys(messages).flatMap((type) =>
  compiledMessage(type)
    .fields.filter(
      ({ spec, shape }) =>
        shape === 'one' && spec.oneof === undefined && spec.default && 'value' in spec.default,
    )
    .map((field) => [`${type}.${field.name}`, type, field.name, field.spec] as const),
);

describe('defaults', () => {
  test('the tables hold enough of them for this to mean something', () => {
    expect(defaults.length).toBeGreaterThan(60);
  });

  test.each(defaults)('%s', (_, type, name, spec: FieldSpec) => {
    const value = spec.default && 'value' in spec.default ? spec.default.value : undefined;
    const made = at(formOf('{}', { type }), name);
    if (typeof value === 'object') expect(made).toMatchObject(value);
    else expect(made).toEqual(value);
    expect(at(formOf('{}', { type, onlyWritten: true }), name)).toBeUndefined();
  });

  test('that depend on the rest of the message', () => {
    const rate = (text: string) => formOf(text, { type: 'Cluster.RefreshRate' });
    expect(rate('base_interval: 1.5s')).toEqual({ base_interval: '1.5s', max_interval: '15s' });
    expect(rate('base_interval: 2s\nmax_interval: 3s')).toEqual({ base_interval: '2s', max_interval: '3s' });
    expect(rate('base_interval: 315576000000s')).toMatchObject({ max_interval: '315576000000s' });

    expect(at(cluster(''), 'dns_failure_refresh_rate')).toEqual({ base_interval: '5s', max_interval: '5s' });
    expect(at(cluster('dns_refresh_rate: 9s'), 'dns_failure_refresh_rate.base_interval')).toBe('9s');
    expect(at(cluster('dns_failure_refresh_rate: {base_interval: 1s}'), 'dns_failure_refresh_rate')).toEqual({
      base_interval: '1s',
      max_interval: '10s',
    });

    expect(at(cluster('load_assignment: {endpoints: []}'), 'load_assignment.cluster_name')).toBe('shop');
    expect(at(cluster('load_assignment: {cluster_name: ""}'), 'load_assignment.cluster_name')).toBe('shop');
    expect(at(cluster('load_assignment: {cluster_name: mine}'), 'load_assignment.cluster_name')).toBe('mine');
    expect(formOf('endpoints: []', { type: 'ClusterLoadAssignment' })).not.toHaveProperty('cluster_name');

    expect(at(cluster(''), 'type')).toBe('STATIC');
    expect(at(cluster('cluster_type: {name: mine}'), 'type')).toBeUndefined();
    expect(at(cluster('type: NOTHING'), 'type')).toBe('NOTHING');
  });

  test('filter_enabled stands in for an absent `enabled` only', () => {
    const share = (text: string) =>
      at(formOf(text, { type: 'route.CorsPolicy' }), 'filter_enabled.default_value.numerator');
    expect([share('{}'), share('enabled: false'), share('enabled: true')]).toEqual([100, 0, 100]);
    expect(share('filter_enabled: {default_value: {numerator: 7}}')).toBe(7);
    const host = formOf('name: a\ndomains: [a]\ncors: {enabled: false}', { type: 'route.VirtualHost' });
    expect(at(host, 'cors.enabled')).toBe(false);
    expect(at(host, 'cors.filter_enabled')).toBeUndefined();
  });

  test('an absent wrapper and zero stay distinct, and so do an absent message and an empty one', () => {
    expect(at(cluster('max_requests_per_connection: 0'), 'max_requests_per_connection')).toBe(0);
    expect(cluster('')).not.toHaveProperty('max_requests_per_connection');
    expect(cluster('')).not.toHaveProperty('outlier_detection');
    expect(cluster('outlier_detection: {}')).toHaveProperty('outlier_detection');
    expect(cluster('outlier_detection:')).toEqual(cluster(''));
    expect(cluster('http2_protocol_options: {}')).not.toEqual(cluster(''));
    // An empty percentage is 0 %, not the default of its field (routing-facts 58).
    expect(
      at(
        cluster('common_lb_config: {healthy_panic_threshold: {}}'),
        'common_lb_config.healthy_panic_threshold.value',
      ),
    ).toBe(0);
    expect(at(cluster('common_lb_config: {}'), 'common_lb_config.healthy_panic_threshold.value')).toBe(50);
  });
});

describe('order', () => {
  const newer = (type: string, text: string): string => JSON.stringify(formOf(text, { type, api: 'v3' }));

  test.each([
    [
      'tags of one name, of which the first counts',
      'route.Tracing',
      'custom_tags: [{ tag: mill, literal: { value: ONE } }, { tag: mill, literal: { value: TWO } }]',
    ],
    [
      'requirements that all have to be met, of which the first that fails says the status',
      'JwtRequirementAndList',
      'requirements: [{ provider_name: ONE }, { provider_name: TWO }]',
    ],
    [
      'attributes of a cookie',
      'route.RouteAction.HashPolicy.Cookie',
      'name: mill\nattributes: [{ name: SameSite, value: ONE }, { name: SameSite, value: TWO }]',
    ],
  ])('31.1 means something among %s', (_, type, text) => {
    const [first, second] = [
      text,
      text.replace(/ONE|TWO/g, (namespace) => (namespace === 'ONE' ? 'TWO' : 'ONE')),
    ];
    expect(newer(type, first)).not.toBe(newer(type, second));
  });

  test('31.1 means nothing among tags of different names', () => {
    const tags = ['{ tag: mill, literal: { value: a } }', '{ tag: barn, literal: { value: b } }'];
    const [one, other] = [tags, [...tags].reverse()].map((list) => `custom_tags: [${list.join(', ')}]`);
    expect(newer('route.Tracing', one ?? '')).toBe(newer('route.Tracing', other ?? ''));
  });

  const lists = Object.keys(messages).flatMap((type) =>
    compiledMessage(type).fields.flatMap(({ name, shape, spec, element }) =>
      shape === 'list' && element.kind === 'scalar' && element.scalar === 'string'
        ? [{ type, name, set: spec.order === 'set' }]
        : [],
    ),
  );

  test('of sets means nothing, of other lists it does', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...lists),
        fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 2 }),
        ({ type, name, set }, items) => {
          const form = (list: string[]) =>
            formOfValue({ [name]: list }, type, { onlyWritten: true, showSecrets: true });
          // Migrated lists are compared by what they become.
          if (JSON.stringify(form(items)).includes('string_match')) return;
          const same = JSON.stringify(form(items)) === JSON.stringify(form([...items].reverse()));
          expect({ type, name, same }).toEqual({ type, name, same: set });
        },
      ),
      { numRuns: 200 },
    );
  });

  test('of the sets that the contract names', () => {
    const both = (type: string, one: string, other: string) =>
      [formOf(one, { type }), formOf(other, { type })] as const;
    const sets: [string, string, string][] = [
      ['Resources', 'clusters: [{name: a}, {name: b}]', 'clusters: [{name: b}, {name: a}]'],
      [
        'RouteConfiguration',
        'virtual_hosts: [{name: a}, {name: b}]',
        'virtual_hosts: [{name: b}, {name: a}]',
      ],
      ['route.VirtualHost', 'domains: [a, b]', 'domains: [b, a]'],
      ['route.RouteMatch', 'headers: [{name: a}, {name: b}]', 'headers: [{name: b}, {name: a}]'],
      [
        'route.RouteMatch',
        'query_parameters: [{name: a}, {name: b}]',
        'query_parameters: [{name: b}, {name: a}]',
      ],
      ['route.Route', 'request_headers_to_remove: [a, b]', 'request_headers_to_remove: [b, a]'],
      ['route.RetryPolicy', 'retriable_status_codes: [500, 409]', 'retriable_status_codes: [409, 500]'],
      ['route.CorsPolicy', 'allow_origin: [a, b]', 'allow_origin: [b, a]'],
      ['Cluster.LbSubsetConfig.LbSubsetSelector', 'keys: [a, b]', 'keys: [b, a]'],
      [
        'route.RouteAction',
        'upgrade_configs: [{upgrade_type: a}, {upgrade_type: b}]',
        'upgrade_configs: [{upgrade_type: b}, {upgrade_type: a}]',
      ],
    ];
    for (const [type, one, other] of sets) {
      const [left, right] = both(type, one, other);
      expect(left).toEqual(right);
    }
    const ordered: [string, string, string][] = [
      [
        'route.VirtualHost',
        'routes: [{match: {path: a}}, {match: {path: b}}]',
        'routes: [{match: {path: b}}, {match: {path: a}}]',
      ],
      [
        'route.VirtualHost',
        'virtual_clusters: [{name: a}, {name: b}]',
        'virtual_clusters: [{name: b}, {name: a}]',
      ],
      [
        'route.Route',
        'request_headers_to_add: [{header: {key: a}}, {header: {key: b}}]',
        'request_headers_to_add: [{header: {key: b}}, {header: {key: a}}]',
      ],
      ['route.RouteAction', 'hash_policy: [{terminal: true}, {}]', 'hash_policy: [{}, {terminal: true}]'],
      ['route.RouteAction', 'rate_limits: [{stage: 1}, {stage: 2}]', 'rate_limits: [{stage: 2}, {stage: 1}]'],
      ['listener.FilterChain', 'filters: [{name: a}, {name: b}]', 'filters: [{name: b}, {name: a}]'],
      [
        'Cluster',
        'transport_socket_matches: [{name: a}, {name: b}]',
        'transport_socket_matches: [{name: b}, {name: a}]',
      ],
    ];
    for (const [type, one, other] of ordered) {
      const [left, right] = both(type, one, other);
      expect(left).not.toEqual(right);
    }
  });
});

test('what is no part of the model passes through', () => {
  const text = `name: shop
connect_timeout: 1s
x-team: {camelCase: 1, list: [b, a], nothing: null, long: 9223372036854775807}
metadata:
  filter_metadata:
    proxy.lb: {camelCase: 1, list: [b, a], nothing: null, "@type": api.v2.Cluster, __proto__: 1}
`;
  const form = cluster(text.split('\n').slice(2).join('\n'));
  expect(JSON.stringify(at(form, 'x-team'))).toBe(
    '{"camelCase":1,"list":["b","a"],"long":"9223372036854775807","nothing":null}',
  );
  const data = (form as { metadata: { filter_metadata: { [key: string]: Data } } }).metadata.filter_metadata[
    'proxy.lb'
  ];
  expect(JSON.stringify(data)).toBe(
    '{"@type":"api.v2.Cluster","__proto__":1,"camelCase":1,"list":["b","a"],"nothing":null}',
  );
});

test('several documents, and those that are no configuration', () => {
  const values = documentsOf('kind: Service\n---\nclusters: []\n---\n- name: a\n  type: EDS\n', {
    onlyWritten: true,
  });
  expect(values.map(({ value }) => JSON.stringify(value))).toEqual([
    '{"kind":"Service"}',
    '{}',
    '[{"name":"a","type":"EDS"}]',
  ]);
});

test('a root keeps the type it was written with', () => {
  const text = '{"@type": "type.googleapis.com/envoy.api.v2.Cluster", "name": "a"}';
  expect(formOf(text, { onlyWritten: true })).toEqual(JSON.parse(text));
});
