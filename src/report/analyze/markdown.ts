/** Findings for a review comment: a table first, the lines and places of each below it, within the size of a comment. */

import type { Redact } from '../../results/secrets/redact.ts';
import type { FindingResult } from '../../results/shapes/finding.ts';
import { requestCommand } from '../../results/words/request-text.ts';
import { counted } from '../../source/counted.ts';
import { excerpt } from '../text/excerpt.ts';
import {
  collapsible,
  MAX_CHARACTERS,
  markdownBlock,
  markdownCode,
  markdownText,
  within,
} from '../text/markdown.ts';
import { noPaint } from '../text/paint.ts';
import { type AnalyzedFile, type AnalyzeReport, redactAll, summaryText } from './report.ts';

/** The table comes first, and may take half of the comment. */
const TABLE = MAX_CHARACTERS / 2;
const WIDTH = 110;

export function analyzeMarkdown(report: AnalyzeReport): string {
  const { findings } = report;
  const redact = redactAll(report);
  const head = `### cfgtool: ${summaryText(report)}`;
  if (findings.length === 0) return `${head}\n`;
  const rows = within(
    findings.map((finding) => row(finding, redact)),
    TABLE,
    (left) => `| | | | and ${counted(left, 'more finding')}; \`--format json\` lists them all |`,
  );
  const table = ['| | place | rule | |', '|---|---|---|---|', ...rows].join('\n');
  const files = new Map(report.files.map((file) => [file.name, file]));
  const details = within(
    findings.map((finding) => detail(finding, files.get(finding.file), redact)),
    MAX_CHARACTERS - table.length - head.length,
    (left) => `The lines of ${counted(left, 'more finding')} are left out; \`--format text\` shows them all.`,
  );
  return `${[head, table, ...details].join('\n\n')}\n`;
}

const MARKS = { error: '❌ error', warning: '⚠️ warning', info: 'ℹ️ info' } as const;

function row({ level, rule, message, file, range }: FindingResult, redact: Redact): string {
  const place = markdownCode(redact(`${file}:${range.start.line}`));
  return `| ${MARKS[level]} | ${place} | ${markdownCode(rule)} | ${markdownText(redact(message))} |`;
}

function detail(finding: FindingResult, file: AnalyzedFile | undefined, redact: Redact): string {
  const { rule, range, related, request, resource } = finding;
  const where =
    resource === undefined || resource.name === '' ? '' : `, ${redact(`${resource.type} ${resource.name}`)}`;
  const parts: string[] = [];
  if (file !== undefined)
    parts.push(
      markdownBlock(excerpt(file.lines, range, { paint: noPaint, redact, width: WIDTH }).join('\n'), ''),
    );
  if (related.length > 0)
    parts.push(
      related
        .slice(0, 10)
        .map(
          (each) =>
            `- ${markdownCode(`${redact(each.file)}:${each.range.start.line}`)} ${markdownText(redact(each.message))}`,
        )
        .join('\n'),
    );
  if (request !== undefined) parts.push(markdownBlock(redact(requestCommand(request, finding.file)), 'sh'));
  const summary = `${redact(`${finding.file}:${range.start.line}`)} ${rule}${where}`;
  return collapsible(summary, parts.join('\n\n'));
}
