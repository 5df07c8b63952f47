import { expect, test } from 'vitest';
import { copySequence } from '../../../src/tui/edge/editor.ts';

test('a text is sent as base64 of its UTF-8, so that nothing in it can steer the terminal', () => {
  expect(copySequence('/a/é\u001b[2J')).toBe(
    `\u001b]52;c;${Buffer.from('/a/é\u001b[2J').toString('base64')}\u0007`,
  );
});

test('what terminals would drop is not sent', () => {
  expect(copySequence('x'.repeat(74_000))).toBeDefined();
  expect(copySequence('é'.repeat(37_001))).toBeUndefined();
});
