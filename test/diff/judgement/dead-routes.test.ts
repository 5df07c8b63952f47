import { describe, expect, test } from 'vitest';
import { hasOwnReason } from '../../../src/diff/index.ts';
import { diffOf, line, type SideOptions } from '../sides.ts';

const to = (cluster: string, match: string) => `{ match: ${match}, route: { cluster: ${cluster} } }`;
const api = to('api', '{ prefix: /api/ }');
const old = to('old', '{ prefix: /api/old/ }');
const rest = to('rest', '{ prefix: / }');

function shop(...routes: readonly string[]): string {
  return `virtual_hosts: [{ name: shop, domains: [shop.test], routes: [${routes.join(', ')}] }]`;
}

/** Each change in a line, with its reason where that is its own. */
function judged(before: string, after: string, options: SideOptions = {}): string[] {
  const asked = { type: 'RouteConfiguration', deadRoutes: true, ...options };
  return diffOf(before, after, asked).changes.map((change) =>
    hasOwnReason(change) ? `${line(change)}: ${change.reason}` : line(change),
  );
}

describe('a change of a route that no request comes to', () => {
  test('is harmless where the route is removed, and the earlier ones stay', () => {
    expect(judged(shop(api, old, rest), shop(api, rest))).toEqual([
      'info route-removed removed VirtualHost:shop routes[1]: No request came to it, so that nothing is lost: route 0 (prefix "/api/") takes all of its requests.',
    ]);
  });

  test('is said of a new route', () => {
    expect(judged(shop(api, rest), shop(api, rest, old))).toEqual([
      'info route-added added VirtualHost:shop routes[2]: No request comes to it, it is dead on arrival: route 0 (prefix "/api/") takes all of its requests.',
    ]);
  });

  test('is harmless where it is about a part of the route, or about its place', () => {
    const why =
      ': No request comes to it, neither before nor after: route 0 (prefix "/api/") takes all of its requests.';
    expect(judged(shop(api, old, rest), shop(api, to('new', '{ prefix: /api/old/ }'), rest))).toEqual([
      `info route-target-changed changed VirtualHost:shop routes[1].route.cluster${why}`,
    ]);
    const more = to('more', '{ prefix: /more/ }');
    expect(judged(shop(api, old, more, rest), shop(api, more, rest, old))).toEqual([
      `info route-moved moved VirtualHost:shop routes${why}`,
    ]);
  });

  test('names several routes that together take everything', () => {
    const sideRoots = [to('a', '{ prefix: /x, headers: [{ name: h, present_match: true }] }')];
    sideRoots.push(
      to('b', '{ prefix: /x, headers: [{ name: h, present_match: true, invert_match: true }] }'),
    );
    expect(judged(shop(...sideRoots, to('c', '{ path: /x/y }')), shop(...sideRoots))[0]).toContain(
      'route 0 (prefix "/x") and route 1 (prefix "/x") together take all of its requests',
    );
  });

  test('is harmless where nothing at all fits the route', () => {
    const never = to('never', '{ prefix: /, headers: [{ name: h, range_match: { start: 5, end: 5 } }] }');
    expect(judged(shop(rest, never), shop(rest))).toEqual([
      expect.stringMatching(/^info route-removed .*: No request came to it, so that nothing is lost: /),
    ]);
  });
});

describe('a change keeps its level', () => {
  const removed = 'breaking route-removed removed VirtualHost:shop routes[1]';

  test('where a request comes to the route', () => {
    expect(judged(shop(api, to('x', '{ path: /x }'), rest), shop(api, rest))).toEqual([removed]);
  });

  test('where what hid the route is gone as well, or takes other requests now', () => {
    expect(judged(shop(api, old, rest), shop(rest))).toEqual([
      'breaking route-removed removed VirtualHost:shop routes[0]',
      removed,
    ]);
    expect(judged(shop(api, old), shop(to('api', '{ prefix: /api/new/ }')))).toContain(removed);
  });

  test('where only the default of a runtime value hides the route', () => {
    const hider = to(
      'api',
      '{ prefix: /api/, runtime_fraction: { default_value: { numerator: 100 }, runtime_key: k } }',
    );
    expect(judged(shop(hider, old, rest), shop(hider, rest))).toEqual([removed]);
  });

  test('where it comes to life, or dies', () => {
    expect(judged(shop(api, old), shop(old, api))[0]).toMatch(/^warning route-moved [^:]*:shop routes$/);
  });

  test('where it stays open whether a request comes to the route', () => {
    const unread = to('x', '{ regex: "/api/old/(" }');
    expect(judged(shop(api, unread, rest), shop(api, rest))).toEqual([removed]);
  });

  test('where a match has fields that are not known', () => {
    const strange = to('x', '{ novel_prefix: /x }');
    expect(judged(shop(api, strange, rest), shop(api, rest))).toEqual([removed]);
    const some = to(
      'api',
      '{ prefix: /api/, headers: [{ name: x, novel_match: "y", invert_match: false }] }',
    );
    expect(
      judged(shop(some, to('x', '{ path: /api/x, headers: [{ name: x }] }'), rest), shop(some, rest)),
    ).toEqual([removed]);
  });

  test('where the earlier route wants that no client certificate is shown', () => {
    const bare = to('api', '{ prefix: /api/, tls_context: { presented: false } }');
    expect(judged(shop(bare, old, rest), shop(bare, rest))).toEqual([removed]);
  });

  test('where nobody asks', () => {
    expect(judged(shop(api, old, rest), shop(api, rest), { deadRoutes: false })).toEqual([removed]);
  });
});

test('a level of the settings holds, whatever comes to the route', () => {
  const levels = (level: 'warning' | 'off') =>
    judged(shop(api, old, rest), shop(api, rest), { rules: new Map([['route-removed', level]]) });
  expect(levels('warning')).toEqual([
    expect.stringMatching(/^warning route-removed .*No request came to it/),
  ]);
  expect(levels('off')).toEqual([]);
});

test('a virtual host that only a list of routes makes is not looked at', () => {
  const list = (...routes: readonly string[]) => `[${routes.join(', ')}]`;
  expect(judged(list(api, old, rest), list(api, rest), { type: 'Route' })).toEqual([
    'breaking route-removed removed VirtualHost: routes[1]',
  ]);
});
