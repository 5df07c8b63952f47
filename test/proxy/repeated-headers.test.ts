/** Which runtime guard decides how a header that stands twice is matched, asked of the real proxy (fact 103). */
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { startAnywhere } from '../../scripts/proxy/anywhere.ts';
import { guard, INLINE, traced, WORLDS, worldsAt } from '../routing/match/repeated.ts';
import { PROXY, releaseOf } from './program.ts';

const GUARDS = [
  {},
  guard('matchers', false),
  guard('policies', false),
  { ...guard('matchers', false), ...guard('policies', true) },
  { ...guard('matchers', true), ...guard('policies', false) },
];

it.skipIf(PROXY === undefined).each(GUARDS)('fact 103: %j', (guards) => holdsAt(guards));

it.skipIf(PROXY === undefined)('fact 152: a header that the bootstrap has kept as one text', () =>
  holdsAt({}, INLINE),
);

async function holdsAt(guards: object, more: object = {}): Promise<void> {
  const program = PROXY ?? '';
  const names = Object.keys(WORLDS);
  const proxy = await startAnywhere(program, worldsAt([], guards, more));
  try {
    const met = await Promise.all(names.map((name) => asked(proxy.portOf(name))));
    expect(Object.fromEntries(names.map((name, at) => [name, met[at]]))).toEqual(
      traced(guards, releaseOf(program), more),
    );
  } finally {
    await proxy.stop();
  }
}

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
