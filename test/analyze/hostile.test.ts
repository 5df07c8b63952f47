/** Regular expressions that are made to hurt, with the budgets that every run has: a second for each question. */
import { describe, expect, test } from 'vitest';
import { analysisRules, analyze, subjectOf } from '../../src/analyze/index.ts';
import { baseOf, decide, routeList } from '../../src/routing/all/index.ts';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import { traceRequest } from '../../src/routing/trace.ts';
import { opened } from '../opened.ts';
import { processorTime } from '../processor-time.ts';
import { request } from '../routing/all/lists.ts';

const HOSTILE = [
  '(a+)+$',
  '/(.{1,100}){1,100}',
  '/(a|b)*a(a|b){14}',
  Array.from({ length: 11 }, (_, at) => `.*x${at}.*y${at}`).join('|'),
  '/(?:a?){200}a{200}',
  '/.*a.{20}',
];
/** Milliseconds; the clock is looked at between pieces of work, the last of which may be a large one. */
const MOST = 2000;

function timed<T>(ask: () => T): T {
  const start = processorTime();
  const answer = ask();
  expect(processorTime() - start).toBeLessThan(MOST);
  return answer;
}

describe.each(HOSTILE.flatMap((regex) => [{ regex }, { safe_regex: { google_re2: {}, regex } }]))(
  '%j',
  (rule) => {
    const matches = [rule, { prefix: '/ab' }, { regex: '/[ab]*x?' }, rule, { path: '/aab' }, { prefix: '/' }];
    const routes = matches.map((match) => ({ match, route: { cluster: 'a' } }));
    const text = JSON.stringify({ virtual_hosts: [{ name: 'a', domains: ['*'], routes }] });
    const subject = subjectOf([opened(text, { type: 'RouteConfiguration', api: 'v2' })], {
      now: processorTime,
    });

    test('each route is decided, or is not with a reason', () => {
      const [found] = subject.routing.routes;
      const bound = found?.routeConfiguration.virtual_hosts?.[0]?.routes ?? [];
      expect(bound).toHaveLength(routes.length);
      const base = found === undefined ? [] : baseOf(found.routeConfiguration, 0, found.namespace);
      const list = routeList(bound, { regexes: subject.regexes, namespace: 'envoy', base });
      for (const route of bound.keys()) {
        const verdict = timed(() => decide(list, route, subject.meter()));
        if (verdict.kind === 'undecided')
          expect(verdict.why).toMatch(/it took|too large|cannot be decided|not decided|not valid/);
      }
    });

    test('long requests are traced', () => {
      const [found] = subject.routing.routes;
      if (found === undefined) throw new Error('no routes');
      const regexes = regexEngine({ clock: { now: processorTime, milliseconds: 1000 } });
      for (const path of ['a'.repeat(5000), 'ab'.repeat(2500), `${'a'.repeat(5000)}!`, 'x1y2'.repeat(1000)]) {
        const asked = request({ path: `/${path}` });
        const { outcome } = timed(() =>
          traceRequest(found.routeConfiguration, asked, { regexes, namespace: found.namespace }),
        );
        expect(['forward', 'undecided']).toContain(outcome.kind);
      }
    });
  },
);

test('routes with hundreds of conditions that hide each other', () => {
  const headers = Array.from({ length: 1200 }, (_, at) => ({ name: `x-${at}`, exact_match: '1' }));
  const routes = Array.from({ length: 60 }, (_, at) => ({
    match: { prefix: '/', headers },
    route: { cluster: `c${at}` },
  }));
  const text = JSON.stringify({ virtual_hosts: [{ name: 'a', domains: ['*'], routes }] });
  const configuration = opened(text, { type: 'RouteConfiguration', api: 'v2' });
  const rules = analysisRules.filter(({ id }) => id === 'shadowed-route');
  const start = processorTime();
  const { findings } = analyze(subjectOf([configuration]), { rules, known: ['shadowed-route'] });
  const end = processorTime();
  expect(findings.map(({ related }) => related.map(({ message }) => message.slice(0, 17)))).toEqual(
    Array.from({ length: 59 }, () => ['takes all of them']),
  );
  expect(end - start).toBeLessThan(6000);
});
