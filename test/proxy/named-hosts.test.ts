/** Which host the real proxy sends under auto_host_rewrite (docs/routing.md, fact 141). */
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { startAnywhere } from '../../scripts/proxy/anywhere.ts';
import { startEcho } from '../../src/proxy/edge/echo.ts';
import { bootstrap, NAMED } from '../traffic/named-hosts.ts';
import { PROXY } from './program.ts';

const ASKED = NAMED.filter(({ host }) => host !== null).map((each) => [each.what, each] as const);

it.skipIf(PROXY === undefined).each(ASKED)('%s', async (_, named) => {
  const echo = await startEcho(['c']);
  const own = bootstrap(named, echo.ports.get('c') ?? 0, { listener: 80 });
  const proxy = await startAnywhere(PROXY ?? '', own);
  try {
    await asked(proxy.portOf('l'));
    const [received] = echo.take('');
    const host = received?.headers.find(([name]) => name.toLowerCase() === 'host')?.[1];
    expect(host).toBe(named.host ?? 'asked.test');
  } finally {
    await Promise.all([proxy.stop(), echo.stop()]);
  }
});

function asked(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, headers: { host: 'asked.test' }, agent: false },
      (answer) => {
        answer.resume();
        answer.on('end', resolve);
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}
