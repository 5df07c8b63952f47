/** The page of a message or a field whose full name is written: nothing but the tables has to be loaded for it. */
import { compiledMessage } from '../../schema/compiled.ts';
import { messages } from '../../schema/index.ts';
import type { Page } from './page.ts';
import { subjectPage } from './pages.ts';
import { bareName, fieldSubject, spellings } from './subject.ts';

/**
 * Nothing where the name is not one of those, or is written in another way; then all that has a name is to be searched.
 * Nothing else is named like a message or one of its fields.
 */
export function exactPage(written: string): Page | undefined {
  const name = bareName(written);
  if (Object.hasOwn(messages, name)) return subjectPage({ kind: 'message', name });
  const end = name.lastIndexOf('.');
  const owner = name.slice(0, Math.max(end, 0));
  if (!Object.hasOwn(messages, owner)) return undefined;
  const field = compiledMessage(owner).bySpelling.get(name.slice(end + 1));
  if (field === undefined) return undefined;
  const subject = fieldSubject(owner, field);
  return spellings(subject).includes(name) ? subjectPage(subject) : undefined;
}
