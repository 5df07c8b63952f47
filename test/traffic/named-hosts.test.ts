/** Whether hosts have names is told in one way: by a trace, by `ignored-field` and by a comparison. */
import { describe, expect, test } from 'vitest';
import { compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { contextsOf } from '../../src/routing/context.ts';
import { routeRequest } from '../../src/routing/route.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { found } from '../analyze/analyzed.ts';
import { opened } from '../opened.ts';
import { requestOf, stubRegexes } from '../routing/traced.ts';
import { bootstrap, NAMED } from './named-hosts.ts';

const text = (named: (typeof NAMED)[number], isRewritten: boolean): string =>
  JSON.stringify(bootstrap(named, 1, { listener: 10000, isRewritten }));
const input = (named: (typeof NAMED)[number], isRewritten: boolean) => [
  opened(text(named, isRewritten), { api: 'v3' }),
];

describe('fact 141: auto_host_rewrite sends the name of the host, where that has one', () => {
  test.each(NAMED.map((each) => [each.what, each] as const))('%s', (what, named) => {
    const mayHaveName = named.host !== undefined;
    const routing = findRouting(input(named, true));
    const routed = routeRequest(routing, requestOf({}), {}, contextsOf(routing, { regexes: stubRegexes }));
    if ('problem' in routed) throw new Error(routed.problem);
    expect('auto_host_rewrite' in routed.trace.outcome).toBe(mayHaveName);
    const compared = compareBehaviour(input(named, false), input(named, true));
    expect(compared.changes.map(({ aspects }) => aspects)).toEqual(mayHaveName ? [['host']] : []);
    expect(compared.equal).toBe(!mayHaveName);
    // An aggregate is not looked into by the rule, which keeps quiet then.
    if (/aggregate/.test(what)) return;
    const ignored = found('ignored-field', text(named, true)).filter(({ message }) =>
      message.startsWith('auto_host_rewrite'),
    );
    expect(ignored.length).toBe(mayHaveName ? 0 : 1);
  });
});
