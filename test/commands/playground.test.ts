import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();

test('the page is written where it is asked for, and needs a place', () => {
  const page = join(folder.path, 'page.html');
  expect(cfgtool(['playground', '-o', page])).toMatchObject({ code: 0, out: '', err: '' });
  expect(readFileSync(page, 'utf8')).toBe(readFileSync('dist/cli/playground.html', 'utf8'));
  const { code, err } = cfgtool(['playground']);
  expect(code).toBe(2);
  expect(err).toContain('the page needs a file');
  expect(cfgtool(['playground', '-o', join(folder.path, 'missing', 'page.html')]).code).toBe(2);
});
