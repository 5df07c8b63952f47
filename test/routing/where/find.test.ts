import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chooseRoutes, type Wish } from '../../../src/routing/where/choose.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { routePlace, virtualHostPlace } from '../../../src/routing/where/found-routes.ts';
import { opened } from '../../opened.ts';
import { requestOf } from '../traced.ts';

const found = (...texts: readonly string[]) => findRouting(texts.map((text) => opened(text)));
const HOST = '{name: shop, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: shop}}]}';

/** A listener whose connection manager holds the route configuration of the same name. */
function listener(name: string, port: number, more = '', config = 'typed_config'): string {
  const type =
    config === 'config'
      ? ''
      : '"@type": type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager, ';
  const manager = `{${type}stat_prefix: x, route_config: {name: ${name}, virtual_hosts: [${HOST}]}}`;
  const address = `{socket_address: {address: 10.0.0.1, port_value: ${port}}}`;
  const filters = `[{name: envoy.http_connection_manager, ${config}: ${manager}}]`;
  return `{name: ${name}, address: ${address}, filter_chains: [{${more}filters: ${filters}}]}`;
}

describe('finding route configurations', () => {
  test.each([
    ['a route configuration', `{name: front, virtual_hosts: [${HOST}]}`, 'front'],
    ['a list of them', `[{name: front, virtual_hosts: [${HOST}]}]`, 'front'],
    ['route_configs', `route_configs: [{name: front, virtual_hosts: [${HOST}]}]`, 'front'],
    ['route_config', `route_config: {name: front, virtual_hosts: [${HOST}]}`, 'front'],
    ['a container of virtual hosts', `clusters: []\nvirtual_hosts: [${HOST}]`, null],
    ['a virtual host', HOST, null],
    ['a list of virtual hosts', `[${HOST}]`, null],
    ['virtual hosts in documents of their own', `${HOST}\n---\n${HOST}`, null],
    ['a container of routes', 'routes: [{match: {prefix: /}, route: {cluster: shop}}]', null],
    ['a route', '{match: {prefix: /}, route: {cluster: shop}}', null],
    [
      'a discovery response',
      `resources: [{"@type": type.googleapis.com/envoy.api.v2.RouteConfiguration, name: front, virtual_hosts: [${HOST}]}]`,
      'front',
    ],
    ['a listener', listener('front', 80), 'front'],
    ['a bootstrap', `static_resources: {listeners: [${listener('front', 80)}]}`, 'front'],
    [
      'untyped configuration',
      `static_resources: {listeners: [${listener('front', 80, '', 'config')}]}`,
      'front',
    ],
  ])('%s', (_, text, name) => {
    const { routes } = found(text);
    expect(routes.map((each) => each.name)).toEqual([name]);
    expect(routes[0]?.routeConfiguration.virtual_hosts?.[0]?.routes).toHaveLength(1);
  });

  test('a dump shows the same one under bootstrap, listeners and routes: it counts once', () => {
    const text = readFileSync('examples/config-dump.json', 'utf8');
    const { routes, clusters } = findRouting([opened(text, {}, 'dump.json')]);
    expect(routes.map(({ name, listeners }) => [name, listeners.map((each) => each.name)])).toEqual([
      ['status', ['status']],
      ['tickets', ['harbour_8080']],
    ]);
    expect(clusters?.size).toBeGreaterThan(0);
  });

  test('where a virtual host and a route stand, in the spelling of the file', () => {
    const text = `virtualHosts:\n- ${HOST.replace('[{match', '[\n    {match')}\n`;
    const [only] = found(text).routes;
    if (!only) throw new Error('none was found');
    expect(virtualHostPlace(only, 0)).toMatchObject({ pointer: '/virtualHosts/0', file: 'test.yaml' });
    expect(routePlace(only, 0, 0)).toMatchObject({
      pointer: '/virtualHosts/0/routes/0',
      range: { start: { line: 3, column: 5 } },
    });
    expect(routePlace(only, 0, 7)).toBeUndefined();
  });

  test('the place in a text inside a ConfigMap, and its document', () => {
    const text = `kind: ConfigMap\ndata:\n  front.yaml: |\n    virtual_hosts:\n    - ${HOST}\n---\na: 1\n`;
    const [only] = found(text).routes;
    if (!only) throw new Error('none was found');
    expect(virtualHostPlace(only, 0)).toMatchObject({
      pointer: '/virtual_hosts/0',
      embedded: '/data/front.yaml',
      document: 0,
      range: { start: { line: 5, column: 7 } },
    });
  });

  test('clusters whose hosts have no names: those of which all are written, and none with one', () => {
    const clusters =
      'clusters: [{name: a}, {name: b, type: EDS}, {name: c, type: STRICT_DNS}, {name: d, type: LOGICAL_DNS}, {name: e, cluster_type: {name: x}}, {name: f, type: WRONG}, {name: g}, {name: g, type: STRICT_DNS}]';
    expect([...found(clusters).nameless]).toEqual(['a']);
    expect([...found('clusters: [{name: a}]', 'clusters: [{name: a, type: STRICT_DNS}]').nameless]).toEqual(
      [],
    );
  });

  test('known clusters: all that the input defines, unless more may come from elsewhere', () => {
    const routes = `virtual_hosts: [${HOST}]`;
    expect(found(routes).clusters).toBeUndefined();
    expect([...(found(routes, 'clusters: [{name: a, type: STATIC}]').clusters ?? [])]).toEqual(['a']);
    const dynamic = 'dynamic_resources: {cds_config: {ads: {}}}\nstatic_resources: {clusters: [{name: a}]}';
    expect(found(dynamic).clusters).toBeUndefined();
  });
});

