import { describe, expect, test } from 'vitest';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { diffConfigurations, hasOwnReason } from '../../../src/diff/index.ts';
import { line, sideOf } from '../sides.ts';

const to = (cluster: string, match: string, more = '') =>
  `{ match: ${match}, route: { cluster: ${cluster} }${more === '' ? '' : `, ${more}`} }`;
const a = to('one', '{ prefix: /a }');
const b = to('two', '{ prefix: /b }');
const c = to('rest', '{ prefix: /c }');
const rest = to('rest', '{ prefix: / }');

function shop(routes: readonly string[], more = ''): string {
  const host = `name: shop, domains: [shop.test], routes: [${routes.join(', ')}]`;
  return `virtual_hosts: [{ ${host}${more === '' ? '' : `, ${more}`} }]`;
}

/** Each change in a line, with its reason where that is its own. */
function judged(before: string, after: string, options: { readonly aspect?: 'destination' } = {}): string[] {
  const [one, other] = [before, after].map((text, at) => [sideOf(text, `${at}.yaml`, 'RouteConfiguration')]);
  if (one === undefined || other === undefined) throw new Error('two sides');
  const { isSettled } = compareBehaviour(one, other, options);
  return diffConfigurations(one, other, { isSettled, deadRoutes: true }).changes.map((change) =>
    hasOwnReason(change) ? `${line(change)}: ${change.reason}` : line(change),
  );
}

describe('a change of a route that no request notices is harmless', () => {
  test('where it goes, and where it comes', () => {
    expect(judged(shop([a, c, rest]), shop([a, rest]))).toEqual([
      'info route-removed removed VirtualHost:shop routes[1]: Every request that came to it has the same outcome without it.',
    ]);
    expect(judged(shop([a, rest]), shop([a, c, rest]))).toEqual([
      'info route-added added VirtualHost:shop routes[1]: Every request that comes to it had the same outcome without it.',
    ]);
  });

  test('where it moves', () => {
    expect(judged(shop([a, b, rest]), shop([b, a, rest]))).toEqual([
      expect.stringMatching(
        /^info route-moved moved VirtualHost:shop routes: Every request that comes to it has the same outcome as in its old place\.$/,
      ),
    ]);
  });

  test('where it takes other requests', () => {
    expect(judged(shop([a, c, rest]), shop([a, to('rest', '{ prefix: /cc }'), rest]))).toEqual([
      'info route-match-changed changed VirtualHost:shop routes[1].match.prefix: Every request that came to it, or comes to it now, has the same outcome as before.',
    ]);
  });
});

