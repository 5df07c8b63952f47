/** The tables of the data model that are written by hand, put together from one file per area. */
import { accessLogMessages } from './access-log.ts';
import { accessLogFilterEnums, accessLogFilterMessages } from './access-log-filters.ts';
import { addressEnums, addressMessages } from './address.ts';
import { bootstrapMessages } from './bootstrap.ts';
import { clusterMessages } from './cluster.ts';
import { clusterTypeMessages } from './cluster-types.ts';
import { commonEnums, commonMessages } from './common.ts';
import { configDumpMessages } from './config-dump.ts';
import { configSourceEnums, configSourceMessages } from './config-source.ts';
import { containerMessages } from './containers.ts';
import { customTagMessages } from './custom-tag.ts';
import { discoveryEnums, discoveryMessages } from './discovery.ts';
import { endpointMessages } from './endpoint.ts';
import { extAuthzMessages } from './ext-authz.ts';
import { faultFilterEnums, faultFilterMessages } from './fault-filter.ts';
import { filterChainEnums, filterChainMessages } from './filter-chain.ts';
import { grpcServiceMessages } from './grpc-service.ts';
import { gzipFilterEnums, gzipFilterMessages } from './gzip-filter.ts';
import { headerToMetadataEnums, headerToMetadataMessages } from './header-to-metadata.ts';
import { healthCheckEnums, healthCheckMessages } from './health-check.ts';
import { httpConnectionManagerEnums, httpConnectionManagerMessages } from './http-connection-manager.ts';
import { httpConnectionOptionEnums, httpConnectionOptionMessages } from './http-connection-options.ts';
import { httpFilterMessages } from './http-filters.ts';
import { jwtMessages } from './jwt.ts';
import { listenerEnums, listenerMessages } from './listener.ts';
import { loadBalancingEnums, loadBalancingMessages } from './load-balancing.ts';
import { loadSpreadingMessages } from './load-spreading.ts';
import { matcherMessages } from './matcher.ts';
import { metricsMessages } from './metrics.ts';
import { nodeEnums, nodeMessages } from './node.ts';
import { protectionMessages } from './protection.ts';
import { protocolOptionsEnums, protocolOptionsMessages } from './protocol-options.ts';
import { rateLimitMessages } from './rate-limit.ts';
import { rateLimitFilterMessages } from './rate-limit-filter.ts';
import { rbacEnums, rbacMessages } from './rbac.ts';
import { redisProxyEnums, redisProxyMessages } from './redis-proxy.ts';
import { routeEnums, routeMessages } from './route.ts';
import { routeActionEnums, routeActionMessages } from './route-action.ts';
import { routeConfigurationMessages } from './route-configuration.ts';
import { routeDiscoveryMessages } from './route-discovery.ts';
import { routeMatchMessages } from './route-match.ts';
import { routePolicyMessages } from './route-policies.ts';
import { runtimeMessages } from './runtime.ts';
import { secretMessages } from './secret.ts';
import { statusCodeEnums } from './status-code.ts';
import { tcpProxyMessages } from './tcp-proxy.ts';
import { tlsEnums, tlsMessages } from './tls.ts';
import { tracingEnums, tracingMessages } from './tracing.ts';
import { typeEnums, typeMessages } from './type.ts';
import { upstreamConnectionEnums, upstreamConnectionMessages } from './upstream-connection.ts';
import { virtualHostEnums, virtualHostMessages } from './virtual-host.ts';

export const writtenMessages = {
  ...commonMessages,
  ...nodeMessages,
  ...addressMessages,
  ...configSourceMessages,
  ...grpcServiceMessages,
  ...healthCheckMessages,
  ...protocolOptionsMessages,
  ...clusterMessages,
  ...discoveryMessages,
  ...upstreamConnectionMessages,
  ...loadBalancingMessages,
  ...protectionMessages,
  ...endpointMessages,
  ...tlsMessages,
  ...secretMessages,
  ...virtualHostMessages,
  ...routeMessages,
  ...routeMatchMessages,
  ...routeActionMessages,
  ...loadSpreadingMessages,
  ...routePolicyMessages,
  ...rateLimitMessages,
  ...routeConfigurationMessages,
  ...listenerMessages,
  ...filterChainMessages,
  ...httpConnectionManagerMessages,
  ...httpConnectionOptionMessages,
  ...routeDiscoveryMessages,
  ...redisProxyMessages,
  ...tcpProxyMessages,
  ...httpFilterMessages,
  ...faultFilterMessages,
  ...gzipFilterMessages,
  ...headerToMetadataMessages,
  ...extAuthzMessages,
  ...rateLimitFilterMessages,
  ...rbacMessages,
  ...jwtMessages,
  ...accessLogMessages,
  ...accessLogFilterMessages,
  ...bootstrapMessages,
  ...runtimeMessages,
  ...metricsMessages,
  ...tracingMessages,
  ...configDumpMessages,
  ...containerMessages,
  ...clusterTypeMessages,
  ...typeMessages,
  ...matcherMessages,
  ...customTagMessages,
} as const;

export const writtenEnums = {
  ...commonEnums,
  ...nodeEnums,
  ...addressEnums,
  ...configSourceEnums,
  ...healthCheckEnums,
  ...protocolOptionsEnums,
  ...discoveryEnums,
  ...upstreamConnectionEnums,
  ...loadBalancingEnums,
  ...tlsEnums,
  ...virtualHostEnums,
  ...routeEnums,
  ...routeActionEnums,
  ...listenerEnums,
  ...filterChainEnums,
  ...httpConnectionManagerEnums,
  ...httpConnectionOptionEnums,
  ...faultFilterEnums,
  ...gzipFilterEnums,
  ...headerToMetadataEnums,
  ...rbacEnums,
  ...redisProxyEnums,
  ...accessLogFilterEnums,
  ...tracingEnums,
  ...typeEnums,
  ...statusCodeEnums,
} as const;
