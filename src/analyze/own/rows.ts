/** Rules that are rows in the settings: a message, a condition, and what is said where it holds. */
import { nearest } from '../../model/near-miss.ts';
import type { RuleRow } from '../../model/own-rules.ts';
import { readBoolean, readInteger } from '../../model/values.ts';
import { type CompiledField, compiledMessage, type Element, type Scalar } from '../../schema/compiled.ts';
import { ExactNumber } from '../../source/data.ts';
import { InputError } from '../../source/errors.ts';
import type { RunRule } from '../rule.ts';
import { type CheckPath, ConditionProblem, conditionOf, duration, pathsIn } from './condition.ts';
import { noMessage, tableOfMessage, valuesAt } from './rule.ts';

const PLACEHOLDER = /\{([\w.*]+)\}/g;
/** Of many values so many are named. */
const NAMED = 3;

/** @throws InputError where a row names what there is not */
export function rowRules(rows: readonly RuleRow[]): readonly RunRule[] {
  return rows.map(rowRule);
}

function rowRule(row: RuleRow): RunRule {
  const { id, level, message, condition, words, file, position } = row;
  const problem = (text: string): InputError =>
    new InputError({ file, problem: `${id}: ${text}`, position, hint: 'docs/own-rules.md has examples' });
  const table = tableOfMessage(message);
  if (table === undefined) throw problem(noMessage(message));
  const checkPath: CheckPath = (path) => {
    const fields = fieldsAt(table, path.split('.'));
    if (typeof fields === 'string') throw problem(fields);
    return (value) => unfitFor(fields, value);
  };
  for (const [, path = ''] of words.matchAll(PLACEHOLDER)) checkPath(path);
  const holds = held(condition, checkPath, problem);
  const [field] = pathsIn(condition)[0]?.split('.') ?? [];
  return {
    id,
    level,
    tables: {
      [table]: (frame, look) => {
        const answer = holds(frame.message, look.regexes);
        if (answer === false) return;
        const said = words.replaceAll(PLACEHOLDER, (_, path: string) => named(frame.message, path));
        const at = look.spot(frame, field);
        if (answer === true) look.report({ message: said, at });
        else look.report({ message: `${id}: ${answer.undecided}`, at, undecided: true });
      },
    },
  };
}

function held(
  condition: RuleRow['condition'],
  checkPath: CheckPath,
  problem: (text: string) => InputError,
): ReturnType<typeof conditionOf> {
  try {
    return conditionOf(condition, checkPath);
  } catch (error) {
    throw error instanceof ConditionProblem ? problem(error.message) : error;
  }
}

/** What stands at a path in each version; nothing where data begins, and why neither version has one where none does. */
function fieldsAt(table: string, path: readonly string[]): readonly CompiledField[] | string {
  const [name = '', ...rest] = path;
  const versions = (['v2', 'v3'] as const).map((version) => compiledMessage(table, version));
  const fields = versions.flatMap((each) => each.byName.get(name) ?? []);
  const [field] = fields;
  if (field === undefined) {
    if (name === '@type' && rest.length === 0) return [];
    const names = [...new Set(versions.flatMap((each) => [...each.byName.keys()]))];
    const near = nearest(name, names);
    return `${table} has no field "${name}"${near === undefined ? '' : `; did you mean ${near}?`}`;
  }
  const inner = field.shape === 'map' ? rest.slice(1) : rest;
  if (inner.length === 0) return fields;
  const { element } = field;
  if (element.kind === 'message') return fieldsAt(element.name, inner);
  return element.kind === 'scalar' || element.kind === 'enum'
    ? `"${name}" of ${table} is a value, which has no fields`
    : [];
}

/** Why no version has such a value in these fields; undefined where one has, or where any may stand. */
function unfitFor(fields: readonly CompiledField[], value: string): string | undefined {
  const [why, ...others] = fields.map(({ element }) => unfit(element, value));
  return others.includes(undefined) ? undefined : why;
}

/** @param value in the form of `normalize`: enums by name */
function unfit(element: Element, value: string): string | undefined {
  if (element.kind === 'message') return `it is a ${element.name}, which has fields`;
  if (element.kind === 'enum') {
    const names = Object.keys(element.spec.values);
    if (names.includes(value)) return undefined;
    const near = nearest(value, names);
    return `${element.name} has no such value${near === undefined ? '' : `; did you mean ${near}?`}`;
  }
  const read = element.kind === 'scalar' ? readScalar(element.scalar, value) : undefined;
  return read !== undefined && 'problem' in read ? `it ${read.problem}` : undefined;
}

function readScalar(
  scalar: Scalar,
  value: string,
): ReturnType<typeof readBoolean | typeof readInteger> | undefined {
  switch (scalar) {
    case 'bool':
      return readBoolean(value, false);
    case 'duration':
      return duration(value) === undefined ? { problem: 'is not a duration such as 5s' } : undefined;
    case 'uint32':
    case 'int32':
    case 'uint64':
    case 'int64':
      return readInteger(value, scalar);
    default:
      return undefined;
  }
}

function named(message: unknown, path: string): string {
  const values = valuesAt(message, path.split('.'));
  if (values.length === 0) return '(not set)';
  const shown = values.slice(0, NAMED).map((value) => {
    if (value instanceof ExactNumber) return value.text;
    return typeof value === 'object' ? '(several fields)' : String(value);
  });
  return `${shown.join(', ')}${values.length > NAMED ? ` and ${values.length - NAMED} more` : ''}`;
}
