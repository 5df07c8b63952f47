/** From a name as people write it to what it means. */
import { meantBy, nearestAll } from '../../model/near-miss.ts';
import type { Page } from '../../present/blocks.ts';
import type { CompiledField, CompiledMessage } from '../../schema/compiled.ts';
import { isGenerated, tableWithin } from '../../schema/index.ts';
import { extensionPages, suggestedExtensions } from './extensions.ts';
import { subjectPage } from './pages.ts';
import {
  bareName,
  fieldSubject,
  folded,
  LONGEST_NAME,
  type Subject,
  shortName,
  spellings,
} from './subject.ts';
import { allSubjects } from './subjects.ts';
import { fieldsOf, type View } from './versions.ts';

export { namesToExplain, overviewPage } from './subjects.ts';

/** Suggestions beyond these would not be read. */
const MAX_SUGGESTIONS = 5;

/**
 * The subjects a name stands for; none where it is unknown, several where it is ambiguous. The package may be left
 * out, as may the message of a field; a field of a field is found along its path
 * (`Cluster.common_lb_config.healthy_panic_threshold`). Full names go before others, and what is written exactly
 * before what differs in case.
 */
export function findSubjects(written: string): readonly Subject[] {
  const name = bareName(written);
  if (name === '' || name.length > LONGEST_NAME) return [];
  const found = matching(name);
  return found.length > 0 ? found : alongPath(name);
}

/** Full names of the messages that a name stands for; the package may be left out. */
export function messagesNamed(written: string): readonly string[] {
  return matching(bareName(written), 'message').map((subject) => subject.name);
}

/** @param kind of the subjects among which the name is looked for; all where there is none */
function matching(name: string, kind?: Subject['kind']): readonly Subject[] {
  const isMeant = (subject: Subject): boolean => kind === undefined || subject.kind === kind;
  const among = (matches: (spelling: string) => boolean): readonly Subject[] =>
    allSubjects().filter((subject) => isMeant(subject) && spellings(subject).some(matches));
  const ways: readonly (() => readonly Subject[])[] = [
    () => (spelled().get(name) ?? []).filter(isMeant),
    () => among((spelling) => folded(spelling) === folded(name)),
    () => among((spelling) => spelling.endsWith(`.${name}`)),
    () => among((spelling) => folded(spelling).endsWith(`.${folded(name)}`)),
  ];
  for (const way of ways) {
    const found = way();
    // What people write by hand goes before what only the reference tells of.
    const known = found.filter(({ name: full }) => !isGenerated(tableWithin(full) ?? ''));
    if (found.length > 0) return known.length > 0 ? known : found;
  }
  return [];
}

let bySpelling: ReadonlyMap<string, readonly Subject[]> | undefined;

/** All subjects by what they answer to. */
function spelled(): ReadonlyMap<string, readonly Subject[]> {
  if (bySpelling !== undefined) return bySpelling;
  const found = new Map<string, Subject[]>();
  for (const subject of allSubjects())
    for (const spelling of new Set(spellings(subject))) {
      const known = found.get(spelling);
      if (known === undefined) found.set(spelling, [subject]);
      else known.push(subject);
    }
  bySpelling = found;
  return found;
}

/** Follows a path of fields from the message that its first part names. */
function alongPath(name: string): readonly Subject[] {
  const end = name.lastIndexOf('.');
  if (end <= 0) return [];
  const owners = findSubjects(name.slice(0, end)).map(messageOf);
  return [...new Set(owners)].flatMap((owner) => {
    const found = owner === undefined ? undefined : fieldNamed(owner, name.slice(end + 1));
    return found === undefined ? [] : [fieldSubject(...found)];
  });
}

function fieldNamed(message: string, name: string): readonly [CompiledMessage, CompiledField] | undefined {
  const all = fieldsOf(message);
  return (
    all.find(([table, field]) => table.bySpelling.get(name) === field) ??
    all.find(([, field]) => folded(field.name) === folded(name))
  );
}

