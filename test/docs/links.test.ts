/** Every relative link in the docs leads somewhere, its anchor to a heading. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { expect, test } from 'vitest';

function markdownIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? markdownIn(path) : entry.name.endsWith('.md') ? [path] : [];
  });
}

const pages = ['README.md', 'CHANGELOG.md', 'examples/README.md', ...markdownIn('docs')];

/** The text outside of code. */
function prose(path: string): string {
  return readFileSync(path, 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]]/g, ' '));
}

/** Anchors as GitHub makes them of headings. */
function anchors(path: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, title = ''] of prose(path).matchAll(/^#+ (.*)$/gm)) {
    const plain = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const base = plain.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    let anchor = base;
    for (let count = 1; found.has(anchor); count++) anchor = `${base}-${count}`;
    found.add(anchor);
  }
  return found;
}

/** `[target, anchor]` of every link. */
function links(path: string): readonly (readonly [string, string])[] {
  return [...prose(path).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [file = '', anchor = ''] = target.split('#');
    return [[file, anchor] as const];
  });
}

test.each(pages)('%s', (path) => {
  for (const [file, anchor] of links(path)) {
    const target = file === '' ? path : normalize(join(dirname(path), file));
    expect(existsSync(target), `${path} links to ${file}`).toBe(true);
    expect(relative('.', target).startsWith('..'), `${path} links out of the project: ${file}`).toBe(false);
    if (anchor !== '') expect([...anchors(target)], `${path} links to ${file}#${anchor}`).toContain(anchor);
  }
});

test('every page can be reached from docs/README.md by links', () => {
  const reached = new Set<string>();
  const open = ['docs/README.md'];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const [file] of links(path)) {
      const target = normalize(join(dirname(path), file));
      if (target.endsWith('.md') && existsSync(target)) open.push(target);
      else if (existsSync(join(target, 'README.md')) && statSync(target).isDirectory())
        open.push(join(target, 'README.md'));
    }
  }
  expect(pages.filter((path) => path.startsWith('docs/') && !reached.has(path))).toEqual([]);
});

test('no page names an address of the machine it was written on', () => {
  for (const path of pages) expect(readFileSync(path, 'utf8')).not.toMatch(/\/work\/|\/root\//);
});
