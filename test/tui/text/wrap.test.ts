import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth, wrapped } from '../../../src/tui/text.ts';

test('words stay whole where they fit, and break where they have to', () => {
  expect(wrapped('the path /a/very/long/one', 10)).toEqual(['the path', '/a/very/lo', 'ng/one']);
  expect(wrapped('猫の手サービスの長い名前', 10)).toEqual(['猫の手サー', 'ビスの長い', '名前']);
});

test('every line fits, and nothing is lost', () => {
  const text = fc.stringMatching(/^[a-z /.猫🍵]{0,60}$/u);
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 30 }), (each, width) => {
      const lines = wrapped(each, width);
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      expect(lines.join('').replaceAll(' ', '')).toBe(each.replaceAll(' ', ''));
    }),
  );
});
