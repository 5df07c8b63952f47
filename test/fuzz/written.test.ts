/** That what is asked of a written file can find something. */
import { expect, test } from 'vitest';
import type { Case } from './case.ts';
import type { Runner } from './inner.ts';
import type { Ran } from './outcome.ts';
import { faultOfWritten } from './written.ts';

const BEFORE = Buffer.from('cors: a\n');
const AFTER = Buffer.from('typed: a\n');
const tried: Case = {
  command: 'migrate',
  args: ['in.yaml', '--write'],
  files: new Map([['in.yaml', BEFORE]]),
  marks: [],
};
const ran = (code: number, out = '', after = new Map<string, Buffer>()): Ran => {
  return { code, out, err: '', after, left: [], spent: 0 };
};

/** A program that finds so many settings without a reader before and after. */
const finding = (before: number, after: number): Runner => ({
  run: async ({ command, files }) => {
    if (command !== 'analyze') return ran(0, '', new Map(files));
    const found = files.get('in.yaml')?.equals(AFTER) ? after : before;
    return ran(found > 0 ? 1 : 0, JSON.stringify({ findings: Array.from({ length: found }, () => ({})) }));
  },
});

test.each<[number, number, string | undefined]>([
  [0, 0, undefined],
  [2, 2, undefined],
  [1, 0, undefined],
  [0, 1, 'no filter reads settings of in.yaml any more'],
])('%d settings without a reader before and %d after', async (before, after, fault) => {
  const written = ran(0, '', new Map([['in.yaml', AFTER]]));
  expect(await faultOfWritten(tried, written, finding(before, after))).toBe(fault);
});

test('of a lift more settings may be known to have no reader', async () => {
  const lift = { ...tried, args: [...tried.args, '--to', 'v3'] };
  const written = ran(0, '', new Map([['in.yaml', AFTER]]));
  expect(await faultOfWritten(lift, written, finding(0, 1))).toBeUndefined();
});
