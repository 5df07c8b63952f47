/** What routes see of client certificates, in filter chains that verify them in several ways: the model and the proxy. */
import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Anywhere, startAnywhere } from '../../scripts/proxy/anywhere.ts';
import { madeUpCertificate } from '../../src/proxy/certificate.ts';
import { parseRequest } from '../../src/routing/request/request-json.ts';
import { routeRequest } from '../../src/routing/route.ts';
import { provingOf } from '../prove/proved.ts';
import { PROXY } from './program.ts';

const OWN = madeUpCertificate();
const TRUSTED = madeUpCertificate();
const OTHER = madeUpCertificate();
const CA = { trusted_ca: { inline_string: TRUSTED.chain } };
const ANYBODY = { trust_chain_verification: 'ACCEPT_UNTRUSTED' };
const NAMES = { match_typed_subject_alt_names: [{ san_type: 'DNS', matcher: { exact: 'x' } }] };

/** By name what a listener says of validation, and whether it demands a certificate. */
const CHAINS: { readonly [name: string]: readonly [context: object | undefined, required?: boolean] } = {
  'nothing verifies': [undefined],
  'a certificate is demanded, and nothing verifies it': [undefined, true],
  'an empty context': [{}],
  'a depth alone': [{ max_verify_depth: 3 }],
  'an issuer': [CA],
  'an issuer, demanded': [CA, true],
  'an issuer, and anybody': [{ ...CA, ...ANYBODY }],
  'an issuer, and anybody, demanded': [{ ...CA, ...ANYBODY }, true],
  anybody: [ANYBODY],
  'an issuer and a name': [{ ...CA, ...NAMES }],
};
const ASKED = [
  { presented: true },
  { presented: false },
  { validated: true },
  { validated: false },
  { presented: true, validated: false },
  { presented: false, validated: true },
  {},
];

function listenerOf(name: string): object {
  const [context, required] = CHAINS[name] ?? [];
  const routes = [
    ...ASKED.map((asked, at) => ({
      match: { prefix: `/${at}/`, tls_context: asked },
      direct_response: { status: 200 },
    })),
    { match: { prefix: '/' }, direct_response: { status: 404 } },
  ];
  const certificate = {
    certificate_chain: { inline_string: OWN.chain },
    private_key: { inline_string: OWN.key },
  };
  return {
    name,
    address: { socket_address: { address: '127.0.0.1', port_value: 443 } },
    filter_chains: [
      {
        transport_socket: {
          name: 'tls',
          typed_config: {
            '@type': 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext',
            ...(required === undefined ? {} : { require_client_certificate: required }),
            common_tls_context: {
              tls_certificates: [certificate],
              ...(context === undefined ? {} : { validation_context: context }),
            },
          },
        },
        filters: [
          {
            name: 'manager',
            typed_config: {
              '@type':
                'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
              stat_prefix: 'tls',
              http_filters: [
                {
                  name: 'router',
                  typed_config: {
                    '@type': 'type.googleapis.com/envoy.extensions.filters.http.router.v3.Router',
                  },
                },
              ],
              route_config: { name, virtual_hosts: [{ name, domains: ['*'], routes }] },
            },
          },
        ],
      },
    ],
  };
}

type Shown = { readonly chain: string; readonly key: string } | undefined;

/** The status, or that the connection is closed. */
function statusOf(port: number, path: string, shown: Shown): Promise<number | 'closed'> {
  return new Promise((resolve) => {
    const asked = request(
      {
        ...{ host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false },
        ...(shown === undefined ? {} : { cert: shown.chain, key: shown.key }),
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    asked.on('error', () => resolve('closed'));
    asked.end();
  });
}

describe.skipIf(PROXY === undefined)('client certificates', { timeout: 120_000 }, () => {
  const bootstrap = { static_resources: { listeners: Object.keys(CHAINS).map(listenerOf) } };
  let proxy: Anywhere | undefined;

  beforeAll(async () => {
    proxy = await startAnywhere(PROXY ?? '', bootstrap);
  }, 60_000);

  afterAll(() => proxy?.stop());

  const certificates: readonly (readonly [string, Shown, object | undefined])[] = [
    ['without one', undefined, undefined],
    ['with one that is trusted', TRUSTED, { subject: 'CN=cfgtool loopback', validated: true }],
    ['with another one', OTHER, { subject: 'CN=cfgtool loopback', validated: false }],
  ];

  it.each(Object.keys(CHAINS).flatMap((name) => certificates.map((each) => [name, ...each] as const)))(
    '%s, %s',
    async (name, _, shown, certificate) => {
      const { routing, contextFor } = provingOf(JSON.stringify(proxy?.bootstrap));
      const port = proxy?.portOf(name) ?? 0;
      for (const [at, asked] of ASKED.entries()) {
        const path = `/${at}/`;
        const answer = await statusOf(port, path, shown);
        const read = parseRequest({
          ...{ authority: 'a.test', path, scheme: 'https', listener: name },
          ...(certificate === undefined
            ? {}
            : // It has none of the names that this one asks for.
              {
                client_certificate: name.endsWith('a name')
                  ? { ...certificate, validated: false }
                  : certificate,
              }),
        });
        if (!('request' in read)) throw new Error(read.problem);
        const routed = routeRequest(routing, read.request, {}, contextFor);
        if ('problem' in routed) throw new Error(routed.problem);
        const { kind, status } = routed.trace.outcome;
        // Who shows none where one is demanded is taken to show one that the request does not tell of.
        if (answer === 'closed' && certificate === undefined) expect(kind).not.toBe('closed');
        else expect([asked, kind === 'closed' ? kind : status]).toEqual([asked, answer]);
      }
    },
  );
});
