/** One page for each kind of subject. */
import type { Page } from '../../present/blocks.ts';
import { messageSpec } from '../../schema/index.ts';
import { enumPage, fieldPage, goneFieldPage, messagePage, valuePage } from './model-pages.ts';
import { diffRulePage, migrationPage, rulePage } from './rule-pages.ts';
import { bareName, fieldSubject, type Subject, spellings } from './subject.ts';
import { fieldsOf, type View } from './versions.ts';

/** @param view the version and release that the pages of the data model are about */
export function subjectPage(subject: Subject, view: View = {}): Page {
  switch (subject.kind) {
    case 'rule':
      return rulePage(subject.rule);
    case 'migration':
      return migrationPage(subject.migration);
    case 'diff rule':
      return diffRulePage(subject.rule);
    case 'message':
      return messagePage(subject.name, view);
    case 'enum':
      return enumPage(subject.name, subject.spec, view);
    case 'field':
      return fieldPage(subject.table, subject.field, view);
    case 'gone field':
      return goneFieldPage(subject.message, subject.field, view);
    case 'enum value':
      return valuePage(subject.enum, subject.spec, subject.value, view);
  }
}

/**
 * Nothing where the name is not one of those, or is written in another way; then all that has a name is to be searched.
 * Nothing else is named like a message or one of its fields.
 */
export function exactPage(written: string, view: View = {}): Page | undefined {
  const name = bareName(written);
  if (messageSpec(name) !== undefined) return subjectPage({ kind: 'message', name }, view);
  const end = name.lastIndexOf('.');
  const owner = name.slice(0, Math.max(end, 0));
  if (messageSpec(owner) === undefined) return undefined;
  const meant = fieldsOf(owner).filter(([table, held]) => table.bySpelling.get(name.slice(end + 1)) === held);
  const [only, ...others] = meant;
  if (only === undefined || others.length > 0) return undefined;
  const subject = fieldSubject(...only);
  return spellings(subject).includes(name) ? subjectPage(subject, view) : undefined;
}
