import { describe, expect, test } from 'vitest';
import { analyzedInTwo as analyzed, foundInTwo as found } from '../analyzed.ts';

/** A route is its match, or its match and what it does. */
type Routes = readonly (string | readonly [match: string, action: string])[];

/** A virtual host with these routes. */
function host(...routes: Routes): string {
  const lines = routes.map((route) => {
    const [match, action] = typeof route === 'string' ? [route, 'direct_response: { status: 200 }'] : route;
    return `      - { match: ${match}, ${action} }`;
  });
  return [
    'name: front',
    'virtual_hosts:',
    '  - name: shop',
    '    domains: [shop.test]',
    '    routes:',
    ...lines,
    '',
  ].join('\n');
}

const TYPE = 'RouteConfiguration';
const shadowed = (...routes: Routes) => found('shadowed-route', host(...routes), TYPE);
const by = (...routes: Routes) => shadowed(...routes).map(({ data }) => [data.route, data.by, data.certain]);

const X = (value: string) => `{ prefix: /, headers: [{ name: x, ${value} }] }`;

describe('what is found', () => {
  test('a route that one earlier route takes', () => {
    const [finding, ...others] = shadowed(
      '{ prefix: /cart }',
      '{ path: /help }',
      '{ path: /cart/old }',
      '{ prefix: / }',
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      level: 'warning',
      pointer: '/virtual_hosts/0/routes/2',
      resource: { type: 'Route', name: 'shop/2' },
      data: { virtual_host: 'shop', route: 2, by: [0], certain: true },
      request: { method: 'GET', authority: 'shop.test', path: '/cart/old' },
    });
    expect(finding?.related).toMatchObject([
      {
        message: 'takes all of them, such as GET https://shop.test/cart/old',
        pointer: '/virtual_hosts/0/routes/0',
      },
    ]);
  });

  test('several that take it together, each with its part', () => {
    const [finding] = shadowed(
      X('exact_match: "1"'),
      '{ path: /help }',
      X('exact_match: "1", invert_match: true'),
      X('present_match: true, invert_match: true'),
      '{ prefix: /cart }',
    );
    expect(finding?.data).toEqual({ virtual_host: 'shop', route: 4, by: [0, 2, 3], certain: true });
    expect(finding?.related.map(({ message }) => message)).toEqual([
      'takes those where header x is "1"',
      'takes those where header x is there and is not "1"',
      'takes those where header x is missing, such as GET https://shop.test/cart',
    ]);
    expect(finding?.message).toContain('routes 0 (line 6), 2 (line 8) and 3 (line 9) together take all');
  });

  test('only what the hidden route does not ask for itself is told', () => {
    const [finding] = shadowed(
      '{ prefix: /a, headers: [{ name: x, exact_match: "1" }, { name: ":method", exact_match: GET }] }',
      '{ prefix: /, headers: [{ name: ":method", exact_match: GET, invert_match: true }] }',
      '{ path: /a/b, headers: [{ name: x, exact_match: "1" }] }',
    );
    expect(finding?.related.map(({ message }) => message.replace(/, such as.*/, ''))).toEqual([
      'takes those where the method is "GET"',
      'takes those where the method is not "GET"',
    ]);
  });

  test('regexes, letter case, queries, gRPC', () => {
    expect(by('{ safe_regex: { google_re2: {}, regex: "/[a-z]+" } }', '{ path: /cart }')).toEqual([
      [1, [0], true],
    ]);
    expect(by('{ prefix: /Cart, case_sensitive: false }', '{ prefix: /cart/x }')).toEqual([[1, [0], true]]);
    expect(by('{ path: /s }', '{ prefix: "/s?lang=" }')).toEqual([[1, [0], true]]);
    expect(
      by(X('prefix_match: application/grpc').replace(' x,', ' content-type,'), '{ prefix: /, grpc: {} }'),
    ).toEqual([[1, [0], true]]);
  });

  test('a fraction of 100 % hides; with a key by default only, which is worth knowing and no more', () => {
    const all = (key: string) =>
      `{ prefix: /, runtime_fraction: { default_value: { numerator: 100 }${key} } }`;
    expect(by(all(''), '{ path: /a }')).toEqual([[1, [0], true]]);
    const [finding] = shadowed(all(', runtime_key: go.all'), '{ path: /a }');
    expect(finding).toMatchObject({ level: 'info', data: { by: [0], certain: false } });
    expect(finding?.message).toContain('while runtime key "go.all" keeps its default');
    expect(finding?.fix).toBeUndefined();
  });

  test('bare routes, without a virtual host', () => {
    const yaml =
      '- { match: { prefix: / }, direct_response: { status: 200 } }\n- { match: { path: /a }, direct_response: { status: 200 } }\n';
    expect(found('shadowed-route', yaml)).toMatchObject([
      { pointer: '/1', data: { virtual_host: '', route: 1, by: [0], certain: true } },
    ]);
  });
});

