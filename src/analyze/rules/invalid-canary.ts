import type { AnalysisRule } from '../rule.ts';

export const invalidCanary: AnalysisRule = {
  id: 'invalid-canary',
  level: 'warning',
  purpose: 'A canary mark of an endpoint that is not true or false.',
  why: 'The key canary under proxy.lb is read as a boolean. Any other value, also a text such as "true", counts as false: the endpoint is no canary in stats and headers.',
  remedy: 'Write canary: true without quotes.',
  source: 'data-model.md: core.Metadata, 3',
  bad: {
    type: 'endpoint.LbEndpoint',
    yaml: `endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } }
metadata: { filter_metadata: { envoy.lb: { canary: "true" } } }
`,
  },
  good: {
    type: 'endpoint.LbEndpoint',
    yaml: `endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } }
metadata: { filter_metadata: { envoy.lb: { canary: true } } }
`,
  },
  messages: {
    'endpoint.LbEndpoint'({ metadata }, _frame, { namespace, spot, report }) {
      const key = `${namespace}.lb`;
      const all = metadata?.filter_metadata ?? {};
      const values = Object.hasOwn(all, key) ? (all[key] ?? {}) : {};
      const canary = Object.hasOwn(values, 'canary') ? values.canary : undefined;
      if (metadata === undefined || canary === undefined || typeof canary === 'boolean') return;
      report({
        message: `canary under ${key} is ${JSON.stringify(canary)?.slice(0, 60)}, which counts as false; write true or false without quotes`,
        at: spot({ message: metadata, type: 'core.Metadata' }, 'filter_metadata', key),
      });
    },
  },
};
