import fc from 'fast-check';
import { expect, it } from 'vitest';
import { grouped } from '../../src/source/counted.ts';

it('writes counts as English does', () => {
  expect([0, 999, 1000, 1234567].map(grouped)).toEqual(['0', '999', '1,000', '1,234,567']);
  fc.assert(fc.property(fc.maxSafeNat(), (count) => grouped(count) === count.toLocaleString('en-US')));
});
