/** A comparison as SARIF: places are those of the new file. */
import { type Level as DiffLevel, diffRules } from '../../diff/index.ts';
import { type DiffReport, diffSummary, statementsOf } from '../../present/difference.ts';
import { type SarifLevel, type SarifRule, sarifText } from '../sarif.ts';

export function diffSarif(report: DiffReport): string {
  const results = statementsOf(report).map(
    ({ rule, level, message, file, range, resource, fingerprint }) => ({
      rule,
      level: sarifLevel(level),
      message,
      place: {
        file,
        ...(range === undefined ? {} : { range }),
        ...(resource === '' ? {} : { logical: resource }),
      },
      related: [],
      fingerprint,
    }),
  );
  const { accepted } = diffSummary(report);
  return sarifText(
    {
      version: report.version,
      rules: rulesOfDiff(),
      results,
      partial: report.run,
      properties: accepted === undefined ? undefined : { accepted },
    },
    report.redact,
  );
}

function rulesOfDiff(): readonly SarifRule[] {
  return diffRules().map(({ id, level, why }) => ({
    id,
    level: sarifLevel(level),
    purpose: id.replaceAll('-', ' '),
    text: why,
    markdown: `**Why it matters.** ${why}`,
  }));
}

function sarifLevel(level: DiffLevel): SarifLevel {
  if (level === 'breaking') return 'error';
  return level === 'warning' ? 'warning' : 'note';
}
