/** Which release an input is held to, and what is said of fields that other releases have. */
import { describe, expect, test } from 'vitest';
import { openConfiguration } from '../../src/model/open.ts';
import { NEWEST_RELEASE, type Release, releaseNamed } from '../../src/schema/release.ts';
import { sourceFile } from '../../src/source/load.ts';

function opened(value: object, options: { readonly type?: string; readonly release?: Release } = {}) {
  return openConfiguration(sourceFile('front.json', JSON.stringify(value), 'named'), {
    api: 'v3',
    ...options,
  });
}

/** Level, message and data of what is found, and where. */
function found(value: object, type: string, release?: Release) {
  const { problems } = opened(value, { type, ...(release && { release }) });
  return problems.map(({ rule, level, message, pointer, data }) => ({
    rule,
    level,
    message,
    pointer,
    ...data,
  }));
}

const dump = (node: object): object => ({
  configs: [
    {
      '@type': 'type.googleapis.com/proxy.admin.v3.BootstrapConfigDump',
      bootstrap: {
        node,
        static_resources: {
          clusters: [
            {
              name: 'cart',
              connect_timeout: '1s',
              outlier_detection: { detect_degraded_hosts: true },
            },
          ],
        },
      },
    },
  ],
});

describe('the release of an input', () => {
  test('is the newest where nothing says otherwise', () => {
    expect(opened({ name: 'cart' }, { type: 'Cluster' }).release).toEqual({
      release: NEWEST_RELEASE,
      from: 'assumed',
    });
  });

  test('is that which was given, whatever a dump says', () => {
    expect(opened(dump({ user_agent_version: '1.38.1' }), { release: '1.37' }).release).toEqual({
      release: '1.37',
      from: 'given',
    });
  });

  test.each([
    [
      {
        user_agent_name: 'proxy',
        user_agent_build_version: { version: { major_number: 1, minor_number: 37, patch: 2 } },
      },
    ],
    [{ user_agent_name: 'proxy', user_agent_version: '1.37.2' }],
    [{ user_agent_name: 'proxy', user_agent_version: '1.37.2-dev' }],
  ])('is the one that the proxy which wrote a dump states: %j', (node) => {
    expect(opened(dump(node)).release).toEqual({ release: '1.37', from: 'stated' });
  });

  test('a bootstrap says nothing of the proxy that will read it', () => {
    const bootstrap = { node: { user_agent_version: '1.37.2' }, static_resources: {} };
    expect(opened(bootstrap, { type: 'Bootstrap' }).release.from).toBe('assumed');
  });

  test('what shows that it is of version 2 is said not to be read by a release that is given', () => {
    const cluster = { name: 'cart', hosts: [] };
    const notes = (value: object, release?: Release): readonly string[] =>
      opened(value, { type: 'Cluster', ...(release && { release }) }).notes;
    expect(notes(cluster, '1.36')).toEqual([expect.stringMatching(/^is of version 2, .*: 1\.36 refuses it/)]);
    expect(notes(cluster, '1.17')).toEqual([]);
    expect(notes(cluster)).toEqual([]);
    expect(notes({ name: 'cart' }, '1.36')).toEqual([]);
  });

  test('a dump of a newer one is read as the newest, with a remark', () => {
    const { release, notes } = opened(dump({ user_agent_version: '1.99.0' }));
    expect(release).toEqual({ release: NEWEST_RELEASE, from: 'assumed' });
    expect(notes.filter((note) => note.includes('1.99'))).toHaveLength(1);
  });
});

describe('a field', () => {
  const outlier = { detect_degraded_hosts: true };

  test('that came later is refused where the release was given, and says since when', () => {
    expect(found(outlier, 'cluster.OutlierDetection', '1.36')).toEqual([
      {
        rule: 'unknown-field',
        level: 'error',
        message:
          'OutlierDetection has no field "detect_degraded_hosts" in release 1.36: it is there since 1.38',
        pointer: '/detect_degraded_hosts',
        since: '1.38',
      },
    ]);
    expect(found(outlier, 'cluster.OutlierDetection', '1.38')).toEqual([]);
    expect(found(outlier, 'cluster.OutlierDetection')).toEqual([]);
  });

  test('that a dump shows is known to the proxy that wrote it: a warning', () => {
    const { problems } = opened(dump({ user_agent_version: '1.36.0' }));
    expect(problems.map(({ rule, level, data }) => ({ rule, level, data }))).toEqual([
      { rule: 'unknown-field', level: 'warning', data: { since: '1.38' } },
    ]);
  });

  test('that went says until when; releases that had it take it', () => {
    const config = { serverName: 'tools', supportedProtocolVersions: ['1'] };
    const message = (release?: Release) =>
      found(config, 'mcp_json_rest_bridge.ServerInfo', release).filter(({ pointer }) =>
        pointer.includes('supported'),
      );
    expect(message('1.39')).toEqual([]);
    expect(message('1.40')).toMatchObject([{ level: 'error', until: '1.39' }]);
    expect(message()).toMatchObject([{ level: 'warning', until: '1.39' }]);
  });

  test('between two modelled releases is not judged', () => {
    // It came between 1.32 and 1.35.
    const spec = { forwarding: {} };
    expect(found(spec, 'ApiKeyAuth', '1.32')).toMatchObject([{ level: 'error', since: '1.35' }]);
    expect(found(spec, 'ApiKeyAuth', '1.34')).toEqual([]);
  });

  test('of no release is an error where the release is given, the name is near another, or the message never grew', () => {
    const levels = (value: object, type: string, release?: Release) =>
      found(value, type, release).map(({ level }) => level);
    expect(levels({ name: 'c', queueing_horizon: 1 }, 'Cluster')).toEqual(['warning']);
    expect(levels({ name: 'c', queueing_horizon: 1 }, 'Cluster', '1.40')).toEqual(['error']);
    expect(levels({ name: 'c', conect_timeout: '1s' }, 'Cluster')).toEqual(['error']);
    expect(levels({ numerator: 1, queueing_horizon: 1 }, 'type.FractionalPercent')).toEqual(['error']);
  });
});

