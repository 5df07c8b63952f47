import { describe, expect, test } from 'vitest';
import { requestHeaders, seen } from '../../../src/routing/request/request.ts';
import { parseRequest, splitUrl } from '../../../src/routing/request/request-json.ts';
import { ExactNumber } from '../../../src/source/data.ts';
import { requestOf } from '../traced.ts';

function problem(data: unknown): string | undefined {
  const result = parseRequest(data);
  return 'problem' in result ? result.problem : undefined;
}

describe('the JSON form', () => {
  test('fills in method, scheme and internal', () => {
    expect(parseRequest({ authority: 'a.test', path: '/x?y' })).toEqual({
      request: {
        method: 'GET',
        authority: 'a.test',
        path: '/x?y',
        scheme: 'http',
        internal: false,
        headers: {},
      },
    });
  });

  test('keeps what is given', () => {
    const whole = {
      method: 'POST',
      authority: 'a.test:80',
      path: '',
      scheme: 'https',
      internal: true,
      headers: { 'x-a': '1' },
      remote_address: '10.0.0.1',
      service_cluster: 'edge',
      random_value: 7,
      runtime: { k: 5, 'k.l': { numerator: 1 } },
    };
    expect(parseRequest(whole)).toEqual({ request: whole });
  });

  test('lower-cases header names, joins repeated headers and takes numbers for texts', () => {
    expect(requestOf({ headers: { 'X-A': ['1', 2], 'x-a': true, 'X-B': '' } }).headers).toEqual({
      'x-a': '1,2,true',
      'x-b': '',
    });
    expect(Object.keys(requestOf({ headers: JSON.parse('{"__proto__": "x"}') }).headers)).toEqual([
      '__proto__',
    ]);
  });

  test('a host header takes the place of the authority', () => {
    expect(requestOf({ authority: 'a', headers: { Host: 'b' } })).toMatchObject({
      authority: 'b',
      headers: {},
    });
    expect(parseRequest({ path: '/', headers: { host: 'b' } })).toMatchObject({
      request: { authority: 'b' },
    });
  });

  test('random values beyond 2^53 stay exact', () => {
    expect(requestOf({ random_value: new ExactNumber('18446744073709551615') }).random_value).toBe(
      '18446744073709551615',
    );
    expect(requestOf({ random_value: '12' }).random_value).toBe(12);
  });

  test('says what is wrong', () => {
    expect(problem([])).toBe('a request is an object with authority and path');
    expect(problem({ path: '/' })).toBe('the request has no authority, the host that the client asks for');
    expect(problem({ authority: 'a' })).toBe('the request has no path');
    expect(problem({ authority: 'a', path: '/', verb: 'GET' })).toMatch(
      /^a request has no field "verb"; its fields are /,
    );
    expect(problem({ authorty: 'a', path: '/' })).toBe(
      'a request has no field "authorty"; did you mean authority?',
    );
    expect(problem({ authority: 'a', path: 5 })).toBe('path is a text, not 5');
    expect(problem({ authority: 'a\r\nb', path: '/' })).toMatch(/cannot hold line breaks/);
    expect(problem({ authority: 'a', path: '/', internal: 'yes' })).toBe(
      'internal is true or false, not "yes"',
    );
    expect(problem({ authority: 'a', path: '/', random_value: -1 })).toMatch(
      /^random_value is a whole number/,
    );
    expect(problem({ authority: 'a', path: '/', random_value: 1.5 })).toMatch(
      /^random_value is a whole number/,
    );
    expect(problem({ authority: 'a', path: '/', runtime: [] })).toBe(
      'runtime is an object of keys and values',
    );
    const withHeaders = (headers: unknown) => problem({ authority: 'a', path: '/', headers });
    expect(withHeaders({ ':path': '/' })).toBe(':path is no header here: give it as path beside headers');
    expect(withHeaders({ x: { y: 1 } })).toBe('the header x has a value that is no text: an object');
    expect(withHeaders({ x: 'a\nb' })).toBe('the header x holds a line break or NUL');
    expect(withHeaders(['x'])).toBe('headers is an object of names and values');
  });
});

describe('what matchers see', () => {
  test('pseudo headers, the scheme as x-forwarded-proto, and the internal-request header of the word', () => {
    const looked = seen(requestOf({ method: 'PUT', scheme: 'https', path: '/a?b', internal: true }), 'word');
    expect(
      [':method', ':authority', ':path', ':scheme', 'x-forwarded-proto'].map((name) => looked.header(name)),
    ).toEqual(['PUT', 'shop.test', '/a?b', 'https', 'https']);
    expect(looked.header('X-Word-Internal')).toBe('true');
    expect(seen(requestOf({}), 'word').header('x-word-internal')).toBeUndefined();
    expect(looked.barePath).toBe('/a');
  });

  test('one header is what stands in the list of all', () => {
    const headers = {
      host: 'h',
      ':path': '/b',
      ':scheme': 'ws',
      'x-word-internal': 'no',
      ['__proto__']: 'p',
      a: '',
    };
    const names = [':method', ':authority', ':path', ':scheme', 'host', 'x-word-internal', '__proto__', 'a'];
    for (const internal of [true, false])
      for (const more of [headers, {}, { 'x-forwarded-proto': 'https' }]) {
        const request = { ...requestOf({ scheme: 'http', internal }), headers: more };
        const all = requestHeaders(request, 'word');
        const looked = seen(request, 'word');
        for (const name of [...names, 'x-forwarded-proto', 'constructor'])
          for (const written of [name, name.toUpperCase()])
            expect(looked.header(written), written).toBe(all.get(name));
      }
  });
});

test('URLs are split as written', () => {
  expect(splitUrl('HTTPS://u:p@Shop.test:8443/a/../b%20c?x=1#top')).toEqual({
    scheme: 'https',
    authority: 'Shop.test:8443',
    path: '/a/../b%20c?x=1',
  });
  expect(splitUrl('http://a.test')).toEqual({ scheme: 'http', authority: 'a.test', path: '/' });
  expect(splitUrl('http://a.test?x')).toEqual({ scheme: 'http', authority: 'a.test', path: '/?x' });
  expect(splitUrl('a.test/x')).toBeUndefined();
});
