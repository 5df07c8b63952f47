/**
 * `npm run site`: the docs as a site, in dist/site, made by VitePress. Its packages have a folder of their own, `site`,
 * which is installed when it is first needed, so that nobody else waits for them. CFGTOOL_SITE_BASE is the path that
 * the site will be served below.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { checkLinks, PLAYGROUND } from './site-links.ts';

const STAGE = 'dist/site-pages';
const SITE = 'dist/site';
const { version, homepage = '' } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Where files that are no pages are shown; filled at release (scripts/release.ts). */
const REPOSITORY = String(homepage).replace(/#.*$/, '');

/** Pages by their path in the repository, with their path in the site. */
function pagesOf(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const list = (below: string): void => {
    for (const entry of readdirSync(below, { withFileTypes: true })) {
      const path = posix.join(below, entry.name);
      if (entry.isDirectory()) list(path);
      else if (path.endsWith('.md'))
        found.set(path, posix.relative(folder, path).replace(/(^|\/)README\.md$/, '$1index.md'));
    }
  };
  list(folder);
  found.set('README.md', 'readme.md');
  found.set('CHANGELOG.md', 'changelog.md');
  found.set('CONTRIBUTING.md', 'how-to-contribute.md');
  found.set('examples/README.md', 'examples.md');
  return found;
}

/** A page with its links as the site has them. */
function linked(path: string, text: string, pages: ReadonlyMap<string, string>): string {
  const here = pages.get(path) ?? '';
  let inCode = false;
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) inCode = !inCode;
      if (inCode) return line;
      return line.replaceAll(
        /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g,
        (whole, mark, words, target) => {
          if (/^[a-z]+:|^[#/]/.test(target)) return whole;
          const [file = '', anchor] = String(target).split('#');
          const aim = posix.normalize(posix.join(posix.dirname(path), file));
          const page = pages.get(aim) ?? pages.get(posix.join(aim, 'README.md'));
          const hash = anchor === undefined ? '' : `#${anchor}`;
          if (page !== undefined) {
            const to = posix.relative(posix.dirname(here), page);
            return `${mark}[${words}](${to.startsWith('.') ? to : `./${to}`}${hash})`;
          }
          if (aim.startsWith('docs/') && existsSync(aim) && statSync(aim).isFile())
            return `${mark}[${words}](/${posix.relative('docs', aim)})`;
          return REPOSITORY === '' ? words : `[${words}](${REPOSITORY}/blob/v${version}/${aim})`;
        },
      );
    })
    .join('\n');
}

/** Below the bad example of a rule, and the form that a migration takes: the same in the playground. */
function withPlayground(path: string, text: string): string {
  const [, id] = /^docs\/(?:rules|migrations)\/([a-z][a-z0-9-]*)\.md$/.exec(path) ?? [];
  const example = /^## (?:Bad|Before)\b[^\n]*\n[\s\S]*?^```\n/m.exec(text);
  if (id === undefined || example === null) return text;
  const end = example.index + example[0].length;
  const link = `\n[Try this in the playground](/${PLAYGROUND}#example=${id}){target="_self"}\n`;
  return text.slice(0, end) + link + text.slice(end);
}

interface Item {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Item[];
}

/** The sections of docs/README.md, with what each lists; in a folder of many pages these before them. */
function sidebar(pages: ReadonlyMap<string, string>): { readonly [path: string]: readonly Item[] } {
  const linkOf = (path: string): string => `/${(pages.get(path) ?? '').replace(/(?:index)?\.md$/, '')}`;
  const folder = (text: string, of: string): Item => ({
    text,
    items: readdirSync(of)
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((name) => ({ text: name.replace(/\.md$/, ''), link: linkOf(`${of}/${name}`) })),
  });
  const sections = readFileSync('docs/README.md', 'utf8').split(/^## /m).slice(1);
  const own = sections.map((section): Item => {
    const seen = new Set<string>();
    const items = [...section.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g)].flatMap(
      ([, text = '', target = '']): readonly Item[] => {
        const path = posix.normalize(posix.join('docs', target));
        if (seen.has(path) || !pages.has(path)) return [];
        seen.add(path);
        return [{ text, link: linkOf(path) }];
      },
    );
    return { text: section.split('\n')[0] ?? '', items };
  });
  const inside = ['commands', 'rules', 'migrations', 'decisions'].map((name) => [
    `/${name}/`,
    [folder(`All ${name}`, `docs/${name}`), ...own],
  ]);
  return { ...Object.fromEntries(inside), '/': own };
}

function stage(): void {
  rmSync(STAGE, { recursive: true, force: true });
  rmSync(SITE, { recursive: true, force: true });
  const pages = pagesOf('docs');
  for (const [path, name] of pages) {
    const to = join(STAGE, name);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, linked(path, withPlayground(path, readFileSync(path, 'utf8')), pages));
  }
  for (const folder of ['schemas', 'pictures'])
    cpSync(join('docs', folder), join(STAGE, 'public', folder), { recursive: true });
  execFileSync(process.execPath, ['bin/run.js', 'playground', '-o', join(STAGE, 'public', PLAYGROUND)], {
    stdio: 'pipe',
  });
  mkdirSync(join(STAGE, '.vitepress'));
  cpSync('site/config.mjs', join(STAGE, '.vitepress/config.mjs'));
  cpSync('site/theme', join(STAGE, '.vitepress/theme'), { recursive: true });
  writeFileSync(join(STAGE, '.vitepress/pages.json'), JSON.stringify({ sidebar: sidebar(pages), version }));
  symlinkSync(resolve('site/node_modules'), join(STAGE, 'node_modules'));
}

function main(): number {
  if (!existsSync('site/node_modules'))
    execFileSync('npm', ['ci', '--prefix', 'site', '--ignore-scripts', '--no-audit', '--no-fund'], {
      stdio: 'inherit',
    });
  stage();
  const vitepress = resolve('site/node_modules/vitepress/bin/vitepress.js');
  const made = spawnSync(process.execPath, [vitepress, 'build', STAGE], { encoding: 'utf8' });
  if (made.status !== 0) {
    console.error(made.stdout + made.stderr);
    return 1;
  }
  const { pages, links, broken } = checkLinks(SITE);
  for (const each of broken) console.error(`leads nowhere: ${each}`);
  console.log(`${pages} pages in ${SITE}, ${links} links, ${broken.length} of them broken`);
  return broken.length === 0 ? 0 : 1;
}

process.exitCode = main();
