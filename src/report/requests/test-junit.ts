/** The run of a test file as JUnit XML, as CI servers read it. */

import type { Redact } from '../../results/secrets/redact.ts';
import { type JunitCase, junitText } from '../junit.ts';
import { noPaint } from '../text/paint.ts';
import { safeText } from '../text/safe-text.ts';
import { coverageLines } from './test-text.ts';
import { complaints, hasFailed, isBelow, percentText, type TestReport } from './tests.ts';

export function testJunit(report: TestReport, redact: Redact): string {
  const file = redact(report.file);
  const output = coverageLines(report, noPaint, (text) => safeText(redact(text)))
    .map((line) => `${line}\n`)
    .join('');
  const cases = [
    ...report.results.map((result) => caseOf(result, file, redact)),
    ...coverageCases(report, file),
  ];
  return junitText([{ name: file, cases, output }]);
}

function caseOf(result: TestReport['results'][number], file: string, redact: Redact): JunitCase {
  const { name, line } = result.test;
  const plain = { name: redact(name), classname: file, file, line };
  if (!hasFailed(result)) return plain;
  const said = complaints(result, redact);
  const steps = result.trace.steps.map(({ what, matched, why }) =>
    redact(`${matched ? '+' : '-'} ${what}: ${why}`),
  );
  const failure = { message: said[0] ?? '', type: 'expectation', text: [...said, ...steps].join('\n') };
  return { ...plain, failure };
}

/** `--fail-under` as a case of its own. */
function coverageCases(report: TestReport, file: string): readonly JunitCase[] {
  const { coverage, failUnder } = report;
  if (failUnder === undefined) return [];
  const plain = { name: 'coverage', classname: file };
  if (!isBelow(report)) return [plain];
  const message = `coverage is ${percentText(coverage.percent)}, below --fail-under ${failUnder}`;
  return [{ ...plain, failure: { message, type: 'coverage', text: message } }];
}
