/** Rate limits of both sides of the cases of test/diff/guards against the real proxy: which of them refuse fewer requests. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { startAnywhere } from '../../scripts/proxy/anywhere.ts';
import { GONE, HARMLESS, KEPT, OPENING, type Row, UNREAD } from '../diff/guard-cases.ts';
import { bootstrapOf } from '../routing/filters/chains.ts';
import { PROXY } from './program.ts';

const isRateLimit = ([, filters]: Row): boolean => /ratelimit/.test(JSON.stringify(filters));
/** Whether the second side refuses fewer requests, as many, or whatever may be where that is a matter of chance. */
const ROWS = [
  ...[...OPENING, ...GONE].map((row) => ({ row, refuses: 'fewer' })),
  ...[...HARMLESS, ...KEPT].map((row) => ({ row, refuses: 'as many or more' })),
  ...UNREAD.map((row) => ({ row, refuses: 'as many' })),
].filter(({ row }) => isRateLimit(row));

/** How many of twelve requests are refused on each side, the last six after a second and more. */
async function refusals(): Promise<readonly (readonly [number, number])[]> {
  const sides = ROWS.flatMap(({ row: [, filters, before, after] }) => [
    { filters, ...before },
    { filters, ...after },
  ]);
  const bootstrap = JSON.parse(bootstrapOf(sides.map((side) => ({ name: '', requests: [], ...side }))));
  const proxy = await startAnywhere(PROXY ?? '', bootstrap);
  try {
    const ports = sides.map((_, at) => proxy.portOf(`l${at}`));
    const counts = ports.map(() => 0);
    for (let round = 0; round < 12; round++) {
      if (round === 6) await setTimeout(1_200);
      for (const [at, port] of ports.entries())
        if ((await status(port)) !== UNREACHED) counts[at] = (counts[at] ?? 0) + 1;
    }
    return ROWS.map((_, at) => [counts[2 * at] ?? 0, counts[2 * at + 1] ?? 0] as const);
  } finally {
    await proxy.stop();
  }
}

/** No cluster has a host: what a filter lets pass is answered with this. */
const UNREACHED = 503;

async function status(port: number): Promise<number | undefined> {
  const asked = get({ port, host: '127.0.0.1', path: '/', agent: false, headers: { host: 'shop.test' } });
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  answer?.resume();
  return answer?.statusCode;
}

describe.skipIf(PROXY === undefined)('facts 142 and 143: rate limits of the real proxy', () => {
  let counted: readonly (readonly [number, number])[] = [];
  beforeAll(async () => {
    counted = await refusals();
  }, 60_000);

  it.each(ROWS.map(({ row: [title], refuses }, at) => ({ title, refuses, at })))(
    'refuses $refuses: $title',
    ({ refuses, at }) => {
      const [before = 0, after = 0] = counted[at] ?? [];
      const found = after < before ? 'fewer' : after === before ? 'as many' : 'more';
      expect({ before, after, as: refuses }).toMatchObject({ as: expect.stringContaining(found) });
    },
  );
});