test('a type that is gone says since when', () => {
  const type = 'type.googleapis.com/proxy.config.trace.v3.OpenCensusConfig';
  const tracing = { http: { name: 'proxy.tracers.opencensus', typed_config: { '@type': type } } };
  const said = (release?: Release) =>
    found(tracing, 'Tracing', release).map(({ rule, level }) => [rule, level]);
  expect(said()).toEqual([['unknown-extension', 'warning']]);
  expect(said('1.36')).toEqual([['unknown-extension', 'error']]);
  expect(said('1.33')).toEqual([['unknown-extension', 'error']]);
  expect(said('1.32')).toEqual([['unknown-extension', 'info']]);
});

test.each<[string, Release, string]>([
  ['config.grpc_credential.v3.AwsIamConfig', '1.35', '1.34'],
  ['extensions.filters.http.cdn_loop.v3alpha.CdnLoopConfig', '1.20', '1.19'],
  ['extensions.filters.http.squash.v3.Squash', '1.35', '1.34'],
  ['extensions.filters.network.tcp_proxy.v3.TcpProxy.DeprecatedV1', '1.22', '1.18'],
])('%s is gone since %s, as its release notes or descriptors say', (type, release, until) => {
  const typed_config = { '@type': `type.googleapis.com/proxy.${type}` };
  const [gone] = found({ name: 'x', typed_config }, 'core.TypedExtensionConfig', release);
  expect(gone).toMatchObject({ rule: 'unknown-extension', level: 'error', until });
  const [before] = found({ name: 'x', typed_config }, 'core.TypedExtensionConfig', releaseNamed(until));
  expect(before).toMatchObject({ rule: 'unknown-extension', level: 'info' });
});

test('an extension that was removed says so, although the API has its message', () => {
  const type = 'type.googleapis.com/proxy.config.trace.v3.LightstepConfig';
  const typed = { '@type': type, collector_cluster: 'c', access_token: { inline_string: 't' } };
  const tracing = { http: { name: 'proxy.tracers.lightstep', typed_config: typed } };
  const said = (release?: Release) =>
    found(tracing, 'Tracing', release)
      .filter(({ rule }) => rule === 'unknown-extension')
      .map(({ level }) => level);
  expect([said(), said('1.36'), said('1.23')]).toEqual([['warning'], ['error'], []]);
});

test.each<[string, string, readonly string[]]>([
  [
    'extensions.load_balancing_policies.wrr_locality.v3.WrrLocality',
    '1.36',
    ['no extension for WrrLocality yet'],
  ],
  ['extensions.load_balancing_policies.wrr_locality.v3.WrrLocality', '1.37', []],
  [
    'extensions.load_balancing_policies.pick_first.v3.PickFirst',
    '1.40',
    ['no release of the proxy has an extension for PickFirst'],
  ],
  ['extensions.filters.http.gzip.v3.Gzip', '1.40', ['no extension for gzip.Gzip any more']],
])('%s in release %s', (type, release, said) => {
  const typed_config = { '@type': `type.googleapis.com/proxy.${type}` };
  const messages = found({ name: 'x', typed_config }, 'core.TypedExtensionConfig', releaseNamed(release))
    .filter(({ rule }) => rule === 'unknown-extension')
    .map(({ message }) => message);
  expect(messages).toEqual(said.map((words) => expect.stringContaining(words)));
});

test('a message that came with the newest release may get fields that are not known', () => {
  const level = (type: string) =>
    found({ barley_and_oats: 1 }, type).map(({ rule, level: each }) => [rule, each]);
  expect(level('AwsEventstreamParser')).toContainEqual(['unknown-field', 'warning']);
  expect(level('AbortActionConfig')).toContainEqual(['unknown-field', 'error']);
});

describe('demands', () => {
  test('are those of the release', () => {
    const checks = Array.from({ length: 9 }, () => ({
      timeout: '1s',
      interval: '1s',
      unhealthy_threshold: 1,
      healthy_threshold: 1,
      tcp_health_check: {},
    }));
    const rules = (value: object, type: string, release?: Release) =>
      found(value, type, release).map(({ rule }) => rule);
    expect(rules({ name: 'c', health_checks: checks }, 'Cluster')).toEqual(['out-of-range']);
    expect(rules({ name: 'c', health_checks: checks }, 'Cluster', '1.39')).toEqual([]);
    const bucket = { max_tokens: 0, fill_interval: '1s' };
    expect(rules(bucket, 'type.TokenBucket', '1.38')).not.toEqual([]);
    expect(rules(bucket, 'type.TokenBucket', '1.39')).toEqual([]);
  });

  test('values of enums are those of the release', () => {
    const rules = (release?: Release) =>
      found({ auth_type: 'PRIVATE_KEY_JWT' }, 'OAuth2Config', release).filter(
        ({ pointer }) => pointer === '/auth_type',
      );
    expect(rules()).toEqual([]);
    expect(rules('1.37')).toMatchObject([{ rule: 'unknown-enum-value' }]);
  });

  test('what a later release deprecates is not deprecated before', () => {
    const rules = (release: Release) =>
      found({ enforce_rsa_key_usage: true }, 'UpstreamTlsContext', release).map(({ rule }) => rule);
    expect([rules('1.36'), rules('1.38')]).toEqual([[], ['deprecated-field']]);
  });
});
