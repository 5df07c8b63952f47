/** Runs the shell lines of a composite action as GitHub's runner does: bash -eo pipefail, files for outputs and summary. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { plainEnvironment } from '../commands/run.ts';

export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: { readonly [name: string]: string };
}

interface Action {
  readonly inputs: { readonly [name: string]: { readonly default: string } };
  readonly outputs: { readonly [name: string]: { readonly value: string } };
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export const action = parse(readFileSync('action.yml', 'utf8')) as Action;

export interface ActionRun {
  /** Exit codes of the steps, by their names, up to the first that failed. */
  readonly codes: ReadonlyMap<string, number | null>;
  readonly log: string;
  readonly summary: string;
  readonly outputs: ReadonlyMap<string, string>;
}

/**
 * @param folder of the clone
 * @param context values that the runner would know, by their names, such as `github.event.before`
 * @param programs a folder of programs that the runner has, before all others
 */
export function runAction(
  folder: string,
  context: ReadonlyMap<string, string>,
  programs?: string,
): ActionRun {
  const temporary = mkdtempSync(join(folder, '..', 'runner-'));
  const known = new Map([
    ...Object.entries(action.inputs).map(([name, input]): [string, string] => [
      `inputs.${name}`,
      input.default,
    ]),
    ...context,
  ]);
  const codes = new Map<string, number | null>();
  const logs: string[] = [];
  const summary = join(temporary, 'summary.md');
  writeFileSync(summary, '');
  for (const { name = '', id, run, env = {} } of action.runs.steps) {
    // Installing is npm's business, and what `uses` names GitHub's.
    if (run === undefined || name === 'Install cfgtool') continue;
    const output = join(temporary, `output-${codes.size}`);
    writeFileSync(output, '');
    mkdirSync(join(temporary, 'temp'), { recursive: true });
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run],
      {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        env: plainEnvironment({
          ...Object.fromEntries(Object.entries(env).map(([key, text]) => [key, resolved(text, known)])),
          GITHUB_ACTION_PATH: resolve('.'),
          GITHUB_OUTPUT: output,
          GITHUB_STEP_SUMMARY: summary,
          RUNNER_TEMP: join(temporary, 'temp'),
          ...(programs === undefined ? {} : { PATH: `${programs}:${process.env.PATH}` }),
        }),
      },
    );
    codes.set(name, status);
    logs.push(stdout, stderr);
    for (const line of readFileSync(output, 'utf8').split('\n')) {
      const at = line.indexOf('=');
      if (at > 0) known.set(`steps.${id}.outputs.${line.slice(0, at)}`, line.slice(at + 1));
    }
    if (status !== 0) break;
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]): [string, string] => [
    name,
    resolved(value, known),
  ]);
  return { codes, log: logs.join(''), summary: readFileSync(summary, 'utf8'), outputs: new Map(outputs) };
}

/** `${{ a || b }}` as the first of the names that has a value. */
function resolved(text: string, known: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{\{([^}]*)\}\}/g, (_, names: string) => {
    const values = names.split('||').map((name) => known.get(name.trim()) ?? '');
    return values.find((value) => value !== '') ?? '';
  });
}
