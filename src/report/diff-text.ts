/** A comparison for people: the verdict, the requests that fare differently, then the changes by resource. */
import { type Change, type Level as DiffLevel, hasOwnReason } from '../diff/index.ts';
import type { Range } from '../source/lines.ts';
import {
  byResource,
  type ComparedPair,
  type DiffReport,
  gravest,
  movedLevel,
  type ReportedBehaviour,
  type ReportedMoved,
  verdict,
} from './diff.ts';
import { landingTexts, routesText } from './landing-text.ts';
import type { Paint } from './paint.ts';
import { requestText } from './request-text.ts';
import { safeLine } from './safe-text.ts';
import { shortValue } from './short-value.ts';
import { wrapped } from './wrap.ts';

const WIDTH = 100;
/** Groups of requests that are shown; JSON holds them all. */
const MOST_MOVED = 50;

export function diffText(report: DiffReport, paint: Paint): string {
  const show = (text: string): string => safeLine(report.redact(text));
  const grave = gravest(report);
  const color = grave === undefined || grave === 'cosmetic' ? paint.green : levelPaint(grave, paint);
  const lines = [paint.bold(color(verdict(report)))];
  const several = report.pairs.length > 1;
  for (const pair of report.pairs) {
    const body = pairLines(pair, paint, show);
    if (body.length === 0) continue;
    if (several) lines.push('');
    if (pair.before !== undefined) lines.push(paint.dim(`--- ${show(pair.before)}`));
    if (pair.after !== undefined) lines.push(paint.dim(`+++ ${show(pair.after)}`));
    lines.push(...body);
  }
  return `${lines.join('\n')}\n`;
}

function pairLines(pair: ComparedPair, paint: Paint, show: (text: string) => string): readonly string[] {
  const { result, behaviour } = pair;
  const at = placesOf(pair);
  return [
    ...(behaviour === undefined ? [] : behaviourLines(behaviour, at, paint, show)),
    ...[...byResource(result.changes)].flatMap(([resource, changes]) => [
      '',
      paint.bold(show(resource)),
      ...changes.flatMap((change) => changeLines(change, at, paint, show)),
    ]),
    ...result.remarks.flatMap((remark) => ['', ...wrapped(`Note: ${show(remark)}`, WIDTH).map(paint.cyan)]),
    ...(result.ignored === 0 ? [] : ['', paint.dim(`${result.ignored} ignored by the settings`)]),
  ];
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

function behaviourLines(
  { changes, reorders, undecided, removed, added }: ReportedBehaviour,
  at: Places,
  paint: Paint,
  show: (text: string) => string,
): readonly string[] {
  const lines: string[] = [];
  if (changes.length > 0) lines.push('', paint.bold('Requests that fare differently'));
  for (const moved of changes.slice(0, MOST_MOVED)) lines.push(...movedLines(moved, at, paint, show));
  if (changes.length > MOST_MOVED)
    lines.push(paint.dim(`  and ${changes.length - MOST_MOVED} more groups; --format json lists them all`));
  for (const { name } of removed)
    lines.push('', paint.red(`No request is routed any more by ${show(routesText(name))}, which is gone`));
  for (const { name } of added)
    lines.push('', paint.green(`Requests are now routed by ${show(routesText(name))}, which is new`));
  for (const { virtualHost, proof, harmless } of reorders)
    if (harmless)
      lines.push(
        '',
        ...wrapped(`Reordered without effect in ${show(virtualHost)}: ${show(proof)}`, WIDTH).map(
          paint.green,
        ),
      );
  for (const { where, reason } of undecided)
    lines.push('', ...wrapped(`Undecided: ${show(where)}: ${show(reason)}`, WIDTH).map(paint.yellow));
  return lines;
}

function movedLines(
  moved: ReportedMoved,
  at: Places,
  paint: Paint,
  show: (text: string) => string,
): readonly string[] {
  const color = levelPaint(movedLevel(moved), paint);
  const { before, after, rest } = landingTexts(moved, at);
  const lines = [`  ${color(paint.bold(show(requestText(moved.request))))}`];
  if (moved.standsFor !== '')
    lines.push(
      ...wrapped(`stands for ${show(moved.standsFor)}`, WIDTH - 4).map((line) => `    ${paint.dim(line)}`),
    );
  lines.push(`    ${paint.red('-')} ${show(before)}`, `    ${paint.green('+')} ${show(after)}`);
  if (rest !== '') lines.push(...wrapped(show(rest), WIDTH - 4).map((line) => `    ${line}`));
  return lines;
}

const SIGNS = { added: '+', removed: '-', changed: '~', moved: '↕', renamed: '→' } as const;

function changeLines(
  change: Change,
  at: Places,
  paint: Paint,
  show: (text: string) => string,
): readonly string[] {
  const { level, kind, rule } = change;
  const color = levelPaint(level, paint);
  const { before, after, path, message } = change;
  const told = path === '' ? message : changeText(change);
  const head = `  ${signPaint(kind, paint)(SIGNS[kind])} ${color(level)} ${show(told)}`;
  // Where both sides have it in the same line, the line is named once.
  const places = new Set([
    ...(before === null ? [] : [at.before(before)]),
    ...(after === null ? [] : [at.after(after)]),
  ]);
  return [
    head,
    `      ${paint.dim(`${show([...places].join(' → '))}  ${rule}`)}`,
    ...(hasOwnReason(change) ? wrapped(show(change.reason), WIDTH - 6).map((line) => `      ${line}`) : []),
  ];
}

/** The change in the fewest words: a value where it is short, the path where the whole is named above. */
export function changeText(change: Change): string {
  const { kind, path, before, after, message } = change;
  if (kind === 'changed' && before !== null && after !== null)
    return `${path === '' ? 'the whole' : path}: ${valueText(before)} → ${valueText(after)}`;
  if (kind === 'added' && after !== null)
    return path === '' ? 'is new' : `${path}: ${shortValue(after.value)}`;
  if (kind === 'removed' && before !== null)
    return path === '' ? 'is gone' : `${path}: ${shortValue(before.value)}`;
  return message;
}

function valueText({ value, origin }: NonNullable<Change['before']>): string {
  return `${shortValue(value)}${origin === 'default' ? ' (default)' : ''}`;
}

function signPaint(kind: Change['kind'], paint: Paint): (text: string) => string {
  if (kind === 'added') return paint.green;
  return kind === 'removed' ? paint.red : paint.cyan;
}

export function levelPaint(level: DiffLevel, paint: Paint): (text: string) => string {
  return { breaking: paint.red, warning: paint.yellow, info: paint.cyan, cosmetic: paint.dim }[level];
}
