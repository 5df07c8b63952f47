/** One page for each kind of subject. */
import { enumPage, fieldPage, messagePage, valuePage } from './model-pages.ts';
import type { Page } from './page.ts';
import { diffRulePage, migrationPage, rulePage } from './rule-pages.ts';
import type { Subject } from './subject.ts';
import { tableOf } from './versions.ts';

export function subjectPage(subject: Subject): Page {
  switch (subject.kind) {
    case 'rule':
      return rulePage(subject.rule);
    case 'migration':
      return migrationPage(subject.migration);
    case 'diff rule':
      return diffRulePage(subject.rule);
    case 'message':
      return messagePage(tableOf(subject.name));
    case 'enum':
      return enumPage(subject.name, subject.spec);
    case 'field':
      return fieldPage(subject.table, subject.field);
    case 'enum value':
      return valuePage(subject.enum, subject.spec, subject.value);
  }
}
