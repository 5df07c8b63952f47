/** Matches that the proxy refuses, about which there is nothing to decide. */
import type { Regexes } from '../../routing/regex/regexes.ts';
import type { Predicate } from '../../traffic/predicate.ts';

/** Whether one of its own patterns is no regex, or a field unknown or unreadable: errors of which other rules speak. */
export function isRefused({ isUnknown, path, headers, query }: Predicate, regexes: Regexes): boolean {
  const tests = [path, ...[...headers, ...query].map(({ test }) => test)];
  return (
    isUnknown ||
    tests.some(
      (test) => test.kind === 'regex' && typeof regexes.matches(test.pattern, test.grammar, '') === 'object',
    )
  );
}
