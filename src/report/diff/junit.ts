/** A comparison as JUnit XML: a suite a pair; breaking changes and warnings fail, the others are named beside them. */

import { acceptedText, type DiffReport, type Statement, statementsOf } from '../../present/difference.ts';
import type { ComparedPair } from '../../results/comparison.ts';
import { type JunitCase, junitText } from '../junit.ts';
import { partialSuites } from '../run.ts';

export function diffJunit(report: DiffReport): string {
  return junitText([...report.pairs.map((pair) => suiteOf(pair, report)), ...partialSuites(report.run)]);
}

function suiteOf(pair: ComparedPair, report: DiffReport) {
  const statements = statementsOf({ ...report, pairs: [pair] });
  const severe = statements.filter(({ level }) => level === 'breaking' || level === 'warning');
  const others = statements.filter((each) => !severe.includes(each));
  const name = report.redact(pair.name);
  const accepted = acceptedText({ pairs: [pair] });
  const output = [...others.map((each) => line(each, report)), ...(accepted === undefined ? [] : [accepted])];
  const cases = severe.map((each) => caseOf(each, report));
  return {
    name,
    cases: cases.length > 0 ? cases : [{ name: 'diff', classname: name }],
    ...(output.length === 0 ? {} : { output: output.join('\n') }),
  };
}

function caseOf(statement: Statement, report: DiffReport): JunitCase {
  const { rule, level, message, file, range, resource } = statement;
  return {
    name: report.redact(resource === '' ? rule : `${rule}: ${resource}`),
    classname: file,
    file,
    ...(range === undefined ? {} : { line: range.start.line }),
    failure: { message: report.redact(message), type: level, text: line(statement, report) },
  };
}

function line({ rule, level, message, file, range }: Statement, { redact }: DiffReport): string {
  return redact(`${file}${range === undefined ? '' : `:${range.start.line}`}: ${level} ${rule}: ${message}`);
}
