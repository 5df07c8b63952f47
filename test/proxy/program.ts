/** The proxy's program that tests run: `CFGTOOL_PROXY`. Tests that need it are skipped without, which is said. */
import { existsSync } from 'node:fs';

const given = process.env.CFGTOOL_PROXY ?? '';

export const PROXY: string | undefined = existsSync(given) ? given : undefined;

if (PROXY === undefined)
  process.stderr.write(
    given === ''
      ? 'SKIPPED: tests against the real proxy; CFGTOOL_PROXY names no program (.ci/run fetches it)\n'
      : `SKIPPED: tests against the real proxy; there is no ${given}\n`,
  );
