/** A comparison for people: the verdict, the requests that are handled differently, then the changes by resource. */

import { type Change, type Level as DiffLevel, hasOwnReason } from '../../diff/index.ts';
import { firstOf, plainText } from '../../present/blocks.ts';
import { byHolder, changeText, isRefusal, MOVED_TITLE, REFUSED_TITLE } from '../../present/changes.ts';
import { acceptedText, type DiffReport, isAccess, mostSevere, verdict } from '../../present/difference.ts';
import {
  answersOf,
  behaviourRemarks,
  type Remark,
  resultRemarks,
  whereText,
} from '../../present/outcomes.ts';
import { type Paint, safeLine, wrapped } from '../../present/text.ts';
import type { ComparedBehaviour, ComparedPair, MovedResult } from '../../results/comparison.ts';
import { requestText } from '../../results/requests.ts';
import { capital } from '../../source/counted.ts';
import type { Range } from '../../source/lines.ts';

/** Columns, where nobody says how many there are. */
const WIDTH = 100;
/** Groups of requests that are shown; JSON holds them all. */
const MAX_MOVED = 50;
/** How something is shown. */
export interface RuleContext {
  readonly paint: Paint;
  /** Hides secrets, escapes what steers a terminal. */
  show(text: string): string;
  /** Columns. */
  readonly width: number;
  readonly by: DiffReport['by'];
}

/** @param columns of the terminal; lines are wrapped at them, and at 100 in any case */
export function diffText(report: DiffReport, paint: Paint, columns = WIDTH): string {
  return pairsText(report, paint, columns, pairLines);
}

/** The verdict, then each pair under the names of its files. @param linesOf what is said of one pair */
export function pairsText(
  report: DiffReport,
  paint: Paint,
  columns: number,
  linesOf: (pair: ComparedPair, look: RuleContext) => readonly string[],
): string {
  const show = (text: string): string => safeLine(report.redact(text));
  const look: RuleContext = { paint, show, by: report.by, width: Math.max(40, Math.min(columns, WIDTH)) };
  const severe = mostSevere(report);
  const color = severe === undefined || severe === 'cosmetic' ? paint.green : levelPaint(severe, paint);
  const lines = [paint.bold(color(verdict(report)))];
  const several = report.pairs.length > 1;
  for (const pair of report.pairs) {
    const body = linesOf(pair, look);
    const { renamedFrom } = pair;
    if (body.length === 0 && renamedFrom === undefined && !(several && pair.accepted)) continue;
    if (several) lines.push('');
    if (pair.nodes !== undefined) lines.push(...(several ? [] : ['']), paint.bold(show(pair.name)));
    if (pair.before !== undefined) lines.push(paint.dim(`--- ${show(pair.before)}`));
    if (pair.after !== undefined) lines.push(paint.dim(`+++ ${show(pair.after)}`));
    if (renamedFrom !== undefined) lines.push(paint.dim(`renamed from ${show(renamedFrom)}`));
    for (const line of body) lines.push(line);
    const accepted = acceptedText({ pairs: [pair] });
    if (several && accepted !== undefined) lines.push('', paint.dim(accepted));
  }
  return `${lines.join('\n')}\n`;
}

function pairLines(pair: ComparedPair, look: RuleContext): readonly string[] {
  const at = placesOf(pair);
  const { refused, others } = changeSections(pair, look, (change) => changeLines(change, at, look));
  return [...refused, ...requestLines(pair, look), ...others, ...remarksLines(pair, look)];
}

/** The changes of a pair under their titles: new errors, and all others. */
export function changeSections(
  { result }: ComparedPair,
  { paint, show, by }: RuleContext,
  linesOf: (change: Change) => readonly string[],
): { readonly refused: readonly string[]; readonly others: readonly string[] } {
  const refusals = result.changes.filter(isRefusal);
  const others =
    refusals.length === 0 ? result.changes : result.changes.filter((change) => !isRefusal(change));
  const section = (title: string, changes: readonly Change[]): readonly string[] =>
    changes.length === 0 ? [] : ['', paint.bold(title), ...changes.flatMap(linesOf)];
  return {
    refused: section(REFUSED_TITLE, refusals),
    others: [...byHolder(others, by)].flatMap(([resource, changes]) => section(show(resource), changes)),
  };
}

/** What becomes of requests. */
export function requestLines(pair: ComparedPair, look: RuleContext): readonly string[] {
  return pair.behaviour === undefined ? [] : behaviourLines(pair.behaviour, placesOf(pair), look);
}

/** What is said of a pair beside its changes and its requests. */
export function remarksLines({ result }: ComparedPair, look: RuleContext): readonly string[] {
  return resultRemarks(result).flatMap((remark) => remarkLines(remark, look));
}

