/** Reports of one line for each input and a last one about the run (docs/schemas/lines.schema.json). */

import { plainData } from '../results/detached.ts';
import { type Part, type RunFacts, runObject } from '../results/run.ts';
import { showAll } from '../results/secrets/redact.ts';
import { printJson } from '../source/edit/print.ts';
import { partialMark } from './partial.ts';
import { escapedUnsafe } from './text/safe-text.ts';

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
