import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (yaml: string) => found('missing-hosts', `name: shop\n${yaml}`, 'Cluster');
const host = (name: string) => `{ socket_address: { address: ${name}, port_value: 80 } }`;
const assigned = (...names: readonly string[]) =>
  `load_assignment: { cluster_name: shop, endpoints: [{ lb_endpoints: [${names
    .map((name) => `{ endpoint: { address: ${host(name)} } }`)
    .join(', ')}] }] }`;

describe('LOGICAL_DNS takes exactly one host', () => {
  test.each([
    ['type: LOGICAL_DNS', '', 'has none'],
    [`type: LOGICAL_DNS\n${assigned('a.test', 'b.test')}`, '/load_assignment', 'has 2'],
    [`type: LOGICAL_DNS\nhosts: [${host('a.test')}, ${host('b.test')}]`, '/hosts', 'has 2'],
    [
      `type: LOGICAL_DNS\nload_assignment: { cluster_name: shop }\nhosts: [${host('a.test')}]`,
      '/load_assignment',
      'has none',
    ],
    [
      `type: LOGICAL_DNS\n${assigned('a.test').replace('endpoints: [', 'endpoints: [{ priority: 0 }, ')}`,
      '/load_assignment',
      'has 2 localities',
    ],
  ])('%s', (yaml, pointer, words) => {
    const findings = of(yaml);
    expect(findings.map((finding) => [finding.pointer, finding.level])).toEqual([[pointer, 'error']]);
    expect(findings[0]?.message).toContain(words);
  });

  test.each([`hosts: [${host('a.test')}]`, `hosts: ${host('a.test')}`, assigned('a.test')])(
    'one: %s',
    (hosts) => {
      expect(of(`type: LOGICAL_DNS\n${hosts}`)).toEqual([]);
    },
  );
});

test.each(['STATIC', 'STRICT_DNS'])('a %s cluster without hosts is worth knowing, no more', (type) => {
  expect(of(`type: ${type}`).map(({ level }) => level)).toEqual(['info']);
  expect(of(`type: ${type}\n${assigned('10.0.0.1', '10.0.0.2')}`)).toEqual([]);
});

test.each(['', 'type: EDS', 'type: ORIGINAL_DST', 'cluster_type: { name: shop.finder }', 'type: DNS'])(
  'nothing about %s',
  (yaml) => {
    expect(of(yaml)).toEqual([]);
  },
);
