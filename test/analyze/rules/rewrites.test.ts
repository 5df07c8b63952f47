import { describe, expect, test } from 'vitest';
import { foundInTwo as found } from '../analyzed.ts';

const route = (prefix: string, action: string) => `{ match: { prefix: "${prefix}" }, ${action} }`;
const forward = (rewrite: string) => `route: { cluster: a, prefix_rewrite: "${rewrite}" }`;
const redirect = (rewrite: string) => `redirect: { prefix_rewrite: "${rewrite}" }`;

describe('rewrite-slash', () => {
  const paths = (yaml: string, type = 'route.Route') =>
    found('rewrite-slash', yaml, type).map(({ data }) => `${data.path} ${data.result}`);

  test.each([
    ['/api/', '/v2', ['/api/cart /v2cart']],
    ['/', '/v2', ['/cart /v2cart']],
    ['/', '/index.html', ['/cart /index.htmlcart']],
    ['/shop', '/', ['/shop/cart //cart']],
    ['/shop', '/store/', ['/shop/cart /store//cart']],
    ['', '/v2/', ['/cart /v2//cart']],
    ['/api/', 'v2/', ['/api/cart v2/cart']],
    ['/api', 'v2', ['/apicart v2cart']],
    ['/api/', '/v2/', []],
    ['/api', '/v2', []],
    ['/', '/', []],
    ['', '/v2', []],
    // Made to be continued.
    ['/user/', '/user-', []],
    ['/find/', '/search?q=', []],
    ['/find?', '/search/', []],
  ])('%s to %s', (prefix, rewrite, expected) => {
    expect(paths(route(prefix, forward(rewrite)))).toEqual(expected);
  });

  test('a redirect has the same trap, and says so', () => {
    const [finding] = found('rewrite-slash', route('/old/', redirect('/new')), 'route.Route');
    expect(finding).toMatchObject({ pointer: '/redirect/prefix_rewrite', level: 'warning' });
    expect(finding?.message).toContain('"/old/cart" is redirected to "/newcart"; rewrite to "/new/"');
  });

  const host = (...routes: readonly string[]) =>
    paths(`{ name: shop, domains: [shop.test], routes: [${routes.join(', ')}] }`, 'route.VirtualHost');
  test('the two routes that the specification asks for are right', () => {
    expect(host(route('/shop/', forward('/')), route('/shop', forward('/')))).toEqual([]);
    expect(host(route('/SHOP/', forward('/')), route('/shop', forward('/')))).toEqual([]);
    expect(host(route('/shop', forward('/')), route('/other/', forward('/')))).toEqual(['/shop/cart //cart']);
    expect(host(route('/shop', forward('/')), route('/shop/', forward('/')))).toEqual(['/shop/cart //cart']);
  });

  test('a path or a regex has no rest', () => {
    expect(paths(`{ match: { path: /api/ }, ${forward('/v2')} }`)).toEqual([]);
    expect(paths(`{ match: { safe_regex: { google_re2: {}, regex: /api/ } }, ${forward('/v2')} }`)).toEqual(
      [],
    );
  });
});

describe('whole-path-rewrite', () => {
  const count = (match: string, action: string) =>
    found('whole-path-rewrite', `{ match: { ${match} }, ${action} }`, 'route.Route').length;
  test.each([
    ['regex: "/items/\\\\d+"', forward('/things'), 1],
    ['regex: "/items/.*"', redirect('/things'), 1],
    ['safe_regex: { google_re2: {}, regex: "/(a|b)" }', forward('/things'), 1],
    ['regex: /items', forward('/things'), 0],
    ['regex: "/items/.*"', 'route: { cluster: a }', 0],
    ['prefix: /items', forward('/things'), 0],
    ['regex: "/items/("', forward('/things'), 0],
  ])('%s, %s', (match, action, expected) => {
    expect(count(match, action)).toBe(expected);
  });
});

describe('prefix-takes-longer', () => {
  const canary = 'headers: [{ name: x-canary }]';
  const host = (...routes: readonly string[]) =>
    found(
      'prefix-takes-longer',
      `{ name: shop, domains: [shop.test], routes: [${routes.map((each, index) => `{ match: { ${each} }, route: { cluster: c${index} } }`).join(', ')}] }`,
      'route.VirtualHost',
    );

  test('found with a request that shows it', () => {
    const [finding, ...others] = host(`prefix: /foo, ${canary}`, 'prefix: /foobar', 'prefix: /foo');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      level: 'info',
      pointer: '/routes/0',
      data: { virtual_host: 'shop', route: 0, longer: 1 },
      related: [{ pointer: '/routes/1' }],
    });
    expect(finding?.request?.path).toMatch(/^\/foobar/);
    expect(finding?.request?.headers).toHaveProperty('x-canary');
  });

  test.each([
    ['the longer one stands first', ['prefix: /foobar', `prefix: /foo, ${canary}`]],
    ['nothing longer is there', [`prefix: /foo, ${canary}`, 'prefix: /bar']],
    ['the prefix ends in a slash', [`prefix: /foo/, ${canary}`, 'prefix: /foo/bar']],
    ['the longer one is within the prefix by segments', [`prefix: /foo, ${canary}`, 'prefix: /foo/bar']],
    ['the longer one is hidden, which is another finding', ['prefix: /foo', 'prefix: /foobar']],
    [
      'the conditions exclude each other',
      [
        'prefix: /foo, headers: [{ name: x-a, exact_match: "1" }]',
        'prefix: /foobar, headers: [{ name: x-a, exact_match: "2" }]',
      ],
    ],
    ['an earlier route takes them', ['prefix: /foobar', `prefix: /foo, ${canary}`, 'prefix: /foobarbar']],
  ])('not where %s', (_, routes) => {
    expect(host(...routes)).toEqual([]);
  });
});
