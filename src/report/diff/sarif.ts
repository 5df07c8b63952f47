/** A comparison as SARIF: places are those of the new file. */
import { type Level as DiffLevel, diffRules } from '../../diff/index.ts';
import { type DiffReport, diffSummary, statementsOf, UNDECIDED } from '../../present/difference.ts';
import { REROUTED } from '../../results/requests.ts';
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
      rules: [...changeRules(), ...behaviourRules],
      results,
      partial: report.run,
      properties: accepted === undefined ? undefined : { accepted },
    },
    report.redact,
  );
}

function changeRules(): readonly SarifRule[] {
  return diffRules().map(({ id, level, why }) => ({
    id,
    level: sarifLevel(level),
    purpose: id.replaceAll('-', ' '),
    text: why,
    markdown: `**Why it matters.** ${why}`,
  }));
}

const behaviourRules: readonly SarifRule[] = [
  {
    id: REROUTED,
    level: 'warning',
    purpose: 'Requests are handled differently after the change.',
    text: 'Requests are handled differently after the change. The request in the message was sent through both configurations.',
    markdown:
      'Requests are handled differently after the change. The request in the message was sent through both configurations; `cfgtool trace` shows its way.',
  },
  {
    id: UNDECIDED,
    level: 'note',
    purpose: 'A part of the comparison could not be decided.',
    text: 'A part of the comparison could not be decided, and the message says what defeated it.',
    markdown: 'A part of the comparison could not be decided, and the message says what defeated it.',
  },
];

function sarifLevel(level: DiffLevel): SarifLevel {
  if (level === 'breaking') return 'error';
  return level === 'warning' ? 'warning' : 'note';
}
