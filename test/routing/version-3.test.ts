/** What version 3 does otherwise (docs/routing.md), one request at a time. All of it was held to the real proxy. */
import { describe, expect, test } from 'vitest';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import type { Request } from '../../src/routing/request/request.ts';
import { type Trace, traceRequest } from '../../src/routing/trace.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { NEWEST_RELEASE, type Release } from '../../src/schema/release.ts';
import { opened } from '../opened.ts';
import { requestOf } from './traced.ts';

const regexes = regexEngine();

function asked(configuration: object, fields: Partial<Request> = {}, release = NEWEST_RELEASE): Trace {
  const text = JSON.stringify({ name: 'r', ...configuration });
  const [found] = findRouting([opened(text, { type: 'RouteConfiguration', api: 'v3', release })]).routes;
  if (found === undefined) throw new Error('no route configuration');
  return traceRequest(found.routeConfiguration, requestOf(fields), { namespace: 'envoy', regexes });
}

/** Routes of a host for all, each to the cluster of its place. */
function hostWith(matches: readonly object[], more: object = {}): object {
  const routes = matches.map((match, at) => ({ match, route: { cluster: String(at) } }));
  return { virtual_hosts: [{ name: 'all', domains: ['*'], routes }], ...more };
}

/** The place of the route that takes a request. */
function taken(matches: readonly object[], fields: Partial<Request> = {}, more: object = {}): number | null {
  return asked(hostWith(matches, more), fields).route?.index ?? null;
}

const takes = (match: object, fields: Partial<Request> = {}, more: object = {}) =>
  taken([match], fields, more) === 0;

/** What a route with an action makes of a request. */
function outcome(route: object, fields: Partial<Request> = {}, more: object = {}, release = NEWEST_RELEASE) {
  const whole = { match: { prefix: '/' }, ...route };
  return asked(
    { virtual_hosts: [{ name: 'all', domains: ['*'], routes: [whole], ...more }] },
    fields,
    release,
  ).outcome;
}

const TEMPLATE = 'type.googleapis.com/envoy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig';
const REWRITE = 'type.googleapis.com/envoy.extensions.path.rewrite.uri_template.v3.UriTemplateRewriteConfig';
const template = (path_template: string) => ({
  path_match_policy: { name: 't', typed_config: { '@type': TEMPLATE, path_template } },
});

