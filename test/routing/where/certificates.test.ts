/** What routes see of client certificates; `test/proxy/certificates.test.ts` holds the same to the real proxy. */
import { describe, expect, test } from 'vitest';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import { parseRequest } from '../../../src/routing/request/request-json.ts';
import { routeRequest } from '../../../src/routing/route.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { opened } from '../../opened.ts';

const regexes = regexEngine();
const to = (cluster: string, tls_context?: object): object => ({
  match: { prefix: '/', ...(tls_context === undefined ? {} : { tls_context }) },
  route: { cluster },
});
const ROUTES = {
  name: 'r',
  virtual_hosts: [
    {
      name: 'h',
      domains: ['*'],
      routes: [to('valid', { validated: true }), to('shown', { presented: true }), to('none')],
    },
  ],
};

/** The cluster, or how it ends otherwise. */
function endOf(text: string, type: string, client_certificate?: object): string {
  const { kind, clusters } = outcomeOf(text, type, client_certificate);
  return clusters[0]?.name ?? kind;
}

function outcomeOf(text: string, type: string, client_certificate?: object) {
  const read = parseRequest({
    ...{ authority: 'a.test', path: '/', scheme: 'https' },
    ...(client_certificate === undefined ? {} : { client_certificate }),
  });
  if (!('request' in read)) throw new Error(read.problem);
  const routing = findRouting([opened(text, { type, api: 'v3' })]);
  const routed = routeRequest(routing, read.request, {}, ({ namespace }) => ({ namespace, regexes }));
  if ('problem' in routed) throw new Error(routed.problem);
  return routed.trace.outcome;
}

/** Without one, with one of which nothing is told, with one that is not valid, with a valid one. */
const ASKED = [undefined, {}, { validated: false }, { validated: true }] as const;

test('without a listener the request has the word', () => {
  const ends = ASKED.map((each) => endOf(JSON.stringify(ROUTES), 'RouteConfiguration', each));
  expect(ends).toEqual(['none', 'undecided', 'shown', 'valid']);
});

describe('in a filter chain', () => {
  const CA = { trusted_ca: { filename: '/ca.pem' } };
  const ANYBODY = { trust_chain_verification: 'ACCEPT_UNTRUSTED' };
  const listener = (settings: object | undefined): string =>
    JSON.stringify({
      name: 'front',
      address: { socket_address: { address: '127.0.0.1', port_value: 443 } },
      filter_chains: [
        {
          ...(settings === undefined
            ? {}
            : {
                transport_socket: {
                  name: 'tls',
                  typed_config: {
                    '@type':
                      'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext',
                    ...settings,
                  },
                },
              }),
          filters: [
            {
              name: 'manager',
              typed_config: {
                '@type':
                  'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
                stat_prefix: 'front',
                route_config: ROUTES,
              },
            },
          ],
        },
      ],
    });
  const checking = (validation_context: object, more: object = {}): object => ({
    ...more,
    common_tls_context: { validation_context },
  });
  const REQUIRED = { require_client_certificate: true };
  test.each<[string, object | undefined, readonly string[]]>([
    ['without TLS', undefined, ['none', 'none', 'none', 'none']],
    ['that verifies nothing', {}, ['none', 'none', 'none', 'none']],
    ['that demands one and verifies nothing', REQUIRED, ['none', 'none', 'none', 'none']],
    ['with an issuer', checking(CA), ['none', 'valid', 'closed', 'valid']],
    ['with an issuer, demanded', checking(CA, REQUIRED), ['valid', 'valid', 'closed', 'valid']],
    ['with an issuer, and anybody', checking({ ...CA, ...ANYBODY }), ['none', 'undecided', 'shown', 'valid']],
    ['for anybody', checking(ANYBODY), ['none', 'shown', 'shown', 'shown']],
    ['with a pin', checking({ verify_certificate_hash: ['00'] }), ['valid', 'valid', 'closed', 'valid']],
    [
      'whose validation is fetched',
      {
        common_tls_context: { validation_context_sds_secret_config: { name: 'ca', sds_config: { ads: {} } } },
      },
      ['none', 'undecided', 'shown', 'valid'],
    ],
  ])('%s', (_, settings, ends) => {
    expect(ASKED.map((each) => endOf(listener(settings), 'Listener', each))).toEqual(ends);
  });

  test('one that only the filter chain says there is, is an assumption', () => {
    const rests = (settings: object, certificate?: object): readonly string[] => {
      const { assuming = [] } = outcomeOf(listener(settings), 'Listener', certificate);
      return assuming.flatMap(({ that }) => (that.includes('certificate') ? that : []));
    };
    const valid = ['the client shows a certificate that is valid'];
    expect(rests(checking(CA, REQUIRED))).toEqual(valid);
    expect(rests(checking(CA, REQUIRED), { validated: true })).toEqual([]);
    expect(rests(checking(CA))).toEqual([]);
  });
});
