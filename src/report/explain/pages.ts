/** One page for each kind of subject. */
import { enumPage, fieldPage, goneFieldPage, messagePage, valuePage } from './model-pages.ts';
import type { Page } from './page.ts';
import { diffRulePage, migrationPage, rulePage } from './rule-pages.ts';
import type { Subject } from './subject.ts';
import type { View } from './versions.ts';

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
