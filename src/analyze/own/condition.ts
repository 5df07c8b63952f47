import type { Regexes } from '../../routing/regex/regexes.ts';
import { type Data, ExactNumber, isMap } from '../../source/data.ts';
import { valuesAt } from './rule.ts';

/** Whether a condition holds of a message; what cannot be decided says why. */
export type Condition = (message: unknown, regexes: Regexes) => boolean | { readonly undecided: string };

/** A test of the values at a path. */
type Test = (values: readonly unknown[], regexes: Regexes) => ReturnType<Condition>;
type Compare = (value: unknown, regexes: Regexes) => ReturnType<Condition>;

/** What is wrong with a condition. */
export class ConditionProblem extends Error {}

/** Conditions in conditions, and tests in tests. */
const MAX_DEPTH = 20;

/** Throws where no message of the name has such a field; else tells why a value can never stand there, if it cannot. */
export type CheckPath = (path: string) => (value: string) => string | undefined;

/** What a test is about. */
interface Tested {
  readonly path: string;
  readonly unfit: ReturnType<CheckPath>;
}

/** @throws ConditionProblem */
export function conditionOf(data: Data, checkPath: CheckPath, depth = 0): Condition {
  if (depth > MAX_DEPTH) throw new ConditionProblem('its conditions are nested too deeply');
  if (!isMap(data)) throw new ConditionProblem('a condition takes paths of fields, each with a test');
  const parts = Object.entries(data).map(([name, value]): Condition => {
    if (name === 'all' || name === 'any') {
      if (!Array.isArray(value) || value.length === 0)
        throw new ConditionProblem(`"${name}" takes a list of conditions`);
      const inner = value.map((each) => conditionOf(each, checkPath, depth + 1));
      return (message, regexes) => joined(name, inner, (each) => each(message, regexes));
    }
    if (name === 'not') {
      const inner = conditionOf(value, checkPath, depth + 1);
      return (message, regexes) => opposite(inner(message, regexes));
    }
    const test = testOf({ path: name, unfit: checkPath(name) }, value, depth);
    const path = name.split('.');
    return (message, regexes) => test(valuesAt(message, path), regexes);
  });
  if (parts.length === 0) throw new ConditionProblem('an empty condition holds of everything');
  return (message, regexes) => joined('all', parts, (each) => each(message, regexes));
}

/** The paths that a condition looks at, in the order in which they stand. */
export function pathsIn(data: Data): readonly string[] {
  if (!isMap(data)) return [];
  return Object.entries(data).flatMap(([name, value]) => {
    if (name === 'not') return pathsIn(value);
    if (name !== 'all' && name !== 'any') return [name];
    return Array.isArray(value) ? value.flatMap(pathsIn) : [];
  });
}

function testOf(tested: Tested, data: Data, depth: number): Test {
  if (depth > MAX_DEPTH) throw new ConditionProblem('its tests are nested too deeply');
  if (data === 'absent') return (values) => values.length === 0;
  if (data === 'present') return (values) => values.length > 0;
  if (!isMap(data)) {
    const compare = equals(tested, data);
    return (values, regexes) => joined('any', values, (value) => compare(value, regexes));
  }
  const { not, ...rest } = data;
  const compares = Object.entries(rest).map(([name, given]) => comparison(tested, name, given));
  const inner = not === undefined ? undefined : testOf(tested, not, depth + 1);
  if (compares.length === 0 && inner === undefined)
    throw new ConditionProblem(`"${tested.path}" has an empty test`);
  return (values, regexes) => {
    const own =
      compares.length === 0 ||
      joined('any', values, (value) => joined('all', compares, (compare) => compare(value, regexes)));
    if (inner === undefined || own === false) return own;
    return joined('all', [() => own, () => opposite(inner(values, regexes))], (each) => each());
  };
}

function comparison(tested: Tested, name: string, given: Data): Compare {
  const { path } = tested;
  const text = (): string => {
    if (typeof given !== 'string' || given === '')
      throw new ConditionProblem(`"${name}" of "${path}" takes a text`);
    return given;
  };
  switch (name) {
    case 'prefix': {
      const start = text();
      return (value) => typeof value === 'string' && value.startsWith(start);
    }
    case 'suffix': {
      const end = text();
      return (value) => typeof value === 'string' && value.endsWith(end);
    }
    case 'contains': {
      const part = text();
      return (value) => typeof value === 'string' && value.includes(part);
    }
    case 'regex': {
      const pattern = text();
      return (value, regexes) => typeof value === 'string' && covers(regexes, pattern, value);
    }
    case 'above':
    case 'below': {
      const bound = amount(given);
      if (bound === undefined)
        throw new ConditionProblem(`"${name}" of "${path}" takes a number, or a duration such as 5s`);
      return (value) => {
        const found = amount(value);
        return found !== undefined && (name === 'above' ? found > bound : found < bound);
      };
    }
    case 'one_of': {
      if (!Array.isArray(given)) throw new ConditionProblem(`"one_of" of "${path}" takes a list`);
      const all = given.map((each) => equals(tested, each));
      return (value, regexes) => joined('any', all, (each) => each(value, regexes));
    }
    default:
      throw new ConditionProblem(
        `there is no test "${name}" (of "${path}"): it is absent, present, a value, or one of prefix, suffix, contains, regex, above, below, one_of, not`,
      );
  }
}

function equals({ path, unfit }: Tested, wanted: Data): Compare {
  if (isMap(wanted) || Array.isArray(wanted) || wanted === null)
    throw new ConditionProblem(`"${path}" takes a value, not a list or nothing`);
  const text = wanted instanceof ExactNumber ? wanted.text : String(wanted);
  const wrong = unfit(text);
  if (wrong !== undefined) throw new ConditionProblem(`"${path}" is never ${JSON.stringify(text)}: ${wrong}`);
  const seconds = typeof wanted === 'string' ? duration(wanted) : undefined;
  return (value) => {
    if (typeof value === 'object') return false;
    if (String(value) === text) return true;
    return seconds !== undefined && typeof value === 'string' && duration(value) === seconds;
  };
}

function covers(regexes: Regexes, pattern: string, value: string): ReturnType<Condition> {
  const found = regexes.matches(pattern, 're2', value);
  if (typeof found === 'boolean') return found;
  return {
    undecided:
      found === 'undecided'
        ? `the pattern ${JSON.stringify(pattern)} was not decided within its budget`
        : `the pattern ${JSON.stringify(pattern)} is none (${found.invalid})`,
  };
}

/** A number, or the seconds of a duration. */
function amount(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (value instanceof ExactNumber) return Number(value.text);
  if (typeof value !== 'string') return undefined;
  return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : duration(value);
}

/** Seconds of `1.5s` or `20ms`. */
export function duration(text: string): number | undefined {
  const [, digits, unit] = /^(-?\d+(?:\.\d+)?)(ms|s)$/.exec(text) ?? [];
  return digits === undefined ? undefined : unit === 'ms' ? Number(digits) / 1000 : Number(digits);
}

/** Three-valued: what is decided counts before what is not. */
function joined<T>(
  kind: 'all' | 'any',
  parts: readonly T[],
  ask: (part: T) => ReturnType<Condition>,
): ReturnType<Condition> {
  const decides = kind === 'any';
  let open: ReturnType<Condition> | undefined;
  for (const part of parts) {
    const answer = ask(part);
    if (answer === decides) return decides;
    if (typeof answer !== 'boolean') open ??= answer;
  }
  return open ?? !decides;
}

function opposite(answer: ReturnType<Condition>): ReturnType<Condition> {
  return typeof answer === 'boolean' ? !answer : answer;
}
