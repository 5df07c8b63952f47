/** A header that stands several times: what the releases 1.36 to 1.40 answered (docs/routing.md, fact 103). */
import { describe, expect, it, test } from 'vitest';
import { requestText } from '../../../src/results/requests.ts';
import { decide, routeList } from '../../../src/routing/all/index.ts';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import { startMeter } from '../../../src/routing/regex/meter.ts';
import { headerLines, type Request } from '../../../src/routing/request/request.ts';
import { traceRequest } from '../../../src/routing/trace.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { joiningAt } from '../../../src/traffic/repeated-headers.ts';
import { opened } from '../../opened.ts';
import { guard, INLINE, traced, WORLDS } from './repeated.ts';

const regexes = regexEngine();
const OFF = {
  layered_runtime: {
    layers: [{ name: 'l', static_layer: { 'envoy.reloadable_features.match_headers_individually': false } }],
  },
};

type Api = 'v2' | 'v3';

/** The matchers of one header, a route each, in front of one that takes all. */
function configurationOf(matchers: readonly object[], name: string): object {
  const routes = [
    ...matchers.map((matcher) => ({ prefix: '/', headers: [{ name, ...matcher }] })),
    { prefix: '/' },
  ];
  return {
    name: 'r',
    virtual_hosts: [
      {
        name: 'v',
        domains: ['*'],
        routes: routes.map((match, at) => ({ match, direct_response: { status: 200 + at } })),
      },
    ],
  };
}

const MANAGER =
  'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';

function found(configuration: object, api: Api, around: object | undefined) {
  const typed_config = { '@type': MANAGER, stat_prefix: 's', route_config: configuration };
  const listener = {
    name: 'l',
    address: { socket_address: { address: '127.0.0.1', port_value: 80 } },
    filter_chains: [{ filters: [{ name: 'm', typed_config }] }],
  };
  const input =
    around === undefined
      ? opened(JSON.stringify(configuration), { type: 'RouteConfiguration', api })
      : opened(JSON.stringify({ ...around, static_resources: { listeners: [listener] } }), {
          type: 'Bootstrap',
          api,
        });
  const [first] = findRouting([input]).routes;
  if (first === undefined) throw new Error('no route configuration');
  return first.routeConfiguration;
}

interface Asked {
  readonly name?: string;
  readonly api?: Api;
  readonly around?: object;
}

/** Whether the matcher takes a request with these values. */
function takes(
  matcher: object,
  values: readonly string[],
  { name = 'x', api = 'v3', around }: Asked = {},
): boolean {
  const request: Request = {
    method: 'GET',
    authority: 'a',
    path: '/',
    scheme: 'http',
    internal: false,
    headers: { [name]: values.join() },
    repeated: { [name]: values },
  };
  const { route } = traceRequest(found(configurationOf([matcher], name), api, around), request, {
    namespace: 'envoy',
    regexes,
  });
  return route?.index === 0;
}

const exact = (text: string) => ({ string_match: { exact: text } });
const not = (matcher: object) => ({ ...matcher, invert_match: true });

describe('fact 103: a header with the values a and b', () => {
  it.each([
    [exact('a'), true],
    [exact('b'), true],
    [exact('a,b'), false],
    [not(exact('a')), false],
    [not(exact('c')), true],
    [not(exact('a,b')), true],
    [{ string_match: { prefix: 'b' } }, true],
    [{ string_match: { suffix: 'a' } }, true],
    [{ string_match: { contains: ',' } }, false],
    [{ string_match: { safe_regex: { regex: 'b' } } }, true],
    [{ present_match: true }, true],
    [{ present_match: false }, false],
  ])('is matched value by value: %j', (matcher, expected) => {
    expect(takes(matcher, ['a', 'b'])).toBe(expected);
    // All of them in one where the bootstrap, the version or the header says so.
    const isJoined = ['exact', 'safe_regex'].some((key) => JSON.stringify(matcher).includes(key));
    const joined = JSON.stringify(matcher).includes('a,b') !== 'invert_match' in matcher;
    if (isJoined) expect(takes(matcher, ['a', 'b'], { around: OFF })).toBe(joined);
    if (isJoined) expect(takes(matcher, ['a', 'b'], { name: 'accept' })).toBe(joined);
  });

  it('is one text in version 2', () => {
    expect(takes({ exact_match: 'a,b' }, ['a', 'b'], { api: 'v2' })).toBe(true);
    expect(takes({ exact_match: 'a' }, ['a', 'b'], { api: 'v2' })).toBe(false);
  });

  it('may be in a range by either', () => {
    expect(takes({ range_match: { start: 1, end: 3 } }, ['9', '2'])).toBe(true);
  });
});

