import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contains, intersection, pointOf } from '../../../src/routing/all/box.ts';
import { startFinding } from '../../../src/routing/all/finder.ts';
import { baseOf, decide, routeList, type Verdict } from '../../../src/routing/all/index.ts';
import { exactly } from '../../../src/routing/all/language.ts';
import { matching } from '../../../src/routing/all/pattern.ts';
import { within } from '../../../src/routing/all/values.ts';
import { domainIndex, findDomain } from '../../../src/routing/match/hosts.ts';
import { traceRequest } from '../../../src/routing/trace.ts';
import { routeConfiguration } from '../traced.ts';
import { meter, regexes, route, WORD } from './lists.ts';

/** What becomes of the only route of the first virtual host; a witness must come to it. */
function first(yaml: string): Verdict {
  const configuration = routeConfiguration(yaml);
  const list = routeList(configuration.virtual_hosts?.[0]?.routes ?? [], {
    regexes,
    namespace: WORD,
    base: baseOf(configuration, 0, WORD),
  });
  const verdict = decide(list, list.matchers.length - 1, meter());
  if (verdict.kind === 'alive') {
    const trace = traceRequest(configuration, verdict.witness, { regexes, namespace: WORD });
    expect([trace.virtual_host_index, trace.route?.index]).toEqual([0, list.matchers.length - 1]);
  }
  return verdict;
}

const routes = (match = '{ prefix: / }') => `routes: [{ match: ${match}, direct_response: { status: 200 } }]`;
const other = (domains: string) => `- { name: other, domains: ${domains}, ${routes()} }`;
const hosts = (own: string, others: string) => `virtual_hosts:\n  ${own}\n  ${others}\n`;

describe('domains', () => {
  test.each([
    ['["shop.test"]', '["*.test", "*"]', 'shop.test'],
    ['["*.shop.test"]', '["www.shop.test"]', 'a.shop.test'],
    ['["shop.*"]', '["shop.test", "*.example"]', undefined],
    ['["*"]', '["example.test", "*.a", "a*"]', undefined],
    ['["shop.*:80", "*.test"]', '["*"]', 'www.test'],
    ['["shop.*:80"]', '["*"]', 'shop.*:80'],
  ])('%s beside %s', (own, others, authority) => {
    const verdict = first(hosts(`- { name: own, domains: ${own}, ${routes()} }`, other(others)));
    expect(verdict).toMatchObject({
      kind: 'alive',
      ...(authority === undefined ? {} : { witness: { authority } }),
    });
  });

  test('a condition on :authority must meet the domain', () => {
    const asks = (value: string) =>
      routes(`{ prefix: /, headers: [{ name: ":authority", exact_match: ${value} }] }`);
    const own = (value: string) => `- { name: own, domains: ["*.shop.test"], ${asks(value)} }`;
    expect(first(hosts(own('a.shop.test'), other('["*"]'))).kind).toBe('alive');
    expect(first(hosts(own('A.Shop.Test'), other('["*"]'))).kind).toBe('alive');
    expect(first(hosts(own('shop.test'), other('["*"]'))).kind).toBe('never');
    expect(first(hosts(own('a.shop.test'), other('["a.shop.test"]'))).kind).toBe('never');
  });
});

test('require_tls leaves what came over TLS, or is internal', () => {
  const plain = routes('{ prefix: /, headers: [{ name: x-forwarded-proto, exact_match: http }] }');
  const own = (tls: string) => `- { name: own, domains: ["*"], require_tls: ${tls}, ${plain} }`;
  expect(first(hosts(own('NONE'), other('[a]')))).toMatchObject({
    kind: 'alive',
    witness: { scheme: 'http' },
  });
  expect(first(hosts(own('ALL'), other('[a]'))).kind).toBe('never');
  expect(first(hosts(own('EXTERNAL_ONLY'), other('[a]')))).toMatchObject({
    kind: 'alive',
    witness: { headers: { 'x-proxy-internal': 'true' } },
  });
});

const letters = (...more: readonly string[]) =>
  fc.string({ unit: fc.constantFrom('a', 'B', '.', ...more), minLength: 1, maxLength: 4 });
const domain = fc.oneof(
  letters(),
  letters().map((text) => `*${text}`),
  letters().map((text) => `${text}*`),
  fc.constant('*'),
);
const configurations = fc
  .array(fc.array(domain, { maxLength: 5 }), { minLength: 1, maxLength: 4 })
  .map((all) => ({ virtual_hosts: all.map((domains) => ({ domains })) }));

describe('what comes to a virtual host agrees with the search for one host', () => {
  const finder = startFinding();

  test('of its boxes a host is in one where the search ends there, and in none where it does not', () => {
    fc.assert(
      fc.property(configurations, fc.array(letters('c', ':'), { maxLength: 8 }), (configuration, hosts) => {
        for (const at of configuration.virtual_hosts.keys()) {
          const base = baseOf(configuration, at, WORD);
          for (const host of hosts) {
            const found = findDomain(domainIndex(configuration), host)?.virtualHost === at;
            const point = new Map([['header :authority', host]]);
            expect(base.filter((box) => contains(box, point))).toHaveLength(found ? 1 : 0);
          }
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('a host is found for each box that has one, with a condition on the host as well', () => {
    const pattern = fc.constantFrom('.*', '[ab]+', '.*B', 'a.*', '(a|B|\\.)(a|B|\\.)');
    const condition = fc.oneof(
      letters().map((text) => exactly(text)),
      pattern.map((text) => matching(text, 're2', regexes)),
    );
    const asked = fc.array(letters('c'), { maxLength: 8 });
    fc.assert(
      fc.property(configurations, condition, asked, (configuration, language, hosts) => {
        for (const at of configuration.virtual_hosts.keys()) {
          for (const each of baseOf(configuration, at, WORD)) {
            const box = intersection(each, new Map([['header :authority', within(language)]]));
            const found = pointOf(box, finder, meter());
            expect(found.kind).not.toBe('undecided');
            if (found.kind === 'point') {
              const host = String(found.point.get('header :authority'));
              expect(findDomain(domainIndex(configuration), host)?.virtualHost).toBe(at);
            } else
              for (const host of hosts)
                expect(contains(box, new Map([['header :authority', host]]))).toBe(false);
          }
        }
      }),
      { numRuns: 1500 },
    );
  });
});

test('many virtual hosts with names beside a lone star', () => {
  const named = Array.from({ length: 20_000 }, (_, at) => ({
    domains: [`shop-${at}.test`, `*.shop-${at}.test`],
  }));
  const asks = (regex: string) => ({
    prefix: '/',
    headers: [{ name: ':authority', safe_regex_match: { regex } }],
  });
  const star = { domains: ['*'], routes: [asks('shop-[0-9]+\\.test'), asks('shops\\..*')].map(route) };
  const configuration = { virtual_hosts: [...named, star] };
  const base = baseOf(configuration, named.length, WORD);
  const list = routeList(star.routes, { regexes, namespace: WORD, base });
  expect(decide(list, 1, meter())).toMatchObject({
    kind: 'alive',
    witness: { authority: expect.stringMatching(/^shops\./) },
  });
  // Too many names for an automaton: nothing is said that may be wrong.
  expect(decide(list, 0, meter()).kind).not.toBe('never');
});
