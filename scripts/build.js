/**
 * `npm run build`: compiles, then bundles what was compiled. A type error fails the build, with everything written.
 * `--missing` builds only where nothing is built yet: npm's `prepare`, which is all that it runs of a package that comes
 * from git.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, realpathSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
if (process.argv.includes('--missing')) {
  unlinkClone();
  if (existsSync(new URL('../dist/cli/program.js', import.meta.url))) process.exit(0);
}

const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
if (!existsSync(compiler)) {
  // `npm install --global` of a package from git installs nothing that building it needs: it takes that for global, too.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--global=false', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const env = { ...process.env, npm_config_global: 'false', npm_config_location: 'user' };
  const { status } =
    npm === undefined
      ? spawnSync('npm', args, { stdio: 'inherit', cwd: root, env })
      : spawnSync(process.execPath, [npm, ...args], { stdio: 'inherit', cwd: root, env });
  if (status !== 0) {
    console.error('cfgtool cannot be built: what that needs could not be installed (npm ci --include=dev)');
    process.exit(1);
  }
}
const compile = (...args) => spawnSync(process.execPath, [compiler, ...args], { stdio: 'inherit' }).status;
const status = compile('-p', 'tsconfig.build.json') || compile('-p', 'tsconfig.page.json', '--noEmit');
await import('../dist/scripts/bundle.js');
if (status !== 0) process.exitCode = status ?? 1;

/**
 * `npm install --global git+…` links the clone that it is about to delete to where the package goes, and then unpacks the
 * package through that link (npm/cli issues 6984 and 8440). It takes an empty folder as well.
 */
function unlinkClone() {
  const { npm_config_global: global, npm_config_global_prefix: prefix } = process.env;
  if (global !== 'true' || prefix === undefined || !/_cacache[\\/]tmp[\\/]git-clone/.test(root)) return;
  for (const folder of ['lib/node_modules', 'node_modules']) {
    const place = join(prefix, folder, 'cfgtool');
    const status = lstatSync(place, { throwIfNoEntry: false });
    if (status?.isSymbolicLink() && existsSync(place) && realpathSync(place) === realpathSync(root)) {
      unlinkSync(place);
      mkdirSync(place);
    }
  }
}
