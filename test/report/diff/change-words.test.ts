/** A change in the fewest words: what differs stands in them, as the file has it. */
import { expect, test } from 'vitest';
import { changeText } from '../../../src/present/changes.ts';
import type { DiffReport } from '../../../src/present/difference.ts';
import { noPaint } from '../../../src/present/text.ts';
import { diffText } from '../../../src/report/diff/text.ts';
import { diffOf } from '../../diff/sides.ts';

const cluster = (more: string, host = 'a.test'): string =>
  `clusters: [{ name: user, connect_timeout: 1s, type: STRICT_DNS, hosts: [{ socket_address: { address: ${host}, port_value: 80 } }]${more} }]\n`;

const told = (before: string, after: string): readonly string[] =>
  diffOf(before, after).changes.map(changeText);

test('TLS that is removed is called so, in the form of the file', () => {
  expect(told(cluster(', tls_context: { sni: user.test }'), cluster(''))).toEqual([
    'TLS to the hosts of cluster user is removed: tls_context: { sni: "user.test" }',
  ]);
  const current =
    ', transport_socket: { name: tls, typed_config: { "@type": type.googleapis.com/envoy.api.v2.auth.UpstreamTlsContext, sni: user.test } }';
  expect(told(cluster(''), cluster(current))).toEqual([
    expect.stringMatching(
      /^TLS to the hosts of cluster user is added: transport_socket: \{ name: "[^"]*tls", typed_config: \{ sni: "user.test", @type: /,
    ),
  ]);
  const [change] = diffOf(cluster(', tls_context: { sni: user.test }'), cluster('')).changes;
  expect(change?.message).toMatch(/^TLS to the hosts of the cluster "user" is gone; it was /);
});

test('an entry that is known by its name is told by it', () => {
  expect(told(cluster(''), cluster('', 'b.test'))).toEqual([
    'load_assignment.endpoints[0].lb_endpoints[b.test:80].endpoint.address.socket_address.address: "a.test" → "b.test"',
  ]);
});

test('what an entry says beside its name is shown', () => {
  const weighed = (...hosts: readonly string[]): string => {
    const endpoints = hosts.map(
      (host) =>
        `{ load_balancing_weight: 7, endpoint: { address: { socket_address: { address: ${host}, port_value: 80 } } } }`,
    );
    return `clusters: [{ name: user, connect_timeout: 1s, load_assignment: { cluster_name: user, endpoints: [{ lb_endpoints: [${endpoints.join()}] }] } }]\n`;
  };
  expect(told(weighed('a.test', 'b.test'), weighed('a.test'))[0]).toContain('load_balancing_weight: 7');
});

test.each([100, 60])(
  'no line is longer than %d columns, and none but the first names the level',
  (columns) => {
    const socket = `, tls_context: { sni: user.test, alpn_protocols: [h2], common_tls_context: { validation_context: { trusted_ca: { filename: /etc/certificates/of/everybody.pem } } } }`;
    const report: DiffReport = {
      pairs: [{ name: 'a', before: 'a.yaml', after: 'b.yaml', result: diffOf(cluster(socket), cluster('')) }],
      files: { before: [], after: [] },
      redact: (text) => text,
      version: '',
    };
    const lines = diffText(report, noPaint, columns).trimEnd().split('\n');
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
    expect(
      lines.filter((line) => line.startsWith('  - breaking TLS to the hosts of cluster user is')),
    ).toHaveLength(1);
    expect(lines.at(-1)).toBe('      line 1  cluster-tls-removed');
  },
);
