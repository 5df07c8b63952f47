/** What the proxy (releases 1.36 to 1.40) refuses of URI templates: of one that matches a path, and of one that writes it. */
import { isBefore, type Release } from '../../schema/release.ts';

/** The first release that takes text before a variable, and more behind text that follows one (fact 71). */
const ANYWHERE = '1.39';

/** What the proxy allows of one template. */
const MAX_VARIABLES = 5;
const LONGEST_NAME = 16;
const NAME = /^[a-zA-Z][a-zA-Z0-9_]*$/;
const PRINTABLE = /^\/[\x21-\x7e]*$/;
const LITERAL = /^[a-zA-Z0-9\-._~%!$&'()+,;:@=*]+$/;
const WRITTEN_LITERAL = /^[a-zA-Z0-9\-._~%!$&'()+,;:@=*/]*$/;

/** A variable with what it takes: operators and plain texts, one `*` where it does not say. */
interface Variable {
  readonly name: string;
  readonly parts: readonly string[];
}

/** What stands between two slashes, and what is left behind it; or what is wrong with it. */
type Segment =
  | { readonly operator?: string; readonly variable?: Variable; readonly rest: string }
  | { readonly problem: string };

/** What is wrong with a template that matches, as the end of a sentence that begins with it. */
export function templateProblem(template: string, release?: Release): string | undefined {
  const isOlder = isBefore(release, ANYWHERE);
  if (!PRINTABLE.test(template)) return 'has to begin with / and to hold printable ASCII without blanks';
  const operators: string[] = [];
  const names: string[] = [];
  let rest = template.slice(1);
  while (rest !== '') {
    const segment = firstSegment(rest, isOlder);
    if ('problem' in segment) return segment.problem;
    const { operator, variable } = segment;
    if (operator !== undefined) operators.push(operator);
    if (variable !== undefined) {
      names.push(variable.name);
      operators.push(...variable.parts.filter(isOperator));
    }
    // One slash may end the template.
    if (segment.rest === '/') break;
    rest = segment.rest.slice(1);
  }
  return namesProblem(names) ?? orderProblem(operators);
}

/** What is wrong with a template that writes a path; that its variables are known is asked elsewhere. */
export function writtenProblem(template: string): string | undefined {
  if (!template.startsWith('/')) return 'has to begin with /';
  if (template.includes('//')) return 'has two slashes beside each other';
  const literals = template.replace(/\{[a-zA-Z][a-zA-Z0-9_]*\}/g, '');
  if (/[{}]/.test(literals)) return 'has a brace that belongs to no variable';
  return WRITTEN_LITERAL.test(literals) ? undefined : literalProblem(literals);
}

function isOperator(text: string): boolean {
  return text === '*' || text === '**';
}

function firstSegment(text: string, isOlder: boolean): Segment {
  const operator = /^\*\*?/.exec(text)?.[0];
  if (operator !== undefined) return afterOperator(operator, text.slice(operator.length));
  const own = upToSlash(text);
  const start = own.indexOf('{');
  if (start === -1) return LITERAL.test(own) ? { rest: text.slice(own.length) } : badLiteral(own);
  if (start > 0 && !LITERAL.test(own.slice(0, start))) return badLiteral(own.slice(0, start));
  if (start > 0 && isOlder)
    return { problem: `has ${own.slice(0, start)} before a variable, which is read from ${ANYWHERE} on` };
  // What a variable takes may have slashes only where it begins the segment.
  const from = start === 0 ? text : own;
  const end = from.indexOf('}');
  if (end === -1) return { problem: 'has a { without its }' };
  const variable = variableOf(from.slice(start + 1, end));
  if (typeof variable === 'string') return { problem: variable };
  const behind = upToSlash(text.slice(end + 1));
  if (behind !== '' && !LITERAL.test(behind)) return badLiteral(behind);
  const rest = text.slice(end + 1 + behind.length);
  return behind !== '' && rest !== '' && isOlder
    ? { problem: `goes on behind ${behind}, where it may only end before ${ANYWHERE}` }
    : { variable, rest };
}

/** A text behind an operator ends the template. */
function afterOperator(operator: string, text: string): Segment {
  const behind = upToSlash(text);
  if (behind === '') return { operator, rest: text };
  if (!LITERAL.test(behind)) return badLiteral(behind);
  return behind === text
    ? { operator, rest: '' }
    : { problem: `goes on behind ${operator}${behind}, where it may only end` };
}

function upToSlash(text: string): string {
  const slash = text.indexOf('/');
  return slash === -1 ? text : text.slice(0, slash);
}

function variableOf(written: string): Variable | string {
  const equals = written.indexOf('=');
  const name = equals === -1 ? written : written.slice(0, equals);
  if (!NAME.test(name) || name.length > LONGEST_NAME)
    return `has the variable ${JSON.stringify(name)}, whose name has to be a letter and then letters, digits and _, at most ${LONGEST_NAME} in all`;
  if (equals === -1) return { name, parts: ['*'] };
  const parts = written.slice(equals + 1).split('/');
  for (const part of parts)
    if (!isOperator(part) && (part.startsWith('*') || !LITERAL.test(part)))
      return `says ${JSON.stringify(written.slice(equals + 1))} for what ${name} takes, which has to be *, ** or plain text between single slashes`;
  return { name, parts };
}

function namesProblem(names: readonly string[]): string | undefined {
  const twice = names.find((each, index) => names.indexOf(each) < index);
  if (twice !== undefined) return `has the variable ${twice} twice`;
  if (names.length > MAX_VARIABLES)
    return `has ${names.length} variables, of which the proxy takes ${MAX_VARIABLES}`;
  return undefined;
}

function orderProblem(operators: readonly string[]): string | undefined {
  const all = operators.indexOf('**');
  return all !== -1 && all < operators.length - 1
    ? 'goes on with *, ** or a variable after **, which takes all the rest'
    : undefined;
}

function badLiteral(text: string): { readonly problem: string } {
  return { problem: literalProblem(text) };
}

function literalProblem(text: string): string {
  return text === ''
    ? 'has two slashes beside each other'
    : `holds ${JSON.stringify(text)}, in which something stands that no path has, or a brace in a wrong place`;
}
