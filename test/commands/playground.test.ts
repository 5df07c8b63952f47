import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { withTables } from '../../src/playground/tables-in-page.ts';
import { tableTexts } from '../../src/schema/tables-text.ts';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();

test('the page is written where it is asked for, and needs a place', () => {
  const page = join(folder.path, 'page.html');
  expect(cfgtool(['playground', '-o', page])).toMatchObject({
    code: 0,
    out: '',
    err: `${page}: written\n`,
  });
  const text = readFileSync(page, 'utf8');
  const packed = brotliDecompressSync(readFileSync('dist/cli/playground.html.br')).toString('utf8');
  // What fails here is not to print a page of megabytes.
  const marks = (page: string): number => page.split('@@tables of ').length - 1;
  expect([marks(packed), marks(text)]).toEqual([Object.keys(tableTexts).length, 0]);
  expect(text.length).toBeGreaterThan(packed.length + 400_000);
  expect(() => withTables(text, { messages: '' })).toThrow('no single place');
  const { code, err } = cfgtool(['playground']);
  expect(code).toBe(2);
  expect(err).toContain('the page needs a file');
  expect(cfgtool(['playground', '-o', join(folder.path, 'missing', 'page.html')]).code).toBe(2);
});
