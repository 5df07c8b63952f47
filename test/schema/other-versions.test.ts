import { expect, test } from 'vitest';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { OTHER_VERSIONS } from '../../src/schema/other-versions.ts';

test.each(
  [...OTHER_VERSIONS].flatMap(([message, fields]) => [...fields.keys()].map((field) => [message, field])),
)('%s has no field %s itself', (message = '', field = '') => {
  expect(compiledMessage(message)?.byName.has(field)).toBe(false);
});
