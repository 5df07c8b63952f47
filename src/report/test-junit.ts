/** The run of a test file as JUnit XML, as CI servers read it. */
import { xmlText } from './junit.ts';
import { noPaint } from './paint.ts';
import type { Redact } from './redact.ts';
import { safeText } from './safe-text.ts';
import { coverageLines } from './test-text.ts';
import { complaints, hasFailed, isBelow, percentText, type TestReport } from './tests.ts';

export function testJunit(report: TestReport, redact: Redact): string {
  const { file, results, coverage, failUnder } = report;
  const show = (text: string): string => xmlText(redact(text));
  const below = isBelow(report);
  const cases = results.map((result) => {
    const head = `    <testcase name="${show(result.test.name)}" classname="${show(file)}" file="${show(file)}" line="${result.test.line}"`;
    if (!hasFailed(result)) return `${head}/>\n`;
    const [first = '', ...others] = complaints(result).map(show);
    const steps = result.trace.steps.map(({ what, matched, why }) =>
      show(`${matched ? '+' : '-'} ${what}: ${why}`),
    );
    const body = [first, ...others, ...steps].join('\n');
    return `${head}>\n      <failure message="${first}">${body}</failure>\n    </testcase>\n`;
  });
  if (failUnder !== undefined) {
    const head = `    <testcase name="coverage" classname="${show(file)}"`;
    const text = `coverage is ${percentText(coverage.percent)}, below --fail-under ${failUnder}`;
    cases.push(below ? `${head}>\n      <failure message="${text}"/>\n    </testcase>\n` : `${head}/>\n`);
  }
  const output = coverageLines(report, noPaint, (text) => safeText(redact(text)))
    .map((line) => `${xmlText(line)}\n`)
    .join('');
  const failed = results.filter(hasFailed).length + (below ? 1 : 0);
  const counts = `tests="${cases.length}" failures="${failed}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="${show(file)}" ${counts}>\n${cases.join('')}    <system-out>${output}</system-out>\n  </testsuite>\n</testsuites>\n`;
}
