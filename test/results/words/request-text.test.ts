import { expect, test } from 'vitest';
import { requestText } from '../../../src/results/requests.ts';

test('a request in one line names all that its outcome may hang on', () => {
  const request = {
    method: 'GET',
    scheme: 'http',
    authority: 'shop.test',
    path: '/cart',
    headers: { 'x-canary': '1' },
    internal: true,
    runtime: { 'shop.canary': 100, 'shop.share': { numerator: 1 } },
  };
  expect(requestText(request)).toBe(
    'GET http://shop.test/cart (x-canary: 1, internal, runtime shop.canary = 100, runtime shop.share = {"numerator":1})',
  );
});
