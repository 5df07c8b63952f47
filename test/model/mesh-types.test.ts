/** Types of meshes, whose names carry no namespace of the proxy's. */
import { expect, test } from 'vitest';
import { normalizeConfiguration } from '../../src/migrate/index.ts';
import { openConfiguration } from '../../src/model/open.ts';
import { sourceFile } from '../../src/source/load.ts';

const HOST = 'type.googleapis.com/';

const filter = (config: object) =>
  openConfiguration(
    sourceFile('front.json', JSON.stringify({ name: 'mesh', typed_config: config }), 'named'),
    {
      api: 'v3',
      type: 'HttpFilter',
      namespace: 'envoy',
    },
  );
const found = (config: object) =>
  filter(config).problems.map(({ rule, level, message }) => `${level} ${rule}: ${message}`);

test.each([
  ['stats.PluginConfig', { tcp_reporting_duration: '5s', reporter: 'SERVER_GATEWAY' }],
  ['io.istio.http.peer_metadata.Config', { shared_with_upstream: true }],
  [
    'istio.envoy.config.filter.http.alpn.v2alpha1.FilterConfig',
    { alpn_override: [{ upstream_protocol: 'HTTP10' }] },
  ],
  ['envoy.tcp.metadataexchange.config.MetadataExchange', { protocol: 'istio-peer-exchange' }],
  ['envoy.extensions.network_filters.peer_metadata.Config', { baggage_key: 'key' }],
])('%s is checked, and written as it was', (type, fields) => {
  expect(found({ '@type': HOST + type, ...fields })).toEqual([]);
  const [wrong] = found({ '@type': HOST + type, ...fields, nothing_of_the_kind: 1 });
  // Known from one state alone: a mesh may have more by now.
  expect(wrong).toMatch(/^warning unknown-field: \w+ has no field "nothing_of_the_kind"/);
  const [document] = normalizeConfiguration(filter({ '@type': HOST + type, ...fields }), {
    onlyWritten: true,
    showSecrets: false,
  });
  expect(document?.value).toMatchObject({ typed_config: { '@type': HOST + type, ...fields } });
});

test('one inside a struct that says its type, too', () => {
  const struct = (value: object) => ({
    '@type': `${HOST}udpa.type.v1.TypedStruct`,
    type_url: `${HOST}stats.PluginConfig`,
    value,
  });
  expect(found(struct({ reporter: 'SERVER_GATEWAY' }))).toEqual([]);
  expect(found(struct({ reporterr: 'SERVER_GATEWAY' }))).toEqual([
    'error unknown-field: PluginConfig has no field "reporterr"; did you mean reporter?',
  ]);
});
