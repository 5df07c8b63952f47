/** One page for each kind of subject. */
import { facts, type Page, paragraph } from '../../present/blocks.ts';
import { messageSpec } from '../../schema/index.ts';
import type { Fault } from '../../why/faults.ts';
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
    case 'response flag':
      return faultPage(subject.name, subject.kind, subject.flag, subject.flag.long);
    case 'response code details':
      return faultPage(subject.name, subject.kind, subject.detail);
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

/** What an access log says of a failure, as `why` has it. */
function faultPage(
  title: string,
  subtitle: string,
  { cause, field, remedy, filter }: Fault,
  long?: string,
): Page {
  const list = [
    ...(long === undefined ? [] : [{ label: 'long name', text: long }]),
    { label: 'cause', text: cause },
    ...(filter === undefined ? [] : [{ label: 'filter', text: filter }]),
    ...(field === undefined ? [] : [{ label: 'field', text: field }]),
    { label: 'remedy', text: remedy },
  ];
  const more =
    'cfgtool why INPUT LOG says for each line of an access log what of a configuration it comes from.';
  return { title, subtitle, blocks: [facts(list), paragraph(more)] };
}
