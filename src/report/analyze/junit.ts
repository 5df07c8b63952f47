/** Findings as JUnit XML: a suite a file, a case a finding; errors and warnings fail, a file without any passes. */

import { type AnalyzeReport, redactAll, resourceName } from '../../present/finding.ts';
import type { Redact } from '../../results/secrets/redact.ts';
import type { FindingResult } from '../../results/shapes.ts';
import { type JunitCase, junitText } from '../junit.ts';
import { partialSuites } from '../run.ts';

export function analyzeJunit(report: AnalyzeReport): string {
  const redact = redactAll(report);
  const byFile = new Map(report.files.map(({ name }) => [name, [] as FindingResult[]]));
  for (const finding of report.findings) byFile.get(finding.file)?.push(finding);
  return junitText([
    ...[...byFile].map(([name, findings]) => {
      const infos = findings.filter(({ level }) => level === 'info');
      const cases = findings.filter(({ level }) => level !== 'info').map((each) => caseOf(each, redact));
      return {
        name,
        cases: cases.length > 0 ? cases : [{ name: 'analyze', classname: name, file: name }],
        ...(infos.length === 0 ? {} : { output: infos.map((each) => line(each, redact)).join('\n') }),
      };
    }),
    ...partialSuites(report.run),
  ]);
}

function caseOf(finding: FindingResult, redact: Redact): JunitCase {
  const { rule, level, message, file, range, related } = finding;
  const own = resourceName(finding);
  const where = own === '' ? '' : ` (${own})`;
  const places = related.map((each) => `${each.file}:${each.range.start.line}: ${each.message}`);
  return {
    name: redact(`${rule} at line ${range.start.line}${where}`),
    classname: file,
    file,
    line: range.start.line,
    failure: {
      message: redact(message),
      type: level,
      text: redact([line(finding, redact), ...places].join('\n')),
    },
  };
}

function line({ rule, level, message, file, range }: FindingResult, redact: Redact): string {
  return redact(`${file}:${range.start.line}:${range.start.column}: ${level} ${rule}: ${message}`);
}
