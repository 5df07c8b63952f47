/** The run of a test file for people: failures with their traces, then coverage, then the count. */

import {
  complaints,
  hasFailed,
  hasPassed,
  isBelow,
  percentText,
  placeOfCovered,
  type TestReport,
} from '../../present/tests.ts';
import {
  type Entry,
  labelled,
  noPaint,
  type Paint,
  paragraph,
  safeLine,
  safeText,
} from '../../present/text.ts';
import { verdictText } from '../../present/trace.ts';
import type { Verdict } from '../../proxy/differences.ts';
import { urlText } from '../../results/requests.ts';
import type { Redact } from '../../results/secrets/redact.ts';
import type { NeverReached } from '../../routing/expect/coverage.ts';
import type { CoveredPolicy } from '../../routing/expect/policies.ts';
import type { Asked } from '../../routing/expect/spellings.ts';
import { routeText } from '../../routing/match/select.ts';
import { markedRequest } from '../../routing/request/marked-request.ts';
import { headerLines } from '../../routing/request/request.ts';
import { counted } from '../../source/counted.ts';
import { jsonText } from '../data-text.ts';
import { type JunitCase, junitText } from '../junit.ts';
import { proxyLines, proxyObject } from './proxy.ts';
import { pathLines, traceObject } from './trace.ts';

/** Routes that no test reaches are listed up to so many, those of each reason. */
const MAX_NEVER = 50;

