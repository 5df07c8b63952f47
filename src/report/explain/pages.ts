/** One page for each kind of subject. */
import { compiledMessage } from '../../schema/compiled.ts';
import { enumPage, fieldPage, messagePage, valuePage } from './model-pages.ts';
import type { Page } from './page.ts';
import { diffRulePage, migrationPage, rulePage } from './rule-pages.ts';
import type { Subject } from './subject.ts';

export function subjectPage(subject: Subject): Page {
  switch (subject.kind) {
    case 'rule':
      return rulePage(subject.rule);
    case 'migration':
      return migrationPage(subject.migration);
    case 'diff rule':
      return diffRulePage(subject.rule);
    case 'message':
      return messagePage(compiledMessage(subject.name));
    case 'enum':
      return enumPage(subject.name, subject.spec);
    case 'field':
      return fieldPage(compiledMessage(subject.message), subject.field);
    case 'enum value':
      return valuePage(subject.enum, subject.spec, subject.value);
  }
}
