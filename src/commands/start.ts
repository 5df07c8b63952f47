/** What bin/run.js loads: compiles the program with its code cache, runs it, keeps the cache. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { Installation, main } from './main.ts';

type Program = (
  exports: { main?: typeof main },
  require: NodeJS.Require,
  module: { exports: { main?: typeof main } },
) => void;

/** @param version of package.json @param root the folder of package.json */
export async function start({ version, root }: Installation): Promise<void> {
  const filename = join(root, 'dist/cli/program.js');
  const script = new Script(readFileSync(filename, 'latin1'), { filename });
  const module: { exports: { main?: typeof main } } = { exports: {} };
  (script.runInThisContext() as Program)(module.exports, require, module);
  const code = await module.exports.main?.(process.argv.slice(2), { root, version });
  process.exitCode = code;
}
