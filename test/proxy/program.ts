/** The proxy's program that tests run: `CFGTOOL_PROXY`. Tests that need it are skipped without, which is said. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
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

/** Ports of the loopback address on which nobody listens yet; taken together, so that no two are the same. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) server.close();
  await Promise.all(servers.map((server) => once(server, 'close')));
  return ports;
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}
