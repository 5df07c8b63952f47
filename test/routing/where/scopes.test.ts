import { describe, expect, test } from 'vitest';
import { addressed } from '../../../src/routing/where/addressed.ts';
import { chooseRoutes, type Wish } from '../../../src/routing/where/choose.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { listenerText } from '../../../src/routing/where/listener.ts';
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
