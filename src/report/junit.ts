/** JUnit XML, as CI servers read it. */
import { safeText } from '../present/text.ts';
import { lookup } from '../source/lookup.ts';

export interface JunitCase {
  readonly name: string;
  readonly classname: string;
  readonly file?: string;
  readonly line?: number;
  /** What failed, and more about it. */
  readonly failure?: { readonly message: string; readonly type: string; readonly text: string };
}

export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
  readonly output?: string;
}

export function junitText(suites: readonly JunitSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  const body = suites.map(suiteText).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="cfgtool" ${counts(all)}>\n${body}</testsuites>\n`;
}

function counts(cases: readonly JunitCase[]): string {
  return `tests="${cases.length}" failures="${cases.filter(({ failure }) => failure !== undefined).length}"`;
}

function suiteText({ name, cases, output }: JunitSuite): string {
  const lines = cases.map(caseText).join('');
  const end = output === undefined ? '' : `    <system-out>${linesText(output)}</system-out>\n`;
  return `  <testsuite name="${xmlText(name)}" ${counts(cases)}>\n${lines}${end}  </testsuite>\n`;
}

function caseText({ name, classname, file, line, failure }: JunitCase): string {
  const place = `${file === undefined ? '' : ` file="${xmlText(file)}"`}${line === undefined ? '' : ` line="${line}"`}`;
  const head = `    <testcase name="${xmlText(name)}" classname="${xmlText(classname)}"${place}`;
  if (failure === undefined) return `${head}/>\n`;
  const { message, type, text } = failure;
  return `${head}>\n      <failure message="${xmlText(message)}" type="${xmlText(type)}">${linesText(text)}</failure>\n    </testcase>\n`;
}

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** A text as XML takes it, inside an attribute too; what XML has no character for is written as an escape. */
export function xmlText(text: string): string {
  return safeText(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"\n\t]/g, (character) => lookup(ENTITIES, character) ?? character);
}

/** Several lines, as the content of an element. */
function linesText(text: string): string {
  return text.split('\n').map(xmlText).join('\n');
}