describe('choosing among several', () => {
  const bootstrap = (...listeners: readonly string[]) =>
    found(`static_resources: {listeners: [${listeners.join(', ')}]}`);
  const chosen = (all: ReturnType<typeof bootstrap>, fields: object = {}, wish: Wish = {}) => {
    const choice = chooseRoutes(all, requestOf(fields), wish);
    return choice.kind === 'routes' ? choice.found.name : choice;
  };
  const two = bootstrap(listener('plain', 80), listener('other', 8080));

  test('the port of the URL, that of its scheme where none is written', () => {
    expect(chosen(two)).toBe('plain');
    expect(chosen(two, { authority: 'shop.test:8080' })).toBe('other');
  });

  test('a port or an address at which nothing listens is said, where it is asked for in so many words', () => {
    const remark = (all: ReturnType<typeof bootstrap>, fields: object, wish: Wish = {}) => {
      const choice = chooseRoutes(all, requestOf(fields), wish);
      return 'unheard' in choice ? choice.unheard : undefined;
    };
    const one = bootstrap(listener('plain', 8080));
    const none = 'no listener for HTTP listens at port 99, only 8080';
    expect(remark(one, { authority: 'shop.test:99' })).toBe(none);
    expect(remark(one, { authority: 'shop.test', destination_address: '10.0.0.1:99' })).toBe(none);
    expect(remark(one, { authority: '[::1]:99' })).toBe(none);
    expect(remark(one, { authority: 'shop.test', destination_address: '10.0.0.9:8080' })).toBe(
      'no listener for HTTP listens at address 10.0.0.9',
    );
    // Said too where the connection is closed then.
    const tls = bootstrap(listener('tls', 8443, 'filter_chain_match: {server_names: [a.test]}, '));
    expect(remark(tls, { authority: 'b.test:99', scheme: 'https' })).toMatch(
      /^no listener for HTTP listens at port 99/,
    );
    for (const fields of [
      { authority: 'shop.test' },
      { authority: 'shop.test:8080' },
      { authority: '[::1]' },
      { authority: 'shop.test', destination_address: '10.0.0.1' },
    ])
      expect(remark(one, fields), JSON.stringify(fields)).toBeUndefined();
    expect(remark(one, { authority: 'shop.test:99' }, { listener: 'plain' })).toBeUndefined();
    const any = (text: string) => bootstrap(text.replace('10.0.0.1', '0.0.0.0'));
    expect(
      remark(any(listener('a', 80)), { authority: 'a', destination_address: '10.0.0.9' }),
    ).toBeUndefined();
    // Redirected connections come to whatever port they like, as do those to a socket and to a port still to be given.
    const redirected = listener('a', 15001).replace('filter_chains', 'use_original_dst: true, filter_chains');
    const socket = listener('a', 80).replace(/\{socket_address: .*?\}\}/, '{pipe: {path: /run/a.sock}}');
    for (const text of [redirected, socket, listener('a', 0)])
      expect(remark(bootstrap(text), { authority: 'a:99' }), text).toBeUndefined();
  });

  describe('fact 158: listeners without a socket', () => {
    const at = (name: string, address: string, port: number, more = ''): string =>
      listener(name, port).replace('10.0.0.1', address).replace('filter_chains', `${more}filter_chains`);
    const UNBOUND = 'deprecated_v1: {bind_to_port: false}, ';
    const front = at('front', '127.0.0.1', 15001);
    const handing = at('front', '127.0.0.1', 15001, 'use_original_dst: true, ');
    const one = at('one', '10.0.0.1', 80, UNBOUND);
    const to = (destination_address: string) => ({ authority: 'h', destination_address });

    test.each([
      ['nobody hands over', [front, one], '10.0.0.1:80', 'front'],
      ['to its own address', [handing, one], '10.0.0.1:80', 'one'],
      ['to another address', [handing, one], '10.0.0.2:80', 'front'],
      ['to another port', [handing, one], '10.0.0.1:81', 'front'],
      ['to any address', [handing, at('any', '0.0.0.0', 80, UNBOUND)], '10.0.0.2:80', 'any'],
      ['to any of the other kind', [handing, at('any', '"::"', 80, UNBOUND)], '10.0.0.2:80', 'front'],
      [
        'to any of both kinds',
        [handing, at('any', '"::", ipv4_compat: true', 80, UNBOUND)],
        '10.0.0.2:80',
        'any',
      ],
    ])('%s', (_, listeners, destination, expected) => {
      expect(chosen(bootstrap(...listeners), to(destination))).toBe(expected);
    });

    test('it is followed where it is named, or others may hand over', () => {
      expect(chosen(bootstrap(front, one), to('10.0.0.1:80'), { listener: 'one' })).toBe('one');
      expect(chosen(found(`listeners: [${front}, ${one}]`), to('10.0.0.1:80'))).toBe('one');
      expect(chosen(bootstrap(one), to('10.0.0.1:80'))).toBe('one');
    });
  });

  test('a listener of version 3 listens at its additional addresses as well', () => {
    const v3 = (name: string, port: number, more = '') =>
      listener(name, port, more)
        .replace(
          'envoy.config.filter.network.http_connection_manager.v2',
          'envoy.extensions.filters.network.http_connection_manager.v3',
        )
        .replace('name: envoy.http_connection_manager', 'name: hcm');
    const address = '{socket_address: {address: 10.0.0.1, port_value: 8443}}';
    const wide = v3('wide', 8080, 'filter_chain_match: {destination_port: 8443}, ').replace(
      'filter_chains',
      `additional_addresses: [{address: ${address}}], filter_chains`,
    );
    const both = bootstrap(v3('plain', 80), wide);
    expect(chosen(both, { authority: 'a.test:8443' })).toBe('wide');
    expect(chosen(both, { authority: 'a.test:8080' })).toMatchObject({ kind: 'closed' });
    expect(chosen(both, { authority: 'a.test' }, { listener: '8443' })).toMatchObject({ kind: 'closed' });
    expect(chosen(both, { authority: 'a.test:8443' }, { listener: '8443' })).toBe('wide');
    expect(chooseRoutes(both, requestOf({ authority: 'a.test:8443' }), {})).not.toHaveProperty('unheard');
  });

  test('by name, by listener, by port and by address', () => {
    expect(chosen(two, {}, { routeConfig: 'other' })).toBe('other');
    for (const wish of ['other', '8080', '10.0.0.1:8080'])
      expect(chosen(two, {}, { listener: wish })).toBe('other');
  });

  test('over TLS by the server names of the filter chains: exact, longest wildcard, none', () => {
    const chain = (names: string) => `filter_chain_match: {server_names: [${names}]}, `;
    /** The filter chains of several listeners in one. */
    const together = (...all: readonly string[]) =>
      bootstrap(
        `{name: l, address: {socket_address: {address: 0.0.0.0, port_value: 443}}, filter_chains: [${all
          .map((each) => each.replace(/^.*?filter_chains: \[(.*)\]\}$/s, '$1'))
          .join(', ')}]}`,
      );
    const tls = together(
      listener('any', 443),
      listener('wild', 443, chain('"*.test"')),
      listener('exact', 443, chain('shop.test')),
    );
    const over = (authority: string) => chosen(tls, { authority, scheme: 'https' });
    expect(over('shop.test')).toBe('exact');
    expect(over('a.test')).toBe('wild');
    expect(over('a.example')).toBe('any');
    const named = together(listener('wild', 443, chain('"*.test"')), listener('exact', 443, chain('b.com')));
    expect(chosen(named, { authority: 'a.example', scheme: 'https' })).toMatchObject({
      kind: 'closed',
      why: 'no filter chain takes the server name "a.example", only *.test, b.com',
    });
    const only = bootstrap(listener('wild', 443, chain('"*.test"')));
    expect(chosen(only, { authority: 'a', scheme: 'https' })).toMatchObject({ kind: 'closed' });
    expect(chosen(only, { authority: 'a', server_name: 'A.Test' })).toBe('wild');
  });

  test('says which there are where it cannot tell, and where a name fits none', () => {
    expect(chosen(two, { authority: 'shop.test:99' })).toMatchObject({
      problem:
        'no listener for HTTP listens at port 99, only 80, 8080; 2 route configurations fit, and nothing in the request tells which is meant',
      hint: 'choose with --route-config or --listener: there are "plain" (plain (10.0.0.1:80)); "other" (other (10.0.0.1:8080))',
    });
    expect(chosen(two, {}, { routeConfig: 'x' })).toMatchObject({
      problem: 'no route configuration is named "x"',
    });
    expect(chosen(two, {}, { listener: 'x' })).toMatchObject({
      problem: 'no listener "x" leads to a route configuration',
    });
    expect(chosen(found('clusters: []'))).toMatchObject({
      problem: 'the input holds no route configuration',
    });
  });

  test('as many are said to fit as are listed, where others are in the input too', () => {
    const apart = bootstrap(
      listener('plain', 80),
      listener('other', 80),
      listener('tls', 8443, 'filter_chain_match: {server_names: [a.test]}, '),
    );
    expect(chosen(apart, { authority: 'shop.test' })).toMatchObject({
      problem: '2 route configurations fit, and nothing in the request tells which is meant',
      hint: expect.stringMatching(/there are "plain" [^;]*; "other" [^;]*$/),
      candidates: [{ route_config: 'plain' }, { route_config: 'other' }],
    });
  });

  test('a route configuration of a dump that no listener names answers nobody, unless it is asked for', () => {
    const rds = listener('front', 80).replace(/route_config: .*?\]\}\}/, 'rds: {route_config_name: gone}}');
    const type = 'type.googleapis.com/envoy.admin.v2alpha';
    const listeners = `{"@type": ${type}.ListenersConfigDump, dynamic_active_listeners: [{listener: ${rds}}]}`;
    const routes = `{"@type": ${type}.RoutesConfigDump, dynamic_route_configs: [{route_config: {name: orphan, virtual_hosts: [${HOST}]}}]}`;
    const dump = found(`configs: [${listeners}, ${routes}]`);
    for (const fields of [{ authority: 'a' }, { authority: 'a:9999' }, { authority: 'a', scheme: 'https' }])
      expect(chosen(dump, fields)).not.toBe('orphan');
    expect(chosen(dump, { authority: 'a' })).toMatchObject({ kind: 'undecided' });
    expect(chosen(dump, { authority: 'a' }, { routeConfig: 'orphan' })).toBe('orphan');
    expect(chosen(found(`configs: [${routes}]`), { authority: 'a' })).toBe('orphan');
  });

  test('a fetched route configuration goes with the listeners that fetch it', () => {
    const rds = listener('front', 80).replace(/route_config: .*?\]\}\}/, 'rds: {route_config_name: shared}}');
    const { routes } = found(
      `listeners: [${rds}]\nroute_configs: [{name: shared, virtual_hosts: [${HOST}]}]`,
    );
    expect(routes[0]?.listeners).toEqual([
      { name: 'front', address: '10.0.0.1', port: 80, server_names: [] },
    ]);
  });
});
