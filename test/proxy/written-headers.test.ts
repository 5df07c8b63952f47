/** Headers that the real proxy writes or takes beside what routes say (docs/routing.md, fact 138). */
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { startAnywhere } from '../../scripts/proxy/anywhere.ts';
import { startEcho } from '../../src/proxy/edge/echo.ts';
import { configuration, WRITERS } from '../prove/writers.ts';
import { PROXY } from './program.ts';

/** What some headers are sent as, where that matters; a body comes in chunks. */
const SENT: { readonly [name: string]: string } = {
  'accept-encoding': 'gzip',
  'content-type': 'application/grpc',
  'grpc-timeout': '9S',
  'x-a': 'sent',
  'client-name': 'sent',
};

/** Filters and tracers that ask somebody who is not there, and what clients cannot send as they like. */
const NOT_ASKED = /somebody else|a token|a service|Lua|:authority|traceparent|grpc-timeout|attempt-count/;

const ASKED = WRITERS.filter((each) => !NOT_ASKED.test(JSON.stringify(each)));

it('asks about most of those that write', () => {
  expect(ASKED.length).toBeGreaterThan(WRITERS.length / 2);
});

it.skipIf(PROXY === undefined).each(ASKED)('%s: %j, %s', async (_, world, name) => {
  const echo = await startEcho(['vans']);
  const own = configuration(world, { listener: 80, cluster: echo.ports.get('vans') ?? 0 });
  const proxy = await startAnywhere(PROXY ?? '', own);
  try {
    await sent(proxy.portOf('front'));
    // What traces are sent to is the same server.
    const received = echo.take('').find(({ headers }) => headers.some(([each]) => each === 'client-name'));
    const arrived = received?.headers.find(([each]) => each.toLowerCase() === name)?.[1];
    expect(arrived).not.toBe(SENT[name]);
    // A header that nobody writes arrives as it was sent.
    expect(received?.headers).toContainEqual(['client-name', 'sent']);
  } finally {
    await Promise.all([proxy.stop(), echo.stop()]);
  }
});

function sent(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, method: 'POST', headers: SENT, agent: false },
      (answer) => {
        answer.resume();
        answer.on('end', resolve);
      },
    );
    asked.on('error', reject);
    asked.write('{');
    asked.end('}');
  });
}
