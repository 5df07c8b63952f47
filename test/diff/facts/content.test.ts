/** What tells an entry apart is written once, however many differences there are inside it. */
import { expect, test, vi } from 'vitest';

let written = 0;
vi.mock('../../../src/model/content.ts', async (original) => {
  const real = await original<typeof import('../../../src/model/content.ts')>();
  return {
    ...real,
    contentKey: (value: unknown): string => {
      const text = real.contentKey(value);
      written += text.length;
      return text;
    },
  };
});
const { diffOf } = await import('../sides.ts');

function differing(actions: number): number {
  const host = (value: string): string =>
    `name: shop\ndomains: [shop.test]\nrate_limits:\n- actions:\n${Array.from(
      { length: actions },
      (_, index) => `  - generic_key: {descriptor_value: ${value}${index}}\n`,
    ).join('')}`;
  written = 0;
  const { changes } = diffOf(host('a'), host('b'), { type: 'route.VirtualHost' });
  expect(changes).toHaveLength(actions);
  expect(new Set(changes.map(({ fingerprint }) => fingerprint)).size).toBe(actions);
  return written;
}

test('ten times the differences inside one entry cost ten times the text', () => {
  expect(differing(1000) / differing(100)).toBeLessThan(12);
});
