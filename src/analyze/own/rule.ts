/** Rules of the user's own, made rules like the others: those that are written as code, and what both kinds share. */
import { isObject, versionOf } from '../../model/bound.ts';
import { nearest } from '../../model/near-miss.ts';
import { isOwnId } from '../../model/own-rules.ts';
import { tableNamed } from '../../model/table-names.ts';
import { eachChild, type Frame } from '../../model/walk.ts';
import { tableNames } from '../../schema/index.ts';
import type { RunRule, SubjectContext } from '../rule.ts';
import type { Subject } from '../subject.ts';
import type { OwnMessage, OwnRule } from './types.ts';

/** Why something is no rule, in words; undefined where it is one. */
export function problemOfRule(rule: unknown): string | undefined {
  if (!isObject(rule)) return 'it is no object';
  const { id, level, purpose, version, messages } = rule;
  if (typeof id !== 'string' || !isOwnId(id))
    return `its id is ${JSON.stringify(id)}, not "own/" and a name of small letters, digits and hyphens`;
  if (level !== 'error' && level !== 'warning' && level !== 'info')
    return `the level of ${id} is none of error, warning, info`;
  if (typeof purpose !== 'string' || purpose === '')
    return `${id} has no purpose, a line that says what it finds`;
  if (version !== undefined && version !== 'v2' && version !== 'v3')
    return `the version of ${id} is neither v2 nor v3`;
  if (!isObject(messages) || Object.keys(messages).length === 0) return `${id} looks at no messages`;
  for (const [name, look] of Object.entries(messages)) {
    if (typeof look !== 'function') return `what ${id} has for ${name} is no function`;
    if (tableOfMessage(name) === undefined) return `${id}: ${noMessage(name)}`;
  }
  return undefined;
}

/** The well-known message of a name; the full name tells others apart. */
export function tableOfMessage(name: string): string | undefined {
  return tableNamed(name, tableNames());
}

export function noMessage(name: string): string {
  const near = nearest(name, tableNames());
  return `there is no message "${name}"${near === undefined ? '' : `; did you mean ${near}?`}`;
}

/** A rule that is written as code, which {@link problemOfRule} has nothing to say about. */
export function codeRule({ id, level, version, messages }: OwnRule): RunRule {
  const withSubject: { [table: string]: (_: unknown, frame: Frame, look: SubjectContext) => void } = {};
  for (const [name, visit] of Object.entries(messages)) {
    withSubject[tableOfMessage(name) ?? name] = (_, frame, look) => {
      const own = versionOf(frame.message);
      if (version !== undefined && version !== own) return;
      visit(frame.message, {
        file: look.document.configuration.file.name,
        version: own,
        values: (path) => valuesAt(frame.message, path.split('.')),
        around: (wanted) => messageAround(frame, tableOfMessage(wanted)),
        all: (wanted) => messagesOf(look.subject, tableOfMessage(wanted)),
        report: ({ message, field, entry, level: said, identity }) =>
          look.report({
            message: String(message),
            at: look.spot(frame, field, entry),
            ...(said === undefined ? {} : { level: said }),
            ...(identity === undefined ? {} : { identity: String(identity) }),
          }),
      });
    };
  }
  return { id, level, withSubject };
}

/** The values at a path of fields; of lists and maps those of all entries. */
export function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, path));
  const [field, ...rest] = path;
  if (field === undefined) return [value];
  if (!isObject(value)) return [];
  if (field === '*') return Object.values(value).flatMap((each) => valuesAt(each, rest));
  return Object.hasOwn(value, field) ? valuesAt(value[field], rest) : [];
}

function messageAround(frame: Frame, table: string | undefined): OwnMessage | undefined {
  for (let at = frame.parent; at !== undefined; at = at.parent) if (at.type === table) return at.message;
  return undefined;
}

const known = new WeakMap<Subject, Map<string, readonly OwnMessage[]>>();

function messagesOf(subject: Subject, table = ''): readonly OwnMessage[] {
  const ofSubject = known.get(subject) ?? new Map<string, readonly OwnMessage[]>();
  known.set(subject, ofSubject);
  const made = ofSubject.get(table);
  if (made !== undefined) return made;
  const found: OwnMessage[] = [];
  for (const document of subject.documents) {
    const visit = (frame: Frame): void => {
      if (frame.type === table) found.push(frame.message);
      eachChild(frame, document.configuration.namespace, visit);
    };
    for (const frame of subject.frames(document)) visit(frame);
  }
  ofSubject.set(table, found);
  return found;
}
