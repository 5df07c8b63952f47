/** Which runtime guard decides how a header that stands twice is matched, asked of the real proxy (fact 103). */
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { startAnywhere } from '../../scripts/proxy/anywhere.ts';
import { guard, traced, WORLDS, worldsAt } from '../routing/match/repeated.ts';
import { PROXY, releaseOf } from './program.ts';

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
  const proxy = await startAnywhere(program, worldsAt([], guards));
  try {
    const met = await Promise.all(names.map((name) => asked(proxy.portOf(name))));
    expect(Object.fromEntries(names.map((name, at) => [name, met[at]]))).toEqual(
      traced(guards, releaseOf(program)),
    );
  } finally {
    await proxy.stop();
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
