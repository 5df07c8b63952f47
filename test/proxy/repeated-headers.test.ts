/** Which runtime guard decides how a header that stands twice is matched, asked of the real proxy (fact 103). */
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { prepareProxy, startProgram } from '../../src/proxy/edge/program.ts';
import type { Plain } from '../../src/proxy/plain.ts';
import { guard, traced, WORLDS, worldsAt } from '../routing/match/repeated.ts';
import { freePort, PROXY, releaseOf } from './program.ts';

const GUARDS = [
  {},
  guard('matchers', false),
  guard('policies', false),
  { ...guard('matchers', false), ...guard('policies', true) },
  { ...guard('matchers', true), ...guard('policies', false) },
];

it.skipIf(PROXY === undefined).each(GUARDS)('fact 103: %j', async (guards) => {
  const program = PROXY ?? '';
  const names = Object.keys(WORLDS);
  const ports = await Promise.all(names.map(freePort));
  const prepared = await prepareProxy(program);
  try {
    const admin = { address: { socket_address: { address: '127.0.0.1', port_value: 0 } } };
    await startProgram(prepared, program, { admin, ...worldsAt(ports, guards) } as unknown as Plain);
    const met = await Promise.all(ports.map(asked));
    expect(Object.fromEntries(names.map((name, at) => [name, met[at]]))).toEqual(
      traced(guards, releaseOf(program)),
    );
  } finally {
    await prepared.stop();
  }
});

function asked(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-role': ['user', 'admin'] };
    request({ host: '127.0.0.1', port, headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
