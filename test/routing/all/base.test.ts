import { describe, expect, test } from 'vitest';
import { baseOf, decide, routeList, type Verdict } from '../../../src/routing/all/index.ts';
import { traceRequest } from '../../../src/routing/trace.ts';
import { routeConfiguration } from '../traced.ts';
import { meter, regexes, WORD } from './lists.ts';

/** What becomes of the only route of the first virtual host; a witness must come to it. */
function first(yaml: string): Verdict {
  const configuration = routeConfiguration(yaml);
  const list = routeList(configuration.virtual_hosts?.[0]?.routes ?? [], {
    regexes,
    word: WORD,
    base: baseOf(configuration, 0, WORD),
  });
  const verdict = decide(list, list.routes.length - 1, meter());
  if (verdict.kind === 'alive') {
    const trace = traceRequest(configuration, verdict.witness, { regexes, word: WORD });
    expect([trace.virtual_host_index, trace.route?.index]).toEqual([0, list.routes.length - 1]);
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
