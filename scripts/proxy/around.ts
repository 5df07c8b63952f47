/** Bootstraps of version 3 around a fragment, so that a real proxy can be asked about one thing at a time. */
import { parse } from 'yaml';
import type { Data } from '../../src/source/data.ts';

type Fields = { readonly [key: string]: Data };

const TYPES = 'type.googleapis.com/envoy.extensions.filters';
const ROUTER: Fields = { name: 'router', typed_config: { '@type': `${TYPES}.http.router.v3.Router` } };

/** Where fields stand: they are put over those of a message that the proxy takes. */
const PLACES = {
  bootstrap: (fields: Fields): Fields => fields,
  cluster: (fields: Fields): Fields =>
    bootstrap({ clusters: [cluster('c'), { ...BARE_CLUSTER, ...fields }] }),
  listener: (fields: Fields): Fields => bootstrap({ listeners: [{ ...listener(manager({})), ...fields }] }),
  chain: (fields: Fields): Fields => around({}, fields),
  manager: (fields: Fields): Fields => around(fields),
  filter: (filter: Fields): Fields => around({ http_filters: [filter, ROUTER] }),
  table: (fields: Fields): Fields => around({ route_config: { ...table({}), ...fields } }),
  host: (fields: Fields): Fields => around({ route_config: table(fields) }),
  route: (fields: Fields): Fields => around({ route_config: table({ routes: [route(fields)] }) }),
  action: (fields: Fields): Fields => inRoute({ route: { ...withCluster(fields), ...fields } }),
  match: (match: Fields): Fields => inRoute({ match }),
  layers: (layered_runtime: Fields): Fields => ({ layered_runtime }),
  expressions: (expressions: Fields): Fields => around(logged(Object.values(expressions))),
};

/** Where one value stands. */
const VALUES = {
  regex: (regex: string): Fields => inRoute({ match: { safe_regex: { regex } } }),
  header: (value: string): Fields => inRoute({ request_headers_to_add: [{ header: { key: 'x', value } }] }),
  expression: (expression: string): Fields => around(logged([expression])),
  template: (path_template: string): Fields => inRoute({ match: matching(path_template) }),
  written: (path_template_rewrite: string): Fields =>
    inRoute({
      match: matching('/a/{x}'),
      route: { cluster: 'c', path_rewrite_policy: extension(WRITTEN, { path_template_rewrite }) },
    }),
};

export type Place = keyof typeof PLACES | keyof typeof VALUES;

const LOG = 'access_loggers.stream.v3.StdoutAccessLog';
const CEL = 'access_loggers.filters.cel.v3.ExpressionFilter';
const MATCHED = 'path.match.uri_template.v3.UriTemplateMatchConfig';
const WRITTEN = 'path.rewrite.uri_template.v3.UriTemplateRewriteConfig';

const BARE_CLUSTER: Fields = { name: 'd', type: 'STATIC', connect_timeout: '1s' };
const ROUTE: Fields = { match: { prefix: '/' }, route: { cluster: 'c' } };

/** The bootstrap around a fragment of YAML. */
export function bootstrapAround(place: Place, fragment: string): Data {
  const value: unknown = parse(fragment);
  return place in VALUES
    ? VALUES[place as keyof typeof VALUES](String(value))
    : PLACES[place as keyof typeof PLACES](value as Fields);
}

/** Access logs that are filtered by an expression each. */
function logged(expressions: readonly Data[]): Fields {
  return {
    access_log: expressions.map((expression) => ({
      ...extension(LOG, {}),
      filter: { extension_filter: extension(CEL, { expression }) },
    })),
  };
}

function matching(path_template: string): Fields {
  return { path_match_policy: extension(MATCHED, { path_template }) };
}

function extension(type: string, fields: Fields): Fields {
  return { name: 'e', typed_config: { '@type': `type.googleapis.com/envoy.extensions.${type}`, ...fields } };
}

function route(fields: Fields): Fields {
  const hasAction = ['redirect', 'direct_response', 'filter_action', 'non_forwarding_action'].some(
    (action) => action in fields,
  );
  return { match: ROUTE.match ?? {}, ...(hasAction ? {} : { route: ROUTE.route ?? {} }), ...fields };
}

function withCluster(fields: Fields): Fields {
  const ways = ['cluster', 'cluster_header', 'weighted_clusters', 'inline_cluster_specifier_plugin'];
  return ways.some((way) => way in fields) ? {} : { cluster: 'c' };
}

function cluster(name: string): Fields {
  const socket_address = { address: '127.0.0.1', port_value: 9 };
  const endpoints = [{ lb_endpoints: [{ endpoint: { address: { socket_address } } }] }];
  return { ...BARE_CLUSTER, name, load_assignment: { cluster_name: name, endpoints } };
}

function inRoute(fields: Fields): Fields {
  return PLACES.route(fields);
}

function table(host: Fields): Fields {
  return { name: 't', virtual_hosts: [{ name: 'v', domains: ['*'], routes: [ROUTE], ...host }] };
}

function manager(fields: Fields): Fields {
  const typed_config = {
    '@type': `${TYPES}.network.http_connection_manager.v3.HttpConnectionManager`,
    stat_prefix: 's',
    http_filters: [ROUTER],
    ...('rds' in fields || 'scoped_routes' in fields ? {} : { route_config: table({}) }),
    ...fields,
  };
  return { filters: [{ name: 'hcm', typed_config }] };
}

function listener(chain: Fields): Fields {
  const address = { socket_address: { address: '127.0.0.1', port_value: 10000 } };
  return { name: 'l', address, filter_chains: [chain] };
}

function bootstrap(resources: Fields): Fields {
  return { static_resources: { clusters: [cluster('c')], ...resources } };
}

function around(fields: Fields, chain: Fields = {}): Fields {
  return bootstrap({ listeners: [listener({ ...manager(fields), ...chain })] });
}
