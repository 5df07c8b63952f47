import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeLine, safeText } from '../../../src/present/text.ts';

describe('text from files', () => {
  it('cannot steer a terminal', () => {
    expect(safeText('a\u001b[31mb\u0007\u009b\r')).toBe('a\\u001b[31mb\\u0007\\u009b\\u000d');
  });

  it('cannot reorder or hide what is read', () => {
    expect(safeText('\u202eabc\u2066\u200b\ufeff\u{e0041}')).toBe(
      '\\u202eabc\\u2066\\u200b\\ufeff\\u{e0041}',
    );
    expect(safeText('lone \ud800')).toBe('lone \\ud800');
  });

  it('stays as it is otherwise', () => {
    expect(safeText('größe 大 😀\n\tx')).toBe('größe 大 😀\n\tx');
    expect(safeLine('a\nb\tc')).toBe('a\\u000ab\\u0009c');
  });

  it('never leaves a control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(safeLine(text)).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});