describe('a change that requests notice is as severe as ever', () => {
  test('beside one that they do not', () => {
    expect(judged(shop([a, b, c, rest]), shop([b, rest]))).toEqual([
      'breaking route-removed removed VirtualHost:shop routes[0]',
      expect.stringMatching(/^info route-removed removed VirtualHost:shop routes\[2\]: Every request/),
    ]);
  });

  test('where the requests go elsewhere by another route', () => {
    expect(
      judged(
        shop([a, to('other', '{ prefix: /aa }'), rest]),
        shop([to('other', '{ prefix: /aa }'), a, rest]),
      ),
    ).toEqual([expect.stringMatching(/^warning route-moved [^:]*:shop routes$/)]);
  });

  test('where the cluster exists on one side only', () => {
    const file = (routes: readonly string[], clusters: readonly string[]) =>
      `{ clusters: [${clusters.map((name) => `{ name: ${name} }`).join()}], route_configs: [{ name: r, ${shop(routes)} }] }`;
    const sides = [
      file([a, c, rest], ['one', 'rest']),
      file([a, to('gone', '{ prefix: / }')], ['one', 'rest']),
    ].map((text) => sideOf(text, 'x.yaml'));
    const [one = [], other = []] = sides.map((side) => [side]);
    const { isSettled } = compareBehaviour(one, other);
    const found = diffConfigurations(one, other, { isSettled }).changes.find(
      ({ rule }) => rule === 'route-removed',
    );
    expect(found?.level).toBe('breaking');
  });

  test('where routes set more than the outcome of their requests', () => {
    const filters =
      'typed_per_filter_config: { auth: { "@type": type.googleapis.com/google.protobuf.Struct, value: { off: true } } }';
    const free = to('rest', '{ prefix: /c }', filters);
    expect(judged(shop([a, free, rest]), shop([a, rest]))).toEqual([
      'breaking route-removed removed VirtualHost:shop routes[1]',
    ]);
    expect(judged(shop([a, c, rest], filters), shop([a, rest], filters))).toEqual([
      expect.stringMatching(/^info route-removed/),
    ]);
    const upgrading =
      '{ match: { prefix: /c }, route: { cluster: rest, upgrade_configs: [{ upgrade_type: websocket }] } }';
    expect(judged(shop([a, upgrading, rest]), shop([a, rest]))).toEqual([
      'breaking route-removed removed VirtualHost:shop routes[1]',
    ]);
  });

  test('where filters of their own stand in other clusters of a split', () => {
    const split = (first: string, second: string, match: string) =>
      `{ match: ${match}, route: { weighted_clusters: { clusters: [{ name: x, weight: 50${first} }, { name: "y", weight: 50${second} }] } } }`;
    const own = ', per_filter_config: { auth: { off: true } }';
    const all = split('', own, '{ prefix: / }');
    const removed = (match: string) => judged(shop([match, all]), shop([all]));
    expect(removed(split(own, '', '{ prefix: /c }'))).toEqual([
      'breaking route-removed removed VirtualHost:shop routes[0]',
    ]);
    expect(removed(split('', own, '{ prefix: /c }'))).toEqual([
      expect.stringMatching(/^info route-removed .*Every request/),
    ]);
  });

  test('where rate limits are asked of filters of another stage', () => {
    const limited = (match: string, stage: number) =>
      `{ match: ${match}, route: { cluster: rest, rate_limits: [{ stage: ${stage}, actions: [{ remote_address: {} }] }] } }`;
    const removed = (stage: number) => {
      const all = limited('{ prefix: / }', 1);
      return judged(shop([limited('{ prefix: /c }', stage), all]), shop([all]));
    };
    expect(removed(2)).toEqual(['breaking route-removed removed VirtualHost:shop routes[0]']);
    expect(removed(1)).toEqual([expect.stringMatching(/^info route-removed .*Every request/)]);
  });

  test('where the answer for want of a cluster is another, and clusters may be missing', () => {
    const coded =
      '{ match: { prefix: /c }, route: { cluster: rest, cluster_not_found_response_code: NOT_FOUND } }';
    expect(judged(shop([coded, rest]), shop([rest]))).toEqual([
      'breaking route-removed removed VirtualHost:shop routes[0]',
    ]);
  });

  test('where a route asks for a client certificate, which no request that is looked at shows', () => {
    const certified = to('rest', '{ prefix: /c, tls_context: { presented: true } }');
    expect(judged(shop([a, certified, rest]), shop([a, rest]))).toEqual([
      'breaking route-removed removed VirtualHost:shop routes[1]',
    ]);
  });

  test('where a route asks that no client certificate is shown', () => {
    const bare = to('rest', '{ prefix: /c, tls_context: { presented: false } }');
    const after = to('rest', '{ prefix: /c/d }');
    expect(judged(shop([bare, after, rest]), shop([bare, rest]))).toEqual([
      'breaking route-removed removed VirtualHost:shop routes[1]',
    ]);
  });

  test.each([
    ['a match', to('rest', '{ novel_prefix: /c }')],
    ['a matcher', to('rest', '{ prefix: /c, headers: [{ name: x, novel_match: "y" }] }')],
    [
      'a header',
      to('rest', '{ prefix: /c }', 'request_headers_to_add: [{ header: { key: x }, unless: "y" }]'),
    ],
    [
      'a mirror',
      '{ match: { prefix: /c }, route: { cluster: rest, request_mirror_policies: [{ cluster: m, of: "y" }] } }',
    ],
  ])('where fields of %s are not known', (_, strange) => {
    const all = strange.replaceAll('/c', '/').replace(', unless: y', '').replace(', of: y', '');
    const [first] = judged(shop([strange, all]), shop([all]));
    expect(first).toBe('breaking route-removed removed VirtualHost:shop routes[0]');
  });

  test.each([
    ['actions', '{ match: { prefix: /c }, route: { cluster: rest }, redirect: { host_redirect: a.test } }'],
    ['targets', '{ match: { prefix: /c }, route: { cluster: rest, cluster_header: x } }'],
    ['paths', '{ match: { prefix: /c, path: /d }, route: { cluster: rest } }'],
  ])('where it has two %s of which it may have one', (_, torn) => {
    expect(judged(shop([torn, rest]), shop([rest]))).toEqual([
      'breaking route-removed removed VirtualHost:shop routes[0]',
    ]);
  });

  test('where mirrored requests are traced in another way', () => {
    const mirrored = (match: string, more: string) =>
      `{ match: ${match}, route: { cluster: rest, request_mirror_policies: [{ cluster: m${more} }] } }`;
    const all = mirrored('{ prefix: / }', '');
    expect(judged(shop([mirrored('{ prefix: /c }', ', trace_sampled: false'), all]), shop([all]))).toEqual([
      'breaking route-removed removed VirtualHost:shop routes[0]',
    ]);
  });

  test('where another part of the route changes', () => {
    const named = to('one', '{ prefix: /a }', 'decorator: { operation: shop }');
    expect(judged(shop([named, rest]), shop([a, rest]))).toEqual([
      expect.not.stringContaining('Every request'),
    ]);
  });
});

test('a narrow comparison of destinations does not see everything, and claims nothing', () => {
  const slow = '{ match: { prefix: /c }, route: { cluster: rest, timeout: 60s } }';
  expect(judged(shop([slow, rest]), shop([rest]))).toEqual([
    'breaking route-removed removed VirtualHost:shop routes[0]',
  ]);
  expect(judged(shop([slow, rest]), shop([rest]), { aspect: 'destination' })).toEqual([
    'breaking route-removed removed VirtualHost:shop routes[0]',
  ]);
});
