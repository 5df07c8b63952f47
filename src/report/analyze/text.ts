/** Findings for people: each with its lines, the places that belong to it and what to try; a summary at the end. */

import type { Level } from '../../model/problem.ts';
import { plainText, relatedOf } from '../../present/blocks.ts';
import {
  type AnalyzedFile,
  type AnalyzeReport,
  countsText,
  type Folded,
  fixable,
  folded,
  groupsOf,
  redactAll,
  resourceName,
  severity,
  summaryText,
  tryCommand,
} from '../../present/finding.ts';
import { excerpt, type Paint, safeLine, wrapped } from '../../present/text.ts';
import { type Redact, showAll } from '../../results/secrets/redact.ts';
import type { FindingResult } from '../../results/shapes.ts';
import { grouped } from '../../source/counted.ts';

const WIDTH = 100;
const MIN_WIDTH = 40;
/** Further places of an entry that are named. */
const MAX_PLACES = 5;

export interface TextOptions {
  readonly paint: Paint;
  /** Of the terminal; lines are wrapped at them, and at 100 in any case. */
  readonly columns?: number | undefined;
  /** Infos with their lines, and every place of an entry. */
  readonly verbose?: boolean | undefined;
}

export function analyzeText(
  report: AnalyzeReport,
  { paint, columns = WIDTH, verbose = false }: TextOptions,
): string {
  const files = new Map(report.files.map((file) => [file.name, file]));
  const look: RuleContext = { paint, width: Math.max(MIN_WIDTH, Math.min(columns, WIDTH)), verbose };
  const blocks: string[] = [];
  let isLine = false;
  for (const { title, own } of groupsOf(report, report.findings, (finding) => finding)) {
    if (title !== undefined) {
      const head = `${paint.bold(safeLine(redactAll(report)(title)))}${paint.dim(`: ${countsText(own)}`)}`;
      blocks.push(...(isLine ? [''] : []), head, '');
      isLine = false;
    }
    for (const each of folded(own)) {
      const file = files.get(each.finding.file);
      const wasLine = isLine;
      isLine = each.finding.level === 'info' && !verbose;
      // A blank line ends the lines of infos.
      if (wasLine && !isLine) blocks.push('');
      blocks.push(isLine ? infoLine(each, file, look) : findingText(each, file, look));
    }
  }
  const { error, warning } = levelsIn(report.findings);
  const color = error ? paint.red : warning ? paint.yellow : paint.green;
  const end = [
    ...(isLine ? [''] : []),
    ...byRule(report.findings, paint),
    color(summaryText(report)),
    ...next(report.findings, { paint, verbose }),
  ];
  return `${[...blocks, ...end].join('\n')}\n`;
}

/** From this many findings on, a list of their rules says what there is to do better than the findings themselves. */
const MANY = 20;

/** How many findings each rule has, in a table: the most severe first, then the most. */
function byRule(findings: readonly FindingResult[], paint: Paint): readonly string[] {
  if (findings.length < MANY) return [];
  const counts = new Map<string, { readonly level: Level; readonly rule: string; count: number }>();
  for (const { level, rule } of findings) {
    const known = counts.get(`${level} ${rule}`);
    if (known === undefined) counts.set(`${level} ${rule}`, { level, rule, count: 1 });
    else known.count++;
  }
  const rows = [...counts.values()].sort(
    (one, two) => severity(one.level) - severity(two.level) || two.count - one.count,
  );
  const width = Math.max(...rows.map(({ count }) => grouped(count).length));
  return [
    ...rows.map(
      ({ level, rule, count }) =>
        `${grouped(count).padStart(width)} ${colorOf(level, paint)(level.padEnd('warning'.length))} ${paint.cyan(rule)}`,
    ),
    '',
  ];
}

/** What to do next where a command does it. */
function next(
  findings: readonly FindingResult[],
  { paint, verbose }: Pick<RuleContext, 'paint' | 'verbose'>,
): readonly string[] {
  const try_ = (command: string, why: string): string =>
    `${paint.dim('try')} ${command}${paint.dim(`, ${why}`)}`;
  const deprecated = findings.filter(({ rule }) => rule === 'deprecated-field').length;
  const infos = findings.filter(({ level }) => level === 'info').length;
  const fixes = fixable(findings);
  return [
    ...(fixes === 0
      ? []
      : [
          `--fix can fix ${fixes === findings.length && fixes > 1 ? 'all' : grouped(fixes)} of them${paint.dim('; --fix --dry-run shows how')}`,
        ]),
    ...(deprecated < MANY_DEPRECATED
      ? []
      : [try_('cfgtool migrate --format diff FILE', 'and --also all for more of the deprecated fields')]),
    ...(infos < MANY || verbose
      ? []
      : [try_('--min-level warning', 'which leaves the infos out, or --verbose, which shows their lines')]),
  ];
}

