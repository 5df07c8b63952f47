/** The text of traces, each in a file that was read by a person; `UPDATE=1` writes them anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ansiPaint, noPaint } from '../../../src/present/text.ts';
import { shortened } from '../../../src/present/trace.ts';
import { traceText } from '../../../src/report/requests/trace.ts';
import { showAll } from '../../../src/results/secrets/redact.ts';
import { answerText, percent } from '../../../src/routing/outcome/words.ts';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import { parseRequest, splitUrl } from '../../../src/routing/request/request-json.ts';
import { routeRequest } from '../../../src/routing/route.ts';
import { routesOfTrace } from '../../../src/routing/trace.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { opened } from '../../opened.ts';
import { stubRegexes, traced, withRoutes } from '../../routing/traced.ts';

/** The report of a request to one of the examples. */
function reportOf(example: string, url: string, fields: object = {}, all = false) {
  const name = `examples/${example}`;
  const configuration = opened(readFileSync(name, 'utf8'), {}, name);
  const routing = findRouting([configuration]);
  const { clusters } = routing;
  const parsed = parseRequest({ ...splitUrl(url), ...fields });
  if ('problem' in parsed) throw new Error(parsed.problem);
  const context = {
    namespace: configuration.namespace,
    regexes: regexEngine(),
    explain: true,
    ...(clusters ? { clusters } : {}),
  };
  const routed = routeRequest(routing, parsed.request, {}, () => context);
  if ('problem' in routed) throw new Error(routed.problem);
  const { found, trace } = routed;
  return { ...routed, ...(all && found ? { takers: routesOfTrace(found, trace, context) } : {}) };
}

const CASES: { readonly [name: string]: Parameters<typeof reportOf> } = {
  'forward-rewritten': ['routes.yaml', 'https://www.fernhill.example/forum/roses?page=2'],
  'forward-everything': [
    'routes.yaml',
    'https://fernhill.example/photos/2019/roses.jpg',
    { headers: { 'x-club-card': 'A1234' }, remote_address: '10.1.2.3' },
  ],
  'many-routes': ['routes.yaml', 'https://fernhill.example/vote', { method: 'POST' }],
  'random-split': ['routes.yaml', 'https://fernhill.example/seeds'],
  'all-takers': ['listeners.yaml', 'https://library.brindle.example/search?q=x', {}, true],
  'tls-redirect': ['routes.yaml', 'http://fernhill.example/plots/7'],
  redirect: ['routes.yaml', 'http://fernhill.test/tools?kind=spade'],
  'direct-response': ['routes.yaml', 'http://nobody.test/'],
  'missing-cluster-header': ['routes.yaml', 'https://fernhill.example/raw/x'],
  'no-listener': ['front-proxy.yaml', 'https://nobody.test:9999/', { server_name: 'shop.copperleaf.test' }],
  'no-domain': ['front-proxy.yaml', 'https://nobody.test:8443/', { server_name: 'shop.copperleaf.test' }],
};

test('38.5 where chance picks a cluster or a route, the flag that decides is named', () => {
  const text = (fields: object) =>
    traceText(reportOf('routes.yaml', 'https://fernhill.example/seeds', fields), noPaint, showAll);
  expect(text({})).toContain('--random-value N decides which of them it is');
  expect(text({ random_value: 3 })).not.toContain('--random-value');
});

describe('goldens', () => {
  test.each(Object.entries(CASES))('%s', (name, args) => {
    const path = `test/report/requests/trace/${name}.txt`;
    const text = traceText(reportOf(...args), noPaint, showAll);
    if (process.env.UPDATE) writeFileSync(path, text);
    expect(text).toBe(readFileSync(path, 'utf8'));
    for (const line of text.split('\n')) {
      expect(line.length, line).toBeLessThanOrEqual(80);
      expect(line).toBe(line.trimEnd());
    }
  });
});

test('colours change nothing but colours', () => {
  const report = reportOf('routes.yaml', 'https://fernhill.example/seeds');
  const painted = traceText(report, ansiPaint, showAll);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is taken away
  expect(painted.replace(/\u001b\[\d+m/g, '')).toBe(traceText(report, noPaint, showAll));
});

test('long lists of failing routes lose their middle', () => {
  const matches = Array.from(
    { length: 60 },
    (_, index) => `- {match: {prefix: /, headers: [{name: x-${index}}]}, route: {cluster: a}}`,
  );
  const configuration = withRoutes(matches.join('\n'));
  const report = reportOf('routes.yaml', 'http://nobody.test/');
  const trace = traced(configuration, {}, { explain: true, regexes: stubRegexes });
  const text = traceText({ ...report, trace }, noPaint, showAll);
  expect(text).toContain('… 36 more that fail (--format json lists them)');
  expect(text).toContain('the header x-59 is missing');
});

test('of a long list everything is kept that matched', () => {
  const entries = Array.from({ length: 60 }, (_, at) => ({ what: `${at}`, why: 'so', matched: at === 30 }));
  const shown = shortened(entries).map(({ what, why }) => (what === '' ? why : what));
  expect(shown).toHaveLength(26);
  expect(shown.slice(11, 15)).toEqual(['11', '… 35 more that fail', '30', '48']);
});

test('shares tell themselves apart from nothing', () => {
  expect([1, 0.125, 1 / 3, 0.000001].map(percent)).toEqual(['100%', '12.5%', '33.33%', '0.0001%']);
});

test('an undecided answer says why', () => {
  const { outcome } = traced(withRoutes('- {match: {regex: UNDECIDED}, route: {cluster: a}}'));
  expect(answerText(outcome)).toMatch(/^is undecided: .*budget/);
});
