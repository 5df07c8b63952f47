/** `npm run build`: compiles, then bundles what was compiled. A type error fails the build, with everything written. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
const compile = (...args) => spawnSync(process.execPath, [compiler, ...args], { stdio: 'inherit' }).status;
const status = compile('-p', 'tsconfig.build.json') || compile('-p', 'tsconfig.page.json', '--noEmit');
await import('../dist/scripts/bundle.js');
if (status !== 0) process.exitCode = status ?? 1;
