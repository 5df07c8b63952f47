/**
 * Unified diffs of texts whose changes are known: no search over the whole text, so time and memory grow with the text
 * and the changes only. What is printed applies with `patch -p1` and `git apply`.
 */
import { lastNotAbove } from '../../source/sorted.ts';
import { pathHeader } from '../diff/git-path.ts';
import { differingRuns, type LineRun } from './line-runs.ts';
import type { Paint } from './paint.ts';

/** A piece of text replaced by another; changes of one text do not overlap. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface DiffOptions {
  readonly paint: Paint;
  /** What is done to each line before it is printed (secrets, control characters); the line has no line break. */
  show(line: string): string;
}

const CONTEXT = 3;

/** The diff of a file, with headers; empty where nothing changes. `name` is the path below a/ and b/. */
export function unifiedDiff(
  name: string,
  before: string,
  changes: readonly Replacement[],
  { paint, show }: DiffOptions,
): string {
  const lines = splitLines(before);
  const runs = changedRuns(before, changes);
  if (runs.length === 0) return '';
  const path = name.replace(/^\/+/, '');
  const out = [paint.bold(`--- ${pathHeader(`a/${path}`)}`), paint.bold(`+++ ${pathHeader(`b/${path}`)}`)];
  const put = (mark: string, line: string, color: (text: string) => string): void => {
    const whole = line.endsWith('\n');
    out.push(color(mark + show(whole ? line.slice(0, -1) : line)));
    if (!whole) out.push('\\ No newline at end of file');
  };
  const plain = (text: string): string => text;
  let shift = 0;
  for (const hunk of hunksOf(runs, lines.length)) {
    const added = hunk.runs.reduce((sum, run) => sum + run.added.length - run.removed.length, 0);
    const size = hunk.end - hunk.start;
    out.push(paint.cyan(`@@ -${place(hunk.start, size)} +${place(hunk.start + shift, size + added)} @@`));
    let at = hunk.start;
    for (const run of hunk.runs) {
      for (; at < run.start; at++) put(' ', lines[at] ?? '', plain);
      for (const line of run.removed) put('-', line, paint.red);
      for (const line of run.added) put('+', line, paint.green);
      at += run.removed.length;
    }
    for (; at < hunk.end; at++) put(' ', lines[at] ?? '', plain);
    shift += added;
  }
  return `${out.join('\n')}\n`;
}

/** The lines of a text with their line breaks. */
function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', start)) {
    lines.push(text.slice(start, at + 1));
    start = at + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

/** The changes as whole lines, in order; each run differs in its first and in its last line. */
function changedRuns(before: string, changes: readonly Replacement[]): LineRun[] {
  const starts = [0];
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) starts.push(at + 1);
  const ordered = changes.toSorted((left, right) => left.start - right.start || left.end - right.end);
  const runs: LineRun[] = [];
  for (let next = 0; next < ordered.length; ) {
    const from = lastNotAbove(starts, ordered[next]?.start ?? 0);
    const textStart = starts[from] ?? 0;
    let [at, last, replaced] = [textStart, from, ''];
    // Changes that touch the same line are one.
    for (let one = ordered[next]; one && lastNotAbove(starts, one.start) <= last; one = ordered[++next]) {
      replaced += before.slice(at, one.start) + one.text;
      at = one.end;
      last = lastNotAbove(starts, one.end);
    }
    const textEnd = starts[last + 1] ?? before.length;
    replaced += before.slice(at, textEnd);
    const own = differingRuns(from, splitLines(before.slice(textStart, textEnd)), splitLines(replaced));
    for (const run of own) runs.push(run);
  }
  return runs;
}

interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly runs: readonly LineRun[];
}

function hunksOf(runs: readonly LineRun[], count: number): Hunk[] {
  const hunks: { start: number; end: number; runs: LineRun[] }[] = [];
  for (const run of runs) {
    const start = Math.max(0, run.start - CONTEXT);
    const end = Math.min(count, run.start + run.removed.length + CONTEXT);
    const last = hunks.at(-1);
    if (last && start <= last.end) {
      last.end = end;
      last.runs.push(run);
    } else hunks.push({ start, end, runs: [run] });
  }
  return hunks;
}

/** Line and count of a hunk's side; an empty side stands after the line before it. */
function place(start: number, size: number): string {
  if (size === 0) return `${start},0`;
  return size === 1 ? `${start + 1}` : `${start + 1},${size}`;
}
