/** Findings for people: each with its lines, the places that belong to it and what to try; a summary at the end. */
import type { Level } from '../../model/problem.ts';
import { type Redact, showAll } from '../redact.ts';
import { requestCommand } from '../requests/request-text.ts';
import { excerpt } from '../text/excerpt.ts';
import type { Paint } from '../text/paint.ts';
import { safeLine } from '../text/safe-text.ts';
import { wrapped } from '../text/wrap.ts';
import { type Folded, folded } from './fold.ts';
import { type AnalyzedFile, type AnalyzeReport, type ReportedFinding, summaryText } from './report.ts';

const WIDTH = 100;
const LEAST_WIDTH = 40;
/** Related places that are listed; a cover of a hundred routes helps nobody. */
const MOST_RELATED = 6;

/** @param columns of the terminal; lines are wrapped at them, and at 100 in any case */
export function analyzeText(report: AnalyzeReport, paint: Paint, columns = WIDTH): string {
  const files = new Map(report.files.map((file) => [file.name, file]));
  const look: Look = { paint, width: Math.max(LEAST_WIDTH, Math.min(columns, WIDTH)) };
  const blocks = folded(report.findings).map((each) => findingText(each, files.get(each.finding.file), look));
  const { error, warning } = levelsIn(report.findings);
  const color = error ? paint.red : warning ? paint.yellow : paint.green;
  const end = [
    ...byRule(report.findings, paint),
    color(summaryText(report)),
    ...next(report.findings, paint),
  ];
  return `${[...blocks, ...end].join('\n')}\n`;
}

/** From this many findings on, a list of their rules says what there is to do better than the findings themselves. */
const MANY = 20;

/** How many findings each rule has, in a table: the gravest first, then the most. */
function byRule(findings: readonly ReportedFinding[], paint: Paint): readonly string[] {
  if (findings.length < MANY) return [];
  const counts = new Map<string, { readonly level: Level; readonly rule: string; count: number }>();
  for (const { level, rule } of findings) {
    const known = counts.get(`${level} ${rule}`);
    if (known === undefined) counts.set(`${level} ${rule}`, { level, rule, count: 1 });
    else known.count++;
  }
  const rows = [...counts.values()].sort(
    (one, two) => LEVELS.indexOf(one.level) - LEVELS.indexOf(two.level) || two.count - one.count,
  );
  const width = Math.max(...rows.map(({ count }) => `${count}`.length));
  return [
    ...rows.map(
      ({ level, rule, count }) =>
        `${`${count}`.padStart(width)} ${colorOf(level, paint)(level.padEnd('warning'.length))} ${paint.cyan(rule)}`,
    ),
    '',
  ];
}

const LEVELS: readonly Level[] = ['error', 'warning', 'info'];

/** What to do next where a command does it. */
function next(findings: readonly ReportedFinding[], paint: Paint): readonly string[] {
  const deprecated = findings.filter(({ rule }) => rule === 'deprecated-field').length;
  return deprecated < MOST_RELATED
    ? []
    : [
        `${paint.dim('try')} cfgtool migrate --format diff FILE${paint.dim(', and --also all for more of the deprecated fields')}`,
      ];
}

function levelsIn(findings: readonly ReportedFinding[]) {
  return {
    error: findings.some(({ level }) => level === 'error'),
    warning: findings.some(({ level }) => level === 'warning'),
  };
}

interface Look {
  readonly paint: Paint;
  readonly width: number;
}

/** One finding, with others of the same cause in a line each, and a blank line at its end. */
function findingText(
  { finding, others }: Folded,
  file: AnalyzedFile | undefined,
  { paint, width }: Look,
): string {
  const redact = file?.redact ?? showAll;
  const show: Redact = (text) => safeLine(redact(text));
  const { rule, level, message, range, related, request, fix } = finding;
  const where = resourceText(finding, { show, paint });
  const lines = [
    `${paint.bold(placeText(finding, show))} ${colorOf(level, paint)(level)} ${paint.cyan(rule)}${where}`,
  ];
  lines.push(...wrapped(show(message), width - 2).map((line) => `  ${line}`));
  if (file !== undefined)
    lines.push(...excerpt(file.lines, range, { paint, redact, width: width - 2 }).map((line) => `  ${line}`));
  for (const each of related.slice(0, MOST_RELATED)) {
    const { start } = each.range;
    lines.push(
      `  ${paint.dim('see')} ${show(each.file)}:${start.line}:${start.column} ${paint.dim(show(each.message))}`,
    );
  }
  if (related.length > MOST_RELATED)
    lines.push(
      `  ${paint.dim(`and ${related.length - MOST_RELATED} more places; --format json lists them all`)}`,
    );
  if (request !== undefined)
    lines.push(`  ${paint.dim('try')} ${show(requestCommand(request, finding.file))}`);
  if (fix !== undefined) lines.push(`  ${paint.dim('--fix')} ${show(fix.title)}`);
  for (const other of others)
    lines.push(`  ${paint.dim('also')} ${placeText(other, show)}${resourceText(other, { show, paint })}`);
  return `${lines.join('\n')}\n`;
}

function placeText({ file, range: { start } }: ReportedFinding, show: Redact): string {
  return `${show(file)}:${start.line}:${start.column}`;
}

function resourceText(
  { resource }: ReportedFinding,
  { show, paint }: { readonly show: Redact; readonly paint: Paint },
): string {
  return resource === undefined || resource.name === ''
    ? ''
    : ` ${paint.dim(`(${resource.type} ${show(resource.name)})`)}`;
}

function colorOf(level: Level, paint: Paint): (text: string) => string {
  return { error: paint.red, warning: paint.yellow, info: paint.cyan }[level];
}
