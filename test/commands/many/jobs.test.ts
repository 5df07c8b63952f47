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
  for (const name of readdirSync(join(folder.path, 'all'))) {
    const text = readFileSync(join(folder.path, 'all', name), 'utf8');
    // One side lacks a file, another file is the same on both.
    if (!name.startsWith('0-'))
      folder.write(
        `changed/${name}`,
        name.startsWith('1-') ? text : text.replaceAll('timeout: ', 'timeout: 1'),
      );
  }
  folder.write('all/other.yaml', 'services: {}\n');
  folder.write('all/broken.yaml', 'a: [\n');
  folder.write('all/sub/.cfgtool.yaml', 'ignore: ["left-out.yaml"]\nrules: { exposed-admin: error }\n');
  folder.write('all/sub/left-out.yaml', 'a: [\n');
  folder.write('all/sub/front.yaml', readFileSync('examples/front-proxy.yaml', 'utf8'));
  folder.write('all/sub/bank.yaml', readFileSync('examples/bank.yaml', 'utf8'));
  folder.write('changed/sub/front.yaml', readFileSync('examples/bank.yaml', 'utf8'));
  folder.write('changed/broken.yaml', 'clusters: [\n');
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

// Each thread loads the program, so that eight of them are tried once.
describe.each([
  ['analyze', ['all', '--format', 'json'], '8'],
  ['analyze', ['all', '--format', 'sarif'], '3'],
  ['migrate', ['all', '--format', 'ndjson', '--to', 'v3'], '3'],
  ['validate', ['all', '--format', 'json'], '3'],
  ['validate', ['all'], '3'],
  ['diff', ['all', 'changed', '--format', 'json'], '3'],
  ['diff', ['all', 'changed', '--format', 'ndjson'], '3'],
])('%s %j', (command, flags, most) => {
  const of = (jobs: string, env = {}) => run([command, ...flags, '--jobs', jobs], env);

  test(`prints the same with 1, 2 and ${most} threads, also where they die`, () => {
    const one = of('1');
    expect(one.code).toBe(2);
    expect(one.out).not.toBe('');
    for (const made of [of('2'), of(most), of('2', deadly(7))]) expect(made).toEqual(one);
  });
});

test('differences that are accepted are those of one thread', () => {
  const accept = (jobs: string) =>
    run(['diff', 'all/sub', 'changed/sub', '--accept', '--accepted', `accepted-${jobs}`, '--jobs', jobs]);
  const of = (jobs: string) => readFileSync(join(folder.path, `accepted-${jobs}`), 'utf8');
  expect(accept('1').code).toBe(0);
  expect(accept('4').code).toBe(0);
  expect(of('4')).toBe(of('1'));
  const again = ['diff', 'all/sub', 'changed/sub', '--accepted', 'accepted-1', '--format', 'json', '--jobs'];
  expect(run([...again, '4'])).toEqual(run([...again, '1']));
});

test('a file that takes more memory than a thread has is reported, and the others are answered', () => {
  const hook = `const threads = require('node:worker_threads');
const Plain = threads.Worker;
threads.Worker = class extends Plain {
  constructor(url, options) { super(url, { ...options, resourceLimits: { maxOldGenerationSizeMb: 60 } }); }
};
`;
  const NODE_OPTIONS = `--require=${folder.write('small.cjs', hook)}`;
  folder.write('memory/0.yaml', readFileSync('examples/clusters.yaml', 'utf8'));
  folder.write(
    'memory/1.yaml',
    `clusters:\n${'- { name: a, hidden: [1, 2, 3, 4, 5, 6, 7, 8, 9] }\n'.repeat(60_000)}`,
  );
  folder.write('memory/2.yaml', readFileSync('examples/routes.yaml', 'utf8'));
  const made = run(['analyze', 'memory', '--format', 'json', '--jobs', '2'], { NODE_OPTIONS });
  expect(made.code).toBe(3);
  const report = JSON.parse(made.out);
  expect(report.summary.files).toBe(2);
  expect(report.run.unread).toMatchObject([{ file: 'memory/1.yaml' }]);
  expect(made.err).toMatch(/memory\/1\.yaml: .*memory/);
});

test('what cannot be shared out takes the flag too', () => {
  for (const more of [['--together'], ['--fix', '--dry-run'], ['--format', 'html']])
    expect(run(['analyze', 'all', ...more, '--jobs', '4'])).toEqual(
      run(['analyze', 'all', ...more, '--jobs', '1']),
    );
});

test('results that are kept for later runs are those of one thread', () => {
  const cached = (jobs: string, location: string) =>
    run(['analyze', 'all', '--format', 'json', '--cache', '--cache-location', location, '--jobs', jobs]);
  const first = cached('4', 'cache');
  expect(cached('1', 'cache')).toEqual(first);
  expect(cached('4', 'cache')).toEqual(first);
  expect(cached('1', 'other')).toEqual(first);
});

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
});
