/** Which changes are left where the text refuses some, and how often it is asked. */
import { beforeEach, expect, it, vi } from 'vitest';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { editText } from '../../src/source/edit/index.ts';
import { opened } from '../opened.ts';

vi.mock('../../src/source/edit/index.ts', async (original) => {
  const own = await original<typeof import('../../src/source/edit/index.ts')>();
  return { ...own, editText: vi.fn(own.editText) };
});
beforeEach(() => void vi.mocked(editText).mockClear());

const OLDER = 'type: STATIC, hosts: [{socket_address: {address: 1.2.3.4, port_value: 1}}]';

it('14.b3 aliases of one cluster that cannot change are left together, without trying each half of them', () => {
  const aliases = '- *a\n'.repeat(300);
  const text = `x: [*a]\nclusters:\n${aliases}- {name: d, ${OLDER}}\n`;
  const shared = `y: &a {name: c, ${OLDER}}\n${text}`;
  const { left, applied } = migrateConfiguration(opened(shared), { older: false });
  expect(applied.map(({ pointer }) => pointer)).toEqual(['/clusters/300']);
  expect(left.length).toBeGreaterThanOrEqual(300);
  for (const { reason } of left) expect(reason).toMatch(/&a|anchor/);
  expect(vi.mocked(editText).mock.calls.length).toBeLessThan(10);
});

it('14.b3 aliases of one cluster that can change do so in one go', () => {
  const text = `clusters:\n- &a {name: c, ${OLDER}}\n${'- *a\n'.repeat(300)}`;
  const { left, text: after } = migrateConfiguration(opened(text), { older: false });
  expect(left).toEqual([]);
  expect(after).toContain('load_assignment');
  expect(after.match(/\*a/g)).toHaveLength(300);
  expect(vi.mocked(editText).mock.calls).toHaveLength(1);
});
