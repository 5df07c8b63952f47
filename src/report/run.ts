/** What reports say where a run ended before it was through. */
import { escapedUnsafe, type Paint } from '../present/text.ts';
import { plainData } from '../results/detached.ts';
import { type Part, type RunFacts, runObject } from '../results/run.ts';
import { showAll } from '../results/secrets/redact.ts';
import { counted } from '../source/counted.ts';
import { printJson } from '../source/edit/print.ts';
import type { JunitSuite } from './junit.ts';

/** What is known of a run that may be partial. */
export interface MaybePartial {
  /** Inputs that were not looked at. */
  readonly left?: number;
  /** Shares of a joined report that are not in it. */
  readonly missing?: readonly number[];
}

/** In one sentence; undefined where the report is whole. */
export function partialText(run: MaybePartial | undefined): string | undefined {
  const { left, missing = [] } = run ?? {};
  const why = [
    ...(left === undefined
      ? []
      : [`the run ended before ${counted(left, 'input')} ${left === 1 ? 'was' : 'were'} looked at`]),
    ...(missing.length === 0
      ? []
      : [
          `${missing.length === 1 ? 'share' : 'shares'} ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
        ]),
  ];
  return why.length === 0 ? undefined : `partial: ${why.join('; ')}`;
}

/** For JSON reports: a mark where the report is not whole. */
export function partialMark(run: MaybePartial | undefined): { readonly partial?: true } {
  return partialText(run) === undefined ? {} : { partial: true };
}

/** As a line at the end of a text. */
export function partialLine(run: MaybePartial | undefined, paint: Paint): string {
  const text = partialText(run);
  return text === undefined ? '' : `${paint.red(text)}\n`;
}

/** As a paragraph at the end of a comment. */
export function partialMarkdown(run: MaybePartial | undefined): string {
  const text = partialText(run);
  return text === undefined ? '' : `\n**${text}**\n`;
}

/** As an annotation of the workflow itself. */
export function partialGithub(run: MaybePartial | undefined): string {
  const text = partialText(run);
  return text === undefined ? '' : `::error title=cfgtool::${text}\n`;
}

/** As a suite that fails. */
export function partialSuites(run: MaybePartial | undefined): readonly JunitSuite[] {
  const text = partialText(run);
  if (text === undefined) return [];
  const failure = { message: text, type: 'partial', text };
  return [{ name: 'cfgtool', cases: [{ name: 'every input was looked at', classname: 'cfgtool', failure }] }];
}

/** As SARIF says that a tool did not come to its end. */
export function partialInvocations(run: MaybePartial | undefined): object {
  const text = partialText(run);
  if (text === undefined) return {};
  const notification = { level: 'error', message: { text } };
  return { invocations: [{ executionSuccessful: false, toolExecutionNotifications: [notification] }] };
}

/** Counts up when a reader of the older form would be misled. */
const FORMAT_VERSION = 1;

export interface LineHead extends Pick<RunFacts, 'command'> {
  readonly shard?: RunFacts['shard'] | undefined;
  readonly version: string;
}

/** The line about one input. @param objectOf what is said about a result, its file included */
export function partLine<R>(part: Part<R>, head: LineHead, objectOf: (result: R) => object): string {
  const { version, command, shard } = head;
  return line({
    cfgtool: { version, format_version: FORMAT_VERSION, command },
    ...(shard === undefined ? {} : { order: part.order }),
    ...bodyOf(part, objectOf),
  });
}

function bodyOf<R>(part: Part<R>, objectOf: (result: R) => object): object {
  switch (part.kind) {
    case 'done':
      return objectOf(part.result);
    case 'unread': {
      const { file, ...error } = part.unread;
      return { file, error };
    }
    case 'skipped':
      return { file: part.skipped.file, skipped: part.skipped.reason };
  }
}

/** The last line. @param summary what the lines before come to */
export function endLine(
  summary: { readonly [name: string]: number | boolean },
  { version }: LineHead,
  run: RunFacts,
): string {
  const { command } = run;
  return line({
    cfgtool: { version, format_version: FORMAT_VERSION, command },
    summary: { ...summary, unread: run.unread.length, skipped: run.skipped.length },
    ...partialMark(run),
    run: runObject({ ...run, unread: [], skipped: [] }),
  });
}

/** A whole report: what became of each input, in the order of the inputs, and the last line. */
export function allLines<R>({
  run,
  parts,
  version,
  summary,
  objectOf,
}: {
  readonly run: RunFacts;
  readonly parts: readonly { readonly order: number; readonly result: R }[];
  readonly version: string;
  readonly summary: { readonly [name: string]: number | boolean };
  objectOf(result: R): object;
}): string {
  const { command, shard } = run;
  const head: LineHead = { version, command, ...(shard === undefined ? {} : { shard }) };
  const all: Part<R>[] = [
    ...parts.map((part) => ({ kind: 'done' as const, ...part })),
    ...run.unread.map(({ order, ...unread }) => ({ order, kind: 'unread' as const, unread })),
    ...run.skipped.map(({ order, ...skipped }) => ({ order, kind: 'skipped' as const, skipped })),
  ];
  const lines = all
    .sort((left, right) => left.order - right.order)
    .map((part) => partLine(part, head, objectOf));
  return [...lines, endLine(summary, head, run)].join('');
}

/** One line with its line break. */
function line(value: object): string {
  return `${escapedUnsafe(printJson(plainData(value, showAll), ''))}\n`;
}