test('is written as it is sent: a line for each value', () => {
  const request: Request = {
    method: 'GET',
    authority: 'a',
    path: '/',
    scheme: 'http',
    internal: false,
    headers: { x: 'a,b', y: 'c' },
    repeated: { x: ['a', 'b'] },
  };
  expect(headerLines(request)).toEqual([
    ['x', 'a'],
    ['x', 'b'],
    ['y', 'c'],
  ]);
  expect(requestText(request)).toBe('GET http://a/ (x: a, x: b, y: c)');
});

test('the releases that do so', () => {
  expect(
    ['1.36', '1.37.0', '1.38.3', '1.39', '1.39.3', '1.40.0', undefined].map((each) => joiningAt(each)),
  ).toEqual([
    ...[true, true].map((policies) => ({ matchers: true, policies })),
    { matchers: true, policies: false },
    ...[1, 2, 3, 4].map(() => ({ matchers: false, policies: false })),
  ]);
});

describe('fact 103: guards of a bootstrap', () => {
  const joining = (by: 'matchers' | 'policies', is: boolean) =>
    Object.entries(WORLDS).flatMap(([name, world]) =>
      world.by === by ? [[name, is ? world.joined : world.each] as const] : [],
    );
  const both = (matchers: boolean, policies: boolean) =>
    Object.fromEntries([...joining('matchers', matchers), ...joining('policies', policies)]);

  it.each(['1.39', '1.40'] as const)('are of routes and filters, and of policies, since %s', (release) => {
    expect(traced({}, release)).toEqual(both(false, false));
    expect(traced(guard('matchers', false), release)).toEqual(both(true, false));
    expect(traced(guard('policies', false), release)).toEqual(both(false, true));
    expect(traced({ ...guard('matchers', false), ...guard('policies', true) }, release)).toEqual(
      both(true, false),
    );
  });

  it('are of policies alone in 1.38, and of nothing before', () => {
    expect(traced({}, '1.38')).toEqual(both(true, false));
    expect(traced({ ...guard('matchers', true), ...guard('policies', false) }, '1.38')).toEqual(
      both(true, true),
    );
    expect(traced({ ...guard('matchers', true), ...guard('policies', true) }, '1.37')).toEqual(
      both(true, true),
    );
  });
});

/** What is said of each route for all requests. */
function verdicts(configuration: object, api: Api = 'v3') {
  const routes = found(configuration, api, undefined).virtual_hosts?.[0]?.routes ?? [];
  const list = routeList(routes, { regexes, namespace: 'envoy' });
  return routes.map((_, index) => decide(list, index, startMeter({ work: 1_000_000 })));
}

describe('values that are apart prove nothing', () => {
  const both = (name: string, ...headers: object[]) => ({
    virtual_hosts: [
      {
        name: 'v',
        domains: ['*'],
        routes: [
          {
            match: { prefix: '/', headers: headers.map((each) => ({ name, ...each })) },
            direct_response: { status: 201 },
          },
          { match: { prefix: '/' }, direct_response: { status: 200 } },
        ],
      },
    ],
  });

  it('a route that asks for two is reached by both', () => {
    const [first] = verdicts(both('x', exact('a'), exact('b')));
    expect(first).toMatchObject({
      kind: 'alive',
      witness: { headers: { x: 'a,b' }, repeated: { x: ['a', 'b'] } },
    });
    expect(verdicts(both('x', exact('a'), not(exact('a'))))[0]?.kind).toBe('never');
    expect(verdicts(both('accept', exact('a'), exact('b')))[0]?.kind).toBe('never');
    expect(verdicts(both('x', { exact_match: 'a' }, { exact_match: 'b' }), 'v2')[0]?.kind).toBe('never');
  });

  it('a route behind the inverse of another value is reached', () => {
    const kinds = (...matchers: object[]) => verdicts(configurationOf(matchers, 'x')).map(({ kind }) => kind);
    expect(kinds(not(exact('2')), exact('1'))).toEqual(['alive', 'alive', 'alive']);
    expect(kinds(not(exact('1')), exact('2'), exact('1'))).toEqual(['alive', 'alive', 'alive', 'alive']);
    expect(kinds(exact('1'), not(exact('1')))).toEqual(['alive', 'alive', 'alive']);
    expect(kinds({ string_match: { prefix: 'a' } }, exact('ab'))).toEqual(['alive', 'hidden', 'alive']);
  });
});

test('fact 152: headers that a bootstrap has kept as one text', () => {
  const joined = Object.fromEntries(Object.entries(WORLDS).map(([name, world]) => [name, world.joined]));
  expect(traced({}, '1.40', INLINE)).toEqual(joined);
});
