/** Headers that the real proxy writes or takes beside what routes say (docs/routing.md, fact 138). */
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { startEcho } from '../../src/proxy/edge/echo.ts';
import { prepareProxy, startProgram } from '../../src/proxy/edge/program.ts';
import type { Plain } from '../../src/proxy/plain.ts';
import { configuration, WRITERS } from '../prove/writers.ts';
import { freePort, PROXY } from './program.ts';

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
  const [port, echo, prepared] = await Promise.all([
    freePort(),
    startEcho(['vans']),
    prepareProxy(PROXY ?? ''),
  ]);
  try {
    const ports = { listener: port, cluster: echo.ports.get('vans') ?? 0 };
    const admin = { address: { socket_address: { address: '127.0.0.1', port_value: 0 } } };
    await startProgram(prepared, PROXY ?? '', { admin, ...configuration(world, ports) } as unknown as Plain);
    await sent(port);
    // What traces are sent to is the same server.
    const received = echo.take('').find(({ headers }) => headers.some(([each]) => each === 'client-name'));
    const arrived = received?.headers.find(([each]) => each.toLowerCase() === name)?.[1];
    expect(arrived).not.toBe(SENT[name]);
    // A header that nobody writes arrives as it was sent.
    expect(received?.headers).toContainEqual(['client-name', 'sent']);
  } finally {
    await Promise.all([prepared.stop(), echo.stop()]);
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
