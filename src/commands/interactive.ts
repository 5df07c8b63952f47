/** Asking a person about each change. */
import { createInterface } from 'node:readline/promises';
import type { Applied, FileMigration, MigrateOptions } from '../migrate/index.ts';
import { migrateConfiguration } from '../migrate/index.ts';
import type { Configuration } from '../model/index.ts';
import { placeOf } from '../present/migration.ts';
import { type Paint, safeLine, safeText } from '../present/text.ts';
import { unifiedDiff } from '../report/text-diff.ts';
import type { SourceFile } from '../source/load.ts';
import { lookup } from '../source/lookup.ts';
import { standardError } from './start/output.ts';
import { UsageError } from './usage-error.ts';

export type Answer = 'yes' | 'no' | 'all' | 'quit';

/** Shows a text and waits for an answer. */
export type Prompt = (shown: string) => Promise<Answer>;

type Migrate = (configuration: Configuration<SourceFile>, options: MigrateOptions) => FileMigration;

/**
 * Migrates with the changes that a person says yes to. What `all` and `quit` answer counts for the files after this
 * one as well, so the same function is to be used for a whole run.
 */
export function interactively(
  prompt: Prompt,
  paint: Paint,
  migrate: Migrate = migrateConfiguration,
): (configuration: Configuration<SourceFile>, options: MigrateOptions) => Promise<FileMigration> {
  let rest: boolean | undefined;
  return async (configuration, options) => {
    const answers = new Map<string, boolean>();
    for (;;) {
      // One change may make room for another, so that it takes several rounds until everything has been asked.
      const unasked: Applied[] = [];
      const result = migrate(configuration, {
        ...options,
        accept: (change) => {
          const answer = answers.get(keyOf(change));
          if (answer === undefined) unasked.push(change);
          return answer ?? false;
        },
      });
      if (unasked.length === 0) return result;
      for (const change of unasked) {
        const key = keyOf(change);
        if (rest === undefined && !answers.has(key)) {
          const only = (other: Applied): boolean =>
            keyOf(other) === key || answers.get(keyOf(other)) === true;
          const shown = describe(
            configuration.file,
            change,
            migrate(configuration, { ...options, accept: only }),
            paint,
          );
          const answer = await prompt(shown);
          if (answer === 'all' || answer === 'quit') rest = answer === 'all';
          else answers.set(key, answer === 'yes');
        }
        if (rest !== undefined && !answers.has(key)) answers.set(key, rest);
      }
    }
  };
}

function keyOf({ migration, pointer, document, embedded }: Applied): string {
  return JSON.stringify([migration, pointer, document, embedded ?? null]);
}

function describe(file: SourceFile, change: Applied, preview: FileMigration, paint: Paint): string {
  const show = (line: string): string => safeText(line.replace(/\r$/, ''));
  const diff = unifiedDiff(file.name, file.text, preview.changes, { paint, show });
  const place = placeOf(file.name, change.range.start);
  return `${diff}${place}: ${paint.cyan(`[${change.migration}]`)} ${safeLine(change.reason)}\n`;
}

const QUESTION = 'Make this change? y yes, n no, a this and all that follow, q none that follow: ';
const ANSWERS: { readonly [letter: string]: Answer } = { y: 'yes', n: 'no', a: 'all', q: 'quit' };

/**
 * A prompt on the terminal that standard input is.
 *
 * @throws UsageError where standard input or standard error is no terminal, or standard input is the configuration
 */
export function terminalPrompt(inputs: readonly string[]): Prompt {
  const hint = 'run it in a terminal, or choose with --only and --skip';
  if (inputs.includes('-'))
    throw new UsageError('--interactive cannot ask: standard input is the configuration', hint);
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError('--interactive needs a terminal to ask on', hint);
  return async (shown) => {
    standardError.write(`\n${shown}`);
    const lines = createInterface({ input: process.stdin, output: standardError.stream });
    try {
      return await ask(lines);
    } finally {
      lines.close();
    }
  };
}

async function ask(lines: ReturnType<typeof createInterface>): Promise<Answer> {
  // The end of the input (Ctrl-D) answers like q; Ctrl-C ends the run before anything is written.
  const ended = new Promise<'q'>((resolve) => lines.once('close', () => resolve('q')));
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  for (;;) {
    const line = await Promise.race([lines.question(QUESTION), ended]);
    const answer = lookup(ANSWERS, line.trim().charAt(0).toLowerCase());
    if (answer !== undefined) return answer;
  }
}
