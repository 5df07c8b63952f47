/** Both sides of a group of requests say what differs between them. */
import { expect, test } from 'vitest';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { outcomeTexts } from '../../../src/present/outcomes.ts';
import { movedResult } from '../../../src/results/comparison.ts';
import { sideOf } from '../../diff/sides.ts';

const file = (route: string, clusters = ''): string =>
  `${clusters}virtual_hosts: [{ name: all, domains: ["*"], routes: [{ match: { prefix: /a }, ${route} }] }]\n`;

function told(before: string, after: string): readonly string[] {
  const { changes } = compareBehaviour([sideOf(before, 'a.yaml')], [sideOf(after, 'b.yaml')]);
  return changes.map((moved) => {
    const texts = outcomeTexts(movedResult(moved), { before: () => 'here', after: () => 'here' });
    return `${texts.before} | ${texts.after} | ${texts.rest}`.replaceAll(
      ' (virtual host all, route 0, here)',
      '',
    );
  });
}

const to = (more: string): string => `route: { cluster: shop, ${more} }`;
const plain = 'goes to cluster "shop"';

test.each([
  ['the path', to('prefix_rewrite: /b'), to('prefix_rewrite: /c'), 'sent as /b', 'sent as /c'],
  [
    'the host',
    to('host_rewrite: b.test'),
    to('host_rewrite: c.test'),
    'with the host b.test',
    'with the host c.test',
  ],
  [
    'a host that is looked up',
    to('host_rewrite: b.test'),
    to('auto_host_rewrite: true'),
    'with the host b.test',
    'with the host of the upstream',
  ],
  ['the timeout', to('timeout: 3s'), to('timeout: 0s'), 'timeout 3s', 'no timeout'],
  ['idle', to('idle_timeout: 3s'), to('timeout: 15s'), 'idle timeout 3s', 'no idle timeout of its own'],
  [
    'retries',
    to('retry_policy: { retry_on: 5xx, num_retries: 3, per_try_timeout: 2s }'),
    to('timeout: 15s'),
    'retries: up to 3 on 5xx, 2s each',
    'no retries',
  ],
  [
    'mirroring',
    to('request_mirror_policy: { cluster: copy }'),
    to('timeout: 15s'),
    'mirrored to "copy" (100%)',
    'mirrored nowhere',
  ],
  ['the priority', to('priority: HIGH'), to('timeout: 15s'), 'priority HIGH', 'priority DEFAULT'],
  [
    'the subset',
    to('metadata_match: { filter_metadata: { envoy.lb: { v: "1" } } }'),
    to('timeout: 15s'),
    'subset v="1"',
    'no subset',
  ],
  [
    'hashing',
    to('hash_policy: [{ connection_properties: { source_ip: true } }]'),
    to('timeout: 15s'),
    expect.stringContaining('hashed by the client address'),
    'not hashed',
  ],
])('%s', (_, before, after, one, other) => {
  const [text = ''] = told(file(before), file(after));
  const [first, second, rest] = text.split(' | ');
  expect(first).toEqual(typeof one === 'string' ? `${plain}, ${one}` : one);
  expect(second).toBe(`${plain}, ${other}`);
  expect(rest).toBe('');
});

test.each([
  [
    'a header that is added',
    `${to('timeout: 15s')}, request_headers_to_add: [{ header: { key: x-a, value: "1" } }, { header: { key: x-b, value: "2" } }]`,
    `${to('timeout: 15s')}, request_headers_to_add: [{ header: { key: x-a, value: "1" } }]`,
    `${plain}, request header + x-b: 2 | ${plain} | `,
  ],
  [
    'a body',
    'direct_response: { status: 200, body: { inline_string: one } }',
    'direct_response: { status: 200, body: { inline_string: two } }',
    'is answered with 200 at once, body "one" | is answered with 200 at once, body "two" | ',
  ],
  [
    'a redirect',
    'redirect: { path_redirect: /b }',
    'redirect: { path_redirect: /b, response_code: FOUND }',
    'is redirected (301) to https://example.test/b | is redirected (302) to https://example.test/b | ',
  ],
  [
    'chance',
    'route: { weighted_clusters: { clusters: [{ name: a, weight: 30 }, { name: b, weight: 70 }] } }',
    'route: { weighted_clusters: { clusters: [{ name: a, weight: 40 }, { name: b, weight: 60 }] } }',
    'goes to one of "a" (30%), "b" (70%) | goes to one of "a" (40%), "b" (60%) | ',
  ],
  [
    'what takes too many words',
    to('retry_policy: { retry_on: 5xx, retry_priority: { name: a } }'),
    to('retry_policy: { retry_on: 5xx, retry_priority: { name: b } }'),
    `${plain} | ${plain} | with another retry policy`,
  ],
])('%s', (_, before, after, expected) => {
  expect(told(file(before), file(after))).toEqual([expected]);
});

const CLUSTERS = 'clusters: [{ name: shop, connect_timeout: 1s }]\n';

test.each([
  ['route: { cluster: gone }', 'is answered with 503: no cluster "gone" is defined'],
  [
    'route: { cluster: gone, cluster_not_found_response_code: NOT_FOUND }',
    'is answered with 404: no cluster "gone" is defined',
  ],
  [
    'route: { weighted_clusters: { clusters: [{ name: a, weight: 30 }, { name: b, weight: 70 }] } }',
    'is answered with 503: no cluster "a" or "b" is defined',
  ],
  [
    'route: { cluster_header: x-to }',
    'is answered with 404: the header x-to, which names the cluster, is missing',
  ],
])('%s says why it leads nowhere', (route, expected) => {
  const [text] = told(file('route: { cluster: shop }', CLUSTERS), file(route, CLUSTERS));
  expect(text).toBe(`goes to cluster "shop" | ${expected} | `);
});
