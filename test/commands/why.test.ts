import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const validate = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync('docs/schemas/why.schema.json', 'utf8')),
);

const MANAGER =
  'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';
const STDOUT = 'type.googleapis.com/envoy.extensions.access_loggers.stream.v3.StdoutAccessLog';
const FRONT = `
static_resources:
  clusters:
  - {name: cart, connect_timeout: 1s, load_assignment: {cluster_name: cart, endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 10.0.0.1, port_value: 80}}}}]}]}}
  listeners:
  - name: public
    address: {socket_address: {address: 0.0.0.0, port_value: 80}}
    filter_chains:
    - filters:
      - name: http
        typed_config:
          "@type": ${MANAGER}
          stat_prefix: public
          access_log:
          - name: stdout
            typed_config:
              "@type": ${STDOUT}
              log_format:
                json_format:
                  method: "%REQ(:METHOD)%"
                  host: "%REQ(:AUTHORITY)%"
                  path: "%REQ(X-ENVOY-ORIGINAL-PATH?:PATH)%"
                  token: "%REQ(AUTHORIZATION)%"
                  code: "%RESPONSE_CODE%"
                  flags: "%RESPONSE_FLAGS%"
                  details: "%RESPONSE_CODE_DETAILS%"
                  route: "%ROUTE_NAME%"
                  cluster: "%UPSTREAM_CLUSTER%"
          http_filters: [{name: envoy.filters.http.router, typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}}]
          route_config:
            name: front
            virtual_hosts:
            - name: shop
              domains: [shop.test]
              routes:
              - {name: cart, match: {prefix: /cart}, route: {cluster: cart, retry_policy: {retry_on: connect-failure, num_retries: 3}}}
`;

const line = (fields: object): string =>
  JSON.stringify({
    method: 'GET',
    host: 'shop.test',
    path: '/cart',
    token: null,
    route: 'cart',
    cluster: 'cart',
    ...fields,
  });
const NOT_FOUND = { code: 404, flags: 'NR', details: 'route_not_found', route: null, cluster: null };
const LOG = [
  ...Array.from({ length: 3 }, (_, at) => line({ ...NOT_FOUND, host: `app${at}.test` })),
  line({
    ...NOT_FOUND,
    path: '/elsewhere?access_token=abcdefgh12345678',
    token: 'Bearer s3cr3t-s3cr3t-s3cr3t',
  }),
  ...Array.from({ length: 4 }, () =>
    line({
      code: 503,
      flags: 'UF,URX',
      details: 'upstream_reset_before_response_started{connection_timeout}',
    }),
  ),
  line({ code: 200, flags: '-', details: 'via_upstream' }),
  line({ code: 200, flags: '-', details: 'via_upstream', route: 'old', cluster: 'old' }),
  'no line of it',
].join('\n');

interface Group {
  readonly cause: string;
  readonly count: number;
  readonly consistent: boolean;
  readonly pointer: string | null;
}

describe('why', () => {
  const run = (...more: readonly string[]) => {
    const front = folder.write('front.yaml', FRONT);
    return cfgtool(['why', front, folder.write('access.log', LOG), ...more]);
  };

  it('prints JSON as its schema has it: groups with their cause and place, the most frequent first', () => {
    const { code, out, err } = run('--format', 'json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const report = JSON.parse(out);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    expect(report.unread).toBe(1);
    expect(report.groups.map(({ count, cause, consistent }: Group) => [count, consistent, cause])).toEqual([
      [
        4,
        true,
        'no connection to the upstream could be made: cluster "cart" waits 1s for it (connection timeout); route "cart" retries connect-failure 3 times',
      ],
      [
        3,
        true,
        'no virtual host of route configuration "front" has a domain for host "app0.test" and 2 more',
      ],
      [1, true, expect.stringContaining('no route of virtual host "shop" takes GET /elsewhere')],
      [
        1,
        false,
        expect.stringContaining('comes to virtual host "shop", route cart, and the line says route "old"'),
      ],
      [1, true, 'cluster "cart" answered'],
    ]);
    expect(report.groups[0].pointer).toBe('/static_resources/clusters/0');
  });

  it('hides secrets of logged requests in every format', () => {
    for (const format of ['text', 'json', 'markdown']) {
      const { out } = run('--format', format);
      expect(out).toContain('redacted');
      expect(out).not.toMatch(/s3cr3t|abcdefgh12345678/);
    }
    expect(run('--show-secrets').out).toContain('abcdefgh12345678');
  });

  it('says for people what failed, how often, where and what to do', () => {
    const { out } = run();
    expect(out).toContain('503 UF,URX ×4 GET http://shop.test/cart');
    expect(out).toMatch(/where +\S*front\.yaml:4 \/static_resources\/clusters\/0/);
    expect(out).toContain('field         Cluster.connect_timeout (cfgtool explain Cluster.connect_timeout)');
    expect(out).toContain('11 lines: 9 failures of 4 causes, 1 not of this configuration, 1 not read');
  });

  it('prints requests that trace takes', () => {
    const { groups } = JSON.parse(run('--format', 'json').out);
    const request = folder.write('request.json', JSON.stringify(groups[0].request));
    const { out } = cfgtool([
      'trace',
      folder.write('front.yaml', FRONT),
      '--request',
      request,
      '--format',
      'json',
    ]);
    expect(JSON.parse(out)).toMatchObject({ outcome: { kind: 'forward', clusters: [{ name: 'cart' }] } });
  });

  it('reads standard input, a format of the command line, and JSON of usual names', () => {
    const front = folder.write('front.yaml', FRONT);
    const format =
      '%REQ(:METHOD)% %REQ(:AUTHORITY)% %REQ(X-ENVOY-ORIGINAL-PATH?:PATH)% %RESPONSE_CODE% %RESPONSE_FLAGS_LONG%';
    const given = cfgtool(['why', front, '--log-format', format], {
      input: 'GET a.test / 404 NoRouteFound\n',
    });
    expect(given.out).toContain('404 NR ×1 GET http://a.test/');
    const usual = cfgtool(['why', front, '-', '--format', 'json'], {
      input: '{"authority":"a.test","path":"/","method":"GET","response_code":404,"response_flags":"NR"}',
    });
    expect(JSON.parse(usual.out).groups[0].cause).toBe(
      'no virtual host of route configuration "front" has a domain for host "a.test"',
    );
  });

  it('ends with 2 where nothing can be read, and says what to do', () => {
    const front = folder.write('front.yaml', FRONT);
    const binary = folder.write('binary.log', Buffer.from([0, 255, 254, 10, 128, 10]));
    const { code, out, err } = cfgtool(['why', front, binary]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('--log-format');
    expect(cfgtool(['why', front, 'no.log']).err).toContain('there is no such file');
    expect(cfgtool(['why', '-', '-']).err).toContain('cannot be both the configuration and the log');
    expect(cfgtool(['why', front, binary, '--log-format', 'plain']).err).toContain('holds no command');
  });

  it('bounds lines without end, and counts them', () => {
    const front = folder.write('front.yaml', FRONT);
    const huge = folder.write('huge.log', `${'x'.repeat(30_000_000)}\n${line({ ...NOT_FOUND })}\n`);
    const { code, out } = cfgtool(['why', front, huge, '--format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ unread: 1, groups: [{ count: 1 }] });
  });
});
