/** Every error that analysis finds in real configurations which the proxy takes, each read and judged. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/source/errors.ts';
import { analyzedInTwo } from './analyzed.ts';

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));

/** Groups of files that the proxy rejects. */
const REJECTED = new Set(['envoy_unit_negative', 'invalid', 'v1_negative', 'v3_mixed', 'go_struct_json']);

/** Why each of them is true: the rules found, in order, by file. */
const JUDGED: readonly (readonly [file: string, rules: readonly string[], why: string])[] = [
  ...['disabled_endpoint_permissions@2020-06', 'static_listeners@2020-06'].map(
    (name) =>
      [
        `allegro/config_ads_${name}.yaml`,
        ['wrong-type', 'wrong-type'],
        'a template: its ports are words',
      ] as const,
  ),
  ['allegro/config_ads_v2@2021-03.yaml', ['wrong-type', 'wrong-type'], 'a template: its ports are words'],
  ['allegro/config_auth@2020-06.yaml', ['wrong-type', 'wrong-type'], 'a template: its ports are words'],
  [
    'envoy_docs/grpc_json_transcoder_filter-1@2020-01.yaml',
    ['unknown-field', 'required-field'],
    '@type stands beside typed_config instead of inside',
  ],
  ...['2018-06', '2019-06', '2020-01'].map(
    (month) =>
      [
        `envoy_docs/ssl-1@${month}.yaml`,
        ['missing-field'],
        'an excerpt about validating clients, without the certificate of the server',
      ] as const,
  ),
  [
    'envoy_docs/original_src_filter-1@2020-01.yaml',
    ['missing-field'],
    'an excerpt about listener filters, without filter chains',
  ],
  [
    'envoy_unit_cluster/x-2.yaml',
    ['missing-field'],
    'a test of clusters, whose listener has no filter chain',
  ],
  [
    'consul_1.6/listeners-expose-paths-new-cluster-http2.json',
    ['missing-field'],
    'a test without certificates: no proxy of either version takes a TLS server without one',
  ],
  [
    'envoy_docs/sni-1@2018-06.yaml',
    Array(6).fill('required-field'),
    'a sketch for a page: stat_prefix, name and domains are left out',
  ],
  [
    'envoy_rendered/envoy_service_to_service@2018-12.yaml',
    ['required-field', 'required-field', 'terminal-filter', 'terminal-filter'],
    'the data model demands rate_limit_service of the filter; in the month of this file the bootstrap had it, and a terminal filter could stand anywhere, which release 1.12 refuses',
  ],
  [
    'envoy_rendered/envoy_service_to_service@2019-06.yaml',
    ['terminal-filter', 'terminal-filter'],
    'older than release 1.12, which refuses a terminal filter before the end',
  ],
  [
    'envoy_test/server_xds.lds.with_unknown_field.typed_struct-filled@2020-01.yaml',
    ['unknown-field'],
    'made to hold a field that no version has',
  ],
  ['envoy_test/server-filled@2020-01.yaml', ['wrong-type'], 'a number was filled in for a boolean'],
  [
    'envoy_test/server_xds.eds.with_unknown_field-filled@2020-01.yaml',
    ['unknown-field'],
    'foo is no field, as the name of the file says',
  ],
  [
    'envoy_test/test-server_xds.rds.with_unknown_field@2019-10.yaml',
    ['unknown-field'],
    'foo is no field, as the name of the file says',
  ],
  [
    'envoy_test/test-watchdogs_bootstrap_with_deprecated_field@2020-10.yaml',
    ['conflicting-fields'],
    'both forms of the watchdog, which the proxy has refused together since it has two',
  ],
  [
    'envoy_unit_route/WeightedClustersSumOFWeightsNotEqualToMax@2018-03-2.yaml',
    ['weight-sum'],
    'written to be refused, as its name says',
  ],
  [
    'envoy_unit_route/WeightedClustersSumOFWeightsNotEqualToMax@2018-03.yaml',
    ['weight-sum'],
    'written to be refused, as its name says',
  ],
  [
    'istio_bootstrap/all_golden@2018-06.json',
    ['required-field'],
    'the data model demands the endpoint of the collector',
  ],
  ['istio_bootstrap/envoy_local@2018-06.json', ['one-of'], 'a TCP proxy without any cluster'],
  ['istio_bootstrap/envoy_local@2019-06.json', ['one-of'], 'a TCP proxy without any cluster'],
  [
    'istio_dump/configdump@2018-06.json',
    ['required-field'],
    'the data model demands the endpoint of the collector',
  ],
  [
    'istio_dump/configdump@2020-02.json',
    ['terminal-filter', 'required-field', 'terminal-filter'],
    'written by hand for a test: filters without settings, in an order that no proxy takes',
  ],
];

const files = existsSync(CORPUS)
  ? readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ya?ml|json)$/.test(name) && !name.includes('.golden.'))
      .filter((name) => !REJECTED.has(name.split('/')[0] ?? ''))
      .sort()
  : [];

describe.skipIf(files.length === 0)('errors in real configurations that the proxy takes', () => {
  const judged = new Map(JUDGED.map(([file, rules]) => [file, rules]));

  test.each(files)('%s', (name) => {
    const errors = findings(name).filter(({ level }) => level === 'error');
    expect(errors.map(({ rule }) => rule)).toEqual(judged.get(name) ?? []);
  });

  test('each judged file is there', () => {
    expect(files).toEqual(expect.arrayContaining([...judged.keys()]));
  });
});

/** None for what is no configuration of this data model. */
function findings(name: string) {
  try {
    return analyzedInTwo(readFileSync(join(CORPUS, name), 'utf8'));
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}
