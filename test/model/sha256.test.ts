import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256 } from '../../src/model/sha256.ts';

const byNode = (text: string): string => createHash('sha256').update(text).digest('hex');

it('is the hash of the standard’s examples', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('is what node says, at every length around a block and for any text', () => {
  for (let length = 0; length < 200; length++)
    expect(sha256('x'.repeat(length))).toBe(byNode('x'.repeat(length)));
  expect(sha256('π\u0000'.repeat(40_000))).toBe(byNode('π\u0000'.repeat(40_000)));
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
      expect(sha256(text)).toBe(byNode(text));
    }),
  );
});
