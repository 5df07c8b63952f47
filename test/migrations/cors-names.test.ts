/** Policies of CORS beside typed ones, under the filter's name and under others that nobody reads. */
import { describe, expect, test } from 'vitest';
import { compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { contextsOf } from '../../src/routing/context.ts';
import { routeRequest } from '../../src/routing/route.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { opened } from '../opened.ts';
import { requestOf, stubRegexes } from '../routing/traced.ts';

const HTTP = 'type.googleapis.com/envoy.extensions.filters.http';
const MANAGER =
  'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';

const filter = (name: string, type: string) => ({ name, typed_config: { '@type': `${HTTP}.${type}` } });
const CORS = 'cors.v3.Cors';
const ROUTER = filter('envoy.filters.http.router', 'router.v3.Router');

const older = (origin: string) => ({ cors: { allow_origin_string_match: [{ exact: origin }] } });
const typed = (name: string, origin: string) => ({
  typed_per_filter_config: { [name]: { '@type': `${HTTP}.cors.v3.CorsPolicy`, ...older(origin).cors } },
});

type Level = 'configuration' | 'host' | 'route' | 'cluster';
type Held = { readonly [level in Level]?: object };

function bootstrap(filters: readonly object[], { configuration, host, route, cluster }: Held, action = {}) {
  const split = { weighted_clusters: { clusters: [{ name: 'a', weight: 1, ...cluster }] } };
  const route_config = {
    name: 'r',
    virtual_hosts: [
      {
        name: 'v',
        domains: ['*'],
        routes: [{ match: { prefix: '/' }, route: { ...split, ...action }, ...route }],
        ...host,
      },
    ],
    ...configuration,
  };
  const manager = { '@type': MANAGER, stat_prefix: 'x', http_filters: filters, route_config };
  const address = { socket_address: { address: '0.0.0.0', port_value: 80 } };
  const chains = [{ filters: [{ name: 'm', typed_config: manager }] }];
  return JSON.stringify({
    static_resources: { listeners: [{ name: 'l', address, filter_chains: chains }] },
  });
}

const read = (text: string) => opened(text, { api: 'v3' }, 'a.json');

/** Who may come in, as a trace says. */
function allowed(text: string): string {
  const routing = findRouting([read(text)]);
  const routed = routeRequest(routing, requestOf({}), {}, contextsOf(routing, { regexes: stubRegexes }));
  if ('problem' in routed) throw new Error(routed.problem);
  return JSON.stringify(routed.trace.outcome.cors?.allow_origin_string_match);
}

const NAMES = ['my-cors', 'envoy.filters.http.cors', 'envoy.cors', 'other'];
const LEVELS: readonly Level[] = ['configuration', 'host', 'route', 'cluster'];
const cases = NAMES.slice(0, 3).flatMap((name) =>
  LEVELS.flatMap((level) => NAMES.map((key) => ({ name, level, key }))),
);

describe('a filter reads the typed policies under its own name, and older ones beside others', () => {
  test.each(cases)('filter $name, $level with $key', ({ name, level, key }) => {
    const chain = [filter(name, CORS), ROUTER];
    for (const isOnRoute of [true, false]) {
      const held = { host: older('old') };
      const text = bootstrap(
        chain,
        { ...held, [level]: { ...(level === 'host' ? held.host : {}), ...typed(key, 'new') } },
        isOnRoute ? older('route') : {},
      );
      // What a cluster says counts in the filter alone, which sees the one that is picked.
      const isRead = key === name && level !== 'cluster';
      expect(allowed(text)).toContain(isRead ? '"new"' : isOnRoute ? '"route"' : '"old"');
      const migrated = migrateConfiguration(read(text), { older: false, also: ['all'] });
      expect(migrated.difference).toBeUndefined();
      expect(allowed(migrated.text)).toBe(allowed(text));
    }
  });
});

test('policies under a name count where the input does not tell the filters', () => {
  const held = { host: older('old'), route: typed('other', 'new') };
  expect(allowed(bootstrap([{ name: 'own', config_discovery: {} }, ROUTER], held))).toContain('"new"');
  expect(allowed(bootstrap([ROUTER], held))).toContain('"old"');
});

test('a policy that is no longer read under the name of the filter is a change of requests', () => {
  const policyOf = (name: string) => [
    read(bootstrap([filter(name, CORS), ROUTER], { route: typed('c', 'x') })),
  ];
  expect(compareBehaviour(policyOf('c'), policyOf('d')).changes[0]?.aspects).toContain('cors');
  expect(compareBehaviour(policyOf('c'), policyOf('c'))).toMatchObject({ equal: true });
});
