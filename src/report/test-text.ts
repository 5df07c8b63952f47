/** The run of a test file for people: failures with their traces, then coverage, then the count. */
import { routeText } from '../routing/index.ts';
import { labelled, paragraph } from './columns.ts';
import { counted } from './migrated-file.ts';
import { answerText } from './outcome-text.ts';
import type { Paint } from './paint.ts';
import type { Redact } from './redact.ts';
import { safeLine } from './safe-text.ts';
import { complaints, hasFailed, isBelow, percentText, placeOfCovered, type TestReport } from './tests.ts';
import { pathLines, requestText } from './trace-text.ts';

/** Routes that no test reaches are listed up to so many. */
const MOST_NEVER = 50;

export function testText(report: TestReport, paint: Paint, redact: Redact): string {
  const show = (text: string): string => safeLine(redact(text));
  const { results } = report;
  const failed = results.filter(hasFailed);
  const lines = [
    ...failed.flatMap((result) => [
      `${paint.red('FAIL')} ${paint.bold(show(result.test.name))} (${show(report.file)}:${result.test.line})`,
      ...complaints(result).flatMap((text) => paragraph(show(text), paint.red)),
      ...paragraph(
        show(`${requestText(result.trace.request)} ${answerText(result.trace.outcome)}`),
        (line) => line,
      ),
      ...pathLines({ trace: result.trace, found: result.found, listener: undefined }, paint, show),
      '',
    ]),
    ...coverageLines(report, paint, show),
    '',
    failed.length === 0
      ? paint.green(`${counted(results.length, 'test')} passed`)
      : paint.red(`${failed.length} of ${counted(results.length, 'test')} failed`),
  ];
  if (isBelow(report))
    lines.push(
      paint.red(
        `coverage is ${percentText(report.coverage.percent)}, below --fail-under ${report.failUnder}`,
      ),
    );
  return `${lines.join('\n')}\n`;
}

function coverageLines(
  { coverage }: TestReport,
  paint: Paint,
  show: (text: string) => string,
): readonly string[] {
  const { total, reached, percent, kinds, never } = coverage;
  const texts = [
    `${reached} of ${counted(total, 'route')} (${percentText(percent)})`,
    ...kinds.map((each) => `${each.kind}: ${each.reached} of ${each.total}`),
  ];
  const shown = never.slice(0, MOST_NEVER).map((each) => {
    const host = each.found.routeConfiguration.virtual_hosts?.[each.virtualHost];
    const route = host?.routes?.[each.route] ?? {};
    const place = placeOfCovered(each);
    const where = place ? ` (${place.file}:${place.range.start.line})` : '';
    return `${JSON.stringify(host?.name ?? '')} ${routeText(route, each.route)}${where}`;
  });
  if (never.length > MOST_NEVER) shown.push(`… ${never.length - MOST_NEVER} more (--format json lists them)`);
  const entries = (all: readonly string[]) => all.map((text) => ({ text: show(text) }));
  return [
    ...labelled('coverage', entries(texts), paint.cyan),
    ...labelled('never reached', entries(shown), paint.yellow),
  ];
}
