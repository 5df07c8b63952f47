/** What a run over many files comes to: a part for each input, and what is said about the run itself. */
import type { InputErrorDetails } from '../source/errors.ts';
import { count, flag, list, object, oneOf, optional, position, text } from './shapes.ts';

export type Command = 'analyze' | 'diff' | 'migrate' | 'validate';

/** An input that could not be read or understood. */
export interface UnreadInput {
  readonly file: string;
  readonly problem: string;
  readonly hint?: string;
  readonly position?: { readonly line: number; readonly column: number };
  /** It could be read: cfgtool met a mistake of its own in working on it, which made the exit code 3. */
  readonly bug?: boolean;
}

/** A file that a search found and that is no configuration. */
export interface SkippedInput {
  readonly file: string;
  readonly reason: string;
}

/** A share of the inputs, as `--shard` names it. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** What became of one input. */
export type Part<R> = {
  /** Position among all inputs of the run, those of other shards included. */
  readonly order: number;
} & (
  | { readonly kind: 'done'; readonly result: R }
  | { readonly kind: 'unread'; readonly unread: UnreadInput }
  | { readonly kind: 'skipped'; readonly skipped: SkippedInput }
);

/** What is said about a run, beside its results. */
export interface RunFacts {
  readonly command: Command;
  /** Whether something at or above the fail level was found, which made the exit code 1. */
  readonly found: boolean;
  readonly shard?: Shard;
  /** The run ended before so many inputs were looked at. */
  readonly left?: number;
  /** Of a joined report: shares that are not in it. */
  readonly missing?: readonly number[];
  readonly unread: readonly (UnreadInput & { readonly order: number })[];
  readonly skipped: readonly (SkippedInput & { readonly order: number })[];
  /** Of `migrate`: whether it was asked what would change. */
  readonly check?: boolean;
}

/** What is said about a run. @param parts those that were not read or skipped count */
export function factsOf(
  parts: readonly Part<unknown>[],
  facts: Omit<RunFacts, 'unread' | 'skipped' | 'left'>,
  left: number,
): RunFacts {
  return {
    ...facts,
    ...(left === 0 ? {} : { left }),
    unread: parts.flatMap((part) => (part.kind === 'unread' ? { order: part.order, ...part.unread } : [])),
    skipped: parts.flatMap((part) => (part.kind === 'skipped' ? { order: part.order, ...part.skipped } : [])),
  };
}

/** An unreadable input for a report: without lines of the file, whose secrets nobody could tell apart. */
export function unreadInput({ file, problem, hint, position: at }: InputErrorDetails): UnreadInput {
  return {
    file,
    problem,
    ...(hint === undefined ? {} : { hint }),
    ...(at === undefined ? {} : { position: { line: at.line, column: at.column } }),
  };
}

/** An input on which cfgtool met a mistake of its own. @param what its words, secrets hidden */
export function failedInput(file: string, what: string): UnreadInput {
  return { file, problem: `this is a bug in cfgtool, not in the file: ${what}`, bug: true };
}

/** A run of which nothing is said. */
export const NO_RUN = { found: false, unread: [], skipped: [] } as const;

/** The run as JSON reports carry it, under `run`. */
export function runObject({
  command,
  found,
  shard,
  left,
  missing,
  unread,
  skipped,
  check,
}: RunFacts): object {
  const bare = <T extends { readonly order: number }>({ order, ...rest }: T): object =>
    shard === undefined ? rest : { order, ...rest };
  return {
    command,
    found,
    ...(check === undefined ? {} : { check }),
    ...(shard === undefined ? {} : { shard }),
    ...(left === undefined ? {} : { left }),
    ...(missing === undefined ? {} : { missing }),
    ...(unread.length === 0 ? {} : { unread: unread.map(bare) }),
    ...(skipped.length === 0 ? {} : { skipped: skipped.map(bare) }),
  };
}

export const unreadShape = object({
  order: optional(count),
  file: text,
  problem: text,
  hint: optional(text),
  position: optional(position),
  bug: optional(flag),
});

export const skippedShape = object({ order: optional(count), file: text, reason: text });

export const runShape = object({
  command: oneOf('analyze', 'diff', 'migrate'),
  found: flag,
  check: optional(flag),
  shard: optional(object({ index: count, count })),
  left: optional(count),
  missing: optional(list(count)),
  unread: optional(list(unreadShape)),
  skipped: optional(list(skippedShape)),
});
