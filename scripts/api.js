/**
 * `npm run api`: makes the tables of version 3 from the descriptor sets in `api/sets`. With a release (`-- 1.41.0`) its set is
 * made first. Each step reads what the one before it wrote, so the scripts are compiled anew in between.
 */
import { execFileSync } from 'node:child_process';

const [version] = process.argv.slice(2);
const run = (...args) => execFileSync(process.execPath, args, { stdio: 'inherit' });
const step = (name, ...args) => {
  run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
  run(`dist/scripts/${name}.js`, ...args);
};

if (version !== undefined) step('api-make', version);
for (const name of ['api-annotations', 'api-packages', 'api-tables', 'api-history', 'api-news']) step(name);
