import { lookup } from '../source/lookup.ts';

/**
 * What routes tell each HTTP filter, where that is another message than the filter's own configuration: neither stands
 * in the place of the other (asked of release 1.40, `test/proxy/refusals/fields.txt`).
 */
const ROUTE_SETTINGS: { readonly [filter: string]: string } = {
  AiProtocolManager: 'AiProtocolManagerPerRoute',
  ApiKeyAuth: 'ApiKeyAuthPerRoute',
  AwsRequestSigning: 'AwsRequestSigningPerRoute',
  BasicAuth: 'BasicAuthPerRoute',
  Buffer: 'BufferPerRoute',
  Composite: 'CompositePerRoute',
  Compressor: 'CompressorPerRoute',
  Cors: 'cors.CorsPolicy',
  DynamicModuleFilter: 'DynamicModuleFilterPerRoute',
  ExtensionWithMatcher: 'ExtensionWithMatcherPerRoute',
  ExternalProcessor: 'ExtProcPerRoute',
  JwtAuthentication: 'jwt_authn.PerRouteConfig',
  Mcp: 'McpOverride',
  McpJsonRestBridge: 'McpJsonRestBridgePerRoute',
  OnDemand: 'on_demand.PerRouteConfig',
  StatefulSession: 'StatefulSessionPerRoute',
  'aws_lambda.Config': 'aws_lambda.PerRouteConfig',
  'grpc_http1_reverse_bridge.FilterConfig': 'FilterConfigPerRoute',
  'http.dynamic_forward_proxy.FilterConfig': 'dynamic_forward_proxy.PerRouteConfig',
  'http.ext_authz.ExtAuthz': 'ExtAuthzPerRoute',
  'http.header_mutation.HeaderMutation': 'HeaderMutationPerRoute',
  'http.lua.Lua': 'LuaPerRoute',
  'http.oauth2.OAuth2': 'OAuth2PerRoute',
  'http.ratelimit.RateLimit': 'RateLimitPerRoute',
  'http.rbac.RBAC': 'RBACPerRoute',
};

export const FILTERS_WITH_ROUTE_SETTINGS: readonly string[] = Object.keys(ROUTE_SETTINGS);

const FILTER_OF = new Map(Object.entries(ROUTE_SETTINGS).map(([filter, settings]) => [settings, filter]));

export const ROUTE_SETTINGS_ALONE: readonly string[] = [...FILTER_OF.keys()];

/** What a route has to tell a filter of this configuration instead of it. */
export function routeSettingsOf(filter: string): string | undefined {
  return lookup(ROUTE_SETTINGS, filter);
}

/** The configuration of the filter that routes tell this. */
export function filterToldBy(settings: string): string | undefined {
  return FILTER_OF.get(settings);
}
