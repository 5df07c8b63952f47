import { X509Certificate } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { dnsNamesIn } from '../../../src/analyze/fields/certificate.ts';
import { analyzed, found } from '../analyzed.ts';
import * as certificates from '../certificates.ts';

const { APART, BARE, MANY, SHOP, WILD } = certificates;
const RULE = 'coalesced-host';
const T = 'type.googleapis.com/envoy.';
const FILTERS = `${T}extensions.filters.http`;

describe('names in a certificate', () => {
  test.each(Object.entries({ APART, BARE, MANY, SHOP, WILD }))('%s: as node reads them', (_, pem) => {
    const names = (new X509Certificate(pem).subjectAltName ?? '')
      .split(', ')
      .flatMap((each) => (each.startsWith('DNS:') ? [each.slice(4).toLowerCase()] : []));
    expect(dnsNamesIn(pem)).toEqual(names);
    expect(dnsNamesIn(`a comment\n${pem}\n${APART}`)).toEqual(names);
  });

  it('reads what is no certificate as none, wherever it is cut off or changed', () => {
    for (const text of ['', 'x', '-----BEGIN CERTIFICATE-----', SHOP.slice(0, 200)])
      expect(dnsNamesIn(text)).toBeUndefined();
    const der = new X509Certificate(SHOP).raw;
    const pemOf = (bytes: Uint8Array): string =>
      `-----BEGIN CERTIFICATE-----\n${Buffer.from(bytes).toString('base64')}\n-----END CERTIFICATE-----`;
    expect(dnsNamesIn(pemOf(der))).toEqual(['shop.test', '*.app.test']);
    for (let at = 0; at < der.length; at++) {
      expect(dnsNamesIn(pemOf(der.subarray(0, at)))).toBeUndefined();
      for (const byte of [0x00, 0x30, 0x7f, 0x83, 0xff]) {
        const changed = Buffer.from(der);
        changed[at] = byte;
        expect(() => dnsNamesIn(pemOf(changed))).not.toThrow();
      }
    }
  });
});

interface Chain {
  /** Server names that are asked for; none by default for any. */
  readonly names?: readonly string[];
  readonly certificate?: string | object;
  readonly domains?: readonly string[];
  readonly routes?: readonly object[];
  readonly filters?: readonly object[];
  readonly alpn?: readonly string[];
  readonly codec?: string;
  readonly common?: object;
  readonly rds?: boolean;
  readonly match?: object;
}

const ROUTER = { name: 'router', typed_config: { '@type': `${FILTERS}.router.v3.Router` } };
const ROUTES = [{ match: { prefix: '/' }, direct_response: { status: 200 } }];

function chainOf(chain: Chain, at: number): object {
  const { names = [], certificate = SHOP, alpn = ['h2', 'http/1.1'], routes = ROUTES, filters = [] } = chain;
  const { domains = names, codec = 'AUTO', match = {} } = chain;
  const certificate_chain = typeof certificate === 'string' ? { inline_string: certificate } : certificate;
  const common_tls_context = {
    alpn_protocols: alpn,
    ...(chain.common ?? { tls_certificates: [{ certificate_chain, private_key: { filename: '/key' } }] }),
  };
  return {
    filter_chain_match: { ...(names.length === 0 ? {} : { server_names: names }), ...match },
    transport_socket: {
      name: 'envoy.transport_sockets.tls',
      typed_config: {
        '@type': `${T}extensions.transport_sockets.tls.v3.DownstreamTlsContext`,
        common_tls_context,
      },
    },
    filters: [
      {
        name: 'manager',
        typed_config: {
          '@type': `${T}extensions.filters.network.http_connection_manager.v3.HttpConnectionManager`,
          stat_prefix: 's',
          codec_type: codec,
          http_filters: [...filters, ROUTER],
          ...(chain.rds === true
            ? {
                rds: {
                  route_config_name: 'elsewhere',
                  config_source: { ads: {}, resource_api_version: 'V3' },
                },
              }
            : { route_config: { name: `r${at}`, virtual_hosts: [{ name: `v${at}`, domains, routes }] } }),
        },
      },
    ],
  };
}

function listener(...chains: readonly Chain[]): object {
  return {
    name: 'front',
    address: { socket_address: { address: '0.0.0.0', port_value: 443 } },
    listener_filters: [
      {
        name: 'inspector',
        typed_config: { '@type': `${T}extensions.filters.listener.tls_inspector.v3.TlsInspector` },
      },
    ],
    filter_chains: chains.map(chainOf),
  };
}

