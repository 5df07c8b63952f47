import type { Migration } from '../src/canonical/migration/migration.ts';
import {
  lookedAt,
  planSuccessions,
  type Succession,
  type Verdict,
} from '../src/canonical/migration/succession.ts';
import { isObject } from '../src/model/bound.ts';

const ROWS: readonly Succession[] = [
  {
    message: 'RedisProxy.PrefixRoutes',
    field: 'catch_all_cluster',
    to: ['catch_all_route', 'cluster'],
    judge: (value, { value: { catch_all_route: route } }): Verdict => {
      if (value === '') return { removed: 'it is empty' };
      return route === undefined ? 'moves' : { removed: 'catch_all_route stands beside it and decides' };
    },
  },
  {
    message: 'RedisProxy',
    field: 'cluster',
    to: ['prefix_routes', 'catch_all_route', 'cluster'],
    judge: (value, { value: { prefix_routes: routes } }): Verdict => {
      if (value === '') return { removed: 'it is empty' };
      return isObject(routes) && decides(routes)
        ? { removed: 'prefix_routes names a cluster, so that the proxy does not read it' }
        : 'moves';
    },
  },
];

/** The proxy reads `cluster` only where prefix_routes leads nowhere. */
function decides({ routes, catch_all_cluster: cluster, catch_all_route: route }: object & Routes): boolean {
  return (Array.isArray(routes) && routes.length > 0) || (cluster ?? '') !== '' || route !== undefined;
}

interface Routes {
  readonly routes?: unknown;
  readonly catch_all_cluster?: unknown;
  readonly catch_all_route?: unknown;
}

/** Clusters of a Redis proxy without a route → `catch_all_route`. */
export const redisClustersToCatchAllRoute: Migration = {
  id: 'redis-clusters-to-catch-all-route',
  title: 'the `cluster` and the `catch_all_cluster` of a Redis proxy become its `catch_all_route`',
  why: "The proxy's full API deprecates both for a route that says the same, and version 3 does not have them.",
  how: '`catch_all_cluster` becomes `catch_all_route`, and `cluster` that of `prefix_routes`. Where routes or a `catch_all_route` stand beside them, the proxy does not read them, and they go.',
  source: 'full API of version 2: RedisProxy, RedisProxy.PrefixRoutes',
  optional: true,
  ...lookedAt(ROWS),
  example: {
    type: 'RedisProxy',
    before: `stat_prefix: redis
settings: {op_timeout: 5s}
cluster: basket # for all keys
`,
    after: `stat_prefix: redis
settings: {op_timeout: 5s}
prefix_routes: # for all keys
  catch_all_route:
    cluster: basket
`,
  },
  plan: (view) => planSuccessions(view, ROWS),
};
