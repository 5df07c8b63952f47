/** Before 1.39 every header matcher looks at all values joined, wherever it stands. */
import { expect, test } from 'vitest';
import { VERSION } from '../../src/model/bound.ts';
import { matchesEachValue, withJoining } from '../../src/traffic/repeated-headers.ts';

const matcher = { name: 'x-a', [VERSION]: 'v3' as const };

test.each(['headers', 'pass_through_matcher', 'deny_redirect_matcher', 'allow_failed_matcher'])(
  'matchers in %s are joined',
  (field) => {
    expect(matchesEachValue(matcher)).toBe(true);
    const held: { readonly [field: string]: readonly (typeof matcher)[] } = { [field]: [matcher] };
    expect(
      withJoining({ inside: held }, { matchers: true, policies: false }).inside[field]?.map(matchesEachValue),
    ).toEqual([false]);
  },
);
