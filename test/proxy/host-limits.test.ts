/** By which rate limits of a virtual host the real proxy asks (docs/routing.md, fact 142). */
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { startAnywhere } from '../../scripts/proxy/anywhere.ts';
import { startEcho } from '../../src/proxy/edge/echo.ts';
import { bootstrap, LIMITED } from '../routing/outcome/host-limits.ts';
import { PROXY } from './program.ts';

const ASKED = LIMITED.map((each) => [each.what, each] as const);

it.skipIf(PROXY === undefined).each(ASKED)('%s', async (_, limited) => {
  const echo = await startEcho(['c']);
  const own = bootstrap(limited, { listener: 80, cluster: echo.ports.get('c') ?? 0 });
  const proxy = await startAnywhere(PROXY ?? '', own);
  try {
    const port = proxy.portOf('l');
    // The bucket of the descriptor holds one token, and no service answers the global filter.
    await asked(port);
    expect((await asked(port)) !== 200).toBe(limited.counts);
  } finally {
    await Promise.all([proxy.stop(), echo.stop()]);
  }
});

function asked(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
    });
    sent.on('error', reject);
    sent.end();
  });
}
