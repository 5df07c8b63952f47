import { describe, expect, test } from 'vitest';
import { addressed } from '../../../src/routing/where/addressed.ts';
import { chooseRoutes, type Wish } from '../../../src/routing/where/choose.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { listenerText } from '../../../src/routing/where/listener.ts';
import { diffOf } from '../../diff/sides.ts';
import { opened } from '../../opened.ts';
import { requestOf } from '../traced.ts';

const MANAGER =
  'type.googleapis.com/proxy.config.filter.network.http_connection_manager.v2.HttpConnectionManager';
const HOST = '{name: shop, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: shop}}]}';

/** A listener that chooses among two route configurations, which stand beside it, by this fragment. */
function scoped(extractor: string) {
  const scope = (name: string) =>
    `{name: ${name}-scope, route_configuration_name: ${name}, key: {fragments: [{string_key: ${name}}]}}`;
  const routes = `{name: s, scope_key_builder: {fragments: [{header_value_extractor: {${extractor}}}]}, rds_config_source: {ads: {}}, scoped_route_configurations_list: {scoped_route_configurations: [${scope('one')}, ${scope('two')}]}}`;
  const filter = `{name: m, typed_config: {"@type": ${MANAGER}, stat_prefix: x, scoped_routes: ${routes}}}`;
  const listener = `{name: front, address: {socket_address: {address: 0.0.0.0, port_value: 80}}, filter_chains: [{filters: [${filter}]}]}`;
  const configurations = ['one', 'two'].map((name) => `{name: ${name}, virtual_hosts: [${HOST}]}`);
  return findRouting([opened(`listeners: [${listener}]`), opened(`[${configurations.join(', ')}]`)]);
}

function chosen(extractor: string, headers: object, wish: Wish = {}): string | null {
  const choice = chooseRoutes(scoped(extractor), requestOf({ headers }), wish);
  if (choice.kind === 'routes') return choice.found.name;
  return choice.kind === 'problem' ? choice.problem : `${choice.kind}: ${choice.why}`;
}

const NONE = expect.stringMatching(/^outside: .* in none of them$/);

/** Scopes in order, by the header x; each leads to routes of its own. */
function inOrder(all: readonly (readonly [name: string, key: string])[], header = 'x'): object {
  const scopes = all.map(([name, key], at) => ({
    name,
    key: { fragments: [{ string_key: key }] },
    route_configuration: {
      name: `routes-${at}`,
      virtual_hosts: [
        {
          name: 'v',
          domains: ['*'],
          routes: [{ match: { prefix: '/' }, direct_response: { status: 201 + at } }],
        },
      ],
    },
  }));
  const manager = {
    '@type':
      'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
    stat_prefix: 's',
    http_filters: [ROUTER],
    scoped_routes: {
      name: 's',
      scope_key_builder: { fragments: [{ header_value_extractor: { name: header, index: 0 } }] },
      scoped_route_configurations_list: { scoped_route_configurations: scopes },
    },
  };
  return {
    static_resources: {
      listeners: [
        {
          name: 'l',
          address: { socket_address: { address: '127.0.0.1', port_value: 80 } },
          filter_chains: [{ filters: [{ name: 'm', typed_config: manager }] }],
        },
      ],
    },
  };
}

const ROUTER = {
  name: 'router',
  typed_config: { '@type': 'type.googleapis.com/envoy.extensions.filters.http.router.v3.Router' },
};

function chosenIn(bootstrap: object, fields: Parameters<typeof requestOf>[0]): string | null {
  const choice = chooseRoutes(
    findRouting([opened(JSON.stringify(bootstrap), {}, 'scopes.json')]),
    requestOf(fields),
    {},
  );
  return choice.kind === 'routes' ? choice.found.name : choice.kind;
}

