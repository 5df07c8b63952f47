import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Judge, type Question, startJudge } from '../../../src/proxy/edge/judge.ts';
import { ProxyError } from '../../../src/proxy/edge/program.ts';
import type { Seen } from '../../../src/proxy/seen.ts';
import type { Request } from '../../../src/routing/request/request.ts';
import { PROXY } from '../program.ts';

const ROUTES = {
  name: 'shop',
  virtual_hosts: [
    {
      name: 'shop',
      domains: ['shop.test'],
      routes: [
        { match: { path: '/away' }, redirect: { host_redirect: 'else.test' } },
        { match: { prefix: '/cart' }, route: { cluster: 'cart', prefix_rewrite: '/basket' } },
        {
          match: { prefix: '/copied' },
          route: { cluster: 'cart', request_mirror_policies: [{ cluster: 'copies' }] },
        },
        { match: { prefix: '/named' }, route: { cluster: 'cart', auto_host_rewrite: true } },
        { match: { prefix: '/gone' }, direct_response: { status: 410 } },
        { match: { prefix: '/lost' }, route: { cluster_header: 'x-cluster' } },
      ],
    },
    { name: 'tls', domains: ['tls.test'], require_tls: 'EXTERNAL_ONLY' as const, routes: [] },
  ],
};

function requestTo(url: string, more: Partial<Request> = {}): Request {
  const [, scheme = '', authority = '', path = ''] = /^(\w+):\/\/([^/]+)(.*)$/.exec(url) ?? [];
  return { method: 'GET', authority, path, scheme, internal: false, headers: {}, ...more };
}

function brief(seen: Seen | undefined) {
  if (seen?.kind !== 'answered') return seen;
  const { status, logged, received } = seen;
  return {
    status,
    route: logged?.route,
    cluster: logged?.cluster,
    received: received.map(({ cluster, path, headers }) => [
      cluster,
      path,
      headers.find(([name]) => name === 'host')?.[1],
    ]),
  };
}

const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('cfgtool-proxy-'));

describe.skipIf(PROXY === undefined)('the real proxy', () => {
  const before = left();
  let judge: Judge;
  beforeAll(async () => {
    judge = await startJudge(PROXY ?? '', {
      namespace: 'envoy',
      entrances: [{ kind: 'routes', routes: ROUTES }],
      clusters: ['cart', 'copies'],
      nameless: new Set(['copies']),
      routesNamed: () => undefined,
      runtime: {},
    });
  });
  afterAll(async () => {
    await judge?.stop();
    expect(left().filter((name) => !before.includes(name))).toEqual([]);
  });
  const ask = async (...requests: readonly Request[]) =>
    (await judge.ask(requests.map((request): Question => ({ entrance: 0, request })))).map(brief);

  it('says which route took a request, and what came to which cluster', async () => {
    expect(
      await ask(
        requestTo('http://shop.test/cart/1?a=b'),
        requestTo('http://shop.test/gone'),
        requestTo('http://shop.test/nothing'),
        requestTo('http://nobody.test/'),
        requestTo('http://shop.test/named'),
        requestTo('http://shop.test/lost', { headers: { 'x-cluster': 'none' } }),
      ),
    ).toEqual([
      {
        status: 200,
        route: { virtualHost: 0, route: 1 },
        cluster: 'cart',
        received: [['cart', '/basket/1?a=b', 'shop.test']],
      },
      { status: 410, route: { virtualHost: 0, route: 4 }, cluster: null, received: [] },
      { status: 404, route: null, cluster: null, received: [] },
      { status: 404, route: null, cluster: null, received: [] },
      {
        status: 200,
        route: { virtualHost: 0, route: 3 },
        cluster: 'cart',
        received: [['cart', '/named', 'upstream.cfgtool.test']],
      },
      { status: 503, route: { virtualHost: 0, route: 5 }, cluster: null, received: [] },
    ]);
  });

  it('sees redirects, TLS that ended before, and requests from inside', async () => {
    const questions = [
      requestTo('https://shop.test/away?x=1'),
      requestTo('http://tls.test/a'),
      requestTo('https://tls.test/a'),
      requestTo('http://tls.test/a', { internal: true }),
    ];
    const seen = await judge.ask(questions.map((request) => ({ entrance: 0, request })));
    expect(
      seen.map((each) =>
        each.kind === 'answered' ? [each.status, new Map(each.headers).get('location')] : each,
      ),
    ).toEqual([
      [301, 'https://else.test/away?x=1'],
      [301, 'https://tls.test/a'],
      [404, undefined],
      [404, undefined],
    ]);
  });

  it('tells copies from the request', async () => {
    const [seen] = await ask(requestTo('http://shop.test/copied'));
    expect(seen).toMatchObject({
      received: expect.arrayContaining([
        ['cart', '/copied', 'shop.test'],
        ['copies', '/copied', 'shop.test-shadow'],
      ]),
    });
  });

  it('keeps requests apart that come at once', async () => {
    const all = Array.from({ length: 300 }, (_, at) => requestTo(`http://shop.test/cart/${at}`));
    const seen = await ask(...all);
    expect(seen.flatMap((each) => (each && 'received' in each ? each.received : []))).toEqual(
      all.map((_, at) => ['cart', `/basket/${at}`, 'shop.test']),
    );
  });

  it('says why a configuration is refused', async () => {
    const twice = { name: 'a', virtual_hosts: [{ name: 'a', domains: ['*', '*'] }] };
    const started = startJudge(PROXY ?? '', {
      namespace: 'envoy',
      entrances: [{ kind: 'routes', routes: twice }],
      clusters: [],
      nameless: new Set(),
      routesNamed: () => undefined,
      runtime: {},
    });
    await expect(started).rejects.toThrow(ProxyError);
    await expect(started).rejects.toThrow('Only a single wildcard domain is permitted');
  });
});

it('says that a program is not there', async () => {
  expect(existsSync('/nowhere/proxy')).toBe(false);
  await expect(
    startJudge('/nowhere/proxy', {
      namespace: 'envoy',
      entrances: [],
      clusters: [],
      nameless: new Set(),
      routesNamed: () => undefined,
      runtime: {},
    }),
  ).rejects.toThrow('/nowhere/proxy cannot be run');
});
