import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestLine } from '../../../src/routing/request/request-line.ts';
import { typedRequest } from '../../../src/tui/trace/rows.ts';

test.each([
  ['shop.test', 'GET', 'http', 'shop.test', '/'],
  ['GET shop.test/cart?x=1', 'GET', 'http', 'shop.test', '/cart?x=1'],
  ['POST https://shop.test:8443/cart', 'POST', 'https', 'shop.test:8443', '/cart'],
  ['-X DELETE shop.test/a', 'DELETE', 'http', 'shop.test', '/a'],
  // What looks like a typo in `http://` and is none, and a scheme that routes may ask for.
  ['http:8080/a', 'GET', 'http', 'http:8080', '/a'],
  ['http/a', 'GET', 'http', 'http', '/a'],
  ['http://http//a', 'GET', 'http', 'http', '//a'],
  ['foo://shop.test/a', 'GET', 'foo', 'shop.test', '/a'],
  ['htp.test --scheme htp', 'GET', 'htp', 'htp.test', '/'],
  ['http://[::1]:65535/a;b=%zz?http:/x', 'GET', 'http', '[::1]:65535', '/a;b=%zz?http:/x'],
])('%s', (line, method, scheme, authority, path) => {
  expect(typedRequest(line)).toEqual({ method, scheme, authority, path, internal: false, headers: {} });
});

test('headers in quotes, repeated ones, and what else a request may have', () => {
  expect(
    typedRequest(`GET shop.test/cart -H 'x-canary: 1' -H "X-Canary: 2" --internal --random-value 7 @blue`),
  ).toEqual({
    method: 'GET',
    scheme: 'http',
    authority: 'shop.test',
    path: '/cart',
    internal: true,
    headers: { 'x-canary': '1,2' },
    repeated: { 'x-canary': ['1', '2'] },
    random_value: 7,
    route_config: 'blue',
  });
});

test.each([
  ['', /no host is named/],
  ['GET', /no host is named/],
  ['shop.test -H nothing', /-H takes 'name: value'/],
  ['shop.test --what', /there is no --what here/],
  ['shop.test other.test', /one request has one URL/],
  ['shop.test --random-value x', /whole number/],
  ['http://', /is no URL/],
  ['http:/shop.test', /is no URL; did you mean http:\/\/shop.test\?/],
  ['htp://shop.test', /no scheme/],
  ['shop.test:65536', /no port/],
])('%s is none', (line, problem) => {
  expect(typedRequest(line)).toMatch(problem);
});

test('the line of a request reads as the same request', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/).filter((each) => each !== 'host');
  const value = fc.stringMatching(/^[!-~]([ -~]{0,10}[!-~])?$/);
  const namespace = fc.stringMatching(/^[a-z][a-z '-]{0,8}$/);
  const request = fc.record({
    method: fc.constantFrom('GET', 'POST', 'M-SEARCH', 'get'),
    scheme: fc.constantFrom('http', 'https'),
    authority: fc.stringMatching(/^([a-z]{1,8}\.test|https?)(:\d{1,4})?$/),
    path: fc.stringMatching(/^\/[!-"$-~]{0,12}$/),
    internal: fc.boolean(),
    headers: fc.dictionary(name, value, { noNullPrototype: true }),
  });
  const more = fc.record(
    {
      service_cluster: namespace,
      remote_address: fc.ipV4(),
      route_config: namespace,
      listener: namespace,
      server_name: fc.constantFrom('', 'a.test'),
      random_value: fc.nat(),
      runtime: fc.dictionary(name, fc.oneof(fc.nat(), fc.constant({ numerator: 1 })), {
        minKeys: 1,
        noNullPrototype: true,
      }),
    },
    { requiredKeys: [] },
  );
  const typed = fc.tuple(request, more).map(([each, rest]) => ({ ...each, ...rest }));
  fc.assert(
    fc.property(typed, (each) => {
      expect(typedRequest(requestLine(each))).toEqual(each);
    }),
  );
});
