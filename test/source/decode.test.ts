import { describe, expect, it } from 'vitest';
import { decode } from '../../src/source/decode.ts';
import { InputError, type InputErrorDetails } from '../../src/source/errors.ts';

function refusal(bytes: Uint8Array): InputErrorDetails {
  try {
    decode('front.yaml', bytes);
  } catch (error) {
    if (error instanceof InputError) return error.details;
    throw error;
  }
  throw new Error('it was decoded');
}

describe('decoding', () => {
  it('keeps a byte order mark, so that it can be written back', () => {
    expect(decode('front.yaml', Buffer.from('\uFEFFname: ä😀\n'))).toBe('\uFEFFname: ä😀\n');
  });

  it('names line and column of the first bad byte, and the encoding it looks like', () => {
    const text = Buffer.concat([
      Buffer.from('name: ä\nowner: Ren'),
      Buffer.from([0xe9]),
      Buffer.from('e\nx: 1\n'),
    ]);
    expect(refusal(text)).toMatchObject({
      problem: 'this is not UTF-8: byte 0xE9 stands where no character can; in Latin-1 it would be "é"',
      position: { line: 2, column: 11 },
      hint: 'convert it first, for example: iconv -f ISO-8859-1 -t UTF-8',
    });
    expect(refusal(text).excerpt).toContain('owner: Ren\uFFFDe');
  });

  it('finds the bad byte wherever it stands', () => {
    for (const length of [0, 1, 7, 8, 9, 1000, 4099]) {
      for (const tail of [0, 3, 5000]) {
        const before = 'aä€😀'.repeat(length).slice(0, length * 3);
        const clean = before.replace(/[\uD800-\uDBFF]$/, '');
        const bytes = Buffer.concat([Buffer.from(clean), Buffer.from([0xff]), Buffer.from('€'.repeat(tail))]);
        expect(refusal(bytes).position).toEqual({ line: 1, column: clean.length + 1 });
      }
    }
  });

  it('says so where the text ends within a character', () => {
    const cut = Buffer.from('name: €').subarray(0, -1);
    expect(refusal(cut)).toMatchObject({ hint: 'the text ends within a character: is the file whole?' });
  });

  it.each([
    ['UTF-16 with a mark', Buffer.from('\uFEFFname: x\n', 'utf16le'), /UTF-16/],
    ['UTF-16 the other way round', Buffer.from('\uFEFFname: x\n', 'utf16le').swap16(), /UTF-16/],
    ['UTF-16 without a mark', Buffer.from('name: x\n', 'utf16le'), /UTF-16/],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), /UTF-32/],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/],
  ])('recognises %s', (_name, bytes, problem) => {
    expect(refusal(bytes).problem).toMatch(problem);
  });

  it('points at a NUL byte', () => {
    expect(refusal(Buffer.from('name: x\nother: a\0b\n'))).toMatchObject({
      problem: 'the text holds a NUL byte',
      position: { line: 2, column: 9 },
    });
  });
});
