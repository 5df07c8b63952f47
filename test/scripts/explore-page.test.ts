import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { explorePage } from '../../scripts/explore-page.ts';

test('docs/explore.md has the frames and keys of today; otherwise run `npm run docs`', () => {
  expect(readFileSync('docs/explore.md', 'utf8')).toBe(explorePage());
});
