/** How a route rewrites the path, as a text: equal texts mean the same rewriting of every path that both take. */
import { lowerMatch } from '../../../traffic/predicate.ts';
import { lowerAscii } from '../../../traffic/text.ts';
import type { Route } from '../served-host.ts';

/**
 * A prefix rewrite replaces the matched text. What matched text and replacement end with alike stays as it is, so that
 * `/api/` to `/` and `/api/x` to `/x` both take off `/api`.
 */
export function rewriteText(whole: Route): string {
  const { match, route, redirect } = whole;
  const rewrite = route?.prefix_rewrite || redirect?.prefix_rewrite || '';
  if (rewrite === '') return otherRewrite(whole);
  const { path } = lowerMatch(match);
  if (!('text' in path)) return JSON.stringify(['whole', rewrite]);
  const { text: matched } = path;
  if (path.fold && lowerAscii(matched) !== matched.toUpperCase())
    return JSON.stringify(['replace', matched.length, rewrite]);
  let alike = 0;
  while (
    alike < Math.min(matched.length, rewrite.length) &&
    matched.at(-1 - alike) === rewrite.at(-1 - alike)
  )
    alike++;
  const cut = matched.length - alike;
  // A path that is written as it was goes with its old one in a header of the proxy (fact 139).
  if (cut === 0 && alike === rewrite.length) return route === undefined ? '' : KEPT;
  return JSON.stringify(['replace', cut, rewrite.slice(0, rewrite.length - alike)]);
}

const KEPT = '["kept"]';

/** Rewrites that look at the whole path. */
function otherRewrite({ match, route, redirect }: Route): string {
  const pattern = route?.regex_rewrite ?? redirect?.regex_rewrite;
  if (pattern !== undefined) return JSON.stringify(['regex', ...regexParts(pattern)]);
  if (route?.path_rewrite) return JSON.stringify(['format', route.path_rewrite]);
  const policy = route?.path_rewrite_policy;
  if (policy === undefined) return '';
  const { path } = lowerMatch(match);
  return JSON.stringify(['policy', path.kind === 'extension' ? match : path, policy]);
}

/** What a regex replaces, and by what. */
export function regexParts({
  pattern,
  substitution,
}: NonNullable<NonNullable<Route['route']>['regex_rewrite']>): readonly string[] {
  return [pattern?.regex ?? '', substitution ?? ''];
}
