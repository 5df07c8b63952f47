import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { becauseOf } from '../../src/prove/because.ts';
import { unknownNames } from '../../src/prove/names.ts';
import { fitsName } from '../../src/prove/property.ts';
import { proveAll } from '../../src/prove/prove.ts';
import { propertiesIn, proved, provingOf } from './proved.ts';

const FRONT = readFileSync('examples/prove/front.yaml', 'utf8');

/** The verdict on one property, as flow YAML: its kind, with the request or the reason. */
function verdictOn(property: string, configuration = FRONT, strict = false) {
  const [verdict] = proved(configuration, `properties: [{ name: it, ${property} }]`, strict);
  if (verdict === undefined) throw new Error('no verdict');
  if (verdict.kind !== 'refuted')
    return { kind: verdict.kind, ...('reason' in verdict ? { reason: verdict.reason } : {}) };
  const { method, scheme, authority, path } = verdict.by.request;
  return { kind: verdict.kind, request: `${method} ${scheme}://${authority}${path}` };
}

const PROVED = { kind: 'proved' };

describe('verdicts', () => {
  test('a slash that is missing is a way around', () => {
    const ledger =
      'when: { reaches: { cluster: office } }, then: { header: { name: x-staff, exact: "yes" } }';
    expect(verdictOn(ledger)).toEqual({ kind: 'refuted', request: 'GET https://brewery.test/ledger' });
    const closed = FRONT.replace(
      /match: \{ prefix: \/ledger \}\n *route: \{ cluster: office \}/,
      'match: { prefix: /ledger }\n                redirect: { path_redirect: /ledger/ }',
    );
    expect(verdictOn(ledger, closed)).toEqual(PROVED);
  });

  test('require_tls believes the header of the client', () => {
    const plain = 'when: { listener: plain }, then: { outcome: redirect, scheme: https }';
    expect(verdictOn(plain)).toEqual(PROVED);
    const required = FRONT.replace(
      'domains: ["*"]',
      'domains: ["*"]\n              require_tls: ALL',
    ).replace('redirect: { https_redirect: true }', 'route: { cluster: pages }');
    expect(verdictOn(plain, required)).toMatchObject({ kind: 'refuted' });
  });

  test('what a client says in a header with an underscore stays open where the manager keeps none', () => {
    const asked = 'when: { all: [{ listener: plain }, { header: { name: x_a, present: true } }] }';
    const both = (configuration: string) => [
      verdictOn(`${asked}, then: { outcome: redirect }`, configuration).kind,
      verdictOn(`${asked}, then: { outcome: answered }`, configuration).kind,
    ];
    expect(both(FRONT)).toEqual(['proved', 'refuted']);
    const options = (action: string): string =>
      FRONT.replace(
        'stat_prefix: plain',
        `stat_prefix: plain\n          common_http_protocol_options: { headers_with_underscores_action: ${action} }`,
      );
    expect(both(options('ALLOW'))).toEqual(['proved', 'refuted']);
    for (const action of ['DROP_HEADER', 'REJECT_REQUEST'])
      expect(both(options(action))).not.toContain('refuted');
  });

  test('a host with a port is served where virtual hosts are picked whatever the port is', () => {
    const text = (around: string) => `
name: r
${around}
virtual_hosts:
- { name: shop, domains: [shop.test], routes: [{ match: { prefix: / }, route: { cluster: a } }] }
- { name: rest, domains: ["*"], routes: [{ match: { prefix: / }, redirect: { https_redirect: true } }] }
`;
    const property = 'when: { host: "shop.test:8080" }, then: { outcome: redirect }';
    expect(verdictOn(property, text(''))).toEqual(PROVED);
    expect(verdictOn(property, text('ignore_port_in_host_matching: true'))).toEqual({
      kind: 'refuted',
      request: 'GET https://shop.test:8080/',
    });
  });

  test('a header that only counts from inside proves nothing of clients outside', () => {
    const property = 'when: { listener: public }, then: { header: { name: x-staff, present: false } }';
    const inside = FRONT.replace(
      'name: public\n            virtual_hosts',
      'name: public\n            internal_only_headers: [X-Staff]\n            virtual_hosts',
    );
    expect(verdictOn(property)).toMatchObject({ kind: 'refuted' });
    expect(verdictOn(property, inside)).toEqual(PROVED);
  });

  test('what a connection manager overwrites is not what the client says', () => {
    const plain = 'when: { listener: plain }, then: { outcome: redirect, scheme: https }';
    const required = FRONT.replace('domains: ["*"]', 'domains: ["*"]\n              require_tls: ALL')
      .replace('redirect: { https_redirect: true }', 'route: { cluster: pages }')
      .replace('stat_prefix: plain', 'stat_prefix: plain\n          use_remote_address: true');
    expect(verdictOn(plain, required)).toEqual(PROVED);
    // Who stands in front of the proxy may say it.
    const behind = required.replace(
      'use_remote_address: true',
      'use_remote_address: true\n          xff_num_trusted_hops: 1',
    );
    expect(verdictOn(plain, behind)).toMatchObject({ kind: 'refuted' });
    const overwritten = required.replace(
      'use_remote_address: true',
      'scheme_header_transformation: { scheme_to_overwrite: https }',
    );
    expect(verdictOn(plain, overwritten)).toMatchObject({ kind: 'refuted' });
  });

  test('what comes in without meeting a route of the input stays open', () => {
    const never = 'then: { not: { reaches: { cluster: rounds } } }';
    const piped = FRONT.replace(
      /- name: envoy.filters.network.http_connection_manager(?=[\s\S]{0,200}stat_prefix: vans)[\s\S]*?(?= {2}clusters:)/,
      '- name: tcp\n        typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy, stat_prefix: t, cluster: rounds }\n',
    );
    expect(verdictOn(never, piped)).toEqual({
      kind: 'undecided',
      reason:
        'listener vans (0.0.0.0:8443): the network filter "tcp" leads connections to "rounds", without HTTP',
    });
    expect(
      verdictOn('when: { listener: public }, then: { not: { reaches: { cluster: rounds } } }', piped),
    ).toEqual(PROVED);
    const fetched = FRONT.replace(
      'name: public\n            virtual_hosts',
      'name: public\n            vhds: { config_source: { ads: {} } }\n            virtual_hosts',
    );
    expect(
      verdictOn('when: { listener: public }, then: { not: { reaches: { cluster: rounds } } }', fetched),
    ).toEqual({
      kind: 'undecided',
      reason: 'more virtual hosts are fetched (vhds)',
    });
  });

  test('listeners that are fetched are an assumption', () => {
    const [verdict] = proved(
      `dynamic_resources: { lds_config: { ads: {} } }\n${FRONT}`,
      'properties: [{ when: { listener: plain }, then: { outcome: redirect } }]',
    );
    expect(verdict).toMatchObject({
      kind: 'proved',
      assuming: ['listeners that are fetched (lds_config) and not in the input let nothing else through'],
    });
  });

  test('client certificates that are demanded and verified', () => {
    const mutual =
      'when: { reaches: { cluster: rounds } }, then: { connection: { client_certificate: required } }';
    expect(verdictOn(mutual)).toEqual(PROVED);
    // Demanded and verified against nobody, or shown only by those who like.
    const trusting = FRONT.replace(/\n *validation_context: .*/, '');
    expect(verdictOn(mutual, trusting)).toMatchObject({ kind: 'refuted' });
    const liked = FRONT.replace('require_client_certificate: true', 'require_client_certificate: false');
    expect(verdictOn(mutual, liked)).toMatchObject({ kind: 'refuted' });
  });

  test('a copy reaches its cluster too', () => {
    const never = 'when: { listener: public }, then: { not: { reaches: { cluster: rounds } } }';
    expect(verdictOn(never)).toEqual(PROVED);
    const mirrored = FRONT.replace(
      'route: { cluster: pages }',
      'route: { cluster: pages, request_mirror_policies: [{ cluster: rounds }] }',
    );
    expect(verdictOn(never, mirrored)).toMatchObject({ kind: 'refuted' });
  });

  test('what no request meets proves nothing', () => {
    expect(
      verdictOn('when: { host: other.test, reaches: { cluster: pages } }, then: { method: GET }'),
    ).toEqual({
      kind: 'vacuous',
      reason: 'no request meets its when',
    });
  });

  test('runtime keys are assumptions, which --strict does not take', () => {
    const never = 'when: { listener: public }, then: { not: { reaches: { cluster: rounds } } }';
    const keyed = FRONT.replace(
      'route: { cluster: pages }',
      'route: { weighted_clusters: { runtime_key_prefix: w, clusters: [{ name: pages, weight: 100 }, { name: rounds, weight: 0 }] } }',
    );
    const [verdict] = proved(keyed, `properties: [{ ${never} }]`);
    expect(verdict).toMatchObject({
      kind: 'proved',
      assuming: ['nobody sets the runtime keys w.*, which take the place of the weights'],
    });
    expect(verdictOn(never, keyed, true)).toMatchObject({ kind: 'undecided' });
  });

  test('what cannot be decided is said with its reason', () => {
    const fetched = FRONT.replace(
      /route_config:\n {12}name: vans[\s\S]*?http_filters/,
      'rds: { route_config_name: vans, config_source: { ads: {} } }\n          http_filters',
    );
    expect(
      verdictOn('then: { not: { reaches: { cluster: office } } }, when: { listener: vans }', fetched),
    ).toEqual({
      kind: 'undecided',
      reason:
        'listener vans (0.0.0.0:8443): the route configuration "vans" is fetched over RDS, and not in the input',
    });
    const cookie = FRONT.replace(
      'match: { prefix: /ledger }',
      'match: { prefix: /ledger, cookies: [{ name: s, string_match: { exact: "1" } }] }',
    );
    expect(
      verdictOn('when: { path: /ledger }, then: { not: { reaches: { cluster: office } } }', cookie),
    ).toMatchObject({ kind: 'undecided' });
  });

  test('headers as they arrive upstream', () => {
    const arrives =
      'when: { reaches: { cluster: pages } }, then: { upstream_header: { name: x-staff, present: false } }';
    expect(verdictOn(arrives)).toMatchObject({ kind: 'refuted' });
    const stripped = FRONT.replace(
      '- name: brewery',
      '- name: brewery\n              request_headers_to_remove: [X-Staff]',
    );
    expect(verdictOn(arrives, stripped)).toEqual(PROVED);
  });
});

