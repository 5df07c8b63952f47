/** From a name to its explanation: fields, messages, enumerations and their values, rules, migrations, extensions. */
import { extensionPages, suggestedExtensions } from './extensions.ts';
import { findSubjects, suggestions } from './find.ts';
import type { Page } from './page.ts';
import { subjectPage } from './pages.ts';
import type { View } from './versions.ts';

export { messagesNamed, suggestedMessages } from './find.ts';
export { namesToExplain } from './names.ts';
export { overviewPage } from './overview.ts';

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
