/**
 * `npm run build`: compiles, then bundles what was compiled. A type error fails the build, with everything written.
 * `--missing` builds only where nothing is built yet: npm's `prepare`, which is all that it runs of a package that comes
 * from git.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

if (process.argv.includes('--missing') && existsSync(new URL('../dist/cli/program.js', import.meta.url)))
  process.exit(0);

const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
const compile = (...args) => spawnSync(process.execPath, [compiler, ...args], { stdio: 'inherit' }).status;
const status = compile('-p', 'tsconfig.build.json') || compile('-p', 'tsconfig.page.json', '--noEmit');
await import('../dist/scripts/bundle.js');
if (status !== 0) process.exitCode = status ?? 1;
