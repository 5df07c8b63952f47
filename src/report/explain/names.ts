/** The names that can be explained, for completion: few at first, the fields once their message is named. */
import { type Subject, shortName } from './subject.ts';
import { allSubjects } from './subjects.ts';

export interface NameToExplain {
  readonly value: string;
  /** What it is. */
  readonly about: string;
}

/**
 * Names that begin as `typed` does. Without a dot in it, rules, migrations, messages and enumerations; behind a
 * message's name and a dot, its fields (behind an enumeration's, its values). Packages may be typed or left out.
 */
export function namesToExplain(which: 'all' | 'messages', typed: string): readonly NameToExplain[] {
  const found: NameToExplain[] = [];
  for (const subject of allSubjects()) {
    if (which === 'messages' ? subject.kind !== 'message' : !isInReach(subject, typed)) continue;
    for (const value of new Set([shortName(subject.name), subject.name]))
      if (value.startsWith(typed)) found.push({ value, about: aboutOf(subject) });
  }
  return found;
}

/** There are thousands of fields. */
function isInReach({ kind, name }: Subject, typed: string): boolean {
  if (kind !== 'field' && kind !== 'enum value') return true;
  const owner = name.slice(0, name.lastIndexOf('.') + 1);
  return typed.startsWith(owner) || typed.startsWith(shortName(owner));
}

function aboutOf(subject: Subject): string {
  switch (subject.kind) {
    case 'rule':
      return subject.rule.purpose;
    case 'diff rule':
      return subject.rule.why;
    case 'migration':
      return subject.migration.title;
    default:
      return subject.kind;
  }
}
