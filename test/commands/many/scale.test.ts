/** The recipes of docs/scale.md and examples/scale, run line by line. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BIN, cfgtool, plainEnvironment, temporaryFolder } from '../run.ts';
import { FLEET, writeAll } from './fleet.ts';

const folder = temporaryFolder();
const page = readFileSync('docs/scale.md', 'utf8');
const { 'b/broken.yaml': _, ...readable } = FLEET;
let work = '';
let runs = 0;

/** The command; a share that the environment names is killed when it is run first. */
const CFGTOOL = `#!/bin/sh
if [ -n "$KILLED" ] && [ ! -e was-killed ]; then
  case "$*" in
    *"--shard $KILLED "*)
      : > was-killed
      '${process.execPath}' '${BIN}' "$@" &
      sleep 0.03
      kill -9 $!
      wait $!
      exit $? ;;
  esac
fi
exec '${process.execPath}' '${BIN}' "$@"
`;
const SECOND = { KILLED: '2/3' };

beforeAll(() => {
  folder.write('bin/cfgtool', CFGTOOL);
  chmodSync(join(folder.path, 'bin/cfgtool'), 0o755);
});
beforeEach(() => {
  work = join(folder.path, `run-${runs++}`);
  mkdirSync(work);
  writeAll(join(work, 'configs'), readable);
});

function sh(script: string, env: { readonly [name: string]: string } = {}) {
  const path = `${join(folder.path, 'bin')}:${process.env.PATH}`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
    cwd: work,
    env: { ...plainEnvironment(env), PATH: path },
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

/** The lines of a recipe of the page. */
function recipe(name: string): string {
  const [, text = ''] = new RegExp(`^\`\`\`sh ${name}\\n([^]*?)^\`\`\``, 'm').exec(page) ?? [];
  expect(text).not.toBe('');
  return text;
}

/** The report without the second of three shares. */
function expectMissing({ code, out, err }: ReturnType<typeof sh>): void {
  expect(existsSync(join(work, 'was-killed'))).toBe(true);
  expect(code).toBe(2);
  expect(`${out}${err}`).toContain('share 2 is missing');
}

const whole = (...flags: readonly string[]) => cfgtool(['analyze', 'configs/', ...flags], { cwd: work });

describe('one machine', () => {
  // In CI a tool of Debian that is missing is a failure.
  const hasParallel = process.env.CI !== undefined || spawnSync('parallel', ['--version']).status === 0;

  describe.each([
    ['xargs', true],
    ['parallel', hasParallel],
  ])('%s', (name, isThere) => {
    it.skipIf(!isThere)('joined, the shares are the run in one', () => {
      const { code, out } = sh(recipe(name));
      expect({ code, out }).toEqual({ code: 1, out: whole().out });
    });

    it.skipIf(!isThere)('a share that was killed is missed, and joined when it was run again', () => {
      expectMissing(sh(recipe(name), SECOND));
      const { code, out } = sh(recipe(name));
      expect({ code, out }).toEqual({ code: 1, out: whole().out });
      // The log of parallel says which shares were run.
      if (name === 'parallel')
        expect(readFileSync(join(work, 'shares.log'), 'utf8').match(/--shard ./g)).toEqual(
          expect.arrayContaining(['--shard 1', '--shard 2', '--shard 3']),
        );
    });
  });
});

interface Step {
  readonly run?: string;
}

it('a matrix of three runners', () => {
  const { jobs } = load(readFileSync('examples/scale/workflow.yaml', 'utf8')) as {
    readonly jobs: {
      readonly [name: string]: {
        readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
        readonly steps: readonly Step[];
      };
    };
  };
  const lines = (job: string) => (jobs[job]?.steps ?? []).flatMap(({ run }) => run ?? []);
  const shards = jobs.analyze?.strategy?.matrix.shard ?? [];
  expect(shards).toEqual([1, 2, 3]);
  const runner = (shard: number, env = {}) =>
    lines('analyze').map(
      (line) => sh(`set -e\n${line.replace(/\$\{\{ matrix\.shard \}\}/g, String(shard))}`, env).code,
    );
  // The job of the second is lost, and run again as failed jobs are.
  expect(shards.map((shard) => runner(shard, SECOND))).toEqual([[0], [1], [0]]);
  expectMissing(sh('cfgtool report merge part-*.ndjson'));
  expect(runner(2)).toEqual([0]);
  const [join3 = ''] = lines('report');
  const { code, out } = sh(`set -e\n${join3}`, { GITHUB_STEP_SUMMARY: join(work, 'summary.md') });
  expect({ code, out }).toEqual({ code: 1, out: whole('--format', 'github').out });
  expect(readFileSync(join(work, 'findings.sarif'), 'utf8')).toBe(whole('--format', 'sarif').out);
  expect(readFileSync(join(work, 'summary.md'), 'utf8')).toBe(whole('--format', 'markdown').out);
});

it('an Indexed Job', () => {
  interface Container {
    readonly command: readonly string[];
    readonly env: readonly { readonly name: string; readonly value: string }[];
  }
  const { spec } = load(readFileSync('examples/scale/indexed-job.yaml', 'utf8')) as {
    readonly spec: {
      readonly completions: number;
      readonly template: { readonly spec: { readonly containers: readonly Container[] } };
    };
  };
  const [container] = spec.template.spec.containers;
  const own = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]));
  expect(own.SHARDS).toBe(String(spec.completions));
  mkdirSync(join(work, 'reports'));
  const env = { ...own, DUMPS: 'configs', REPORTS: 'reports' };
  const [shell, flag, script = ''] = container?.command ?? [];
  expect([shell, flag]).toEqual(['sh', '-c']);
  const pod = (index: number, more = {}) =>
    sh(script, { ...env, ...more, JOB_COMPLETION_INDEX: String(index) }).code;
  // The second pod is killed; its index is started again.
  expect([0, 1, 2].map((index) => pod(index, SECOND))).toEqual([0, 1, 0]);
  expectMissing(sh(recipe('job'), env));
  expect(pod(1)).toBe(0);
  expect(sh(script, { ...env, DUMPS: '--no-such-flag', JOB_COMPLETION_INDEX: '7' }).code).toBe(1);
  expect(sh(recipe('job'), env).code).toBe(1);
  const joined = JSON.parse(readFileSync(join(work, 'reports/findings.json'), 'utf8'));
  const once = JSON.parse(cfgtool(['analyze', 'configs', '--format', 'json'], { cwd: work }).out);
  expect(joined).toEqual(once);
});
