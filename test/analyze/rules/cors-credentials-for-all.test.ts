import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const related = (yaml: string) =>
  found('cors-credentials-for-all', `${yaml}\n`, 'route.CorsPolicy').map((finding) => [
    finding.pointer,
    finding.related.map(({ pointer }) => pointer),
  ]);

test.each([
  ['allow_origin', "'*'"],
  ['allow_origin', "https://shop.test, '*'"],
  ['allow_origin_regex', "'.*'"],
  ['allow_origin_string_match', "{ exact: '*' }"],
  ['allow_origin_string_match', "{ safe_regex: { google_re2: {}, regex: '.*' } }"],
  ['allow_origin_string_match', "{ regex: '^.*$' }"],
])('every origin with credentials: %s: [%s]', (field, origins) => {
  expect(related(`${field}: [${origins}]\nallow_credentials: true`)).toEqual([
    ['/allow_credentials', [`/${field}`]],
  ]);
});

test.each([
  ['without credentials', "allow_origin: ['*']"],
  ['with credentials off', "allow_origin: ['*']\nallow_credentials: false"],
  ['a listed origin', 'allow_origin: [https://shop.test]\nallow_credentials: true'],
  ['a pattern of some origins', "allow_origin_regex: ['https://.*\\.shop\\.test']\nallow_credentials: true"],
  ['a star within an origin, which is no wildcard', "allow_origin: ['*.shop.test']\nallow_credentials: true"],
  ['no origin at all', 'allow_credentials: true'],
  ['switched off', "allow_origin: ['*']\nallow_credentials: true\nenabled: false"],
  [
    '0 % of the requests',
    "allow_origin: ['*']\nallow_credentials: true\nfilter_enabled: { default_value: { numerator: 0 } }",
  ],
])('not %s', (_, yaml) => {
  expect(related(yaml)).toEqual([]);
});
