/** What people know of the messages and enums of the data model, one file for each area. */
import { accessLogEnums, accessLogMessages } from './access-log.ts';
import { authorizationEnums, authorizationMessages } from './authorization.ts';
import { bootstrapMessages } from './bootstrap.ts';
import { clusterEnums, clusterMessages } from './cluster.ts';
import { coreEnums, coreMessages } from './core.ts';
import { dumpsMessages } from './dumps.ts';
import { extensionsEnums, extensionsMessages } from './extensions.ts';
import { httpConnectionManagerEnums, httpConnectionManagerMessages } from './http-connection-manager.ts';
import { httpFiltersEnums, httpFiltersMessages } from './http-filters.ts';
import type { Overlay } from './language.ts';
import { listenerEnums, listenerMessages } from './listener.ts';
import { loadBalancingEnums, loadBalancingMessages } from './load-balancing.ts';
import { networkFiltersEnums, networkFiltersMessages } from './network-filters.ts';
import { observabilityEnums, observabilityMessages } from './observability.ts';
import { protocolOptionsEnums, protocolOptionsMessages } from './protocol-options.ts';
import { routeEnums, routeMessages } from './route.ts';
import { routeActionEnums, routeActionMessages } from './route-action.ts';
import { tlsEnums, tlsMessages } from './tls.ts';
import { typeEnums, typeMessages } from './type.ts';

export const overlay: Overlay = {
  messages: {
    ...coreMessages,
    ...protocolOptionsMessages,
    ...clusterMessages,
    ...loadBalancingMessages,
    ...tlsMessages,
    ...routeMessages,
    ...routeActionMessages,
    ...listenerMessages,
    ...httpConnectionManagerMessages,
    ...networkFiltersMessages,
    ...httpFiltersMessages,
    ...authorizationMessages,
    ...accessLogMessages,
    ...observabilityMessages,
    ...bootstrapMessages,
    ...dumpsMessages,
    ...typeMessages,
    ...extensionsMessages,
  },
  enums: {
    ...coreEnums,
    ...protocolOptionsEnums,
    ...clusterEnums,
    ...loadBalancingEnums,
    ...tlsEnums,
    ...routeEnums,
    ...routeActionEnums,
    ...listenerEnums,
    ...httpConnectionManagerEnums,
    ...networkFiltersEnums,
    ...httpFiltersEnums,
    ...authorizationEnums,
    ...accessLogEnums,
    ...observabilityEnums,
    ...typeEnums,
    ...extensionsEnums,
  },
};