/** The message that a subject's own fields are looked up in. */
function messageOf(subject: Subject): string | undefined {
  if (subject.kind === 'message') return subject.name;
  if (subject.kind === 'field' && subject.field.element.kind === 'message') return subject.field.element.name;
  return undefined;
}

/** Names that an unknown one may have been meant for, best first. */
export function suggestions(written: string): readonly string[] {
  const name = bareName(written);
  const found = [...withinMessage(name), ...amongAll(name)];
  return [...new Set(found.length > 0 ? found : shortFor(name))].slice(0, MAX_SUGGESTIONS);
}

/** Rules and migrations that a name begins a word of. */
function shortFor(name: string): readonly string[] {
  const named = allSubjects().filter(({ kind }) => kind === 'rule' || kind === 'migration');
  return meantBy(
    name,
    named.map((subject) => subject.name),
  );
}

/** Messages that an unknown name may have been meant for. */
export function suggestedMessages(written: string): readonly string[] {
  return amongAll(
    bareName(written),
    allSubjects().filter((subject) => subject.kind === 'message'),
  ).slice(0, MAX_SUGGESTIONS);
}

/** `Cluster.hoste` → `Cluster.hosts`; where no field is near, the message itself. */
function withinMessage(name: string): readonly string[] {
  const end = name.lastIndexOf('.');
  if (end <= 0) return [];
  const owners = new Set(findSubjects(name.slice(0, end)).map(messageOf));
  return [...owners].flatMap((owner) => {
    if (owner === undefined) return [];
    const near = nearestAll(
      name.slice(end + 1),
      fieldsOf(owner).map(([, field]) => field.name),
    );
    return near.length > 0 ? near.map((field) => `${owner}.${field}`) : [owner];
  });
}

function amongAll(name: string, subjects = allSubjects()): readonly string[] {
  const byLabel = new Map<string, string>();
  const note = (label: string, subject: string) => byLabel.has(label) || byLabel.set(label, subject);
  for (const subject of subjects) {
    note(subject.name, subject.name);
    note(shortName(subject.name), subject.name);
  }
  for (const { kind, name: full } of subjects) {
    const last = full.slice(full.lastIndexOf('.') + 1);
    note(last, kind === 'field' ? last : full);
  }
  return nearestAll(name, byLabel.keys()).map((label) => byLabel.get(label) ?? label);
}

export type Explanation =
  | { readonly kind: 'explained'; readonly pages: readonly [Page, ...Page[]] }
  /** So many things have the name that they are listed only. */
  | { readonly kind: 'ambiguous'; readonly names: readonly string[] }
  /** Nothing has the name; the suggestions may be none. */
  | { readonly kind: 'unknown'; readonly suggestions: readonly string[] };

/** Two or three things of one name can all be explained; more are listed. */
const MAX_PAGES = 3;

/**
 * What a name means.
 *
 * @param name as people write it: `Cluster.hosts`, `cluster.Hosts`, `core.Node`, `ORIGINAL_DST_LB`, `one-of`…
 * @param view the version and release that it is asked about
 */
export function explainName(name: string, view: View = {}): Explanation {
  const [first, ...others] = findSubjects(name);
  if (first === undefined) return extensionNamed(name);
  if (others.length < MAX_PAGES)
    return {
      kind: 'explained',
      pages: [subjectPage(first, view), ...others.map((each) => subjectPage(each, view))],
    };
  return { kind: 'ambiguous', names: [first, ...others].map((subject) => subject.name) };
}

function extensionNamed(name: string): Explanation {
  const [first, ...others] = extensionPages(name);
  if (first !== undefined) return { kind: 'explained', pages: [first, ...others] };
  const near = [...suggestedExtensions(name), ...suggestions(name)];
  return { kind: 'unknown', suggestions: near.slice(0, MAX_PAGES + 2) };
}
