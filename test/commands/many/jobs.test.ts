/** `--jobs`: what is printed does not depend on how many threads work, on one that dies, or on a signal. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { BIN, cfgtool, plainEnvironment, type Run, temporaryFolder } from '../run.ts';

const folder = temporaryFolder();
const FILES = 20;

beforeAll(() => {
  const names = readdirSync('examples').filter((name) => /\.(?:ya?ml|json)$/.test(name));
  for (let at = 0; at < FILES; at++) {
    const name = names[at % names.length] ?? '';
    // Every third is the same as another one: the same content is worked once.
    const text = readFileSync(join('examples', name), 'utf8');
    folder.write(`all/${at}-${name}`, at % 3 === 0 ? text : text.replaceAll('shop', `shop${at}`));
  }
  folder.write('all/other.yaml', 'services: {}\n');
  folder.write('all/broken.yaml', 'a: [\n');
  folder.write('all/sub/.cfgtool.yaml', 'ignore: ["left-out.yaml"]\nrules: { exposed-admin: error }\n');
  folder.write('all/sub/left-out.yaml', 'a: [\n');
  folder.write('all/sub/front.yaml', readFileSync('examples/front-proxy.yaml', 'utf8'));
});

const run = (args: readonly string[], env: { readonly [name: string]: string } = {}): Run =>
  cfgtool(args, { cwd: folder.path, env });

/** Makes threads die after some of their answers. */
function deadly(answers: number): { readonly NODE_OPTIONS: string } {
  const hook = `const threads = require('node:worker_threads');
if (threads.isMainThread) {
  const Plain = threads.Worker;
  let seen = 0;
  threads.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      this.on('message', () => { if (++seen % ${answers} === 0) this.terminate(); });
    }
  };
}
`;
  return { NODE_OPTIONS: `--require=${folder.write(`deadly-${answers}.cjs`, hook)}` };
}

describe.each([
  ['analyze', ['--format', 'json']],
  ['analyze', ['--format', 'sarif']],
  ['migrate', ['--format', 'ndjson', '--to', 'v3']],
])('%s %j', (command, flags) => {
  const of = (jobs: string, env = {}) => run([command, 'all', ...flags, '--jobs', jobs], env);

  test('prints the same with 1, 2 and 8 threads, also where they die', () => {
    const one = of('1');
    expect(one.code).toBe(2);
    expect(one.out.length).toBeGreaterThan(1000);
    for (const made of [of('2'), of('8'), of('2', deadly(7))]) expect(made).toEqual(one);
  }, 120_000);
});

test('validate, and what cannot be shared out, take the flag too', () => {
  const one = run(['validate', 'all', '--jobs', '1']);
  expect(run(['validate', 'all', '--jobs', '4'])).toEqual(one);
  for (const more of [['--together'], ['--fix', '--dry-run'], ['--format', 'html']])
    expect(run(['analyze', 'all', ...more, '--jobs', '4'])).toEqual(
      run(['analyze', 'all', ...more, '--jobs', '1']),
    );
}, 120_000);

test('results that are kept for later runs are those of one thread', () => {
  const cached = (jobs: string, location: string) =>
    run(['analyze', 'all', '--format', 'json', '--cache', '--cache-location', location, '--jobs', jobs]);
  const first = cached('4', 'cache');
  expect(cached('1', 'cache')).toEqual(first);
  expect(cached('4', 'cache')).toEqual(first);
  expect(cached('1', 'other')).toEqual(first);
}, 120_000);

test.each(['0', '-1', 'many', '1.5'])('--jobs %s is a mistake', (jobs) => {
  expect(run(['analyze', 'all', '--jobs', jobs]).code).toBe(2);
});

test('killed at any moment it leaves nothing half written', async () => {
  const whole = run(['analyze', 'all', '--format', 'json', '--jobs', '1']).out;
  folder.write('report.json', 'before');
  const path = join(folder.path, 'report.json');
  for (let at = 0; at < 8; at++) {
    const signal = at % 2 === 0 ? 'SIGKILL' : 'SIGINT';
    const child = spawn(
      process.execPath,
      [BIN, 'analyze', 'all', '--format', 'json', '--jobs', '2', '--output', 'report.json'],
      {
        cwd: folder.path,
        env: plainEnvironment(),
        stdio: 'ignore',
      },
    );
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => setTimeout(resolve, 150 + at * 110));
    child.kill(signal);
    await ended;
    const text = readFileSync(path, 'utf8');
    if (text !== 'before' && text !== whole) expect(JSON.parse(text)).toMatchObject({ partial: true });
    expect(existsSync(path)).toBe(true);
  }
}, 120_000);
