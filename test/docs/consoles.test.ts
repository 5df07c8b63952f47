/**
 * Every command in a console block of the docs, run in a copy of the examples; `npm test` builds the program first.
 * CFGTOOL_UPDATE_DOCS=1 writes what is printed into the pages, but for what they leave out with `…`.
 */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { consoleBlocks, fits, PROGRAM, printed } from './consoles.ts';

const updates = (process.env.CFGTOOL_UPDATE_DOCS ?? '') !== '';
const outer = mkdtempSync(join(tmpdir(), 'cfgtool-'));
afterAll(() => rmSync(outer, { recursive: true, force: true }));

mkdirSync(join(outer, 'bin'));
writeFileSync(join(outer, 'bin/cfgtool'), PROGRAM);
chmodSync(join(outer, 'bin/cfgtool'), 0o755);

/** Pages written by hand, with commands in them. */
const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
  .filter((path) => path.endsWith('.md'))
  .filter((path) => readFileSync(path, 'utf8').includes('```console\n'));

test('the tour has commands, and so has the README', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/tour.md']));
});

describe.each(pages)('%s', (path) => {
  test('each command prints what the page shows', () => {
    const folder = mkdtempSync(join(outer, 'page-'));
    cpSync('examples', join(folder, 'examples'), { recursive: true });
    const page = readFileSync(path, 'utf8');
    let updated = '';
    let at = 0;
    for (const block of consoleBlocks(page)) {
      const texts = printed(block, folder, join(outer, 'bin'));
      const lines = block.entries.map(({ command, shown }, index) => {
        const text = texts[index] ?? '';
        if (!updates) expect(fits(shown, text) ? shown : text, command).toBe(shown);
        const kept = fits(shown, text) ? shown : text;
        return kept === '' ? `$ ${command}\n` : `$ ${command}\n${kept}\n`;
      });
      updated += page.slice(at, block.start) + lines.join('');
      at = block.end;
    }
    if (updates) writeFileSync(path, updated + page.slice(at));
  });
});

describe('leaving out lines', () => {
  test.each([
    ['a\n…\nd', 'a\nb\nc\nd', true],
    ['a\n…\nd', 'a\nd', true],
    ['…\nd', 'a\nd', true],
    ['a\n…', 'a\nb', true],
    ['a\n…\nd', 'a\nb\nc', false],
    ['a\n…\nd', 'ax\nd', false],
    ['a\nb', 'a\nb', true],
    ['a\nb', 'a\nb\nc', false],
    ['', '', true],
    ['', 'a', false],
    ['a\n…\nc\n…\ne', 'a\nb\nc\nd\ne', true],
    ['a\n…\nc\n…\ne', 'a\nb\nd\ne', false],
  ])('%j of %j: %s', (shown, text, expected) => expect(fits(shown, text)).toBe(expected));
});
