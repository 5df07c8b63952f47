/** Findings as SARIF. */

import { type ExplainedRule, explainedRules, tagOf } from '../../analyze/index.ts';
import type { Level } from '../../model/problem.ts';
import { type AnalyzeReport, redactAll, resourceName } from '../../present/finding.ts';
import type { FindingResult } from '../../results/shapes.ts';
import { type SarifLevel, type SarifResult, type SarifRule, sarifText } from '../sarif.ts';

export function analyzeSarif(report: AnalyzeReport): string {
  const rules = explainedRules.map(ruleOf);
  return sarifText(
    { version: report.version, rules, results: report.findings.map(resultOf), partial: report.run },
    redactAll(report),
  );
}

function ruleOf({ id, level, purpose, why, remedy }: ExplainedRule): SarifRule {
  return {
    id,
    level: sarifLevel(level),
    purpose,
    text: `${purpose} ${why} ${remedy}`,
    markdown: `${purpose}\n\n**Why it matters.** ${why}\n\n**What to do.** ${remedy}`,
  };
}

function resultOf(finding: FindingResult): SarifResult {
  const { rule, level, message, file, range, pointer, related, fingerprint, data, request, fix } = finding;
  const logical = resourceName(finding) || pointer;
  const tag = tagOf(rule);
  return {
    rule,
    level: sarifLevel(level),
    message,
    place: { file, range, ...(logical === '' ? {} : { logical }) },
    related,
    fingerprint,
    ...(fix?.replacements === undefined
      ? {}
      : { fix: { title: fix.title, file, replacements: fix.replacements } }),
    properties: {
      pointer,
      ...data,
      ...(request === undefined ? {} : { request }),
      ...(tag === undefined ? {} : { tags: [tag] }),
    },
  };
}

function sarifLevel(level: Level): SarifLevel {
  return level === 'info' ? 'note' : level;
}