describe('names', () => {
  const unknown = (property: string) =>
    unknownNames(propertiesIn(`properties: [{ ${property} }]`), provingOf(FRONT).routing).map(
      ({ what, name, near }) => ({ what, name, near }),
    );

  test('one that nothing has is known before anything is proved', () => {
    expect(unknown('then: { not: { reaches: { cluster: [offise, "p*"] } } }')).toEqual([
      { what: 'cluster', name: 'offise', near: 'office' },
    ]);
    expect(unknown('when: { listener: "0.0.0.0:81" }, then: { method: GET }')).toHaveLength(1);
    expect(
      unknown('when: { reaches: { route: ledger, virtual_host: "v*" } }, then: { method: GET }'),
    ).toEqual([]);
  });

  test('one that any of several inputs has is known', () => {
    const properties = propertiesIn(
      'properties: [{ when: { reaches: { cluster: annex } }, then: { method: GET } }]',
    );
    const [one, other] = [FRONT, FRONT.replaceAll('office', 'annex')].map((text) => provingOf(text).routing);
    if (one === undefined || other === undefined) throw new Error('two inputs');
    expect(unknownNames(properties, one)).toHaveLength(1);
    expect(unknownNames(properties, one, other)).toEqual([]);
    expect(unknownNames(properties, other, one)).toEqual([]);
  });

  test.each([
    ['*', '', true],
    ['a*b', 'ab', true],
    ['a*b', 'axxb', true],
    ['a*b', 'abc', false],
    ['a?c', 'abc', true],
    ['*a*a*', 'bab', false],
    [`${'*a'.repeat(2000)}b`, 'a'.repeat(20_000), false],
  ])('%s fits %s: %s', (pattern, name, fits) => {
    expect(fitsName(pattern, name)).toBe(fits);
  });
});

