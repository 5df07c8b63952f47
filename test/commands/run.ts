/** Runs the built command line as a process of its own. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

export const BIN = resolve('bin/run.js');
export const IS_ROOT = process.getuid?.() === 0;

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: { readonly [name: string]: string };
}

/** A plain environment: no colours asked for, none refused. */
export function plainEnvironment(more: { readonly [name: string]: string } = {}): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, ...more };
}

export function cfgtool(args: readonly string[], { cwd, input, env }: RunOptions = {}): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    cwd,
    input: input ?? '',
    env: plainEnvironment(env),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { code: status, out: stdout, err: stderr };
}

/** A folder that lives as long as the tests of a file. */
export function temporaryFolder(): {
  readonly path: string;
  write(name: string, content: string | Uint8Array): string;
} {
  const folder = {
    path: '',
    write(name: string, content: string | Uint8Array): string {
      const path = join(folder.path, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
  };
  beforeAll(() => {
    folder.path = mkdtempSync(join(tmpdir(), 'cfgtool-'));
  });
  // Programs that were ended may still be writing into it.
  afterAll(() => rmSync(folder.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return folder;
}

/** A cluster with a deprecated form, and how it reads once migrated. */
export const LEGACY = `# the shop
clusters:
- name: shop
  connect_timeout: 1s
  type: STRICT_DNS
  hosts:
  - socket_address: {address: shop.test, port_value: 80}  # first rack
`;

/** One that has nothing to migrate. */
export const CURRENT = `clusters:
- name: shop
  connect_timeout: 1s
  type: STATIC
`;