const bootstrap = (chains: readonly Chain[], more: object = {}): string =>
  JSON.stringify({ static_resources: { listeners: [listener(...chains)], ...more } });
const hosts = (text: string) => found(RULE, text).map(({ data: { host, others } }) => [host, others]);

const OWN: Chain = { names: ['shop.test'] };
const OTHER: Chain = { names: ['www.app.test'], certificate: APART };

describe('coalesced-host', () => {
  it('names the chain, the host and the request', () => {
    const [finding, ...others] = found(RULE, bootstrap([OWN, OTHER]));
    expect(others).toEqual([]);
    expect(finding?.message).toBe(
      'the certificate of the filter chain for "shop.test" is for "www.app.test" too, which another filter chain serves: an HTTP/2 client that is connected to "shop.test" asks for "www.app.test" over that connection, where no virtual host has it, and gets 404; give the chain a certificate for its own hosts alone, or answer other hosts there with 421',
    );
    expect(finding?.level).toBe('warning');
    expect(finding?.pointer).toBe('/static_resources/listeners/0/filter_chains/0');
    expect(finding?.related.map(({ pointer }) => pointer)).toEqual([
      '/static_resources/listeners/0/filter_chains/1',
    ]);
    expect(finding?.request).toMatchObject({ authority: 'www.app.test', server_name: 'shop.test' });
  });

  it('names both chains where one certificate is for both', () => {
    expect(hosts(bootstrap([OWN, { ...OTHER, certificate: SHOP }]))).toEqual([
      ['shop.test', ['www.app.test']],
      ['www.app.test', ['shop.test']],
    ]);
  });

  it('knows a few of many hosts', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((each) => ({ ...OTHER, names: [`${each}.app.test`] }));
    const [finding] = found(RULE, bootstrap([OWN, ...many]));
    expect(finding?.data.others).toEqual(['a.app.test', 'b.app.test', 'c.app.test']);
    expect(finding?.message).toContain('"c.app.test" and others too, which other filter chains serve');
  });

  const bytes = { inline_bytes: Buffer.from(SHOP).toString('base64') };
  it.each<[string, readonly Chain[], readonly unknown[]]>([
    ['bytes', [{ ...OWN, certificate: bytes }, OTHER], [['shop.test', ['www.app.test']]]],
    ['wildcards of both', [OWN, { ...OTHER, names: ['*.app.test'] }], [['shop.test', ['www.app.test']]]],
    [
      'a chain for all other names',
      [{ names: ['www.app.test'] }, { certificate: APART, domains: ['*'] }],
      [['www.app.test', ['shop.test']]],
    ],
    [
      'a chain for all names beside one for a host',
      [{ domains: ['shop.test'] }, OTHER],
      [['shop.test', ['www.app.test']]],
    ],
    ['another case', [{ names: ['SHOP.test'] }, OTHER], [['shop.test', ['www.app.test']]]],
    [
      'two certificates that are for both',
      [
        {
          ...OWN,
          common: {
            tls_certificates: [SHOP, SHOP].map((each) => ({ certificate_chain: { inline_string: each } })),
          },
        },
        OTHER,
      ],
      [['shop.test', ['www.app.test']]],
    ],
  ])('finds it behind %s', (_, chains, expected) => {
    expect(hosts(bootstrap(chains))).toEqual(expected);
  });

  const secret = { name: 'cert', tls_certificate: { certificate_chain: { inline_string: SHOP } } };
  const bySecret = (more: object = {}): Chain => ({
    ...OWN,
    common: { tls_certificate_sds_secret_configs: [{ name: 'cert', ...more }] },
  });
  it('reads certificates of secrets, in a bootstrap and in a dump', () => {
    expect(hosts(bootstrap([bySecret(), OTHER], { secrets: [secret] }))).toEqual([
      ['shop.test', ['www.app.test']],
    ]);
    const dump = JSON.stringify({
      configs: [
        {
          '@type': 'type.googleapis.com/envoy.admin.v3.ListenersConfigDump',
          dynamic_listeners: [
            {
              name: 'front',
              active_state: {
                listener: {
                  '@type': `${T}config.listener.v3.Listener`,
                  ...listener(bySecret({ sds_config: { ads: {}, resource_api_version: 'V3' } }), OTHER),
                },
              },
            },
          ],
        },
        {
          '@type': 'type.googleapis.com/envoy.admin.v3.SecretsConfigDump',
          dynamic_active_secrets: [
            {
              name: 'cert',
              secret: { '@type': `${T}extensions.transport_sockets.tls.v3.Secret`, ...secret },
            },
          ],
        },
      ],
    });
    expect(hosts(dump)).toEqual([['shop.test', ['www.app.test']]]);
  });

  const own = (name: string, type: string, more: object = {}): object => ({
    name,
    typed_config: { '@type': `${FILTERS}.${type}`, ...more },
  });
  it.each<[string, readonly Chain[]]>([
    ['a certificate for the own host alone', [{ names: ['apart.test'], certificate: APART }, OTHER]],
    ['one without alternative names', [{ ...OWN, certificate: BARE }, OTHER]],
    ['one in a file', [{ ...OWN, certificate: { filename: '/etc/shop.pem' } }, OTHER]],
    ['one that cannot be read', [{ ...OWN, certificate: 'x' }, OTHER]],
    ['a secret that is not there', [bySecret({ sds_config: { ads: {} } }), OTHER]],
    ['no HTTP/2 by ALPN', [{ ...OWN, alpn: ['http/1.1'] }, OTHER]],
    ['HTTP/1 alone', [{ ...OWN, codec: 'HTTP1' }, OTHER]],
    ['routes for all hosts', [{ ...OWN, domains: ['*'] }, OTHER]],
    ['routes for the other host', [{ ...OWN, domains: ['shop.test', '*.app.test'] }, OTHER]],
    ['routes that are fetched', [{ ...OWN, rds: true }, OTHER]],
    ['other routes that are fetched', [OWN, { ...OTHER, rds: true }]],
    ['a host that the other chain does not serve either', [OWN, { ...OTHER, domains: ['else.test'] }]],
    ['a host that no other chain takes', [OWN, { names: ['apart.test'], certificate: APART }]],
    ['a wildcard of one label', [OWN, { ...OTHER, names: ['a.www.app.test'] }]],
    [
      'another address',
      [OWN, { ...OTHER, match: { prefix_ranges: [{ address_prefix: '10.0.0.1', prefix_len: 32 }] } }],
    ],
    [
      'a certificate beside it that is for the own host alone',
      [
        {
          ...OWN,
          common: {
            tls_certificates: [SHOP, APART].map((each) => ({ certificate_chain: { inline_string: each } })),
          },
        },
        OTHER,
      ],
    ],
    [
      'a filter that may answer 421',
      [
        { ...OWN, filters: [own('lua', 'lua.v3.Lua', { inline_code: 'function envoy_on_request(h) end' })] },
        OTHER,
      ],
    ],
  ])('says nothing with %s', (_, chains) => {
    expect(found(RULE, bootstrap(chains))).toEqual([]);
  });

  it('says nothing of one secret name for two certificates, and without anything that sees server names', () => {
    expect(found(RULE, bootstrap([bySecret(), OTHER], { secrets: [secret, secret] }))).toEqual([]);
    const { listener_filters: _, ...blind } = listener(OWN, OTHER) as { readonly listener_filters: unknown };
    expect(found(RULE, JSON.stringify({ static_resources: { listeners: [blind] } }))).toEqual([]);
  });

  it('finds nothing where the rest is answered with 421', () => {
    const text = bootstrap([OWN, OTHER]);
    const read = JSON.parse(text);
    const manager = read.static_resources.listeners[0].filter_chains[0].filters[0].typed_config;
    manager.route_config.virtual_hosts.push({
      name: 'others',
      domains: ['*'],
      routes: [{ match: { prefix: '/' }, direct_response: { status: 421 } }],
    });
    expect(analyzed(JSON.stringify(read)).filter(({ rule }) => rule === RULE)).toEqual([]);
  });

  it('finds it behind a filter that leaves alone what has no route', () => {
    const authz = own('authz', 'ext_authz.v3.ExtAuthz', {
      transport_api_version: 'V3',
      grpc_service: { envoy_grpc: { cluster_name: 'c' } },
    });
    expect(hosts(bootstrap([{ ...OWN, filters: [authz] }, OTHER]))).toEqual([
      ['shop.test', ['www.app.test']],
    ]);
  });

  it('takes work that grows with what there is to say', () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ names: [`h${at}.app.test`] }));
    const findings = found(RULE, bootstrap(many));
    expect(findings).toHaveLength(100);
    expect(findings[7]?.data).toMatchObject({ host: 'h7.app.test' });
  });
});