describe('files of properties', () => {
  test.each([
    ['properties: []', 'it holds no property'],
    ['property: []', 'a file has no "property"'],
    ['properties: [{ when: { host: a } }]', 'the property says nothing: it has no then'],
    ['properties: [{ then: { hosts: a } }]', 'a condition has no "hosts"'],
    [
      'properties: [{ then: { path: { prefix: a, exact: b } } }]',
      'one of exact, prefix, suffix, contains and regex',
    ],
    ['properties: [{ then: { outcome: gone } }]', 'outcome is forward, redirect, answered'],
    ['properties: [{ then: { status: 99 } }]', '"99" is no status'],
    ['properties: [{ then: { reaches: {} } }]', 'reaches names a cluster, a route or a virtual_host'],
    ['properties: [{ then: { connection: { tls: perhaps } } }]', 'tls is true or false'],
    ['properties: [{ then: { host: [] } }]', 'the list of host is empty'],
    [
      `properties: [{ then: ${'{ not: '.repeat(60)}{ host: a }${' }'.repeat(60)} }]`,
      'conditions nest deeper',
    ],
  ])('%s', (text, problem) => {
    expect(() => propertiesIn(text)).toThrow(problem);
  });

  test('places of what is wrong', () => {
    expect(() => propertiesIn('properties:\n- name: a\n  then:\n    hots: b\n')).toThrow(
      'properties.yaml:4:5',
    );
  });
});