describe('paths', () => {
  test('fact 69: a prefix is compared without the query, and a fragment is refused', () => {
    expect(takes({ prefix: '/s' }, { path: '/s?a' })).toBe(true);
    expect(takes({ prefix: '/s?a' }, { path: '/s?a' })).toBe(false);
    expect(asked(hostWith([{ prefix: '/' }]), { path: '/a#b' }).outcome).toMatchObject({ status: 400 });
  });

  test('fact 70: path_separated_prefix ends at a slash or at the end', () => {
    const at = (path: string, more: object = {}) =>
      takes({ path_separated_prefix: '/api', ...more }, { path });
    expect(['/api', '/api/', '/api/x', '/api?q'].map((path) => at(path))).toEqual([true, true, true, true]);
    expect(['/apix', '/ap', '/API'].map((path) => at(path))).toEqual([false, false, false]);
    expect(at('/API/x', { case_sensitive: false })).toBe(true);
  });

  test('fact 71: URI templates', () => {
    const at = (written: string, ...paths: readonly string[]) =>
      paths.filter((path) => takes(template(written), { path }));
    expect(at('/a/*', '/a/b', '/a/b?q', '/a/', '/a/b/c', '/A/b')).toEqual(['/a/b', '/a/b?q']);
    expect(at('/a/**', '/a/', '/a/b/c', '/a')).toEqual(['/a/', '/a/b/c']);
    expect(at('/{v}/b', '/x/b', '//b', '/x/y/b')).toEqual(['/x/b']);
    expect(at('/a/{v=x/*}', '/a/x/y', '/a/y/y')).toEqual(['/a/x/y']);
    expect(at('/**.m', '/a/b.m', '/.m', '/axm')).toEqual(['/a/b.m', '/.m']);
    expect(at('/a*', '/', '/a', '/aa', '/ab')).toEqual(['/', '/a', '/aa']);
    expect(at('/a.b', '/a.b', '/aXb')).toEqual(['/a.b']);
  });

  test('fact 72: only connect_matcher takes a CONNECT request, which has no path', () => {
    const tunnel = { method: 'CONNECT', path: '', authority: 'a.test:80', scheme: 'http' };
    const all = [{ prefix: '' }, { safe_regex: { regex: '.*' } }, { connect_matcher: {} }];
    expect(taken(all, tunnel)).toBe(2);
    expect(taken(all, { path: '/', headers: { upgrade: 'Connect-UDP' } })).toBe(0);
    expect(takes({ connect_matcher: {} }, { headers: { upgrade: 'connect-udp' } })).toBe(true);
    expect(takes({ connect_matcher: {} })).toBe(false);
    expect(takes({ connect_matcher: {}, headers: [{ name: ':path' }] }, tunnel)).toBe(false);
    const match = { connect_matcher: {} };
    expect(outcome({ match, route: { cluster: 'a', prefix_rewrite: '/x' } }, tunnel).status).toBe(503);
    expect(outcome({ match, redirect: { path_redirect: '/x' } }, tunnel).location).toBe('');
    const regex_rewrite = { pattern: { regex: '.*' }, substitution: '/z' };
    expect(outcome({ match, redirect: { regex_rewrite } }, tunnel).location).toBe('http://a.test:80/z');
    expect(outcome({ match, redirect: { prefix_rewrite: '/x' } }, tunnel).location).toBe(
      'http://a.test:80/x',
    );
  });

  test('fact 128: before release 1.37 an empty path is written, and gives a request for a tunnel one', () => {
    const regex_rewrite = { pattern: { regex: '/.*' }, substitution: '' };
    const by = (release: Release, match: object, fields: Partial<Request>) => {
      const { status, path } = outcome(
        { match, route: { cluster: 'a', regex_rewrite } },
        fields,
        {},
        release,
      );
      return status ?? path;
    };
    const tunnel = { method: 'CONNECT', path: '', authority: 'a.test:80' };
    for (const release of ['1.37', '1.38', '1.39', '1.40'] as const) {
      expect(by(release, { prefix: '/' }, { path: '/a?q' })).toBe('/a?q');
      expect(by(release, { connect_matcher: {} }, tunnel)).toBe('');
    }
    expect(by('1.36', { prefix: '/' }, { path: '/a?q' })).toBe('?q');
    expect(by('1.36', { connect_matcher: {} }, tunnel)).toBe(503);
    const redirect = { regex_rewrite: { pattern: { regex: '.*' }, substitution: '' } };
    expect(outcome({ redirect }, { path: '/a?q' }, {}, '1.36').location).toBe('http://shop.test/a?q');
  });

  test('fact 73: a template writes the path anew from its variables', () => {
    const policy = (path_template_rewrite: string) => ({
      path_rewrite_policy: { name: 'r', typed_config: { '@type': REWRITE, path_template_rewrite } },
    });
    const route = { match: template('/{a}/x/{b=**}'), route: { cluster: 'c', ...policy('/{b}/to/{a}') } };
    expect(outcome(route, { path: '/1/x/2/3?q' }).path).toBe('/2/3/to/1?q');
  });

  test('fact 76: parameters of each segment are left aside, but not by templates', () => {
    const more = { ignore_path_parameters_in_path_matching: true };
    const path = '/a;b/c;e?d';
    expect(takes({ path: '/a/c' }, { path })).toBe(false);
    expect(takes({ path: '/a/c' }, { path }, more)).toBe(true);
    expect(takes({ path: '/a' }, { path }, more)).toBe(false);
    expect(takes({ path_separated_prefix: '/a' }, { path }, more)).toBe(true);
    expect(takes({ safe_regex: { regex: '/a/c' } }, { path }, more)).toBe(true);
    expect(takes(template('/a/c'), { path }, more)).toBe(false);
    const earlier = (match: object): boolean =>
      asked(hostWith([match], more), { path }, '1.38').route !== null;
    expect(earlier({ path: '/a/c' })).toBe(false);
    expect(earlier({ path: '/a' })).toBe(true);
  });
});

