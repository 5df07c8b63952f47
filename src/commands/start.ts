/** What bin/run.js loads: compiles the parts of the program that are needed, with their code cache, and runs them. */
import { join } from 'node:path';
import type { Installation, main } from './main.ts';
import { openCodeCache } from './start/code-cache.ts';
import { loader } from './start/load.ts';
import { openPack } from './start/pack.ts';

/** @param version of package.json @param root the folder of package.json */
export async function start(installation: Installation): Promise<void> {
  const given = process.argv.slice(2);
  const path = join(installation.root, 'dist/cli/program.js');
  const pack = openPack(path);
  const cache = openCodeCache(pack.hash, given);
  const { load, scripts } = loader(path, pack, cache.data, require);
  const program = load('main.js') as { readonly main: typeof main };
  const code = await program.main(given, installation);
  process.exitCode = code;
  if (code <= 1) cache.keep(scripts);
}
