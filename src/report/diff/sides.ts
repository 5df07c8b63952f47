/** Both sides beside each other: for each change the lines where it stands in both files. */
import type { Change } from '../../diff/index.ts';
import type { ComparedFile, DiffReport } from '../../present/difference.ts';
import { type Paint, safeLine } from '../../present/text.ts';
import type { Redact } from '../../results/secrets/redact.ts';
import { lastLine } from '../../source/lines.ts';
import { changeSections, levelPaint, pairsText, remarksLines, requestLines } from './text.ts';

/** Lines of one side that are shown at most. */
const MAX_LINES = 12;

/**
 * The changes beside each other, then all that text has of requests and of the pair as a whole.
 *
 * @param width columns of both sides together
 */
export function diffSides(report: DiffReport, paint: Paint, width: number): string {
  const column = Math.max(20, Math.floor((width - 3) / 2));
  const shown = (files: readonly ComparedFile[]) => files.map((file) => asShown(file, report.redact, column));
  const { before, after } = report.files;
  const inColumns = { ...report, files: { before: shown(before), after: shown(after) } };
  return pairsText(report, paint, width, (pair, look) => {
    const { refused, others } = changeSections(pair, look, (change) =>
      changeLines(change, inColumns, paint, column),
    );
    return [...refused, ...others, ...requestLines(pair, look), ...remarksLines(pair, look)];
  });
}

/** A file whose lines are as they are shown, each looked at once: one long line may have all changes in it. */
function asShown({ name, lines }: ComparedFile, redact: Redact, column: number): ComparedFile {
  const known = new Map<number, string>();
  const line = (number: number): string => {
    const text =
      known.get(number) ?? cut(safeLine(redact(lines.line(number)).replaceAll('\t', '  ')), column);
    known.set(number, text);
    return text;
  };
  return { name, lines: { count: lines.count, line } };
}

function changeLines(change: Change, report: DiffReport, paint: Paint, column: number): readonly string[] {
  const { level, rule, before, after, message } = change;
  const left = sideLines(before, report.files.before, column);
  const right = sideLines(after, report.files.after, column);
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, row) => {
    const [one = '', other = ''] = [left[row], right[row]];
    return `${paint.red(padded(one, column))} ${paint.dim('│')} ${paint.green(other)}`.trimEnd();
  });
  const head = `${levelPaint(level, paint)(level)} ${paint.dim(rule)} ${safeLine(report.redact(message))}`;
  return [head, ...rows];
}

/** The lines of a value, numbered; empty where there is none on that side. */
function sideLines(
  side: Change['before'],
  files: readonly ComparedFile[],
  column: number,
): readonly string[] {
  const file = side === null ? undefined : files.find(({ name }) => name === side.file);
  if (side === null || file === undefined) return [];
  const { start } = side.range;
  const last = lastLine(side.range);
  const to = Math.min(last, start.line + MAX_LINES - 1);
  const digits = String(to).length;
  const lines: string[] = [];
  for (let line = start.line; line <= to; line++) {
    lines.push(cut(`${String(line).padStart(digits)} ${file.lines.line(line)}`, column));
  }
  if (last > to) lines.push(cut(`${' '.repeat(digits)} ┆ to line ${last}`, column));
  return lines;
}

function cut(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - [...text].length));
}
