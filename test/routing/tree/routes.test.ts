/** Matcher trees of virtual hosts: one request, and all requests by the list that a tree stands for. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { request as anyRequest } from '../../../scripts/proxy/generate.ts';
import { matcherTree } from '../../../scripts/proxy/generate-trees.ts';
import { decideInHost, routeList } from '../../../src/routing/all/index.ts';
import { selectRoutes } from '../../../src/routing/match/select.ts';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import { startMeter } from '../../../src/routing/regex/meter.ts';
import { type Request, seen } from '../../../src/routing/request/request.ts';
import { traceRequest } from '../../../src/routing/trace.ts';
import { isEnd, placesOf, samePlaces } from '../../../src/routing/tree/flatten.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import type { Message } from '../../../src/schema/types.ts';
import { opened } from '../../opened.ts';
import { requestOf } from '../traced.ts';

const context = { namespace: 'envoy', regexes: regexEngine() };
const TYPES = 'type.googleapis.com/envoy';
const input = (header_name: string) => ({
  name: 'i',
  typed_config: { '@type': `${TYPES}.type.matcher.v3.HttpRequestHeaderMatchInput`, header_name },
});
const single = (name: string, value_match: object) => ({
  single_predicate: { input: input(name), value_match },
});
const route = (name: string, match: object = { prefix: '/' }) => ({ name, match, route: { cluster: name } });
const action = (type: string, value: object) => ({
  action: { name: 'a', typed_config: { '@type': `${TYPES}.config.route.v3.${type}`, ...value } },
});
const to = (name: string, match?: object) => action('Route', route(name, match));
const list = (...matchers: readonly (readonly [object, object])[]) => ({
  matcher_list: { matchers: matchers.map(([predicate, on_match]) => ({ predicate, on_match })) },
});
const map = (kind: 'exact' | 'prefix', header: string, entries: object, otherwise?: object) => ({
  matcher_tree: { input: input(header), [`${kind}_match_map`]: { map: entries } },
  ...(otherwise === undefined ? {} : { on_no_match: otherwise }),
});

function found(matcher: object) {
  const text = JSON.stringify({ name: 'r', virtual_hosts: [{ name: 'v', domains: ['*'], matcher }] });
  const [first] = findRouting([opened(text, { type: 'RouteConfiguration', api: 'v3' })]).routes;
  const host: Message<'route.VirtualHost'> | undefined = first?.routeConfiguration.virtual_hosts?.[0];
  if (first === undefined || host === undefined) throw new Error('no virtual host');
  return { routeConfiguration: first.routeConfiguration, host };
}

/** The name of the route that takes a request; its status where none does. */
function taken(matcher: object, fields: Partial<Request> = {}): string | number | null | undefined {
  const { route: ref, outcome } = traceRequest(found(matcher).routeConfiguration, requestOf(fields), context);
  if (outcome.kind === 'undecided') return outcome.reason;
  return ref === null ? outcome.status : ref.name;
}

const x = (value: string) => ({ headers: { x: value } });
const never = { matcher: list([single('y', { exact: 'no' }), to('never')]) };

