/** The proxy's program that tests run: `CFGTOOL_PROXY`. Tests that need it are skipped without, which is said. */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { type Release, releaseNamed } from '../../src/schema/release.ts';

const given = process.env.CFGTOOL_PROXY ?? '';

export const PROXY: string | undefined = existsSync(given) ? given : undefined;

if (PROXY === undefined)
  process.stderr.write(
    given === ''
      ? 'SKIPPED: tests against the real proxy; CFGTOOL_PROXY names no program (.ci/run fetches it)\n'
      : `SKIPPED: tests against the real proxy; there is no ${given}\n`,
  );

/** The release that the program says it is. */
export function releaseOf(program: string): Release {
  const [, version = ''] =
    /\/(\d+\.\d+\.\d+)[^/]*\//.exec(execFileSync(program, ['--version']).toString()) ?? [];
  const release = releaseNamed(version);
  if (release === undefined) throw new Error(`${program} names no release`);
  return release;
}

/**
 * Ports of the loopback address on which nobody listens, for programs that take no port 0. They lie below those that
 * are given out by themselves, one of which may be in use a moment after it was free.
 */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(10_000, 32_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
