/** Findings for a review comment: a table first, the lines and places of each below it, within the size of a comment. */

import { relatedOf } from '../../present/blocks.ts';
import {
  type AnalyzedFile,
  type AnalyzeReport,
  countsText,
  type Folded,
  folded,
  groupsOf,
  redactAll,
  resourceName,
  summaryText,
  tryCommand,
} from '../../present/finding.ts';
import {
  collapsible,
  MAX_CHARACTERS,
  markdownBlock,
  markdownCode,
  markdownSentence,
  markdownText,
  within,
} from '../../present/markdown.ts';
import { excerpt, noPaint } from '../../present/text.ts';
import type { Redact } from '../../results/secrets/redact.ts';
import { counted, grouped } from '../../source/counted.ts';

/** The table comes first, and may take half of the comment. */
const TABLE = MAX_CHARACTERS / 2;
const WIDTH = 110;

export function analyzeMarkdown(report: AnalyzeReport): string {
  const { findings } = report;
  const redact = redactAll(report);
  const head = `### cfgtool: ${summaryText(report)}`;
  if (findings.length === 0) return `${head}\n`;
  const groups = groupsOf(report, findings, (finding) => finding).map(({ title, own }) => ({
    entries: folded(own),
    head: title === undefined ? [] : [`| | **${markdownText(redact(title))}** | | ${countsText(own)} |`],
  }));
  const entries = groups.flatMap((group) => group.entries);
  const rows = within(
    groups.flatMap((group) => [...group.head, ...group.entries.map((entry) => row(entry, redact))]),
    TABLE,
    (left) => `| | | | and ${counted(left, 'more entry', 'more entries')}; \`--format json\` lists all |`,
  );
  const table = ['| | place | rule | |', '|---|---|---|---|', ...rows].join('\n');
  const files = new Map(report.files.map((file) => [file.name, file]));
  const details = within(
    entries.map((entry) => detail(entry, files.get(entry.finding.file), redact)),
    MAX_CHARACTERS - table.length - head.length,
    (left) =>
      `The lines of ${counted(left, 'more entry', 'more entries')} are left out; \`--format text\` shows them all.`,
  );
  return `${[head, table, ...details].join('\n\n')}\n`;
}

const MARKS = { error: '❌ error', warning: '⚠️ warning', info: 'ℹ️ info' } as const;

function row({ finding, others }: Folded, redact: Redact): string {
  const { level, rule, message, file, range } = finding;
  const place = markdownCode(redact(`${file}:${range.start.line}`));
  const times = others.length === 0 ? '' : `, ${grouped(others.length + 1)} times`;
  return `| ${MARKS[level]} | ${place}${times} | ${markdownCode(rule)} | ${markdownText(redact(message))} |`;
}

/** Further places of an entry that are named. */
const MAX_PLACES = 20;

function detail({ finding, others }: Folded, file: AnalyzedFile | undefined, redact: Redact): string {
  const { rule, range, fix } = finding;
  const name = resourceName(finding);
  const where = name === '' ? '' : `, ${redact(name)}`;
  const parts: string[] = [];
  if (file !== undefined)
    parts.push(
      markdownBlock(excerpt(file.lines, range, { paint: noPaint, redact, width: WIDTH }).join('\n'), ''),
    );
  const { shown, more } = relatedOf(finding);
  const places = [
    ...shown.map(
      (each) =>
        `${markdownCode(`${redact(each.file)}:${each.range.start.line}`)} ${markdownText(redact(each.message))}`,
    ),
    ...more.map((each) => markdownSentence(each, redact)),
  ];
  if (places.length > 0) parts.push(places.map((each) => `- ${each}`).join('\n'));
  const command = tryCommand(finding);
  if (command !== undefined) parts.push(markdownBlock(redact(command), 'sh'));
  if (fix !== undefined) parts.push(`\`--fix\` can ${markdownText(redact(fix.title))}.`);
  if (others.length > 0) {
    const also = others
      .slice(0, MAX_PLACES)
      .map((other) => markdownCode(redact(`${other.file}:${other.range.start.line}`)));
    const left = others.length - also.length;
    parts.push(`also ${also.join(', ')}${left > 0 ? ` and ${grouped(left)} more` : ''}`);
  }
  const times = others.length === 0 ? '' : `, ${grouped(others.length + 1)} times`;
  const summary = `${redact(`${finding.file}:${range.start.line}`)} ${rule}${where}${times}`;
  return collapsible(summary, parts.join('\n\n'));
}