describe('fact 156: scopes and the headers that they are told by', () => {
  test('of one key the last counts', () => {
    const scopes = inOrder([
      ['one', '1'],
      ['two', '1'],
    ]);
    expect(chosenIn(scopes, { headers: { x: '1' } })).toBe('routes-1');
  });

  test('of one name the last counts, and takes the key of the other', () => {
    const scopes = inOrder([
      ['one', '1'],
      ['one', '2'],
    ]);
    expect(['1', '2'].map((x) => chosenIn(scopes, { headers: { x } }))).toEqual(['outside', 'routes-1']);
  });

  test('their order counts for diff only where they share a name or a key', () => {
    const moved = (one: string, two: string) => {
      const [first, second] = [
        [
          ['a', one],
          ['b', two],
        ],
        [
          ['b', two],
          ['a', one],
        ],
      ] as const;
      // The routes are alike, so that nothing but the order of the scopes differs.
      const alike = (scopes: typeof first | typeof second) =>
        JSON.stringify(inOrder(scopes))
          .replace(/routes-\d/g, 'routes')
          .replace(/20\d/g, '200');
      return diffOf(alike(first), alike(second)).changes.map(({ message }) => message);
    };
    expect(moved('1', '2')).toEqual([]);
    expect(moved('1', '1')).not.toEqual([]);
  });

  test('the first line of a header counts, and all of one that is kept as one text', () => {
    const scopes = (header?: string) =>
      inOrder(
        [
          ['one', '1'],
          ['two', '2'],
          ['both', '1,2'],
        ],
        header,
      );
    const twice = (name: string, values: readonly string[]) => ({
      headers: { [name]: values.join() },
      repeated: { [name]: values },
    });
    expect(chosenIn(scopes(), twice('x', ['1', '2']))).toBe('routes-0');
    expect(chosenIn(scopes(), twice('x', ['2', '1']))).toBe('routes-1');
    expect(chosenIn(scopes('accept'), twice('accept', ['1', '2']))).toBe('routes-2');
    const inline = { inline_headers: [{ inline_header_name: 'x', inline_header_type: 'REQUEST_HEADER' }] };
    expect(chosenIn({ ...scopes(), ...inline }, twice('x', ['1', '2']))).toBe('routes-2');
  });

  test('host is the authority', () => {
    expect(chosenIn(inOrder([['one', 'shop.test']], 'Host'), { authority: 'shop.test' })).toBe('routes-0');
  });
});

describe('scoped routes that are written in place', () => {
  test('the whole header', () => {
    expect(chosen('name: x-scope', { 'x-scope': 'one' })).toBe('one');
    expect(chosen('name: X-Scope', { 'x-scope': 'two' })).toBe('two');
    expect(chosen('name: x-scope', { 'x-scope': 'other' })).toEqual(NONE);
    expect(chosen('name: x-scope', {})).toEqual(NONE);
  });

  test('an element by its place', () => {
    const second = 'name: x, element_separator: ",", index: 1';
    expect(chosen(second, { x: 'one,two' })).toBe('two');
    expect(chosen(second, { x: 'one' })).toEqual(NONE);
  });

  test('the value of an element by its key', () => {
    const extractor = 'name: x, element_separator: ";", element: {key: scope, separator: "="}';
    expect(chosen(extractor, { x: 'a=b;scope=two;scope=one' })).toBe('two');
    expect(chosen(extractor, { x: 'scope' })).toEqual(NONE);
  });

  test('headers that bring a request into a scope', () => {
    for (const extractor of [
      'name: x-scope',
      'name: X-Scope, element_separator: ",", index: 1',
      'name: x, element_separator: ";", element: {key: scope, separator: "="}',
    ]) {
      const routing = scoped(extractor);
      for (const found of routing.routes) {
        const request = addressed(requestOf({}), [{ routing, found }], () => true);
        expect(request && chooseRoutes(routing, request, {})).toMatchObject({ kind: 'routes', found });
        expect(request).not.toHaveProperty('route_config');
      }
    }
  });

  test('a named route configuration is taken, whatever the scope', () => {
    expect(chosen('name: x-scope', {}, { routeConfig: 'two' })).toBe('two');
  });

  test('the scope is told with the listener', () => {
    const [first] = scoped('name: x').routes;
    expect(first?.listeners.map(listenerText)).toEqual(['front (0.0.0.0:80), scope "one-scope"']);
  });
});
