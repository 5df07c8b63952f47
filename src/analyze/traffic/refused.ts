/** Matches that the proxy refuses, about which there is nothing to decide. */
import type { Grammar, Regexes } from '../../routing/index.ts';
import { isStrangeMatch } from '../../routing/match/open-match.ts';
import type { Message } from '../../schema/types.ts';

/** Whether one of its own patterns is no regex, or a field unknown or unreadable: errors of which other rules speak. */
export function isRefused(match: Message<'route.RouteMatch'> = {}, regexes: Regexes): boolean {
  const refused = (pattern: string | undefined, grammar: Grammar): boolean =>
    pattern !== undefined && typeof regexes.matches(pattern, grammar, '') === 'object';
  return (
    isStrangeMatch(match) ||
    refused(match.regex, 'ecmascript') ||
    refused(match.safe_regex?.regex, 're2') ||
    (match.headers ?? []).some(
      (header) => refused(header.regex_match, 'ecmascript') || refused(header.safe_regex_match?.regex, 're2'),
    ) ||
    (match.query_parameters ?? []).some(
      ({ value, regex, string_match: text }) =>
        (regex === true && refused(value, 'ecmascript')) ||
        refused(text?.regex, 'ecmascript') ||
        refused(text?.safe_regex?.regex, 're2'),
    )
  );
}
