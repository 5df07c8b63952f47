import { expect, test } from 'vitest';
import { findNamespace } from '../../src/model/namespace.ts';
import { openConfiguration } from '../../src/model/open.ts';
import { sourceFile } from '../../src/source/load.ts';

test.each([
  ['nothing', 'name: a', 'envoy'],
  ['a type URL', '"@type": type.googleapis.com/acme.api.v2.Cluster', 'acme'],
  [
    'most of the type URLs',
    'x/type.googleapis.com/a.api.v2.B type.googleapis.com/b.type.C type.googleapis.com/b.config.D',
    'b',
  ],
  [
    'no foreign type',
    '"@type": type.googleapis.com/google.protobuf.Struct\nname: acme.filters.http.router',
    'acme',
  ],
  [
    'no type of a package without one',
    '"@type": type.googleapis.com/xds.type.v3.TypedStruct\nname: acme.filters.http.router',
    'acme',
  ],
  ['the current name of a filter', 'name: acme.filters.http.router', 'acme'],
  ['an older name', '- name: "acme.router"', 'acme'],
  ['a filter name as a key in brackets', 'per_filter_config: {acme.buffer: {disabled: true}}', 'acme'],
  ['a filter name in a list', 'names: [acme.filters.http.router]', 'acme'],
  ['a filter name where a line begins', 'name:\nacme.filters.http.router', 'acme'],
  ['no part of a longer name', 'name: your-acme.router', 'envoy'],
  ['metadata for load balancing', 'filter_metadata: {envoy.lb: {canary: true}}', 'envoy'],
  ["a namespace of the file's own", 'filter_metadata: {acme.lb: {canary: true}}', 'envoy'],
  ['metadata for load balancing in JSON', '{"filter_metadata":{"envoy.lb":{"canary":true}}}', 'envoy'],
  ['metadata for transport sockets', 'envoy.transport_socket_match:\n  tls: true', 'envoy'],
  ['no word', 'name: "e]nvoy.tcp_proxy"\nother: Acme.tcp_proxy', 'envoy'],
  ['no host', 'domains: [a.lb, "b.lb", "c.lb:80"]', 'envoy'],
  ['a filter name in JSON', '{"name":"acme.tcp_proxy"}', 'acme'],
  ['no name of somebody else', 'name: acme.filters.http.router_of_mine', 'envoy'],
  ['a header', 'key: x-acme-upstream-rq-timeout-ms', 'acme'],
  ['the field that carries it', 'grpc_services: [{envoy_grpc: {cluster_name: a}}]', 'envoy'],
  ['a type URL before a name', 'name: other.router\n"@type": type.googleapis.com/acme.type.A', 'acme'],
])('%s', (_, text, namespace) => {
  expect(findNamespace(text)).toBe(namespace);
});

test('what is given counts, whatever stands there', () => {
  const file = sourceFile(
    'in.yaml',
    'name: a\nconnect_timeout: 1s\nfilters: [{name: acme.tcp_proxy}]',
    'named',
  );
  expect(openConfiguration(file).namespace).toBe('acme');
  expect(openConfiguration(file, { namespace: 'mine' }).namespace).toBe('mine');
});

test.each([
  [String.raw`{"resources":[{"@type":"type.googleapis.com\/acme.api.v2.Cluster","name":"a"}]}`],
  ['resources:\n- "@type": "type.googleapis.com/acme.api\\\n    .v2.Cluster"\n  name: a\n'],
  [String.raw`filter_chains: [{filters: [{name: "acme\x2ehttp_connection_manager"}]}]`],
  [String.raw`filter_chains: [{filters: [{name: "\u0061cme.http_connection_manager"}]}]`],
  ['virtual_hosts: [{name: a, domains: ["*"], routes: [], per_filter_config: {? "acme\\x2ebuffer" : {}}}]'],
  ['# as in other.router\nfilter_chains: [{filters: [{name: acme.http_connection_manager}]}]'],
  ['clusters: [] # type.googleapis.com/other.api.v2.Cluster\nnode: {id: a, cluster: acme.router}'],
  [
    'kind: ConfigMap\ndata: {a: "{\\"clusters\\": [{\\"name\\": \\"a\\", \\"@type\\": \\"type.googleapis.com\\\\/acme.api.v2.Cluster\\"}]}"}',
  ],
])('14.b6 the word is found in values, however they are written, and in no comment: %s', (text) => {
  expect(openConfiguration(sourceFile('in', text, 'named')).namespace).toBe('acme');
});

test.each([
  ['name: type.googleapis.com/other.api.v2.Cluster\n"@type": type.googleapis.com/acme.api.v2.Cluster\n'],
  [
    String.raw`{"name": "type.googleapis.com/other.api.v2.A type.googleapis.com/other.api.v2.B", "\u0040type": "any.where/acme.api.v2.Cluster"}`,
  ],
  [
    'kind: Note\nabout: {"@type": type.googleapis.com/other.api.v2.Cluster}\n---\n"@type": type.googleapis.com/acme.api.v2.Cluster\nname: a\n',
  ],
])('what a message says it is counts before a type URL anywhere else: %s', (text) => {
  expect(openConfiguration(sourceFile('in', text, 'named')).namespace).toBe('acme');
});

test('a long text is searched in one go', () => {
  expect(findNamespace('x-'.repeat(200_000) + '["a.'.repeat(100_000) + ' aaaaaaa'.repeat(100_000))).toBe(
    'envoy',
  );
});