describe('what lets a request through', () => {
  const because = (property: string, configuration: string) => {
    const proving = provingOf(configuration);
    const [own] = propertiesIn(`properties: [{ name: it, ${property} }]`);
    const [verdict] = own === undefined ? [] : proveAll([own], proving);
    if (own === undefined || verdict?.kind !== 'refuted') throw new Error('it is not refuted');
    return becauseOf(verdict.by, own, proving).map(({ message, change }) => change ?? message);
  };

  test('a slash that is missing', () => {
    const ledger =
      'when: { reaches: { cluster: office } }, then: { header: { name: x-staff, exact: "yes" } }';
    expect(because(ledger, FRONT)).toEqual([
      'route 2 of virtual host "brewery" takes the request',
      'prefix: "/ledger" instead of prefix: "/ledger/"',
    ]);
  });

  test('an order', () => {
    const open = FRONT.replace(
      '              # Staff only',
      '              - match: { prefix: / }\n                route: { cluster: office }\n              # Staff only',
    ).replace('              - match: { prefix: /ledger }\n                route: { cluster: office }\n', '');
    expect(
      because(
        'when: { reaches: { cluster: office } }, then: { header: { name: x-staff, exact: "yes" } }',
        open,
      ),
    ).toEqual(['route 0 of virtual host "brewery" takes the request', 'put route 0 behind route 3']);
  });

  test('a filter that a route switches off', () => {
    const guarded = FRONT.replace(
      /(stat_prefix: vans[\s\S]*?http_filters:\n)/,
      '$1          - { name: guard, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.rbac.v3.RBAC, rules: { action: ALLOW, policies: { all: { permissions: [{ any: true }], principals: [{ any: true }] } } } } }\n',
    ).replace(
      /match: \{ prefix: \/ \}\n(\s*)route: \{ cluster: rounds \}/,
      'match: { prefix: / }\n$1route: { cluster: rounds }\n$1typed_per_filter_config: { guard: { "@type": type.googleapis.com/envoy.config.route.v3.FilterConfig, disabled: true } }',
    );
    expect(
      because('when: { reaches: { cluster: rounds } }, then: { passed: { filter: guard } }', guarded),
    ).toEqual([
      'route 0 of virtual host "vans" takes the request',
      'the filter "guard" does not look at it: the route switches it off',
      'leave out typed_per_filter_config["guard"]',
    ]);
  });
});
