/** Rules that are rows in the settings: a message, a condition, and what is said where it holds. */
import { nearest } from '../../model/near-miss.ts';
import type { RuleRow } from '../../model/own-rules.ts';
import { compiledMessage } from '../../schema/compiled.ts';
import { ExactNumber } from '../../source/data.ts';
import { InputError } from '../../source/errors.ts';
import type { RunRule } from '../rule.ts';
import { ConditionProblem, conditionOf, pathsIn } from './condition.ts';
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
  const checkPath = (path: string): void => {
    const wrong = problemOfPath(table, path.split('.'));
    if (wrong !== undefined) throw problem(wrong);
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
  checkPath: (path: string) => void,
  problem: (text: string) => InputError,
): ReturnType<typeof conditionOf> {
  try {
    return conditionOf(condition, checkPath);
  } catch (error) {
    throw error instanceof ConditionProblem ? problem(error.message) : error;
  }
}

/** Why neither version of a message has such a path; undefined where one has, or where data begins. */
function problemOfPath(table: string, path: readonly string[]): string | undefined {
  const [name = '', ...rest] = path;
  const versions = (['v2', 'v3'] as const).map((version) => compiledMessage(table, version));
  const fields = versions.flatMap((each) => each.byName.get(name) ?? []);
  const [field] = fields;
  if (field === undefined) {
    if (name === '@type' && rest.length === 0) return undefined;
    const names = [...new Set(versions.flatMap((each) => [...each.byName.keys()]))];
    const near = nearest(name, names);
    return `${table} has no field "${name}"${near === undefined ? '' : `; did you mean ${near}?`}`;
  }
  const inner = field.shape === 'map' ? rest.slice(1) : rest;
  if (inner.length === 0) return undefined;
  const { element } = field;
  if (element.kind === 'message') return problemOfPath(element.name, inner);
  return element.kind === 'scalar' || element.kind === 'enum'
    ? `"${name}" of ${table} is a value, which has no fields`
    : undefined;
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
