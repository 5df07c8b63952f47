import type { AnalysisRule } from '../rule.ts';

export const duplicateUpgrade: AnalysisRule = {
  id: 'duplicate-upgrade',
  level: 'warning',
  purpose: 'Two upgrade_configs of a route for the same kind of upgrade.',
  why: 'The names of upgrades are the same in any letter case. The proxy refuses a route that names one twice; which of them would count is open.',
  mend: 'Keep one entry for each upgrade_type.',
  source: 'data-model.md: route.RouteAction.UpgradeConfig: upgrade_type',
  bad: {
    type: 'route.RouteAction',
    yaml: `cluster: chat
upgrade_configs:
  - { upgrade_type: websocket }
  - { upgrade_type: WebSocket, enabled: false }
`,
  },
  good: {
    type: 'route.RouteAction',
    yaml: `cluster: chat
upgrade_configs:
  - { upgrade_type: websocket }
`,
  },
  messages: {
    'route.RouteAction'({ upgrade_configs: upgrades = [] }, frame, { spot, report }) {
      const first = new Map<string, number>();
      for (const [index, { upgrade_type: written }] of upgrades.entries()) {
        if (written === undefined) continue;
        const type = written.toLowerCase();
        const earlier = first.get(type);
        if (earlier === undefined) first.set(type, index);
        else
          report({
            message: `the upgrade ${JSON.stringify(written)} stands twice in upgrade_configs, which the proxy refuses; keep one`,
            at: spot(frame, 'upgrade_configs', index),
            identity: type,
            related: [{ message: 'the first one', at: spot(frame, 'upgrade_configs', earlier) }],
            // Of two that say different things either may be meant.
            ...(saysMore(upgrades[index], type) === saysMore(upgrades[earlier], type)
              ? {
                  fix: {
                    kind: 'operations',
                    title: 'remove the second one',
                    at: spot(frame),
                    operations: [{ op: 'remove', path: `/upgrade_configs/${index}` }],
                  },
                }
              : {}),
          });
      }
    },
  },
};

/** What an entry says beside its type. */
function saysMore(upgrade: object | undefined, type: string): string {
  return JSON.stringify({ ...upgrade, upgrade_type: type });
}