describe('virtual hosts', () => {
  const hosts = (more: object) => ({
    virtual_hosts: ['a.test', 'b.test', '*'].map((domain) => ({
      name: domain,
      domains: [domain],
      routes: [{ match: { prefix: '/' }, direct_response: { status: 200 } }],
    })),
    ...more,
  });
  const host = (more: object, fields: Partial<Request>) => asked(hosts(more), fields).virtual_host;

  test('fact 74: a header picks the virtual host in place of the host', () => {
    const more = { vhost_header: 'X-Host' };
    expect(host(more, { authority: 'a.test', headers: { 'x-host': 'b.test' } })).toBe('b.test');
    expect(host(more, { authority: 'a.test', headers: { 'x-host': 'c.test' } })).toBe('*');
    expect(host(more, { authority: 'a.test' })).toBe(null);
    expect(asked(hostWith([{ prefix: '/' }], more)).virtual_host).toBe('all');
  });

  test('fact 75: the port of the host is left aside', () => {
    const more = { ignore_port_in_host_matching: true };
    expect(host({}, { authority: 'a.test:80' })).toBe('*');
    expect(host(more, { authority: 'a.test:80' })).toBe('a.test');
    expect(host(more, { authority: 'a.test:x' })).toBe('a.test');
    expect(host(more, { authority: '[::1]' })).toBe('*');
  });

  test('fact 89: a matcher beside routes is refused, and nothing is said of it', () => {
    const routes = [{ match: { prefix: '/' }, direct_response: { status: 200 } }];
    const both = { virtual_hosts: [{ name: 'v', domains: ['*'], matcher: {}, routes }] };
    expect(asked(both).outcome.kind).toBe('undecided');
  });
});

describe('hosts', () => {
  test('fact 90: one with a character that no host has is refused', () => {
    const at = (authority: string) => asked(hostWith([{ prefix: '/' }]), { authority }).outcome.status;
    expect(['a/b', 'a"b', 'a\\b', 'a^b', 'aéb'].map(at)).toEqual([400, 400, 400, 400, 400]);
    expect(asked(hostWith([{ prefix: '/' }]), { authority: "[a]_!$%&'()*+,;=:@~-.b" }).outcome.kind).toBe(
      'forward',
    );
  });
});

