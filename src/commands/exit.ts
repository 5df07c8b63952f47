/** How a run ends: the one place where exit codes are decided, and where failures get their words. */
import { CLIError } from '@oclif/core/errors';
import { nearest } from '../model/near-miss.ts';
import { type Paint, safeLine, safeText } from '../present/text.ts';
import { renderInputError } from '../report/terminal.ts';
import { InputError } from '../source/errors.ts';
import { systemCode } from '../source/file-problem.ts';
import { withoutNamedSecrets } from '../source/secret-looks.ts';
import { ClosedPipe } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/**
 * 0 nothing found, 1 found, 2 bad usage or unreadable input, 3 a bug in cfgtool; 130 and 143 ended by a signal, 141 by a
 * closed pipe before it was through.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 130 | 141 | 143;

/** What a command that ran to its end says about its run. */
export interface Outcome {
  /** Differences, findings, something left to migrate under `--check`, a failed expectation. */
  readonly found: boolean;
  /** Some input could not be read or understood; it was reported. */
  readonly unread: boolean;
  /** cfgtool caught itself at a mistake; it was reported. */
  readonly mistaken?: boolean;
  /** The run was ended before it was through; what was done until then was printed. */
  readonly interrupted?: 'SIGINT' | 'SIGTERM';
}

export function exitCodeOf(outcome: Outcome): ExitCode {
  if (outcome.mistaken) return 3;
  if (outcome.interrupted !== undefined) return outcome.interrupted === 'SIGINT' ? 130 : 143;
  if (outcome.unread) return 2;
  return outcome.found ? 1 : 0;
}

export interface Failure {
  readonly code: ExitCode;
  /** For standard error; empty where the run ends silently. */
  readonly message: string;
}

export interface FailureContext {
  readonly version: string;
  readonly paint: Paint;
  /** Whether the user asked for stacks (`CFGTOOL_DEBUG`). */
  readonly debug: boolean;
}

/** Whether an exception has an answer of its own, so that it is no bug. */
export function isAnswered(error: unknown): boolean {
  return (
    [ClosedPipe, InputError, UsageError, CLIError].some((known) => error instanceof known) ||
    systemCode(error) === 'EPIPE'
  );
}

/** What an exception that ended a run comes to. */
export function failureOf(error: unknown, context: FailureContext): Failure {
  const { paint } = context;
  if (error instanceof ClosedPipe || systemCode(error) === 'EPIPE') return { code: 141, message: '' };
  if (error instanceof InputError) return { code: 2, message: renderInputError(error.details, paint) };
  if (error instanceof UsageError) return { code: 2, message: usage(error.problem, error.hint, paint) };
  if (error instanceof CLIError) return { code: 2, message: parsing(error, paint) };
  return { code: 3, message: bug(error, context) };
}

/** The words for a mistake of cfgtool's own. @param effect what it means for the rest of the run */
export function bug(
  error: unknown,
  { version, paint, debug }: FailureContext,
  effect = 'nothing more was written',
): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const lines = [
    `${paint.bold('cfgtool:')} ${paint.red('this is a bug in cfgtool')}, not in your configuration; ${effect}`,
    `  ${safeLine(what)}`,
    `  cfgtool ${version}, node ${process.version}, ${process.platform}`,
    `${paint.cyan('hint:')} please report it with these lines, the command and, if you may share it, the input`,
  ];
  if (debug && error instanceof Error) {
    lines.push(safeText(error.stack ?? ''));
    if (error.cause instanceof Error) lines.push(`caused by ${safeText(error.cause.stack ?? '')}`);
  } else lines.push('  CFGTOOL_DEBUG=1 in the environment adds where in cfgtool it happened');
  return `${lines.join('\n')}\n`;
}

function usage(problem: string, hint: string | undefined, paint: Paint): string {
  // What was typed in the wrong place may be a secret.
  const line = `${paint.bold('cfgtool:')} ${paint.red(safeLine(withoutNamedSecrets(problem)))}\n`;
  return hint === undefined ? line : `${line}${paint.cyan('hint:')} ${safeLine(withoutNamedSecrets(hint))}\n`;
}

/** Errors of oclif's parser, in the same form as our own. */
function parsing(error: CLIError, paint: Paint): string {
  const problem = error.message.replace(/\nSee more help with --help/g, '').replaceAll(/\s*\n\s*/g, ' ');
  const unknown = 'flags' in error && Array.isArray(error.flags) ? String(error.flags[0]) : undefined;
  const near =
    unknown === undefined ? undefined : nearest(unknown.replace(/^-+|=.*$/g, ''), knownFlags(error));
  const help = 'add --help to see what this command takes';
  const shown = unknown === undefined ? usageWords(problem) : `there is no flag ${unknown}`;
  return usage(shown, near === undefined ? help : `did you mean --${near}? Otherwise ${help}`, paint);
}

function knownFlags(error: CLIError): readonly string[] {
  const parse =
    'parse' in error ? (error.parse as { readonly input?: { readonly flags?: object } }) : undefined;
  return Object.keys(parse?.input?.flags ?? {});
}

// What the parser of the command line complains about, in the words of the other messages.

const WORDS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^Missing \d+ required args?: (\S+).*$/s, (name = '') => `the argument ${name.toUpperCase()} is missing`],
  [/^Unexpected arguments?: (.*)$/s, (rest = '') => `this is too much on the line: ${rest}`],
  [
    /^Expected (--[\w-]+)=(.*) to be one of: (.*)$/s,
    (flag = '', given = '', all = '') => `${flag} takes one of ${all}, not "${given}"`,
  ],
  [
    /^Flag (--[\w-]+) expects one of these values: (.*)$/s,
    (flag = '', all = '') => `${flag} needs a value, one of ${all}`,
  ],
  [
    /^Parsing (--[\w-]+) Expected an integer but received: (.*)$/s,
    (flag = '', given = '') => `${flag} takes a whole number, not "${given}"`,
  ],
  [
    /^Parsing (--[\w-]+) Expected an integer greater than or equal to (\d+) but received: (.*)$/s,
    (flag = '', least = '', given = '') => `${flag} takes a whole number from ${least} up, not ${given}`,
  ],
  [
    /^Parsing (--[\w-]+) Expected an integer less than or equal to (\d+) but received: (.*)$/s,
    (flag = '', most = '', given = '') => `${flag} takes a whole number up to ${most}, not ${given}`,
  ],
  [/^Flag (--[\w-]+) expects a value$/s, (flag = '') => `${flag} needs a value`],
  [/^Flag (--[\w-]+) can only be specified once$/s, (flag = '') => `${flag} may be given once only`],
  [
    /^The following errors? occurred:\s+(--[\w-]+)=.* cannot also be provided when using (--[\w-]+)/s,
    (other = '', flag = '') => `${flag} and ${other} exclude each other`,
  ],
  [
    /^The following errors? occurred:\s+All of the following must be provided when using (--[\w-]+): (--[\w-]+)/s,
    (flag = '', needed = '') => `${flag} needs ${needed} beside it`,
  ],
  [/^Expected (.*) to be one of: (.*)$/s, (given = '', all = '') => `"${given}" is none of ${all}`],
];

/** A complaint as the parser words it, in one line; one that is not known stays as it is. */
function usageWords(complaint: string): string {
  for (const [pattern, words] of WORDS) {
    const [, ...parts] = pattern.exec(complaint) ?? [];
    if (parts.length > 0) return words(...parts);
  }
  return complaint;
}
