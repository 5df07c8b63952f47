import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Reach } from '../../../src/routing/expect/reach.ts';
import { drawsFor } from '../../../src/routing/expect/spellings.ts';
import { InputError } from '../../../src/source/errors.ts';
import { demandSuggestionsHold, type SuggestedRun, suggestedRun } from '../../laws/suggestions.ts';

/** What is suggested for the routes of one virtual host. */
function suggested(routes: string, more = ''): SuggestedRun {
  const run = suggestedRun(
    `virtual_hosts:\n- name: shop\n  domains: [shop.test]\n  ${more}\n  routes: [${routes}]`,
  );
  demandSuggestionsHold(run);
  return run;
}

function reaches({ before }: SuggestedRun): readonly Reach[] {
  return before.never.map(({ reach }) => reach);
}

/** The first test of each route. */
function tests(run: SuggestedRun) {
  return reaches(run).map((reach) => (reach.kind === 'reachable' ? reach.tests[0] : reach.kind));
}

const fraction = (key: string, share: string) =>
  `match: {prefix: /, runtime_fraction: {runtime_key: ${key}, default_value: {${share}}}}`;

describe('what a suggested test holds', () => {
  test('the request, and the outcome it has', () => {
    const run = suggested(
      '{name: cart, match: {prefix: /cart, headers: [{name: x-user}]}, route: {cluster: a, prefix_rewrite: /, host_rewrite: b.test}}, {match: {path: /old}, redirect: {path_redirect: /new}}, {match: {prefix: /}, direct_response: {status: 204}}',
      'virtual_clusters: [{name: v, pattern: /cart}]',
    );
    const input = { authority: 'shop.test', path: '/' };
    expect(tests(run)).toEqual([
      {
        test_name: 'cart (prefix /cart) with x-user at shop goes to a',
        input: { ...input, path: '/cart', additional_request_headers: [{ key: 'x-user', value: 'a' }] },
        validate: {
          cluster_name: 'a',
          virtual_host_name: 'shop',
          virtual_cluster_name: 'v',
          path_rewrite: '/',
          host_rewrite: 'b.test',
        },
      },
      {
        test_name: 'path /old at shop is redirected',
        input: { ...input, path: '/old' },
        validate: { path_redirect: 'http://shop.test/new', response_code: 301 },
      },
      { test_name: 'prefix / at shop is answered with 204', input, validate: { response_code: 204 } },
    ]);
  });

  test('TLS and internal requests where the virtual host wants them', () => {
    const plain = '{match: {prefix: /}, route: {cluster: a}}';
    expect(tests(suggested(plain, 'require_tls: ALL'))).toMatchObject([{ input: { ssl: true } }]);
    const inside =
      '{match: {prefix: /, headers: [{name: x-forwarded-proto, exact_match: http}]}, route: {cluster: a}}';
    expect(tests(suggested(inside, 'require_tls: EXTERNAL_ONLY'))).toMatchObject([
      { input: { internal: true } },
    ]);
  });

  test('weighted clusters have a test each, by their random value', () => {
    const run = suggested(
      '{match: {prefix: /}, route: {weighted_clusters: {clusters: [{name: a, weight: 40}, {name: none, weight: 0}, {name: b, weight: 60}]}}}',
    );
    expect(reaches(run)).toMatchObject([
      {
        tests: [
          { test_name: 'prefix / at shop goes to a, drawing 0', validate: { cluster_name: 'a' } },
          {
            test_name: 'prefix / at shop goes to b, drawing 40',
            input: { random_value: 40 },
            validate: { cluster_name: 'b' },
          },
        ],
      },
    ]);
  });

  test('a header names the cluster', () => {
    expect(tests(suggested('{match: {prefix: /}, route: {cluster_header: x-to}}'))).toMatchObject([
      {
        input: { additional_request_headers: [{ key: 'x-to', value: 'some-cluster' }] },
        validate: { cluster_name: 'some-cluster' },
      },
    ]);
  });

  test('names that come twice are told apart', () => {
    const route = (value: string) =>
      `{match: {prefix: /, headers: [{name: x, exact_match: "${value}"}]}, route: {cluster: a}}`;
    const { text } = suggested(`${route('1')}, ${route('2')}`);
    expect(text).toContain('- test_name: prefix / with x at shop goes to a\n');
    expect(text).toContain('- test_name: prefix / with x at shop goes to a (2)\n');
  });
});

