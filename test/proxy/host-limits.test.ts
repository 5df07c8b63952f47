/** By which rate limits of a virtual host the real proxy asks (docs/routing.md, fact 142). */
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { startEcho } from '../../src/proxy/edge/echo.ts';
import { prepareProxy, startProgram } from '../../src/proxy/edge/program.ts';
import type { Plain } from '../../src/proxy/plain.ts';
import { bootstrap, LIMITED } from '../routing/outcome/host-limits.ts';
import { freePort, PROXY } from './program.ts';

const ASKED = LIMITED.map((each) => [each.what, each] as const);

it.skipIf(PROXY === undefined).each(ASKED)('%s', async (_, limited) => {
  const [port, echo, prepared] = await Promise.all([freePort(), startEcho(['c']), prepareProxy(PROXY ?? '')]);
  try {
    const admin = { address: { socket_address: { address: '127.0.0.1', port_value: 0 } } };
    const own = bootstrap(limited, { listener: port, cluster: echo.ports.get('c') ?? 0 });
    await startProgram(prepared, PROXY ?? '', { admin, ...own } as unknown as Plain);
    // The bucket of the descriptor holds one token, and no service answers the global filter.
    await asked(port);
    expect((await asked(port)) !== 200).toBe(limited.counts);
  } finally {
    await Promise.all([prepared.stop(), echo.stop()]);
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
