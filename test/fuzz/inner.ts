/** Runs a command inside this process, with its streams taken. */
import { Config } from '@oclif/core';
import Analyze from '../../src/commands/analyze.ts';
import Diff from '../../src/commands/diff.ts';
import { exitCodeOf, failureOf, type Outcome } from '../../src/commands/exit.ts';
import Explain from '../../src/commands/explain.ts';
import Migrate from '../../src/commands/migrate.ts';
import Normalize from '../../src/commands/normalize.ts';
import Prove from '../../src/commands/prove.ts';
import Report from '../../src/commands/report.ts';
import Schema from '../../src/commands/schema.ts';
import { quietStreams } from '../../src/commands/start/output.ts';
import Test from '../../src/commands/test.ts';
import Trace from '../../src/commands/trace.ts';
import Validate from '../../src/commands/validate.ts';
import { noPaint } from '../../src/present/text.ts';
import { withShareOfWork } from '../../src/routing/regex/meter.ts';
import type { Case } from './case.ts';
import type { Folder } from './folder.ts';
import type { Ran } from './outcome.ts';

type Runnable = { run(argv: string[], config: Config): Promise<unknown> };

const commands: { readonly [name: string]: Runnable } = {
  analyze: Analyze,
  diff: Diff,
  explain: Explain,
  migrate: Migrate,
  normalize: Normalize,
  prove: Prove,
  report: Report,
  schema: Schema,
  test: Test,
  trace: Trace,
  validate: Validate,
};

export interface Runner {
  run(tried: Case): Promise<Ran>;
}

/** @param root the project's folder; the process's working folder is the run's from now on */
export async function innerRunner(root: string, folder: Folder): Promise<Runner> {
  // Short output goes past node's streams, which are what is taken here, until these are in use.
  quietStreams();
  const config = await Config.load(root);
  return {
    async run(tried) {
      folder.fill(tried);
      process.chdir(folder.path);
      const streams = taken();
      const before = process.cpuUsage();
      const code = await withShareOfWork(tried.budget ?? 1, () => codeOf(tried, config, streams.complain));
      const { user, system } = process.cpuUsage(before);
      streams.giveBack();
      return { code, ...streams.texts(), spent: (user + system) / 1000, ...folder.emptied(tried) };
    },
  };
}

async function codeOf(
  { command, args }: Case,
  config: Config,
  complain: (text: string) => void,
): Promise<number> {
  const rejected: unknown[] = [];
  const notice = (error: unknown): void => void rejected.push(error);
  process.on('unhandledRejection', notice);
  process.on('uncaughtException', notice);
  try {
    const chosen = commands[command];
    if (chosen === undefined) throw new Error(`there is no command ${command} here`);
    const outcome = await chosen.run([...args], config);
    // A rejection that nobody handles is told of after the microtasks of this turn.
    await new Promise((resolve) => setImmediate(resolve));
    if (rejected.length > 0) throw rejected[0];
    if (!isOutcome(outcome)) throw new Error('it says nothing about its run');
    return exitCodeOf(outcome);
  } catch (error) {
    const failure = failureOf(error, { version: '0', paint: noPaint, debug: true });
    complain(failure.message);
    return failure.code;
  } finally {
    process.off('unhandledRejection', notice);
    process.off('uncaughtException', notice);
  }
}

function isOutcome(value: unknown): value is Outcome {
  return typeof value === 'object' && value !== null && 'found' in value && 'unread' in value;
}

/** Standard output and error, kept instead of printed. */
function taken() {
  const kept = { out: [] as string[], err: [] as string[] };
  const original = { out: process.stdout.write, err: process.stderr.write };
  const into =
    (list: string[]): typeof process.stdout.write =>
    (chunk: string | Uint8Array, ...rest: readonly unknown[]) => {
      list.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
      const done = rest.find((each) => typeof each === 'function') as
        | ((error?: Error | null) => void)
        | undefined;
      done?.();
      return true;
    };
  process.stdout.write = into(kept.out);
  process.stderr.write = into(kept.err);
  return {
    complain: (text: string) => void kept.err.push(text),
    texts: () => ({ out: kept.out.join(''), err: kept.err.join('') }),
    giveBack() {
      process.stdout.write = original.out;
      process.stderr.write = original.err;
    },
  };
}
