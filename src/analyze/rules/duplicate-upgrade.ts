import type { Frame } from '../../model/walk.ts';
import type { Fix, Location } from '../finding.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

export const duplicateUpgrade: AnalysisRule = {
  id: 'duplicate-upgrade',
  level: 'error',
  purpose: 'Two upgrade_configs of one route or connection manager for the same kind of upgrade.',
  why: 'The names of upgrades are the same in any letter case. The proxy refuses a route or a connection manager that names one twice.',
  remedy: 'Keep one entry for each upgrade_type.',
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
    'route.RouteAction': ({ upgrade_configs: upgrades = [] }, frame, look) => judge(upgrades, frame, look),
    HttpConnectionManager: ({ upgrade_configs: upgrades = [] }, frame, look) => judge(upgrades, frame, look),
  },
};

function judge(
  upgrades: readonly { readonly upgrade_type?: string }[],
  frame: Frame,
  { spot, report }: RuleContext,
): void {
  const first = new Map<string, number>();
  for (const [index, { upgrade_type: written }] of upgrades.entries()) {
    if (written === undefined) continue;
    const type = written.toLowerCase();
    const earlier = first.get(type);
    if (earlier === undefined) {
      first.set(type, index);
      continue;
    }
    // Of two that say different things either may be meant.
    const isSame = saysMore(upgrades[index], type) === saysMore(upgrades[earlier], type);
    report({
      message: `the upgrade ${JSON.stringify(written)} stands twice in upgrade_configs, which the proxy refuses; keep one`,
      at: spot(frame, 'upgrade_configs', index),
      identity: type,
      related: [{ message: 'the first one', at: spot(frame, 'upgrade_configs', earlier) }],
      ...(isSame ? { fix: removal(spot(frame), index) } : {}),
    });
  }
}

function removal(at: Location, index: number): Fix {
  const operations = [{ op: 'remove', path: `/upgrade_configs/${index}` }] as const;
  return { kind: 'operations', title: 'remove the second one', at, operations };
}

/** What an entry says beside its type. */
function saysMore(upgrade: object | undefined, type: string): string {
  return JSON.stringify({ ...upgrade, upgrade_type: type });
}
