/** Pages of texts, for tests. */
import { readFileSync } from 'node:fs';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../../src/analyze/index.ts';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../../src/diff/index.ts';
import { pairSides } from '../../../src/diff/pairing.ts';
import { propertyRules } from '../../../src/engine/property-rules.ts';
import type { Configuration } from '../../../src/model/index.ts';
import type { PropertyFile } from '../../../src/model/own-rules.ts';
import type { DiffReport } from '../../../src/present/difference.ts';
import type { AnalyzeReport } from '../../../src/present/finding.ts';
import { analyzeHtml } from '../../../src/report/html/analyze-page.ts';
import { diffHtml } from '../../../src/report/html/diff-page.ts';
import { filePairs } from '../../../src/report/html/sides.ts';
import { behaviourResult, type ComparedPair } from '../../../src/results/comparison.ts';
import { pictureOfSides } from '../../../src/results/picture/of-sides.ts';
import { pictureOf } from '../../../src/results/picture/of-subject.ts';
import { redaction, redactionOf, secretsOf } from '../../../src/results/secrets/redact.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { opened } from '../../opened.ts';

/** Files by name. */
export type Files = { readonly [name: string]: string };

function open(files: Files): readonly Configuration[] {
  return Object.entries(files).map(([name, text]) => opened(text, {}, name));
}

/**
 * @param together whether the files are one configuration
 * @param properties files of properties that count
 */
export function analyzeReportOf(
  files: Files,
  together = false,
  properties: readonly PropertyFile[] = [],
): AnalyzeReport {
  const all = open(files);
  const groups = (together ? [all] : all.map((each) => [each])).map((group) => {
    const subject = subjectOf(group);
    const rules = [...analysisRules, ...propertyRules(properties)];
    const { findings } = analyze(subject, { rules, known: ruleIds });
    return { findings, files: group.map(({ file }) => file.name), picture: pictureOf(subject, findings) };
  });
  const { redact } = redactionOf(all, false);
  return {
    files: all.map(({ file, namespace }) => ({ name: file.name, lines: file.lines, redact, namespace })),
    findings: groups.flatMap(({ findings }) => findings),
    suppressed: 0,
    baselined: 0,
    version: '1.2.3',
    pictures: groups,
  };
}

export function analyzePage(files: Files, together = false): string {
  return analyzeHtml(analyzeReportOf(files, together));
}

function compared(
  name: string,
  before: readonly Configuration[],
  after: readonly Configuration[],
): ComparedPair {
  const pairing = pairSides(before, after);
  const behaviour = compareBehaviour(before, after, { pairing });
  return {
    name,
    before: before[0]?.file.name ?? '',
    after: after[0]?.file.name ?? '',
    result: diffConfigurations(before, after, { pairing }),
    behaviour: behaviourResult(behaviour),
    picture: pictureOfSides(findRouting(before), findRouting(after), behaviour, pairing),
  };
}

/** Pairs of texts by name. */
export function diffReportOf(pairs: { readonly [name: string]: readonly [string, string] }): DiffReport {
  const opened = Object.entries(pairs).map(([name, [one, other]]) => ({
    name,
    before: open({ [`old/${name}`]: one }),
    after: open({ [`new/${name}`]: other }),
  }));
  const secrets = opened.flatMap(({ before, after }) => secretsOf([...before, ...after]));
  return {
    pairs: opened.map(({ name, before, after }) => compared(name, before, after)),
    files: { before: [], after: [] },
    texts: opened.map(({ before, after }) => filePairs(before, after)),
    redact: redaction(secrets).redact,
    version: '1.2.3',
  };
}

export function diffPage(pairs: { readonly [name: string]: readonly [string, string] }): string {
  return diffHtml(diffReportOf(pairs));
}

/** A shop with a dead route, a cluster that is not defined and ones that nothing leads to. */
export const SHOP = readFileSync('snapshots/pages/before.yaml', 'utf8');
/** The same with the dead route in front, where it takes its requests. */
export const MENDED = readFileSync('snapshots/pages/after.yaml', 'utf8');

/** What names may hold that want to be markup, code, or to be read in another order. */
export const HOSTILE = [
  '<script>window.owned = 1</script>',
  '"><img src=x onerror="window.owned = 1">',
  "' onmouseover='window.owned = 1",
  '</style><script>window.owned = 1</script>',
  '</title></script><svg onload=window.owned=1>',
  'javascript:window.owned=1',
  '\u202egnp.exe\u2066',
  '$' + '{window.owned = 1}`',
];
