/** Differences of texts as unified diffs and as git shows them, without a search over a whole text where its changes are known. */
import { type Paint, safeLine, safeText } from '../present/text.ts';
import { lastNotAbove } from '../source/sorted.ts';

/** Lines removed at a place, and the lines that stand there instead. */
export interface LineRun {
  /** Index (from 0) of the first removed line, or of the line that the added ones come before. */
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Beyond this many comparisons a run is shown as removed and added whole. */
const MAX_COMPARISONS = 1_000_000;

/** The shortest differences between two lists of lines; `offset` is the index of the first old line. */
export function differingRuns(
  offset: number,
  before: readonly string[],
  after: readonly string[],
): LineRun[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  const start = offset + head;
  if (removed.length === 0 && added.length === 0) return [];
  if (removed.length * added.length > MAX_COMPARISONS) return [{ start, removed, added }];
  return byCommonLines(start, removed, added);
}

/** Splits a difference at the longest common subsequence of its lines. */
function byCommonLines(offset: number, before: readonly string[], after: readonly string[]): LineRun[] {
  const width = after.length + 1;
  // lengths[i * width + j]: common lines of before from i and after from j.
  const lengths = new Int32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        before[i] === after[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const runs: LineRun[] = [];
  let [i, j, fromI, fromJ] = [0, 0, 0, 0];
  const close = (): void => {
    if (i === fromI && j === fromJ) return;
    runs.push({ start: offset + fromI, removed: before.slice(fromI, i), added: after.slice(fromJ, j) });
  };
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      close();
      i++;
      j++;
      [fromI, fromJ] = [i, j];
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  [i, j] = [before.length, after.length];
  close();
  return runs;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SPECIAL = /["\\\u0000-\u001f\u007f]/;

/** A path as git writes it: quoted where it holds quotes or control characters. */
export function gitPath(path: string): string {
  return SPECIAL.test(path) ? quoted(path) : path;
}

/** The same behind `---` and `+++`, ended by a tab where it has blanks. */
export function pathHeader(path: string): string {
  return !SPECIAL.test(path) && path.includes(' ') ? `${path}\t` : gitPath(path);
}

function quoted(path: string): string {
  const escaped = (character: string): string => {
    const short: { readonly [character: string]: string } = {
      '\n': '\\n',
      '\t': '\\t',
      '"': '\\"',
      '\\': '\\\\',
    };
    return short[character] ?? `\\${(character.codePointAt(0) ?? 0).toString(8).padStart(3, '0')}`;
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return `"${path.replace(/["\\\u0000-\u001f\u007f]/g, escaped)}"`;
}

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

/** Two files that git wants compared. */
export interface GitFiles {
  /** The paths in the repository, from its top. */
  readonly before: string;
  readonly after: string;
  /** As six octal digits; undefined where git does not tell them. */
  readonly modes: { readonly before?: string | undefined; readonly after?: string | undefined };
  /** Where the content lies; `/dev/null` where there is no file on that side. */
  readonly files: { readonly before: string; readonly after: string };
  /** What git says of a rename or a copy, in lines. */
  readonly remarks: string;
}

const NOTHING = '/dev/null';

/**
 * The diff of two files with the header that git gives it.
 *
 * @param output of `git diff --no-index --no-color` over the two files, whose names are not those of the repository
 */
export function gitDiff(pair: GitFiles, output: string, paint: Paint): string {
  const lines = output.replace(/\n$/, '').split('\n');
  const found = lines.findIndex((line) => /^(?:@@ |Binary files |GIT binary patch)/.test(line));
  const body = found === -1 ? [] : lines.slice(found);
  const head = headerOf(pair, found === -1 ? lines : lines.slice(0, found));
  const [isNew, isGone] = [pair.files.before === NOTHING, pair.files.after === NOTHING];
  const before = isNew ? NOTHING : `a/${pair.before}`;
  const after = isGone ? NOTHING : `b/${pair.after}`;
  const isText = body[0]?.startsWith('@@ ') === true;
  return `${[
    ...head.map(safeLine),
    ...(isText ? [`--- ${pathHeader(before)}`, `+++ ${pathHeader(after)}`] : []),
  ]
    .map(paint.bold)
    .concat(
      isText
        ? body.map((line) => bodyLine(line, paint))
        : body.length > 0
          ? [`Binary files ${gitPath(before)} and ${gitPath(after)} differ`]
          : [],
    )
    .join('\n')}\n`;
}

function headerOf(
  { before, after, modes, files, remarks }: GitFiles,
  own: readonly string[],
): readonly string[] {
  const said = (namespace: string): string | undefined =>
    own.find((line) => line.startsWith(`${namespace} `))?.slice(namespace.length + 1);
  const index = said('index')?.split(' ') ?? [];
  const first = modes.before ?? said('deleted file mode') ?? said('old mode') ?? index[1];
  const second = modes.after ?? said('new file mode') ?? said('new mode') ?? index[1];
  const isNew = files.before === NOTHING;
  const isGone = files.after === NOTHING;
  const isOtherMode = !isNew && !isGone && first !== second;
  const isSameMode = !isNew && !isGone && first === second && first !== undefined;
  return [
    `diff --git ${gitPath(`a/${before}`)} ${gitPath(`b/${after}`)}`,
    ...(isNew ? [`new file mode ${second ?? '100644'}`] : []),
    ...(isGone ? [`deleted file mode ${first ?? '100644'}`] : []),
    ...(isOtherMode ? [`old mode ${first}`, `new mode ${second}`] : []),
    ...remarks.split('\n').filter((line) => line !== '' && !line.startsWith('index ')),
    ...(index[0] === undefined ? [] : [`index ${index[0]}${isSameMode ? ` ${first}` : ''}`]),
  ];
}

function bodyLine(line: string, paint: Paint): string {
  // The end of a line from other systems stays as git shows it.
  const text = line.endsWith('\r') ? `${safeText(line.slice(0, -1))}\r` : safeText(line);
  if (text.startsWith('+')) return paint.green(text);
  if (text.startsWith('-')) return paint.red(text);
  const hunk = /^(@@ .*? @@)(.*)$/s.exec(text);
  return hunk === null ? text : `${paint.cyan(hunk[1] ?? '')}${hunk[2] ?? ''}`;
}
