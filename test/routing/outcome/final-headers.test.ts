import { describe, expect, test } from 'vitest';
import { finalRequestHeaders, finalResponseHeaders } from '../../../src/routing/outcome/final-headers.ts';
import { seen } from '../../../src/routing/request/request.ts';
import type { ApiVersion } from '../../../src/schema/version.ts';
import { context, requestOf, routeConfiguration, traced } from '../traced.ts';

const VARIABLES = new Map([['PROTOCOL', 'HTTP/1.1']]);

function headersOf(yaml: string, fields: object = {}, api: ApiVersion = 'v2') {
  const configuration = routeConfiguration(yaml, api);
  const { outcome, route } = traced(configuration, fields);
  const [virtualHost] = configuration.virtual_hosts ?? [];
  const chosen = virtualHost?.routes?.[route?.index ?? -1];
  if (!virtualHost || !chosen) throw new Error('no route was chosen');
  const visit = {
    routeConfiguration: configuration,
    virtualHost,
    route: chosen,
    request: seen(requestOf(fields), 'proxy'),
    context,
  };
  return {
    request: Object.fromEntries(finalRequestHeaders(visit, outcome, VARIABLES)),
    response: Object.fromEntries(finalResponseHeaders(visit, outcome, VARIABLES)),
  };
}

function configuration(route: string, host = '', top = ''): string {
  return `${top}\nvirtual_hosts:\n- name: all\n  domains: ["*"]\n  ${host}\n  routes:\n  - match: {prefix: /}\n    ${route}`;
}

const add = (value: string, more = '') =>
  `request_headers_to_add: [{header: {key: X-A, value: "${value}"}${more}}]`;

describe('request headers', () => {
  test('levels in order: route, virtual host, route configuration; each appends', () => {
    const yaml = configuration(`route: {cluster: a}\n    ${add('route')}`, add('host'), add('top'));
    expect(headersOf(yaml).request).toMatchObject({ 'x-a': 'route,host,top' });
    expect(headersOf(yaml, { headers: { 'x-a': 'own' } }).request).toMatchObject({
      'x-a': 'own,route,host,top',
    });
  });

  test('the most specific level last, where the configuration says so', () => {
    const top = `most_specific_header_mutations_wins: true\n${add('top', ', append: false')}`;
    const yaml = configuration(`route: {cluster: a}\n    ${add('route', ', append: false')}`, '', top);
    expect(headersOf(yaml).request).toMatchObject({ 'x-a': 'route' });
  });

  test('a level removes before it adds, and a later one removes what an earlier one added', () => {
    const own = configuration(`route: {cluster: a}\n    ${add('new')}\n    request_headers_to_remove: [x-a]`);
    expect(headersOf(own, { headers: { 'x-a': 'old' } }).request).toMatchObject({ 'x-a': 'new' });
    const later = configuration(`route: {cluster: a}\n    ${add('new')}`, 'request_headers_to_remove: [x-a]');
    expect(headersOf(later).request).not.toHaveProperty('x-a');
  });

  describe('fact 139: what writes a path keeps the old one, be it the same', () => {
    test.each([
      ['prefix_rewrite: /', '/x?q'],
      ['prefix_rewrite: /y', '/x?q'],
      ['regex_rewrite: {pattern: {regex: none}, substitution: y}', '/x?q'],
      ['regex_rewrite: {pattern: {regex: ".*"}, substitution: ""}', undefined],
      ['timeout: 1s', undefined],
    ])('%s', (rewrite, kept) => {
      const yaml = configuration(`route: {cluster: a, ${rewrite}}`);
      expect(headersOf(yaml, { path: '/x?q' }, 'v3').request['x-proxy-original-path']).toBe(kept);
    });
  });

  test('the picked cluster of a split comes first', () => {
    const yaml = configuration(
      `route: {weighted_clusters: {clusters: [{name: a, weight: 100, ${add('cluster')}}]}}\n    ${add('route')}`,
    );
    expect(headersOf(yaml).request).toMatchObject({ 'x-a': 'cluster,route' });
  });

  test('older files add headers in the route action, before the route', () => {
    const yaml = configuration(`route: {cluster: a, ${add('action')}}\n    ${add('route')}`);
    expect(headersOf(yaml).request).toMatchObject({ 'x-a': 'action,route' });
  });

  test('known variables are replaced, others leave the value open; a percent sign is doubled', () => {
    const value = (text: string) =>
      headersOf(configuration(`route: {cluster: a}\n    ${add(text)}`)).request['x-a'];
    expect(value('%PROTOCOL% at 100%%')).toBe('HTTP/1.1 at 100%');
    expect(value('%START_TIME(%s)% x')).toEqual({
      undecided: '%START_TIME(%s)% is known to the running proxy only',
    });
    expect(value('')).toBeUndefined();
  });

  test('path and host as sent upstream, the old path kept', () => {
    const yaml = configuration('route: {cluster: a, prefix_rewrite: /new/, host_rewrite: b.test}');
    expect(headersOf(yaml, { path: '/x?y' }).request).toMatchObject({
      ':path': '/new/x?y',
      ':authority': 'b.test',
      'x-proxy-original-path': '/x?y',
    });
    const automatic = configuration('route: {cluster: a, auto_host_rewrite: true}');
    expect(headersOf(automatic).request[':authority']).toEqual({
      undecided: 'it is the name of the upstream host',
    });
  });
});

test('fact 79: a header that becomes the host is read as the levels have changed it', () => {
  const yaml = configuration(`route: {cluster: a, auto_host_rewrite_header: x-a}\n    ${add('b.test')}`);
  expect(headersOf(yaml).request[':authority']).toBe('b.test');
});

describe('response headers', () => {
  test('a direct response with a body is plain text of its length, which additions may change', () => {
    const response = (body: string, more = '') =>
      headersOf(configuration(`direct_response: {status: 200${body}}\n    ${more}`)).response;
    expect(response(', body: {inline_string: "äh"}')).toEqual({
      ':status': '200',
      'content-type': 'text/plain',
      'content-length': '3',
    });
    expect(response(', body: {inline_bytes: AAAA}')).toMatchObject({ 'content-length': '3' });
    expect(response(', body: {inline_string: ""}')).toEqual({ ':status': '200' });
    expect(response(', body: {filename: a.html}')['content-length']).toEqual({
      undecided: 'it is the size of the file a.html',
    });
    const json = 'response_headers_to_add: [{header: {key: content-type, value: application/json}';
    const body = ', body: {inline_string: x}';
    expect(response(body, `${json}, append: false}]`)).toMatchObject({ 'content-type': 'application/json' });
    expect(response(body, `${json}}]`)).toMatchObject({ 'content-type': 'text/plain,application/json' });
  });

  test('a redirect carries its location', () => {
    expect(headersOf(configuration('redirect: {path_redirect: /b}')).response).toEqual({
      ':status': '301',
      location: 'http://shop.test/b',
    });
  });
});
