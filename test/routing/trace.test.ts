import { describe, expect, test } from 'vitest';
import type { Message } from '../../src/schema/types.ts';
import { processorTime } from '../processor-time.ts';
import { routeConfiguration, traced } from './traced.ts';

const configuration = routeConfiguration(`
virtual_hosts:
  - name: shop
    domains: [shop.test]
    routes:
      - { match: { path: /status }, direct_response: { status: 200 } }
      - { match: { prefix: /cart, headers: [{ name: x-beta, exact_match: "1" }] }, route: { cluster: beta } }
      - { name: cart, match: { prefix: /cart }, route: { cluster: cart } }
      - { match: { prefix: / }, redirect: { https_redirect: true } }`);

describe('a trace', () => {
  test('holds the fields of the contract', () => {
    const trace = traced(configuration, { path: '/cart?x=1' });
    expect(trace).toEqual({
      request: {
        method: 'GET',
        authority: 'shop.test',
        path: '/cart?x=1',
        scheme: 'http',
        internal: false,
        headers: {},
      },
      virtual_host: 'shop',
      virtual_host_index: 0,
      route: { index: 2, name: 'cart' },
      outcome: {
        kind: 'forward',
        clusters: [{ name: 'cart', weight: 100 }],
        path: '/cart?x=1',
        host: 'shop.test',
        status: null,
        location: null,
        virtual_cluster: null,
        rate_limit_descriptors: [],
        timeout: '15s',
        idle_timeout: null,
        max_grpc_timeout: null,
        priority: 'DEFAULT',
        retry_policy: null,
        mirror: [],
        cors: null,
        hash_policy: [],
        metadata_match: {},
        request_headers: { add: [], remove: [] },
        response_headers: { add: [], remove: [] },
      },
      steps: [],
    });
  });

  test('tells each route tried, with the first matcher that failed and the value it saw', () => {
    const { steps } = traced(configuration, { path: '/cart', headers: { 'x-beta': '0' } }, { explain: true });
    expect(steps).toMatchObject([
      { what: 'virtual host "shop", domain "shop.test"', matched: true, why: 'it fits the host "shop.test"' },
      { what: 'route 0 (path "/status")', matched: false, why: 'the path is "/cart", not "/status"' },
      { what: 'route 1 (prefix "/cart")', matched: false, why: 'the header x-beta is "0", not "1"' },
      { what: 'route 2 "cart" (prefix "/cart")', matched: true, why: 'every condition holds' },
      { what: 'cluster "cart"', matched: true, why: 'the route names it' },
    ]);
  });

  test('every outcome has the same fields', () => {
    const keys = (fields: object) => Object.keys(traced(configuration, fields).outcome).sort();
    const forward = keys({ path: '/cart' });
    expect(keys({ path: '/status' })).toEqual(forward);
    expect(keys({ path: '/x' })).toEqual(forward);
    expect(keys({ authority: 'other' })).toEqual(forward);
    expect(keys({ path: '' })).toEqual(forward);
  });

  test('long values are cut in words', () => {
    const { steps } = traced(configuration, { path: `/${'x'.repeat(5000)}` }, { explain: true });
    expect(Math.max(...steps.map(({ why }) => why.length))).toBeLessThan(5100);
    expect(steps[1]?.why.length).toBeLessThan(300);
  });
});

test('a list of 100,000 routes is a plain scan', () => {
  const routes: Message<'route.Route'>[] = Array.from({ length: 100_000 }, (_, at) => ({
    match: {
      prefix: at % 3 === 0 ? `/P${at}/` : `/p${at}/`,
      case_sensitive: at % 3 !== 0,
      ...(at % 10 === 0 ? { headers: [{ name: 'X-A', exact_match: `${at}` }] } : {}),
    },
    route: { cluster: 'a' },
  }));
  const large: Message<'RouteConfiguration'> = {
    virtual_hosts: [
      { name: 'all', domains: ['*'], routes: [...routes, { match: { prefix: '/' }, redirect: {} }] },
    ],
  };
  const start = processorTime();
  for (let run = 0; run < 10; run++) expect(traced(large, { path: '/nowhere' }).route?.index).toBe(100_000);
  expect((processorTime() - start) / 10).toBeLessThan(200);
});
