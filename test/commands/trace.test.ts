import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { any, bootstrapOf, filter } from '../routing/filters/chains.ts';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const trace = (...args: readonly string[]) => cfgtool(['trace', ...args]);
const validate = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync('docs/schemas/trace.schema.json', 'utf8')),
);

function json(...args: readonly string[]) {
  const { code, out, err } = trace(...args, '--format', 'json');
  expect(err).toBe('');
  expect(code).toBe(0);
  const report = JSON.parse(out);
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  return report;
}

describe('trace', () => {
  it('says where a request goes, first line first', () => {
    const { code, out } = trace('examples/routes.yaml', 'https://fernhill.example/');
    expect(code).toBe(0);
    expect(out).toMatch(/^GET https:\/\/fernhill\.example\/ goes to cluster "pages"\n/);
  });

  it('keeps to the contract in JSON, whatever the outcome', () => {
    const at = (...args: readonly string[]) => json('examples/routes.yaml', ...args);
    expect(at('https://fernhill.example/forum/roses?a=b')).toMatchObject({
      cfgtool: { format_version: 1 },
      request: { method: 'GET', authority: 'fernhill.example', path: '/forum/roses?a=b', scheme: 'https' },
      virtual_host: 'club',
      route: { index: 10, name: null, pointer: '/virtual_hosts/0/routes/10' },
      outcome: { kind: 'forward', clusters: [{ name: 'forum', weight: 100 }], path: '/roses?a=b' },
    });
    expect(at('http://fernhill.example/')).toMatchObject({
      virtual_host: 'club',
      route: null,
      outcome: { kind: 'redirect', status: 301, location: 'https://fernhill.example/' },
    });
    expect(at('http://nobody.test/').outcome).toMatchObject({ kind: 'direct_response', status: 421 });
    expect(at('https://fernhill.example/raw/x').outcome).toMatchObject({ kind: 'not_found', status: 404 });
    const random = at('https://fernhill.example/seeds');
    expect(random).toMatchObject({ route: null, outcome: { kind: 'random' } });
    expect(random.outcome.branches.map((branch: { share: number }) => branch.share)).toEqual([0.125, 0.875]);
    expect(random.outcome.branches[0].route.pointer).toBe('/virtual_hosts/0/routes/8');
    expect(at('https://fernhill.example/seeds', '--random-value', '700')).toMatchObject({
      route: { index: 8 },
      outcome: { kind: 'forward' },
    });
  });

  it('takes a client that comes over a socket of the machine, which has no address to limit by', () => {
    const limited =
      'name: a\ndomains: ["*"]\nroutes: [{match: {prefix: /}, route: {cluster: a, rate_limits: [{actions: [{remote_address: {}}]}]}}]\n';
    folder.write('limited.yaml', limited);
    const descriptors = (address: string) =>
      json(`${folder.path}/limited.yaml`, 'http://a.test/', '--remote-address', address).outcome
        .rate_limit_descriptors;
    expect(descriptors('192.0.2.7')).toEqual([[{ key: 'remote_address', value: '192.0.2.7' }]]);
    expect(descriptors('/run/client')).toEqual([]);
    expect(descriptors('@client')).toEqual([]);
  });

  it('goes through HTTP filters with what flags say of the client', () => {
    const principals = {
      near: { authenticated: { principal_name: { suffix: '/shop' } } },
      corp: { header: { name: 'x-team', string_match: { exact: 'ops' } } },
    };
    const policies = Object.fromEntries(
      Object.entries(principals).map(([name, principal]) => [
        name,
        {
          permissions: [{ destination_ip: { address_prefix: '10.0.0.0', prefix_len: 8 } }],
          principals: [principal],
        },
      ]),
    );
    const corp = {
      issuer: 'corp',
      local_jwks: { inline_string: '{}' },
      claim_to_headers: [{ header_name: 'x-team', claim_name: 'team' }],
    };
    const filters = [
      filter('jwt_authn', 'JwtAuthentication', {
        providers: { corp },
        rules: [
          {
            match: { prefix: '/' },
            requires: { requires_any: { requirements: [{ provider_name: 'corp' }, { allow_missing: {} }] } },
          },
        ],
      }),
      filter('rbac', 'RBAC', { rules: { policies } }),
    ];
    const whole = JSON.parse(bootstrapOf([{ name: '', filters, requests: [] }]));
    const [listener] = whole.static_resources.listeners;
    listener.address.socket_address.address = '0.0.0.0';
    listener.filter_chains[0].transport_socket = {
      name: 'tls',
      typed_config: any('extensions.transport_sockets.tls.v3.DownstreamTlsContext', {
        common_tls_context: { validation_context: { trusted_ca: { filename: '/ca.pem' } } },
      }),
    };
    const path = folder.write('guarded.json', JSON.stringify(whole));
    const at = (...more: readonly string[]) => json(path, 'https://shop.test/', ...more).outcome;
    const here = ['--destination', '10.0.0.7:80'];
    expect(at(...here)).toMatchObject({ kind: 'answered', status: 403, by: { filter: 'rbac' } });
    const certificate = folder.write('client.yaml', 'uri_sans: [spiffe://acme/shop]\n');
    expect(at(...here, '--client-certificate', certificate)).toMatchObject({ kind: 'forward' });
    expect(at('--destination', '192.0.2.7', '--client-certificate', certificate)).toMatchObject({
      status: 403,
    });
    const claims = folder.write('claims.json', '{"provider": "corp", "payload": {"team": "ops"}}');
    expect(at(...here, '--claims', claims)).toMatchObject({
      kind: 'forward',
      filters: [{ effect: 'changed' }, {}, {}],
    });
    const { code, err } = trace(path, 'https://shop.test/', '--claims', certificate);
    expect([code, err]).toEqual([2, expect.stringContaining('claims has no provider')]);
    const { out } = trace(path, 'https://shop.test/', ...here);
    expect(out).toMatch(/^GET https:\/\/shop\.test\/ is answered with 403 by the filter "rbac"\n/);
  });

  it('keeps to the schema for every route of the examples that a plain path can reach', () => {
    for (const path of [
      '/Calendar',
      '/gate',
      '/robots.txt',
      '/seeds',
      '/photos/2019/a.jpg',
      '/vote',
      '/photos',
    ])
      json('examples/routes.yaml', `https://fernhill.example${path}`, '--all');
    json('examples/listeners.yaml', 'https://library.brindle.example/search?q=x', '--all');
    json('examples/listeners.yaml', 'http://x.example/ping');
  });

  it('takes method, headers, runtime and the rest by flags', () => {
    const { request, outcome } = json(
      'examples/routes.yaml',
      'http://fernhill.example/vote',
      '--method',
      'POST',
      '--header',
      'X-Club-Card: A1234',
      '-H',
      'x-two: a',
      '-H',
      'x-two: b',
      '--internal',
      '--runtime',
      'fernhill.limits.off=1',
      '--service-cluster',
      'edge',
      '--remote-address',
      '10.1.2.3',
    );
    expect(request).toMatchObject({
      method: 'POST',
      internal: true,
      headers: { 'x-club-card': 'A1234', 'x-two': 'a,b' },
      runtime: { 'fernhill.limits.off': 1 },
      service_cluster: 'edge',
      remote_address: '10.1.2.3',
    });
    expect(outcome.rate_limit_descriptors).toContainEqual([
      { key: 'generic_key', value: 'vote' },
      { key: 'card', value: 'A1234' },
    ]);
    expect(outcome.rate_limit_descriptors).toContainEqual([
      { key: 'source_cluster', value: 'edge' },
      { key: 'destination_cluster', value: 'votes' },
    ]);
  });

  it('takes the JSON form from a file and from standard input, flags on top', () => {
    const request = {
      authority: 'fernhill.example',
      path: '/Calendar',
      scheme: 'https',
      headers: { a: ['1', '2'] },
    };
    const path = folder.write('request.json', JSON.stringify(request));
    expect(json('examples/routes.yaml', '--request', path)).toMatchObject({
      request: { headers: { a: '1,2' } },
      outcome: { host: 'calendar.fernhill.test:8080' },
    });
    const { out } = cfgtool(
      ['trace', 'examples/routes.yaml', '--request', '-', '--method', 'PUT', '--format', 'json'],
      { input: JSON.stringify(request) },
    );
    expect(JSON.parse(out).request.method).toBe('PUT');
  });

  it('lists with --all every route that could take the request', () => {
    const { could_take: all } = json('examples/routes.yaml', 'https://fernhill.example/seeds', '--all');
    expect(all.map((each: { index: number; certain: boolean }) => [each.index, each.certain])).toEqual([
      [8, false],
      [9, true],
      [16, true],
    ]);
  });

  it('chooses among route configurations, and says which there are where it cannot', () => {
    const status = json('examples/config-dump.json', 'http://x/', '--route-config', 'status');
    expect(status.route_configuration).toBe('status');
    // One of its listeners speaks TLS.
    expect(json('examples/config-dump.json', 'https://tickets.ferry.example/').route_configuration).toBe(
      'tickets',
    );
    const two = ['blue', 'green'].map(
      (name) =>
        `{name: ${name}, virtual_hosts: [{name: v, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: a}}]}]}`,
    );
    folder.write('two.yaml', `route_configs: [${two.join(', ')}]`);
    const { code, out, err } = trace(`${folder.path}/two.yaml`, 'http://x/');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('2 route configurations');
    expect(err).toContain('"green" (');
  });

  it('reads a folder as one: clusters in one file, routes in another', () => {
    folder.write(
      'split/routes.yaml',
      'virtual_hosts: [{name: a, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: b}}]}]',
    );
    folder.write('split/clusters.yaml', 'clusters: [{name: c, type: STATIC}]');
    expect(json(`${folder.path}/split`, 'http://x/').outcome).toMatchObject({
      kind: 'not_found',
      status: 503,
    });
  });

  it('decides hostile regexes within its budget, or says that it did not', () => {
    folder.write(
      'hostile.yaml',
      'virtual_hosts: [{name: a, domains: ["*"], routes: [{match: {regex: "/((a+)+)\\\\1b"}, route: {cluster: b}}]}]',
    );
    const start = performance.now();
    const { outcome } = json(`${folder.path}/hostile.yaml`, `http://x/${'a'.repeat(3000)}`);
    expect(performance.now() - start).toBeLessThan(15_000);
    expect(['undecided', 'not_found']).toContain(outcome.kind);
  });

  it('hides credentials, in the request and in the configuration', () => {
    const config = folder.write(
      'secret.yaml',
      `virtual_hosts: [{name: a, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: b},
  request_headers_to_add: [{header: {key: authorization, value: hunter2}}]}]}]`,
    );
    for (const format of ['text', 'json']) {
      const args = [
        'trace',
        config,
        'http://x/',
        '-H',
        'authorization: Bearer open-sesame',
        '--format',
        format,
      ];
      const hidden = cfgtool(args).out;
      expect(hidden).not.toContain('hunter2');
      expect(hidden).not.toContain('open-sesame');
      expect(cfgtool([...args, '--show-secrets']).out).toContain('hunter2');
    }
  });

  it('lets nothing from the configuration steer the terminal', () => {
    const config = folder.write(
      'steer.yaml',
      'virtual_hosts: [{name: "a\\e[2J", domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: "b\\e]0;"}}]}]',
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
    expect(trace(config, 'http://x/').out).not.toMatch(/\u001b/);
    expect(cfgtool(['trace', config, 'http://x/'], { env: { FORCE_COLOR: '1' } }).out).not.toContain(
      '\u001b[2J',
    );
  });

  it('says which request file is wrong, and which field was meant', () => {
    const path = folder.write('typo.json', JSON.stringify({ authorty: 'shop.test', path: '/cart' }));
    const { code, out, err } = cfgtool(['trace', 'examples/routes.yaml', '--request', path]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toBe(`${path}: a request has no field "authorty"; did you mean authority?\n`);
    // What is wrong with a flag is not the fault of the file.
    const fine = folder.write('fine.json', JSON.stringify({ authority: 'shop.test', path: '/cart' }));
    const flags = ['--request', fine, '--random-value', 'x'];
    expect(cfgtool(['trace', 'examples/routes.yaml', ...flags]).err).toMatch(/^cfgtool: random_value is/);
  });

  it.each([
    [['examples/routes.yaml'], /no request is given/],
    [['examples/routes.yaml', '/cart'], /is no URL/],
    // The input was forgotten, or the host.
    [
      ['http://shop.test/cart', '-H', 'host: '],
      /http:\/\/shop\.test\/cart was taken for the input\nhint: the configuration comes first: cfgtool trace FILE http/,
    ],
    [
      ['examples/routes.yaml', 'http:///cart'],
      /"http:\/\/\/cart" names no host\nhint: http:\/\/HOST\/cart; with -H/,
    ],
    [['examples/routes.yaml', 'http://'], /"http:\/\/" names no host\nhint: http:\/\/HOST\/; with -H/],
    // A scheme, a port or a path that is none.
    [
      ['examples/routes.yaml', 'htp://shop.test/cart'],
      /"htp" is no scheme of a request\nhint: did you mean http:\/\/shop.test\/cart\? .*--scheme htp/,
    ],
    [
      ['examples/routes.yaml', 'http:/shop.test/cart'],
      /is no URL\nhint: did you mean http:\/\/shop.test\/cart\?/,
    ],
    [
      ['examples/routes.yaml', 'http//shop.test/cart'],
      /is no URL\nhint: did you mean http:\/\/shop.test\/cart\?/,
    ],
    [
      ['examples/routes.yaml', 'https:shop.test/cart'],
      /is no URL\nhint: did you mean https:\/\/shop.test\/cart\?/,
    ],
    [['examples/routes.yaml', 'shop.test:99999/cart'], /99999 is no port\nhint: .* up to 65535/],
    [
      ['examples/routes.yaml', 'shop.test/cart extra'],
      /the path "\/cart extra" holds a space.*\nhint: .*%20/,
    ],
    [['examples/routes.yaml', 'http://shop.test/a\tb'], /the path .* holds a space or a control character/],
    [['examples/routes.yaml', 'POST'], /the method POST lacks a URL/],
    [['examples/routes.yaml', 'http://x/', '--request', '-'], /given twice/],
    [['-', '--request', '-'], /both the configuration and the request/],
    [['examples/routes.yaml', 'http://x/', '--header', 'nonsense'], /'name: value'/],
    [['examples/routes.yaml', 'http://x/', '--runtime', 'nonsense'], /KEY=VALUE/],
    [['examples/routes.yaml', 'http://x/', '--random-value', 'x'], /random_value/],
    [['examples/routes.yaml', 'http://x/', '--route-config', 'x'], /no route configuration is named "x"/],
    [['examples/bank.yaml', 'http://x/'], /no route configuration/],
    [['nowhere.yaml', 'http://x/'], /nowhere\.yaml/],
  ])('ends with 2 where it is used wrongly: %j', (args, message) => {
    const { code, out, err } = trace(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });
});
