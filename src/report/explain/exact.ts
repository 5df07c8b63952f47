/** The page of a message or a field whose full name is written: nothing but the tables has to be loaded for it. */
import { messageSpec } from '../../schema/index.ts';
import type { Page } from './page.ts';
import { subjectPage } from './pages.ts';
import { bareName, fieldSubject, spellings } from './subject.ts';
import { fieldsOf, type View } from './versions.ts';

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
