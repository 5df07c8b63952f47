import type { AnalysisRule } from '../rule.ts';

export const truncatedPercent: AnalysisRule = {
  id: 'truncated-percent',
  level: 'warning',
  purpose: 'A panic threshold below 1 %, which the proxy cuts down to 0.',
  why: 'The threshold is cut to whole percents, and 0 switches panic mode off. Most often a share such as 0.5 was meant, which is 50 here.',
  remedy: 'Write percents: 50 for half. Write 0 where panic mode is to be off.',
  source: 'data-model.md: Cluster.CommonLbConfig: healthy_panic_threshold',
  bad: {
    type: 'Cluster',
    yaml: 'name: cart\nconnect_timeout: 1s\ncommon_lb_config: { healthy_panic_threshold: { value: 0.5 } }\n',
  },
  good: {
    type: 'Cluster',
    yaml: 'name: cart\nconnect_timeout: 1s\ncommon_lb_config: { healthy_panic_threshold: { value: 50 } }\n',
  },
  messages: {
    'Cluster.CommonLbConfig'({ healthy_panic_threshold }, frame, { spot, report }) {
      const value = healthy_panic_threshold?.value;
      if (value === undefined || !(value > 0 && value < 1)) return;
      report({
        message: `healthy_panic_threshold of ${value} % is cut to 0, which switches panic mode off; write percents (${Number((value * 100).toFixed(6))} for the share ${value}), or 0 if off is meant`,
        at: spot(frame, 'healthy_panic_threshold'),
        data: { value },
      });
    },
  },
};
