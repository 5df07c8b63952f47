import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainSha256, sha256 } from '../../src/model/sha256.ts';

const byNode = (text: string): string => createHash('sha256').update(text).digest('hex');

it('is the hash of the standard’s examples', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('is what node says, at every length around a block and for any text', () => {
  const lone = fc.array(fc.constantFrom('\ud800', '\udfff', 'a', 'π')).map((signs) => signs.join(''));
  for (const hash of [plainSha256, sha256]) {
    for (let length = 0; length < 200; length++)
      expect(hash('x'.repeat(length))).toBe(byNode('x'.repeat(length)));
    expect(hash('π\u0000'.repeat(40_000))).toBe(byNode('π\u0000'.repeat(40_000)));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), lone), (text) => {
        expect(hash(text)).toBe(byNode(text));
      }),
    );
  }
});

it('is the same for the first texts and for those after many', () => {
  const all = Array.from({ length: 3000 }, (_, at) => `text ${at}`);
  expect(all.map(sha256)).toEqual(all.map(plainSha256));
});