/** From so many on the command that converts them is named. */
const MANY_DEPRECATED = 6;

function levelsIn(findings: readonly FindingResult[]) {
  return {
    error: findings.some(({ level }) => level === 'error'),
    warning: findings.some(({ level }) => level === 'warning'),
  };
}

interface RuleContext {
  readonly paint: Paint;
  readonly width: number;
  readonly verbose: boolean;
}

/** An entry with its lines, its further places, and a blank line at its end. */
function findingText(
  { finding, others }: Folded,
  file: AnalyzedFile | undefined,
  { paint, width, verbose }: RuleContext,
): string {
  const redact = file?.redact ?? showAll;
  const show: Redact = (text) => safeLine(redact(text));
  const { rule, level, message, range, fix } = finding;
  const where = resourceText(finding, { show, paint });
  const lines = [
    `${paint.bold(placeText(finding, show))} ${colorOf(level, paint)(level)} ${paint.cyan(rule)}${where}${others.length === 0 ? '' : paint.dim(`, ${grouped(others.length + 1)} times`)}`,
  ];
  lines.push(...wrapped(show(message), width - 2).map((line) => `  ${line}`));
  if (file !== undefined)
    lines.push(...excerpt(file.lines, range, { paint, redact, width: width - 2 }).map((line) => `  ${line}`));
  const { shown: places, more } = relatedOf(finding);
  for (const each of places) {
    const { start } = each.range;
    lines.push(
      `  ${paint.dim('see')} ${show(each.file)}:${start.line}:${start.column} ${paint.dim(show(each.message))}`,
    );
  }
  for (const each of more) lines.push(`  ${paint.dim(plainText(each))}`);
  const command = tryCommand(finding);
  if (command !== undefined) lines.push(`  ${paint.dim('try')} ${show(command)}`);
  if (fix !== undefined) lines.push(`  ${paint.dim('--fix')} ${show(fix.title)}`);
  if (others.length > 0) {
    const shown = verbose ? others : others.slice(0, MAX_PLACES);
    for (const other of shown)
      lines.push(`  ${paint.dim('also')} ${placeText(other, show)}${resourceText(other, { show, paint })}`);
    const left = others.length - shown.length;
    if (left > 0) lines.push(`  ${paint.dim(`and ${grouped(left)} more; --verbose lists them all`)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** An info in one line, with how often it is found and the first places. */
function infoLine(
  { finding, others }: Folded,
  file: AnalyzedFile | undefined,
  { paint }: RuleContext,
): string {
  const show: Redact = (text) => safeLine((file?.redact ?? showAll)(text));
  const { rule, level, message } = finding;
  const where = resourceText(finding, { show, paint });
  const places = others
    .slice(0, MAX_PLACES)
    .map((other) =>
      placeText(other, show).slice(other.file === finding.file ? show(other.file).length + 1 : 0),
    );
  const left = others.length - places.length;
  const more =
    others.length === 0
      ? ''
      : ` ${paint.dim(`[${grouped(others.length + 1)} times, also at ${places.join(', ')}${left > 0 ? ` and ${grouped(left)} more` : ''}]`)}`;
  const head = `${paint.bold(placeText(finding, show))} ${colorOf(level, paint)(level)} ${paint.cyan(rule)}${where}`;
  return `${head} ${show(message)}${more}`;
}

function placeText({ file, range: { start } }: FindingResult, show: Redact): string {
  return `${show(file)}:${start.line}:${start.column}`;
}

function resourceText(
  finding: FindingResult,
  { show, paint }: { readonly show: Redact; readonly paint: Paint },
): string {
  const name = resourceName(finding);
  return name === '' ? '' : ` ${paint.dim(`(${show(name)})`)}`;
}

function colorOf(level: Level, paint: Paint): (text: string) => string {
  return { error: paint.red, warning: paint.yellow, info: paint.cyan }[level];
}
