import { describe, expect, test } from 'vitest';
import { foundInTwo as found } from '../analyzed.ts';

const count = (yaml: string) => found('missing-connect-timeout', yaml, 'Cluster').length;

describe('missing-connect-timeout', () => {
  test('14.10 an unset connect_timeout: releases up to 1.18, all of version 2 among them, refuse it', () => {
    const [finding] = found('missing-connect-timeout', 'name: cart\ntype: STATIC\n', 'Cluster');
    expect(finding).toMatchObject({ level: 'warning', pointer: '' });
    expect(finding?.message).toMatch(/releases up to 1\.18 refuse that.*\(up to 1\.16\).*5s/);
  });

  test('null is as if it were not there', () => expect(count('name: cart\nconnect_timeout:\n')).toBe(1));

  test.each([
    ['set', 'connect_timeout: 1s'],
    ['in the other spelling', 'connectTimeout: 1s'],
    ['set to what cannot be read', 'connect_timeout: soon'],
    ['misspelled, which is another finding', 'conect_timeout: 1s'],
  ])('%s', (_, line) => expect(count(`name: cart\n${line}\n`)).toBe(0));
});