describe('what to do about it', () => {
  const to = (cluster: string, more = '') => `route: { cluster: ${cluster}${more} }`;
  const message = (...routes: Routes) => shadowed(...routes)[0]?.message;

  test('14.12 an action without a cluster is told without a gap for its name', () => {
    const empty = 'route: { weighted_clusters: { clusters: [] } }';
    const single = 'route: { weighted_clusters: { clusters: [{ name: a, weight: 100 }] } }';
    expect(message(['{ prefix: / }', to('all')], ['{ path: /a }', empty])).toContain(
      'its requests meet cluster "all", not an action without a cluster: ',
    );
    expect(message(['{ prefix: / }', to('all')], ['{ path: /a }', single])).toContain(', not cluster "a": ');
  });

  test('the same outcome: delete it', () => {
    const routes = [
      ['{ prefix: /cart }', to('cart')],
      ['{ path: /cart/old }', to('cart', ', timeout: 15s')],
    ] as const;
    expect(message(...routes)).toContain('it does the same as route 0: delete it');
    expect(shadowed(...routes)[0]?.fix).toMatchObject({
      kind: 'operations',
      operations: [{ op: 'remove', path: '/routes/1' }],
    });
  });

  test('another outcome: move it up', () => {
    const routes = [
      ['{ prefix: /cart }', to('cart')],
      ['{ prefix: /cart/old }', to('old')],
    ] as const;
    expect(message(...routes)).toContain(
      'its requests meet cluster "cart", not cluster "old": move it above line 6 if it is meant',
    );
    expect(shadowed(...routes)[0]?.fix).toBeUndefined();
  });

  test('another outcome, and no room above: narrow the other', () => {
    expect(message(['{ prefix: /cart }', to('cart')], ['{ prefix: /cart }', to('old')])).toContain(
      'delete it, or narrow the match of route 0, which it would hide if it stood first',
    );
  });

  test('the same cluster with another setting', () => {
    expect(message(['{ prefix: / }', to('cart')], ['{ path: /a }', to('cart', ', timeout: 3s')])).toContain(
      'its requests meet cluster "cart" with another route.timeout, not what it says',
    );
  });

  test('the same rewrite of another prefix is another outcome', () => {
    const rewrite = (match: string) => [match, to('cart', ', prefix_rewrite: /v2')] as const;
    expect(message(rewrite('{ prefix: /cart }'), rewrite('{ prefix: /cart/old }'))).toContain(
      'with another path as rewritten',
    );
    expect(message(rewrite('{ prefix: /cart }'), rewrite('{ prefix: /cart }'))).toContain('delete it');
  });
});

describe('what is not found', () => {
  test.each([
    ['a wider route after a narrower one', ['{ prefix: /cart/old }', '{ prefix: /cart }']],
    ['a path before its prefix', ['{ path: /cart }', '{ prefix: /cart }']],
    ['an overlap', ['{ prefix: /a }', '{ safe_regex: { google_re2: {}, regex: "/.*b" } }']],
    [
      'a gap between headers',
      [X('exact_match: "1"'), X('exact_match: "1", invert_match: true'), '{ prefix: / }'],
    ],
    [
      'a share of the requests',
      ['{ prefix: /, runtime_fraction: { default_value: { numerator: 99 } } }', '{ prefix: / }'],
    ],
    ['other letter case', ['{ prefix: /Cart }', '{ prefix: /cart }']],
    ['a query after a path without', ['{ prefix: "/s?" }', '{ path: /s }']],
    [
      'ranges that leave a number',
      [X('range_match: { start: 0, end: 5 }'), X('range_match: { start: 4, end: 6 }')],
    ],
    ['a condition on a parameter', ['{ prefix: /, query_parameters: [{ name: k }] }', '{ prefix: / }']],
  ])('%s', (_, routes) => {
    expect(shadowed(...routes)).toEqual([]);
  });

  test('routes of another virtual host', () => {
    const yaml = host('{ prefix: / }').concat(
      '  - name: other\n    domains: ["*"]\n    routes:\n      - { match: { path: /a }, direct_response: { status: 200 } }\n',
    );
    expect(found('shadowed-route', yaml, TYPE)).toEqual([]);
  });
});

describe('what cannot be decided is said to be undecided', () => {
  const undecided = (...routes: Routes) =>
    analyzed(host(...routes), TYPE).filter(({ rule }) => rule === 'undecided');

  test('dynamic metadata', () => {
    const found = undecided('{ prefix: /a, dynamic_metadata: [{ filter: a }] }', '{ prefix: /a }');
    expect(found).toMatchObject(
      [0, 1].map((route) => ({
        level: 'info',
        pointer: `/virtual_hosts/0/routes/${route}`,
        data: { rule: 'shadowed-route', virtual_host: 'shop', route },
      })),
    );
    expect(found.map(({ message }) => message.replace(/^.*: /, ''))).toEqual([
      'it asks about dynamic metadata, which filters set',
      'route 0 asks about dynamic metadata, which filters set',
    ]);
  });

  test('not a pattern that is refused: that is an error of its own', () => {
    expect(undecided('{ safe_regex: { google_re2: {}, regex: "/(" } }')).toEqual([]);
  });

  test('14.3 not a field that nobody knows: that is an error of its own', () => {
    expect(undecided('{ prefix: /, headers: [{ name: x, value: a }] }')).toEqual([]);
  });

  test('a long list of them shares one finding at its end', () => {
    const routes = Array.from(
      { length: 30 },
      (_, route) => `{ prefix: /a${route}, dynamic_metadata: [{ filter: a }] }`,
    );
    const all = undecided(...routes);
    expect(all).toHaveLength(20);
    expect(all.at(-1)?.data.routes).toEqual(Array.from({ length: 11 }, (_, index) => index + 19));
  });
});

test('what a credential header must hold is not told', () => {
  const asks = (value: string) => `{ prefix: /, headers: [{ name: authorization, ${value} }] }`;
  const [finding] = shadowed(
    asks('exact_match: hunter2'),
    asks('exact_match: hunter2, invert_match: true'),
    asks('present_match: true'),
  );
  expect(JSON.stringify([finding?.message, finding?.related])).not.toContain('hunter2');
});

test('14.3 no request is shown that a route of which nobody knows what it takes may take', () => {
  const [finding] = shadowed('{ prefix: /, case_sensitive: [1] }', '{ prefix: /a }', '{ prefix: /ab }');
  expect(finding?.data).toMatchObject({ route: 2, by: [1] });
  expect(finding).not.toHaveProperty('request');
});
