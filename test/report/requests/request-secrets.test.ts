import { expect, test } from 'vitest';
import { requestSecrets, urlSecrets } from '../../../src/report/requests/request-secrets.ts';
import { parseRequest } from '../../../src/routing/request/request-json.ts';

function secretsOf(fields: object): readonly string[] {
  const result = parseRequest({ authority: 'shop.test', path: '/', ...fields });
  if ('problem' in result) throw new Error(result.problem);
  return requestSecrets(result.request);
}

test('headers that carry credentials, and cookies one by one', () => {
  expect(secretsOf({ headers: { Authorization: 'Bearer abc', 'x-user': 'me' } })).toEqual(['Bearer abc']);
  expect(secretsOf({ headers: { cookie: 'a=1; session=xy=z' } })).toEqual(['a=1; session=xy=z', 'xy=z']);
});

test('parameters that are called like secrets, where they hold one', () => {
  expect(secretsOf({ path: '/cart?a=1&access_token=abc&api_key=&token=%REQ(x)%' })).toEqual(['abc']);
  expect(secretsOf({ path: '/token=abc' })).toEqual([]);
});

test('logins, runtime values, and what shows by its looks', () => {
  expect(secretsOf({ authority: 'me:abc@shop.test:80' })).toEqual(['abc']);
  expect(secretsOf({ authority: 'shop.test:80', path: '/me:abc@x' })).toEqual([]);
  expect(secretsOf({ runtime: { 'db.password': 'abc', other: 1 } })).toEqual(['abc']);
  expect(secretsOf({ path: '/go/http://me:abc@shop.test/' })).toEqual(['me:abc']);
});

test('of what is no URL', () => {
  expect(urlSecrets('me:abc@shop.test/?token=def#x')).toEqual(['def', 'abc']);
  expect(urlSecrets('http://shop.test:80/')).toEqual([]);
});