describe('runtime fractions', () => {
  test('a key is switched on; without one no test gets through, and nothing is hidden', () => {
    const run = suggested(
      `{${fraction('k', 'numerator: 30')}, route: {cluster: a}}, {match: {prefix: /, runtime_fraction: {default_value: {numerator: 100}}}, route: {cluster: b}}, {match: {prefix: /}, route: {cluster: c}}`,
    );
    expect(tests(run)).toMatchObject([
      { input: { runtime: 'k' }, validate: { cluster_name: 'a' } },
      'unreachable',
      { validate: { cluster_name: 'c' } },
    ]);
  });

  test('of two with one key the second gets a random value beyond the first', () => {
    const run = suggested(
      `{${fraction('k', 'numerator: 30')}, route: {cluster: a}}, {${fraction('k', 'numerator: 5000, denominator: TEN_THOUSAND')}, route: {cluster: b}}, {${fraction('k', 'numerator: 30')}, route: {cluster: c}}`,
    );
    const [first, second, third] = reaches(run);
    expect(first).toMatchObject({ reached: { asked: { request: { random_value: 0 } } } });
    const { random_value: randomValue } =
      second?.kind === 'reachable' ? second.reached.asked.request : { random_value: 0 };
    expect(Number(randomValue) % 100).toBeGreaterThan(30);
    expect(Number(randomValue) % 10_000).toBeLessThanOrEqual(5000);
    expect(third).toEqual({
      kind: 'unreachable',
      by: [0],
      why: 'route 0 takes every such request before it',
    });
  });

  test('no random value is better than one of those that are tried', () => {
    for (const denominator of ['HUNDRED', 'TEN_THOUSAND'] as const)
      for (const numerator of [0, 1, 50, 99, 100, 101, 5050, 9998, 9999, 10_000]) {
        const draws = drawsFor({ runtime_key: 'k', default_value: { numerator, denominator } });
        const size = denominator === 'HUNDRED' ? 100 : 10_000;
        for (let other = 0; other < 1_000_000; other += 37) {
          if (other % size > numerator) continue;
          const beats = draws.some(({ randomValue }) =>
            [100, 10_000, 1_000_000].every((unit) => randomValue % unit >= other % unit),
          );
          if (!beats) expect(draws).toEqual(`nothing beats ${other}`);
        }
      }
  });
});

describe('routes without a test', () => {
  test('hidden ones say by which routes, impossible ones why', () => {
    const run = suggested(
      '{match: {prefix: /a}, route: {cluster: a}}, {match: {path: /ab}, route: {cluster: b}}, {match: {path: x}, route: {cluster: b}}, {match: {prefix: /, tls_context: {presented: true}}, route: {cluster: c}}, {match: {prefix: /c}, route: {weighted_clusters: {clusters: []}}}',
    );
    expect(reaches(run).slice(1)).toMatchObject([
      { kind: 'unreachable', by: [0] },
      { kind: 'unreachable', by: [], why: 'no request meets its conditions' },
      { kind: 'unreachable', by: [], why: expect.stringContaining('client certificate') },
      { kind: 'undecided', why: expect.stringContaining('total_weight') },
    ]);
    expect(run.text).toContain(
      '# Without a test:\n# "shop" route 1 (path "/ab"): no test can reach it: route 0',
    );
  });
});

const EXAMPLES = readdirSync('examples').filter(
  (name) => /\.(?:yaml|json)$/.test(name) && !name.includes('.tests.'),
);

test.each(EXAMPLES)('suggested tests of examples/%s pass and reach every route', (name) => {
  const run = suggestedRun(readFileSync(join('examples', name), 'utf8'));
  demandSuggestionsHold(run);
  expect(run.before.never.filter(({ reach }) => reach.kind === 'undecided')).toEqual([]);
});

const CORPUS = fileURLToPath(new URL('../../../../shared/corpus/', import.meta.url));
const FOREIGN = /^(?:invalid|v1_negative|v3_mixed|go_struct_json)\/|\.golden\./;

test.skipIf(!existsSync(CORPUS))('so do those of real configurations', () => {
  const open: string[] = [];
  let routes = 0;
  for (const name of readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:ya?ml|json)$/.test(name) || FOREIGN.test(name)) continue;
    let run: SuggestedRun;
    try {
      run = suggestedRun(readFileSync(join(CORPUS, name), 'utf8'));
    } catch (error) {
      if (error instanceof InputError) continue;
      throw new Error(name, { cause: error });
    }
    try {
      demandSuggestionsHold(run);
    } catch (error) {
      throw new Error(name, { cause: error });
    }
    routes += run.before.never.length;
    for (const { reach } of run.before.never)
      if (reach.kind === 'undecided') open.push(`${name}: ${reach.why}`);
  }
  expect(routes).toBeGreaterThan(500);
  // Configurations that the proxy refuses, and several route configurations of one name and one listener.
  const known = /^envoy_unit_negative\/|: no request tells its route configuration from the others/;
  expect(open.filter((each) => !known.test(each))).toEqual([]);
  expect(open.length / routes).toBeLessThan(0.05);
});
