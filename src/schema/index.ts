/** All tables of the data model, put together from one file per area. */
import { accessLogEnums, accessLogMessages } from './access-log.ts';
import { addressEnums, addressMessages } from './address.ts';
import { bootstrapEnums, bootstrapMessages } from './bootstrap.ts';
import { carrierEnums, carrierMessages } from './carrier.ts';
import { clusterMessages } from './cluster.ts';
import { commonEnums, commonMessages } from './common.ts';
import { configSourceEnums, configSourceMessages } from './config-source.ts';
import { customTagMessages } from './custom-tag.ts';
import { discoveryEnums, discoveryMessages } from './discovery.ts';
import { dynamicForwardEnums, dynamicForwardMessages } from './dynamic-forward.ts';
import { endpointMessages } from './endpoint.ts';
import { filterChainEnums, filterChainMessages } from './filter-chain.ts';
import { grpcServiceMessages } from './grpc-service.ts';
import { healthCheckEnums, healthCheckMessages } from './health-check.ts';
import { httpFilterEnums, httpFilterMessages } from './http-filter.ts';
import type { EnumSpec, EnumTables, MessageSpec, MessageTables } from './language.ts';
import { listenerEnums, listenerMessages } from './listener.ts';
import { loadBalancingEnums, loadBalancingMessages } from './load-balancing.ts';
import { loadSpreadingMessages } from './load-spreading.ts';
import { matcherMessages } from './matcher.ts';
import { networkFilterEnums, networkFilterMessages } from './network-filter.ts';
import { nodeEnums, nodeMessages } from './node.ts';
import { protectionMessages } from './protection.ts';
import { protocolOptionsEnums, protocolOptionsMessages } from './protocol-options.ts';
import { rateLimitMessages } from './rate-limit.ts';
import { routeEnums, routeMessages } from './route.ts';
import { routeActionEnums, routeActionMessages } from './route-action.ts';
import { routeConfigurationMessages } from './route-configuration.ts';
import { routeMatchMessages } from './route-match.ts';
import { routePolicyMessages } from './route-policies.ts';
import { secretMessages } from './secret.ts';
import { statusCodeEnums } from './status-code.ts';
import { tlsEnums, tlsMessages } from './tls.ts';
import { typeEnums, typeMessages } from './type.ts';
import { upstreamConnectionEnums, upstreamConnectionMessages } from './upstream-connection.ts';
import { virtualHostEnums, virtualHostMessages } from './virtual-host.ts';

export const messages = {
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
  ...networkFilterMessages,
  ...httpFilterMessages,
  ...accessLogMessages,
  ...bootstrapMessages,
  ...carrierMessages,
  ...dynamicForwardMessages,
  ...typeMessages,
  ...matcherMessages,
  ...customTagMessages,
} as const;

export const enums = {
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
  ...networkFilterEnums,
  ...httpFilterEnums,
  ...accessLogEnums,
  ...bootstrapEnums,
  ...carrierEnums,
  ...dynamicForwardEnums,
  ...typeEnums,
  ...statusCodeEnums,
} as const;

const messageByName: MessageTables = messages;
const enumByName: EnumTables = enums;

/** The table of a message by its full name, such as `core.Node`. */
export function messageSpec(name: string): MessageSpec | undefined {
  return Object.hasOwn(messageByName, name) ? messageByName[name] : undefined;
}

/** The table of an enum by its full name, such as `Cluster.LbPolicy`. */
export function enumSpec(name: string): EnumSpec | undefined {
  return Object.hasOwn(enumByName, name) ? enumByName[name] : undefined;
}
