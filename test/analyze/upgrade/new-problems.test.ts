/** What is refused, gone or deprecated between two releases (`analyze --upgrade --from R --to R`). */
import { describe, expect, test } from 'vitest';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../../src/analyze/index.ts';
import { openConfiguration } from '../../../src/model/open.ts';
import type { Release } from '../../../src/schema/release.ts';
import { sourceFile } from '../../../src/source/load.ts';

/** What is told apart of a cluster, by rule, kind and level. */
function told(fields: string, from: Release | undefined, to: Release): readonly string[] {
  const text = `clusters:\n- name: cart\n  connect_timeout: 1s\n  type: EDS\n  eds_cluster_config: { eds_config: { ads: {} } }\n${fields}`;
  const configuration = openConfiguration(sourceFile('front.yaml', text, 'named'), {
    api: 'v3',
    release: to,
  });
  const { findings } = analyze(subjectOf([configuration], { now: () => 0 }), {
    rules: analysisRules,
    known: ruleIds,
    from,
  });
  return findings
    .filter(({ rule }) => /^(?:unknown|deprecated|out-of|required)/.test(rule))
    .map(({ rule, level, message, data }) => `${level} ${rule} ${data.upgrade ?? '-'}: ${message}`);
}

const transport = (type: string, fields = ''): string =>
  `  transport_socket: { name: tls, typed_config: { "@type": type.googleapis.com/envoy.extensions.transport_sockets.${type}${fields} } }\n`;

describe('between two releases', () => {
  const RSA = transport('tls.v3.UpstreamTlsContext', ', enforce_rsa_key_usage: true');

  test('a field that the later one deprecates', () => {
    const [found, ...others] = told(RSA, '1.37', '1.38');
    expect(others).toEqual([]);
    expect(found).toMatch(
      /^info deprecated-field deprecated: enforce_rsa_key_usage .*; release 1\.37 does not deprecate it$/,
    );
    expect(told(RSA, '1.38', '1.40')).toEqual([
      expect.stringMatching(/^info deprecated-field -: (?!.*does not)/),
    ]);
    expect(told(RSA, undefined, '1.40')).toEqual([expect.stringMatching(/^info deprecated-field -: /)]);
    expect(told(RSA, '1.32', '1.37')).toEqual([]);
  });

  test('a type that the later one has not', () => {
    const S2A = transport('s2a.v3alpha.S2AConfiguration');
    expect(told(S2A, '1.18', '1.40')).toEqual([
      expect.stringMatching(
        /^error unknown-extension gone: release 1\.40 has no longer.*; release 1\.18 takes it$/,
      ),
    ]);
    expect(told(S2A, '1.32', '1.40')).toEqual([
      expect.stringMatching(/^error unknown-extension -: (?!.*takes it)/),
    ]);
  });

  test('a field that both lack, or that only the earlier one lacks, is none of the way', () => {
    expect(told('  outlier_detection: { detect_degraded_hosts: true }\n', '1.36', '1.37')).toEqual([
      expect.stringMatching(/^error unknown-field -: /),
    ]);
    expect(told('  outlier_detection: { detect_degraded_hosts: true }\n', '1.36', '1.40')).toEqual([]);
  });

  test('a type that a release does not have yet is refused', () => {
    const own =
      '  load_balancing_policy: { policies: [{ typed_extension_config: { name: x, typed_config: { "@type": type.googleapis.com/envoy.extensions.load_balancing_policies.load_aware_locality.v3.LoadAwareLocality } } }] }\n';
    expect(told(own, undefined, '1.38').filter((text) => text.includes('unknown-extension'))).toEqual([
      'error unknown-extension -: release 1.38 has no LoadAwareLocality yet: it is there since 1.39',
    ]);
    expect(told(own, undefined, '1.39').filter((text) => text.includes('unknown-extension'))).toEqual([]);
  });
});