/** Where something stands on a side: its line, with the file where that is not the one named at the top. */
interface Places {
  before(place: { readonly file: string; readonly range: Range }): string;
  after(place: { readonly file: string; readonly range: Range }): string;
}

function placesOf({ before, after }: ComparedPair): Places {
  const told =
    (own: string | undefined): Places['before'] =>
    ({ file, range }) =>
      file === own ? `line ${range.start.line}` : `${file}:${range.start.line}`;
  return { before: told(before), after: told(after) };
}

function behaviourLines(behaviour: ComparedBehaviour, at: Places, look: RuleContext): readonly string[] {
  const { paint } = look;
  const lines: string[] = [];
  const { changes } = behaviour;
  const { shown, more } = firstOf(changes, MAX_MOVED, 'group');
  if (changes.length > 0) lines.push('', paint.bold(MOVED_TITLE));
  for (const moved of shown) lines.push(...movedLines(moved, at, look));
  for (const each of more) lines.push(paint.dim(`  ${plainText(each)}`));
  for (const remark of behaviourRemarks(behaviour)) lines.push(...remarkLines(remark, look));
  return lines;
}

/** A remark behind an empty line. */
function remarkLines({ kind, says }: Remark, { paint, show, width }: RuleContext): readonly string[] {
  const colors = {
    gone: 'red',
    new: 'green',
    reordered: 'green',
    undecided: 'yellow',
    note: 'cyan',
    ignored: 'dim',
  } as const;
  const lead = kind === 'note' ? 'Note: ' : '';
  const text = plainText(says.map((part) => (typeof part === 'string' ? show(part) : show(part.code))));
  return ['', ...wrapped(lead + (kind === 'note' ? text : capital(text)), width).map(paint[colors[kind]])];
}

function movedLines(moved: MovedResult, at: Places, look: RuleContext): readonly string[] {
  const { paint, show, width } = look;
  const level = moved.level;
  const color = levelPaint(level, paint);
  const { before, after, rest } = answersOf(moved);
  const sign = level === 'breaking' ? `${color(level)} ` : '';
  const lines = [`  ${sign}${color(paint.bold(show(requestText(moved.request))))}`];
  if (isAccess(moved)) lines.push(`    ${color(moved.rule ?? '')}`);
  if (moved.stands_for !== '')
    lines.push(
      ...wrapped(`stands for ${show(moved.stands_for)}`, width - 4).map((line) => `    ${paint.dim(line)}`),
    );
  const side = (lead: string, answer: string, where: string): void => {
    const whole = `${answer} (${where})`;
    // The place stays in one piece.
    const texts = whole.length <= width - 6 ? [whole] : [answer, `(${where})`];
    lines.push(
      ...texts.flatMap((text, row) => hanging(row === 0 ? lead : '      ', show(text), width - 6, '      ')),
    );
  };
  side(`    ${paint.red('-')} `, before, whereText(moved.before, at.before));
  side(`    ${paint.green('+')} `, after, whereText(moved.after, at.after));
  if (rest !== '') lines.push(...wrapped(show(rest), width - 4).map((line) => `    ${line}`));
  return lines;
}

/** Wrapped text behind a lead, the other lines below the first. */
function hanging(lead: string, text: string, width: number, margin: string): readonly string[] {
  return wrapped(text, width).map((line, row) => `${row === 0 ? lead : margin}${line}`);
}

const SIGNS = { added: '+', removed: '-', changed: '~', moved: '↕', renamed: '→' } as const;

function changeLines(change: Change, at: Places, look: RuleContext): readonly string[] {
  const { paint, show, width } = look;
  const { level, kind, rule } = change;
  const color = levelPaint(level, paint);
  const { before, after, path, message } = change;
  const told = path === '' ? message : changeText(change);
  const sign = `  ${signPaint(kind, paint)(SIGNS[kind])} `;
  const [first = '', ...more] = hanging(sign, `${level} ${show(told)}`, width - 6, '      ');
  const head = `${sign}${color(level)}${first.slice(sign.length + level.length)}`;
  // Where both sides have it in the same line, the line is named once.
  const places = new Set([
    ...(before === null ? [] : [at.before(before)]),
    ...(after === null ? [] : [at.after(after)]),
  ]);
  return [
    head,
    ...more,
    `      ${paint.dim(`${show([...places].join(' → '))}  ${rule}`)}`,
    ...(hasOwnReason(change) ? wrapped(show(change.reason), width - 6).map((line) => `      ${line}`) : []),
  ];
}

function signPaint(kind: Change['kind'], paint: Paint): (text: string) => string {
  if (kind === 'added') return paint.green;
  return kind === 'removed' ? paint.red : paint.cyan;
}

export function levelPaint(level: DiffLevel, paint: Paint): (text: string) => string {
  return { breaking: paint.red, warning: paint.yellow, info: paint.cyan, cosmetic: paint.dim }[level];
}
