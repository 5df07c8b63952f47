/** Checks a bound message against its table: required fields, one-ofs, limits. */
import type { CompiledField, CompiledMessage, CompiledOneof } from '../schema/compiled.ts';
import type { BoundMessage } from './bound.ts';
import { limitProblem, list } from './limits.ts';

/** A rule that a message breaks; `field` where it is about one field that is written. */
export interface Breach {
  readonly rule: 'required-field' | 'one-of' | 'out-of-range' | 'empty-matcher';
  readonly message: string;
  readonly field?: CompiledField;
  /** The field or the one-of whose demand it is. */
  readonly about: string;
  /** Whether it cannot even be read, wherever it stands. */
  readonly isRead?: true;
}

/** How to say what an empty prefix or suffix would say. */
const ANY_VALUE = 'for any value, match on presence';

/**
 * The rules of its table that a bound message breaks.
 *
 * @param shown the message in words
 * @param unreadable fields that are written but could not be read: they count as set
 */
export function breaches(
  table: CompiledMessage,
  message: BoundMessage,
  shown: () => string,
  unreadable: ReadonlySet<string>,
): Breach[] {
  const found: Breach[] = [];
  for (const field of table.required) {
    if (field.spec.requiredUnless !== undefined && message[field.spec.requiredUnless] !== undefined) continue;
    const value = message[field.name];
    if (unreadable.has(field.name)) continue;
    if (value === undefined)
      found.push({
        rule: 'required-field',
        message: `${shown()} lacks ${field.name}, which it must have`,
        about: field.name,
      });
    else if (value === '' || (Array.isArray(value) && value.length === 0)) {
      found.push({
        rule: 'required-field',
        message: `${field.name} of ${shown()} is empty, but must not be`,
        field,
        about: field.name,
      });
    }
  }
  for (const oneof of table.oneofs) {
    let set = 0;
    for (const { name } of oneof.members) if (message[name] !== undefined || unreadable.has(name)) set++;
    if (set > 1 || (set === 0 && oneof.need === 'exactly one'))
      found.push(oneofBreach(oneof, message, shown(), unreadable));
  }
  for (const field of table.limited) {
    const value = message[field.name];
    if (value === undefined || field.spec.limits === undefined) continue;
    const problem = limitProblem(field, value, field.spec.limits);
    if (!problem) continue;
    const isEmpty = field.spec.matcher && value === '';
    const about = field.name;
    found.push(
      isEmpty
        ? { rule: 'empty-matcher', message: `${about} of ${shown()} ${problem}; ${ANY_VALUE}`, field, about }
        : { rule: 'out-of-range', message: `${about} of ${shown()} ${problem}`, field, about },
    );
  }
  return found;
}

function oneofBreach(
  { name: about, members }: CompiledOneof,
  message: BoundMessage,
  shown: string,
  unreadable: ReadonlySet<string>,
): Breach {
  const names = members.map(({ name }) => name);
  const set = names.filter((name) => message[name] !== undefined || unreadable.has(name));
  if (set.length > 1)
    return {
      rule: 'one-of',
      message: `${shown} sets ${list(set, 'and')}, of which only one may stand`,
      about,
      isRead: true,
    };
  const lacks =
    names.length === 1
      ? `lacks ${names[0]}, which it must have`
      : `sets none of ${list(names, 'and')}, but needs one`;
  return { rule: 'one-of', message: `${shown} ${lacks}`, about };
}
