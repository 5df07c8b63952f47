import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (percent: string) =>
  found(
    'truncated-percent',
    `name: shop\ncommon_lb_config: { healthy_panic_threshold: ${percent} }\n`,
    'Cluster',
  );

test('a share where percents are counted', () => {
  const [finding] = of('{ value: 0.35 }');
  expect(finding).toMatchObject({ level: 'warning', pointer: '/common_lb_config/healthy_panic_threshold' });
  expect(finding?.message).toContain('write percents (35 for the share 0.35), or 0 if off is meant');
});

test.each(['{ value: 0 }', '{}', '{ value: 1 }', '{ value: 33.3 }', '{ value: 100 }', '{ value: -0.5 }'])(
  'nothing about %s',
  (percent) => {
    expect(of(percent)).toEqual([]);
  },
);