describe('conditions', () => {
  const header = (matcher: object, value?: string, name = 'x') =>
    takes(
      { prefix: '/', headers: [{ name, ...matcher }] },
      { headers: value === undefined ? {} : { x: value } },
    );

  test('fact 85: headers by string_match, absence, missing as empty, host', () => {
    const text = (string_match: object, value?: string) => header({ string_match }, value);
    expect([text({ exact: '' }, ''), text({ exact: '' }, 'a'), text({ exact: '' })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([text({ exact: 'A', ignore_case: true }, 'a'), text({ exact: 'A' }, 'a')]).toEqual([true, false]);
    expect([text({ prefix: 'a' }, 'ab'), text({ suffix: 'B', ignore_case: true }, 'ab')]).toEqual([
      true,
      true,
    ]);
    expect([text({ contains: 'B', ignore_case: true }, 'abc'), text({ contains: 'B' }, 'abc')]).toEqual([
      true,
      false,
    ]);
    expect(text({ safe_regex: { regex: '\\d+' } }, '12')).toBe(true);
    expect(header({ contains_match: ',' }, 'a,b')).toBe(true);
    const absent = { present_match: false };
    expect([header(absent), header(absent, 'a'), header({ ...absent, invert_match: true }, 'a')]).toEqual([
      true,
      false,
      true,
    ]);
    const empty = { treat_missing_header_as_empty: true };
    expect(header({ ...empty, string_match: { exact: '' } })).toBe(true);
    expect(header({ ...empty, string_match: { exact: 'a' }, invert_match: true })).toBe(true);
    expect(header({ ...empty, present_match: true })).toBe(true);
    expect(header({ string_match: { exact: 'a' }, invert_match: true })).toBe(false);
    expect(header({ string_match: { prefix: 'shop' } }, undefined, 'host')).toBe(true);
    const key = (present_match: boolean, path: string) =>
      takes({ prefix: '/', query_parameters: [{ name: 'k', present_match }] }, { path });
    expect([key(false, '/'), key(false, '/?k'), key(true, '/?k')]).toEqual([true, false, true]);
  });

  test('fact 77: cookies', () => {
    const cookie = (value: string | undefined, more: object = {}) =>
      takes(
        { prefix: '/', cookies: [{ name: 'c', string_match: { exact: 'a' }, ...more }] },
        { headers: value === undefined ? {} : { cookie: value } },
      );
    expect(['c=a', 'b=1; c="a"', 'c=a; c=b'].map((each) => cookie(each))).toEqual([true, true, true]);
    expect([cookie('c=b; c=a'), cookie('C=a'), cookie('c'), cookie(undefined)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect([cookie(undefined, { invert_match: true }), cookie('c=a', { invert_match: true })]).toEqual([
      true,
      false,
    ]);
  });

  test('what filters set is not known', () => {
    const match = {
      prefix: '/',
      dynamic_metadata: [{ filter: 'f', path: [{ key: 'k' }], value: { present_match: true } }],
    };
    expect(asked(hostWith([match])).outcome).toMatchObject({
      kind: 'undecided',
      reason: expect.stringContaining('dynamic metadata'),
    });
    expect(takes({ ...match, prefix: '/else' })).toBe(false);
  });
});

describe('what becomes of a request', () => {
  test('fact 78: clusters by header and by weight', () => {
    const byHeader = { cluster_header: 'host', cluster_not_found_response_code: 'NOT_FOUND' };
    expect(outcome({ route: byHeader }, { authority: 'c' }).clusters).toEqual([{ name: 'c', weight: 100 }]);
    expect(outcome({ route: { cluster_header: 'x' } }).status).toBe(503);
    expect(outcome({ route: { ...byHeader, cluster_header: 'x' } }).status).toBe(404);
    const clusters = [
      { name: 'a', weight: 1, host_rewrite_literal: 'a.test' },
      { name: 'b', weight: 2 },
    ];
    const weighted = { weighted_clusters: { clusters, header_name: 'x' } };
    const by = (x: string) => outcome({ route: weighted }, { headers: { x } });
    expect([by('3').clusters[0]?.name, by('4').clusters[0]?.name]).toEqual(['a', 'b']);
    expect([by('3').host, by('4').host]).toEqual(['a.test', 'shop.test']);
    expect(by('-1').clusters.map(({ weight }) => weight)).toEqual([1, 2]);
    expect(by('-1').undecided).toEqual(['host: it depends on the cluster that is picked']);
  });

  test('fact 79: rewrites of path and host', () => {
    const path = (route: object, match: object = { prefix: '/' }) =>
      outcome({ match, route: { cluster: 'c', ...route } }, { path: '/a/b/a?q' }).path;
    const host = (route: object) =>
      outcome({ route: { cluster: 'c', ...route } }, { path: '/a/b?q', headers: { x: 'x.test' } }).host;
    const regex = (pattern: string, substitution: string) => ({ pattern: { regex: pattern }, substitution });
    expect(path({ regex_rewrite: regex('/a', '/z') })).toBe('/z/b/z?q');
    expect(path({ regex_rewrite: regex('.*', '') })).toBe('/a/b/a?q');
    expect(path({ prefix_rewrite: '/new' }, { safe_regex: { regex: '/a.*' } })).toBe('/new?q');
    expect(path({ path_rewrite: '/100%%' })).toBe('/100%?q');
    expect(path({ path_rewrite: '%REQ(x)%' })).toBe(null);
    expect(host({ host_rewrite_literal: 'new.test' })).toBe('new.test');
    expect(host({ host_rewrite_header: 'x' })).toBe('x.test');
    const changed = { header: { key: 'x', value: 'y.test' }, append_action: 'OVERWRITE_IF_EXISTS_OR_ADD' };
    const byHeader = { route: { cluster: 'c', host_rewrite_header: 'x' } };
    expect(outcome({ ...byHeader, request_headers_to_add: [changed] }).host).toBe('y.test');
    expect(host({ host_rewrite_path_regex: regex('^/(\\w)/.*$', '\\1.test') })).toBe('a.test');
    expect(host({ host_rewrite_path_regex: regex('none', '') })).toBe('/a/b');
    expect(host({ host_rewrite: 'f%%.test' })).toBe('f%.test');
    expect(host({ host_rewrite: '%REQ(x)%' })).toBe(null);
  });

  test('fact 80: redirects keep the query and begin with a slash', () => {
    const location = (redirect: object) => outcome({ redirect }, { path: '/a?q' }).location;
    expect(location({ path_redirect: '/to' })).toBe('http://shop.test/to?q');
    expect(location({ path_redirect: '/to?own', strip_query: true })).toBe('http://shop.test/to?own');
    expect(location({ path_redirect: 'to', strip_query: true })).toBe('http://shop.test/to');
    const rewrite = { regex_rewrite: { pattern: { regex: 'a' }, substitution: 'b' }, strip_query: true };
    expect(location(rewrite)).toBe('http://shop.test/b');
  });

  test('fact 81: max_stream_duration takes the place of the timeout', () => {
    const timeout = (max_stream_duration: object, headers = {}) =>
      outcome({ route: { cluster: 'c', timeout: '3s', max_stream_duration } }, { headers }).timeout;
    expect(timeout({})).toBe('0s');
    expect(timeout({ max_stream_duration: '7s' })).toBe('7s');
    const grpc = { grpc_timeout_header_max: '2s', grpc_timeout_header_offset: '0.5s' };
    expect([timeout(grpc), timeout(grpc, { 'grpc-timeout': '5S' })]).toEqual(['0s', '1.5s']);
    const older = { cluster: 'c', max_grpc_timeout: '3s' };
    expect(outcome({ route: older }).max_grpc_timeout).toBe('3s');
    expect(outcome({ route: { ...older, max_stream_duration: {} } }).max_grpc_timeout).toBeNull();
  });

  test('fact 82: mirrors of the nearest level that has any', () => {
    const mirrors = (route: object, host: object = {}) =>
      outcome({ route: { cluster: 'c', ...route } }, { headers: { x: 'd' } }, host).mirror.map(
        ({ cluster }) => cluster,
      );
    const to = (...names: readonly string[]) => ({
      request_mirror_policies: names.map((cluster) => ({ cluster })),
    });
    expect(mirrors({}, to('host'))).toEqual(['host']);
    expect(mirrors(to('a', 'b'), to('host'))).toEqual(['a', 'b']);
    expect(mirrors({ request_mirror_policies: [{ cluster_header: 'x' }, { cluster_header: 'y' }] })).toEqual([
      'd',
    ]);
  });

  test('fact 83: typed CORS policies, field by field', () => {
    const CORS = 'type.googleapis.com/envoy.extensions.filters.http.cors.v3.CorsPolicy';
    const cors = (policy: object) => ({ typed_per_filter_config: { cors: { '@type': CORS, ...policy } } });
    const half = { default_value: { numerator: 50 } };
    const route = { route: { cluster: 'c', cors: { max_age: '9' } }, ...cors({ allow_methods: 'GET' }) };
    const found = outcome(route, {}, cors({ allow_methods: 'PUT', max_age: '1', filter_enabled: half })).cors;
    expect(found).toMatchObject({ allow_methods: 'GET', max_age: '1' });
    // What cannot be read counts as set, and is seen as it is among the route's own fields.
    const unreadable = outcome({ route: { cluster: 'c' } }, {}, cors({ shadow_enabled: 'x' })).cors;
    expect(JSON.parse(JSON.stringify(unreadable))).toMatchObject({ shadow_enabled: 'x' });
    for (const value of [[], {}, 3, [1]]) {
      const policy = { allow_methods: value };
      const same = outcome({ route: { cluster: 'c' } }, {}, { cors: policy }).cors;
      expect(JSON.stringify(outcome({ route: { cluster: 'c' } }, {}, cors(policy)).cors)).toBe(
        JSON.stringify(same),
      );
      const beside = { cluster: 'c', cors: { allow_headers: 'a' } };
      const older = outcome({ route: beside }, {}, { cors: policy }).cors;
      expect(JSON.parse(JSON.stringify(older))).toMatchObject({ allow_methods: value, allow_headers: 'a' });
      const newer = outcome(
        { route: { cluster: 'c' }, ...cors({ allow_headers: 'a' }) },
        {},
        cors(policy),
      ).cors;
      expect(JSON.parse(JSON.stringify(newer))).toEqual(JSON.parse(JSON.stringify(older)));
    }
    expect(outcome({ route: { cluster: 'c', cors: { max_age: '9' } } }).cors).toMatchObject({ max_age: '9' });
  });

  test('fact 84: header changes say what is to be there', () => {
    const option = (append_action: string) => ({ header: { key: 'x', value: 'v' }, append_action });
    const changes = (action: string) =>
      outcome({ route: { cluster: 'c' }, request_headers_to_add: [option(action)] }).request_headers.add;
    expect(changes('ADD_IF_ABSENT')).toEqual([{ key: 'x', value: 'v', append: true, when: 'absent' }]);
    expect(changes('OVERWRITE_IF_EXISTS')).toEqual([
      { key: 'x', value: 'v', append: false, when: 'present' },
    ]);
    expect(changes('OVERWRITE_IF_EXISTS_OR_ADD')).toEqual([{ key: 'x', value: 'v', append: false }]);
    expect(changes('APPEND_IF_EXISTS_OR_ADD')).toEqual([{ key: 'x', value: 'v', append: true }]);
  });
});

test('fact 99: the header that names the cluster of a mirror is read as the levels have changed it', () => {
  const mirrors = (change: object) => {
    const route = { cluster: 'c', request_mirror_policies: [{ cluster_header: 'x' }] };
    return outcome({ route, ...change }, { headers: { x: 'copies' } }).mirror.map(({ cluster }) => cluster);
  };
  expect(mirrors({})).toEqual(['copies']);
  expect(mirrors({ request_headers_to_remove: ['x'] })).toEqual([]);
  const header = { key: 'x', value: 'others' };
  expect(mirrors({ request_headers_to_add: [{ header }] })).toEqual(['copies']);
  expect(
    mirrors({ request_headers_to_add: [{ header, append_action: 'OVERWRITE_IF_EXISTS_OR_ADD' }] }),
  ).toEqual(['others']);
});

test('fact 99: first values, formats, the host and the weighted cluster of the header that names a mirror', () => {
  const mirrors = (change: object, action: object = { cluster: 'c' }, named = 'x') => {
    const route = { ...action, request_mirror_policies: [{ cluster_header: named }] };
    const { mirror, undecided } = outcome({ route, ...change }, { authority: 'a.test' });
    return undecided ?? mirror.map(({ cluster }) => cluster);
  };
  const adds = (value: string) => ({ request_headers_to_add: [{ header: { key: 'x', value } }] });
  expect(mirrors(adds('a,b'))).toEqual(['a,b']);
  expect(mirrors(adds('100%%'))).toEqual(['100%']);
  expect(mirrors(adds('%PROTOCOL%'))).toEqual(['mirror: %PROTOCOL% is known to the running proxy only']);
  const split = (first: object, second: object) => ({
    weighted_clusters: {
      clusters: [
        { name: 'c', weight: 1, ...first },
        { name: 'd', weight: 1, ...second },
      ],
    },
  });
  expect(mirrors({}, split(adds('e'), adds('e')))).toEqual(['e']);
  expect(mirrors({}, split(adds('e'), {}))).toEqual(['mirror: it depends on the cluster that is picked']);
  expect(mirrors({}, { cluster: 'c', host_rewrite_literal: 'b.test' }, 'Host')).toEqual(['b.test']);
  expect(mirrors({}, { cluster: 'c', auto_host_rewrite: true }, 'host')).toEqual([
    'mirror: the host may have become the name of the upstream host already',
  ]);
});

test('fact 100: blanks in cookies', () => {
  const match = { prefix: '/', cookies: [{ name: 'c', string_match: { exact: 'a' } }] };
  const at = (cookie: string) => takes(match, { headers: { cookie } });
  expect(['c=a', 'b=1;  c=a', 'c =a', 'c= a', 'c="a"'].map(at)).toEqual([true, true, false, false, true]);
});

test('fact 101: a CONNECT request without a path is no gRPC request', () => {
  const match = { connect_matcher: {}, grpc: {} };
  const tunnel = { method: 'CONNECT', path: '', authority: 'a.test:80' };
  const headers = { 'content-type': 'application/grpc' };
  expect([takes(match, { ...tunnel, headers }), takes({ connect_matcher: {} }, tunnel)]).toEqual([
    false,
    true,
  ]);
});

test('fact 102: a request for a tunnel is not copied', () => {
  const route = { cluster: 'c', request_mirror_policies: [{ cluster: 'd' }] };
  const match = { connect_matcher: {} };
  const { kind, mirror } = outcome({ match, route }, { method: 'CONNECT', path: '', authority: 'a.test:80' });
  expect([kind, mirror]).toEqual(['forward', []]);
});

test('what a later release brought is read by nobody in an earlier one, whatever stands there', () => {
  for (const cookies of [[{ name: 'a', string_match: { exact: 'b' } }], 'b', {}]) {
    const routes = [{ match: { prefix: '/', cookies }, route: { cluster: 'c' } }];
    const trace = asked({ virtual_hosts: [{ name: 'v', domains: ['*'], routes }] }, {}, '1.36');
    expect(trace.outcome).toMatchObject({
      kind: 'undecided',
      reason: expect.stringContaining('cannot be read'),
    });
  }
});
