/** Runs a command as a process of its own, with as much memory as its input allows it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Folder } from './folder.ts';
import type { Runner } from './inner.ts';

/** Megabytes of heap: a constant, and a multiple of what is read. */
const MEGABYTES = 160;
const MULTIPLE = 100;
/** Wall-clock; the limits on processor time are stricter. */
const MILLISECONDS = 180_000;

/** @param root the project's folder */
export function outerRunner(root: string, folder: Folder): Runner {
  const { PATH, HOME } = process.env;
  return {
    async run(tried) {
      folder.fill(tried);
      const size = [...tried.files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
      const heap = Math.ceil(MEGABYTES + (MULTIPLE * size) / 1e6);
      const started = performance.now();
      const { status, stdout, stderr, signal } = spawnSync(
        process.execPath,
        [`--max-old-space-size=${heap}`, join(root, 'bin/run.js'), tried.command, ...tried.args],
        {
          cwd: folder.path,
          env: { PATH, HOME, CFGTOOL_DEBUG: '1' },
          input: '',
          timeout: MILLISECONDS,
          maxBuffer: 1 << 29,
        },
      );
      // A machine that is busy with something else makes the clock run four times as fast as the processor.
      const spent = (performance.now() - started) / 4;
      const end = signal === null ? '' : `\nended by ${signal}`;
      return {
        code: status,
        out: stdout.toString(),
        err: stderr.toString() + end,
        spent,
        ...folder.emptied(tried),
      };
    },
  };
}
