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
if (!existsSync(compiler)) {
  // `npm install --global` of a package from git installs nothing that building it needs: it takes that for global, too.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--global=false', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const env = { ...process.env, npm_config_global: 'false', npm_config_location: 'user' };
  const { status } =
    npm === undefined
      ? spawnSync('npm', args, { stdio: 'inherit', cwd, env })
      : spawnSync(process.execPath, [npm, ...args], { stdio: 'inherit', cwd, env });
  if (status !== 0) {
    console.error('cfgtool cannot be built: what that needs could not be installed (npm ci --include=dev)');
    process.exit(1);
  }
}
const compile = (...args) => spawnSync(process.execPath, [compiler, ...args], { stdio: 'inherit' }).status;
const status = compile('-p', 'tsconfig.build.json') || compile('-p', 'tsconfig.page.json', '--noEmit');
await import('../dist/scripts/bundle.js');
if (status !== 0) process.exitCode = status ?? 1;
