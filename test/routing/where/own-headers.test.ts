import { describe, expect, test } from 'vitest';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import { routeRequest } from '../../../src/routing/route.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { opened } from '../../opened.ts';
import { proved } from '../../prove/proved.ts';
import { bootstrapOf, type ChainCase, filter, requestOf } from '../filters/chains.ts';

/** A route to `d` for what has a header, to `c` for all else. */
const byHeader = (name: string) => [
  { match: { prefix: '/', headers: [{ name, string_match: { exact: 'true' } }] }, route: { cluster: 'd' } },
  { match: { prefix: '/' }, route: { cluster: 'c' } },
];

function bootstrap(more: object, one: Partial<ChainCase>): string {
  const all = bootstrapOf([{ name: 'own', filters: [], requests: [], ...one }]);
  return JSON.stringify({ ...JSON.parse(all), ...more });
}

const PREFIX = { header_prefix: 'x-foo' };

function outcomeOf(text: string, headers: { readonly [name: string]: string } = {}) {
  const routed = routeRequest(
    findRouting([opened(text, {}, 'own.json')]),
    requestOf({ headers }, 0),
    {},
    ({ namespace }) => ({ namespace, regexes: regexEngine() }),
  );
  if ('problem' in routed) throw new Error(routed.problem);
  return routed.trace.outcome;
}

describe('fact 152: the prefix of the proxy\u2019s own headers', () => {
  const undecided = { kind: 'undecided', reason: expect.stringContaining('header_prefix') };

  test.each(['x-envoy-internal', 'X-Foo-Internal', 'x-envoy-retry-on'])(
    'leaves routes by %s open',
    (name) => {
      expect(outcomeOf(bootstrap(PREFIX, { routes: byHeader(name) }))).toMatchObject(undecided);
    },
  );

  test('and policies', () => {
    const policy = {
      permissions: [{ any: true }],
      principals: [{ header: { name: 'x-envoy-internal', present_match: true } }],
    };
    const filters = [filter('rbac', 'RBAC', { rules: { action: 'DENY', policies: { p: policy } } })];
    expect(outcomeOf(bootstrap(PREFIX, { filters }))).toMatchObject(undecided);
  });

  test('and says what else rests on it', () => {
    const filters = [filter('fault', 'HTTPFault', { abort: { header_abort: {} } })];
    expect(outcomeOf(bootstrap(PREFIX, { filters })).assuming).toMatchObject([
      { that: expect.stringContaining('x-envoy- or x-foo-') },
    ]);
  });

  test('and nothing else', () => {
    for (const more of [PREFIX, { header_prefix: 'x-envoy' }, { header_prefix: '' }])
      expect(outcomeOf(bootstrap(more, { routes: byHeader('x-a') }), { 'x-a': 'true' })).toEqual(
        outcomeOf(bootstrap({}, { routes: byHeader('x-a') }), { 'x-a': 'true' }),
      );
    const own = bootstrap({ header_prefix: 'x-envoy' }, { routes: byHeader('x-envoy-internal') });
    expect(outcomeOf(own, { 'x-envoy-internal': 'true' })).toMatchObject({ clusters: [{ name: 'c' }] });
  });

  test('proofs are silent about it', () => {
    const kindOf = (more: object, property: string) => {
      const text = bootstrap(more, { routes: byHeader('x-envoy-internal') });
      return proved(text, `properties: [{ name: it, ${property} }]`)[0]?.kind;
    };
    const never = 'then: { not: { reaches: { cluster: d } } }';
    expect(kindOf({}, never)).toBe('proved');
    expect(kindOf(PREFIX, never)).toBe('undecided');
    const marked =
      'when: { reaches: { cluster: d } }, then: { header: { name: x-envoy-internal, present: true } }';
    expect(kindOf(PREFIX, marked)).toBe('undecided');
  });
});

test('fact 152: proofs about a header that is kept as one text', () => {
  const kindOf = (more: object) =>
    proved(
      bootstrap(more, { routes: byHeader('x-k') }),
      'properties: [{ name: it, when: { reaches: { cluster: d } }, then: { not: { header: { name: x-k, prefix: f } } } }]',
    )[0]?.kind;
  const inline = { inline_headers: [{ inline_header_name: 'x-k', inline_header_type: 'REQUEST_HEADER' }] };
  expect([kindOf({}), kindOf(inline)]).toEqual(['refuted', 'proved']);
});
