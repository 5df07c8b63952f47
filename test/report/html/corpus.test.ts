/** Pages of real configurations, where they are at hand: whole, within their size, and every link leads somewhere. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/source/errors.ts';
import { analyzePage, diffPage } from './pages.ts';

const CORPUS = '../shared/corpus';
const isThere = existsSync(CORPUS);

function files(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return files(path);
    return /\.(?:ya?ml|json)$/.test(name) ? [path] : [];
  });
}

/** What is wrong with a page as markup. */
function faults(page: string): readonly string[] {
  const body = page.slice(page.indexOf('<header>'), page.lastIndexOf('<script>'));
  const found: string[] = [];
  const open: string[] = [];
  const ids = new Set<string>();
  const targets: string[] = [];
  for (const [tag, closes, name = '', attributes = '', empty] of body.matchAll(
    /<(\/?)([a-z0-9]+)((?: [\w-]+(?:="[^"<>]*")?)*)(\/?)>|</g,
  )) {
    if (tag === '<') found.push(`a loose <`);
    else if (closes) {
      if (open.pop() !== name) found.push(`${tag} closes nothing`);
    } else if (!empty && name !== 'input') open.push(name);
    for (const [, id = ''] of attributes.matchAll(/ id="([^"]*)"/g)) {
      if (ids.has(id)) found.push(`two of ${id}`);
      ids.add(id);
    }
    for (const [, target = ''] of attributes.matchAll(/ href="#([^"]*)"/g)) targets.push(target);
    if (/ (?:on\w+|style|src)=/.test(attributes)) found.push(tag);
  }
  for (const target of targets) if (!ids.has(target)) found.push(`nothing is at #${target}`);
  return [...found, ...open.map((name) => `${name} is not closed`)];
}

/** Undefined where the text is no configuration. */
function unlessUnreadable(make: () => string): string | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

describe.skipIf(!isThere)('of real configurations', () => {
  test('analyze', () => {
    const pages = (isThere ? files(CORPUS) : []).flatMap((path) => {
      const page = unlessUnreadable(() => analyzePage({ [path]: readFileSync(path, 'utf8') }));
      return page === undefined ? [] : [{ path, page }];
    });
    expect(pages.length).toBeGreaterThan(200);
    for (const { path, page } of pages) {
      expect(faults(page), path).toEqual([]);
      expect(page.length, path).toBeLessThan(3_000_000);
    }
  });

  test('diff', () => {
    const before = (isThere ? files(join(CORPUS, 'pairs')) : []).filter((path) => path.includes('.before.'));
    const pages = before.flatMap((path) => {
      const texts = [path, path.replace('.before.', '.after.')].map((each) => readFileSync(each, 'utf8'));
      const page = unlessUnreadable(() => diffPage({ [path]: [texts[0] ?? '', texts[1] ?? ''] }));
      return page === undefined ? [] : [{ path, page }];
    });
    expect(pages.length).toBeGreaterThan(10);
    for (const { path, page } of pages) expect(faults(page), path).toEqual([]);
  });
});

test('the faults of a page are seen', () => {
  const page = (inner: string): string => `<header></header>${inner}<script></script>`;
  expect(faults(page('<p id="a"><a href="#a">x</a></p>'))).toEqual([]);
  expect(faults(page('<p>'))).toEqual(['p is not closed']);
  expect(faults(page('<a href="#b">x</a>'))).toEqual(['nothing is at #b']);
  expect(faults(page('<i id="a"></i><i id="a"></i>'))).toEqual(['two of a']);
  expect(faults(page('a < b'))).toEqual(['a loose <']);
});