describe('one request', () => {
  test.each([
    ['without a type', { match: null, route: {} }],
    [
      'of a type that is no route',
      { '@type': 'type.googleapis.com/google.protobuf.StringValue', value: 'x' },
    ],
  ])('an action %s leaves open what becomes of those that come to it', (_, typed_config) => {
    const matcher = map('exact', 'x', { a: { action: { name: 'a', typed_config } } }, to('other'));
    expect(taken(matcher, x('a'))).toBe('its matcher leads to something that is no route');
    expect(taken(matcher, x('b'))).toBe('other');
    expect(found(matcher).host.routes).toHaveLength(2);
  });

  test('fact 86: predicates look at a header, :path with its query, several values as one; a missing one meets none', () => {
    const by = (predicate: object) => ({ ...list([predicate, to('yes')]), on_no_match: to('no') });
    expect(taken(by(single('x', { exact: 'a,b' })), x('a,b'))).toBe('yes');
    expect(taken(by(single(':path', { suffix: '?q' })), { path: '/?q' })).toBe('yes');
    expect(taken(by(single('host', { exact: 'h.test' })), { authority: 'h.test' })).toBe('yes');
    expect(taken(by(single('x', { exact: '' })))).toBe('no');
    expect(taken(by({ not_matcher: single('x', { exact: '' }) }))).toBe('yes');
    const both = [single('x', { prefix: 'A', ignore_case: true }), single('y', { contains: 'b' })];
    expect(taken(by({ and_matcher: { predicate: both } }), { headers: { x: 'ab', y: 'abc' } })).toBe('yes');
    expect(taken(by({ and_matcher: { predicate: both } }), x('ab'))).toBe('no');
    expect(taken(by({ or_matcher: { predicate: both } }), x('ab'))).toBe('yes');
  });

  test('fact 87: maps, and branches without an action, go on to what comes next', () => {
    const exact = map('exact', 'x', { a: never, b: to('b') }, to('none'));
    expect([taken(exact), taken(exact, x('a')), taken(exact, x('b')), taken(exact, x('c'))]).toEqual([
      'none',
      'none',
      'b',
      'none',
    ]);
    const prefix = map('prefix', 'x', { a: to('a'), ab: never, '': to('any') }, to('none'));
    expect([taken(prefix), taken(prefix, x('abc')), taken(prefix, x('z'))]).toEqual(['none', 'a', 'any']);
    const inner = {
      ...list([single('x', { prefix: 'a' }), never], [single('x', { exact: 'ab' }), to('second')]),
    };
    expect([taken(inner, x('ab')), taken(inner, x('a'))]).toEqual(['second', 404]);
  });

  test('fact 88: the routes of a branch are still matched, and where none does nothing is found', () => {
    const only = action('RouteList', {
      routes: [route('one', { prefix: '/one' }), route('two', { path: '/two' })],
    });
    const tree = { ...list([single('x', { exact: 'a' }), only]), on_no_match: to('other') };
    expect(taken(tree, { ...x('a'), path: '/one' })).toBe('one');
    expect(taken(tree, { ...x('a'), path: '/two' })).toBe('two');
    expect(taken(tree, { ...x('a'), path: '/three' })).toBe(404);
    expect(taken(tree, { path: '/three' })).toBe('other');
  });

  const custom = (type: string, config: object) => ({
    matcher_tree: {
      input: input('x'),
      custom_match: {
        name: 'c',
        typed_config: { '@type': `type.googleapis.com/xds.type.matcher.v3.${type}`, ...config },
      },
    },
    on_no_match: to('none'),
  });

  test('ranges of addresses and domains', () => {
    const range = (address_prefix: string, prefix_len: number, name: string, more: object = {}) => ({
      ranges: [{ address_prefix, prefix_len }],
      on_match: to(name),
      ...more,
    });
    const ranges = custom('IPMatcher', {
      range_matchers: [range('10.0.0.0', 8, 'ten'), range('10.1.0.0', 16, 'one')],
    });
    expect(['10.0.0.1', '10.1.0.1', '11.0.0.1', 'q'].map((each) => taken(ranges, x(each)))).toEqual([
      'ten',
      'one',
      'none',
      'none',
    ]);
    const domains = custom('ServerNameMatcher', {
      domain_matchers: [
        { domains: ['*.a.test'], on_match: to('wild') },
        { domains: ['b.a.test'], on_match: to('exact') },
      ],
    });
    expect(['b.a.test', 'c.a.test', 'a.test'].map((each) => taken(domains, x(each)))).toEqual([
      'exact',
      'wild',
      'none',
    ]);
  });

  test('fact 155: letter case counts in domains', () => {
    const domains = custom('ServerNameMatcher', {
      domain_matchers: [
        { domains: ['*.test'], on_match: to('wild') },
        { domains: ['a.test', 'B.com'], on_match: to('exact') },
      ],
    });
    expect(['a.test', 'A.test', 'a.TEST', 'b.com', 'B.com'].map((each) => taken(domains, x(each)))).toEqual([
      'exact',
      'wild',
      'none',
      'none',
      'exact',
    ]);
  });

  test('what filters set stays open, where it decides', () => {
    const state = {
      name: 's',
      typed_config: {
        '@type': `${TYPES}.extensions.matching.common_inputs.network.v3.FilterStateInput`,
        key: 'k',
      },
    };
    const open = { single_predicate: { input: state, value_match: { exact: 'a' } } };
    const tree = list([single('x', { exact: 'a' }), to('a')], [open, to('b')]);
    expect(taken(tree, x('a'))).toBe('a');
    expect(taken(tree)).toBe('its matcher looks at filter state, which filters set');
  });
});

