import { expect, test } from 'vitest';
import { releaseRemarks } from '../../src/engine/release-remarks.ts';
import { opened } from '../opened.ts';

test('a remark that holds in several places names the lines of the others', () => {
  const cluster = 'name: cart\nconnect_timeout: 1s\ntls_context: {sni: cart.test}\n';
  const messages = (count: number) =>
    releaseRemarks(opened(Array.from({ length: count }, () => cluster).join('---\n'))).map(
      (each) => each.message,
    );
  expect(messages(1).join('\n')).not.toContain('more place');
  expect(messages(2)[0]).toMatch(/\(here and in 1 more place\): line 7$/);
  expect(messages(8)[0]).toMatch(/\(here and in 7 more places\): lines 7, 11, 15, 19, 23, …$/);
});