export function testText(report: TestReport, paint: Paint, redact: Redact): string {
  const show = (text: string): string => safeLine(redact(text));
  const { results } = report;
  const failed = results.filter(hasFailed);
  const lines = [
    ...failed.flatMap((result) => [
      `${paint.red('FAIL')} ${paint.bold(show(result.test.name))} (${show(report.file)}:${result.test.line})`,
      ...complaints(result, redact).flatMap((text) => paragraph(safeLine(text), paint.red)),
      ...paragraph(show(verdictText({ trace: result.trace, listener: undefined })), (line) => line),
      ...pathLines({ trace: result.trace, found: result.found, listener: undefined }, paint, show),
      ...(result.proxy === undefined ? [] : proxyLines(result.proxy, paint, show)),
      '',
    ]),
    ...coverageLines(report, paint, show),
    ...judgedLines(report, paint, show),
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

/** How far a real proxy was asked, where it was. */
function judgedLines(
  { results }: TestReport,
  paint: Paint,
  show: (text: string) => string,
): readonly string[] {
  const asked = results.flatMap(({ test, proxy }) => (proxy === undefined ? [] : [{ test, ...proxy }]));
  const of = (kind: Verdict['kind']) => asked.filter(({ verdict }) => verdict.kind === kind);
  const write = (label: string, all: readonly string[]) =>
    labelled(
      label,
      all.map((text) => ({ text: show(text) })),
      paint.cyan,
    );
  if (asked.length === 0) return [];
  return [
    ...write('real proxy', [
      `${of('same').length} as the model says, ${of('different').length} different, ${of('open').length} not compared`,
      ...of('open').map(
        ({ test, verdict }) => `${test.name}: ${verdict.kind === 'open' ? verdict.why : verdict.kind}`,
      ),
    ]),
    ...write('left out', [...new Set(asked.flatMap(({ leftOut }) => leftOut))]),
  ];
}

/** What the tests reach, and what would reach the rest. */
export function coverageLines(
  { coverage }: TestReport,
  paint: Paint,
  show: (text: string) => string,
): readonly string[] {
  const { total, reached, percent, unreachable, kinds, outcomes, never, policies } = coverage;
  const left = unreachable === 0 ? '' : `; ${unreachable} more can be reached by no test`;
  const texts = [
    `${reached} of ${counted(total, 'route')} (${percentText(percent)})${left}`,
    ...kinds.map((each) => `${each.kind}: ${each.reached} of ${each.total}`),
    ...(policies.total === 0 ? [] : [`policies of access: ${policies.reached} of ${policies.total}`]),
  ];
  const ended = outcomes.filter(({ tests }) => tests > 0).map(({ kind, tests }) => `${kind} ${tests}`);
  const of = (kind: NeverReached['reach']['kind']) => never.filter(({ reach }) => reach.kind === kind);
  const write = (label: string, all: readonly Entry[], colour: (text: string) => string) =>
    labelled(
      label,
      all.map((entry) => ({ ...entry, text: show(entry.text) })),
      colour,
    );
  const plain = texts.map((text) => ({ text }));
  return [
    ...write('coverage', plain, paint.cyan),
    ...write('tests end in', ended.length === 0 ? [] : [{ text: ended.join(', ') }], paint.cyan),
    ...write('never reached', neverEntries(of('reachable'), paint), paint.yellow),
    ...write('never decide', policyEntries(policies.never), paint.yellow),
    ...write('undecided', neverEntries(of('undecided'), paint), paint.yellow),
    ...write('unreachable', neverEntries(of('unreachable'), paint), paint.dim),
    ...(of('reachable').length === 0
      ? []
      : ['', '--suggest prints tests for the routes that are never reached']),
  ];
}

/** Each route with a request that would reach it, or with the reason why it has none. */
function neverEntries(routes: readonly NeverReached[], paint: Paint): readonly Entry[] {
  const entries = routes.slice(0, MAX_NEVER).flatMap((each): readonly Entry[] => {
    const host = each.found.routeConfiguration.virtual_hosts?.[each.virtualHost];
    const route = host?.routes?.[each.route] ?? {};
    const place = placeOfCovered(each);
    const where = place ? ` (${place.file}:${place.range.start.line})` : '';
    const name = `${JSON.stringify(host?.name ?? '')} ${routeText(route, each.route)}${where}`;
    const { reach } = each;
    if (reach.kind !== 'reachable') return [{ text: `${name}: ${reach.why}` }];
    return [{ text: name }, { text: askedText(reach.reached.asked), bullet: '  ', paint: paint.dim }];
  });
  const more = routes.length - MAX_NEVER;
  return more > 0 ? [...entries, { text: `… ${more} more (--format json lists them)` }] : entries;
}

/** Policies that decide about no request of a test. */
function policyEntries(never: readonly CoveredPolicy[]): readonly Entry[] {
  const entries = never.slice(0, MAX_NEVER).map(({ filter, policy, file, range }) => ({
    text: `policy ${JSON.stringify(policy)} of the filter ${JSON.stringify(filter)}${file && range ? ` (${file}:${range.start.line})` : ''}`,
  }));
  const more = never.length - MAX_NEVER;
  return more > 0 ? [...entries, { text: `… ${more} more (--format json lists them)` }] : entries;
}

/** A request with all that a test has to set for it. */
function askedText({ request, runtime }: Asked): string {
  const { random_value: randomValue = 0 } = request;
  const more = [
    ...headerLines(markedRequest(request)).map(([name, value]) => `${name}: ${value}`),
    ...(request.internal ? ['internal'] : []),
    ...(runtime === undefined ? [] : [`runtime ${runtime}`]),
    ...(randomValue === 0 ? [] : [`random_value ${randomValue}`]),
    ...(request.route_config === undefined ? [] : [`route_config ${request.route_config}`]),
    ...(request.listener === undefined ? [] : [`listener ${request.listener}`]),
    ...(request.server_name === undefined ? [] : [`server_name ${request.server_name}`]),
  ];
  return [urlText(request), ...more].join(', ');
}

/** Counts up when a reader of the older form would be misled. */
const FORMAT_VERSION = 1;

export function testJson(report: TestReport, version: string, redact: Redact): string {
  const { file, results, coverage, failUnder } = report;
  const failed = results.filter(hasFailed).length;
  const { never, outcomes, ...counts } = coverage;
  return jsonText(
    {
      cfgtool: { version, format_version: FORMAT_VERSION },
      file,
      passed: hasPassed(report),
      summary: { tests: results.length, failed },
      tests: results.map((result) => ({
        name: result.test.name,
        line: result.test.line,
        passed: !hasFailed(result),
        problems: result.test.problems,
        failures: result.failures,
        ...(result.proxy ? { proxy: proxyObject(result.proxy) } : {}),
        ...(hasFailed(result)
          ? { trace: traceObject({ trace: result.trace, found: result.found, listener: undefined }) }
          : {}),
      })),
      coverage: {
        ...counts,
        outcomes: outcomes.filter(({ tests }) => tests > 0),
        fail_under: failUnder ?? null,
        never: never.map((each) => {
          const host = each.found.routeConfiguration.virtual_hosts?.[each.virtualHost];
          return {
            route_configuration: each.found.name,
            virtual_host: host?.name ?? '',
            route: {
              index: each.route,
              name: host?.routes?.[each.route]?.name ?? null,
              ...placeOfCovered(each),
            },
            kind: each.kind,
            ...reachObject(each.reach),
          };
        }),
      },
    },
    redact,
  );
}

function reachObject(reach: NeverReached['reach']): object {
  switch (reach.kind) {
    case 'reachable':
      return { reach: reach.kind, ...requestObject(reach.reached.asked), test: reach.tests[0] };
    case 'unreachable':
      return { reach: reach.kind, why: reach.why, by: reach.by };
    case 'undecided':
      return { reach: reach.kind, why: reach.why };
  }
}

/** The request as `cfgtool trace --request` reads it; none where a runtime key has to be switched on, as only tests do. */
function requestObject({ request, runtime }: Asked): object {
  if (runtime !== undefined) return {};
  const { remote_address: _, random_value: randomValue, ...fields } = request;
  return { request: randomValue === 0 ? fields : { ...fields, random_value: randomValue } };
}

export function testJunit(report: TestReport, redact: Redact): string {
  const file = redact(report.file);
  const output = coverageLines(report, noPaint, (text) => safeText(redact(text)))
    .map((line) => `${line}\n`)
    .join('');
  const cases = [
    ...report.results.map((result) => junitCase(result, file, redact)),
    ...coverageCases(report, file),
  ];
  return junitText([{ name: file, cases, output }]);
}

function junitCase(result: TestReport['results'][number], file: string, redact: Redact): JunitCase {
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