describe('all requests', () => {
  const verdicts = (matcher: object) => {
    const { host } = found(matcher);
    const all = routeList(host.routes ?? [], context);
    return Object.fromEntries(
      placesOf(host).map((place) => [
        host.routes?.[place]?.name,
        decideInHost(host, all, place, startMeter({ work: 1_000_000 })).kind,
      ]),
    );
  };

  it('says which routes of a tree are never reached', () => {
    const part = (name: string) =>
      action('RouteList', { routes: [route(name, { prefix: '/one' }), route(`${name}2`)] });
    expect(
      verdicts({
        ...list(
          [single('x', { prefix: 'a' }), part('first')],
          [single('x', { exact: 'ab' }), to('hidden')],
          [{ not_matcher: single('x', { prefix: 'b' }) }, to('rest', { prefix: '/r' })],
          [
            { or_matcher: { predicate: [single('x', { exact: 'c' }), single('x', { exact: 'bc' })] } },
            to('half'),
          ],
          [single('x', { exact: 'd' }), to('ended')],
        ),
        on_no_match: to('last'),
      }),
    ).toEqual({
      first: 'alive',
      first2: 'alive',
      hidden: 'hidden',
      rest: 'alive',
      half: 'alive',
      ended: 'hidden',
      last: 'alive',
    });
  });

  it('leaves open what a condition decides that nobody knows', () => {
    const custom = {
      single_predicate: { input: input('x'), custom_match: { name: 'cel', typed_config: {} } },
    };
    const tree = { ...list([custom, to('open')]), on_no_match: to('last') };
    // The condition could be one that everything meets.
    expect(verdicts(tree)).toEqual({ open: 'undecided', last: 'undecided' });
    expect(verdicts(list([single('x', { exact: 'a' }), to('a')], [custom, to('open')])).a).toBe('alive');
  });

  it('meets the same routes in the list as in the tree', () => {
    const requests = fc.sample(anyRequest, { seed: 1, numRuns: 80 }) as readonly Request[];
    const matches = fc.constantFrom(
      { prefix: '/' },
      { path: '/a' },
      { prefix: '/a' },
      { prefix: '/', headers: [{ name: 'y' }] },
    );
    const trees = matcherTree(matches.map((match) => ({ match, direct_response: { status: 200 } })));
    let met = 0;
    fc.assert(
      fc.property(trees, (matcher) => {
        const { host, routeConfiguration } = found(matcher);
        const all = routeList(host.routes ?? [], context);
        const alive = new Set(
          placesOf(host).filter((place) => {
            const verdict = decideInHost(host, all, place, startMeter({ work: 400_000 }));
            if (verdict.kind === 'alive')
              expect(traceRequest(routeConfiguration, verdict.witness, context).route?.index).toBe(place);
            return verdict.kind === 'alive' || verdict.kind === 'undecided';
          }),
        );
        for (const request of requests) {
          if (request.method === 'CONNECT') continue;
          const [first] = selectRoutes(host.routes ?? [], seen(request, 'envoy'), context, undefined);
          const listed = isEnd(host.routes?.[first?.route ?? -1]) ? undefined : first?.route;
          const { route: ref } = traceRequest(routeConfiguration, request, context);
          expect(listed === undefined ? null : samePlaces(host, listed)[0]).toBe(ref?.index ?? null);
          if (ref === null) continue;
          met++;
          expect(alive).toContain(ref.index);
        }
      }),
      { seed: 5, numRuns: 150 },
    );
    expect(met).toBeGreaterThan(1000);
  });
});
