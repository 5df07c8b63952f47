import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { unknownNames } from '../../src/prove/names.ts';
import { fitsName } from '../../src/prove/property.ts';
import { groundOf, propertiesIn, proved } from './proved.ts';

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
    unknownNames(propertiesIn(`properties: [{ ${property} }]`), groundOf(FRONT).routing).map(
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
