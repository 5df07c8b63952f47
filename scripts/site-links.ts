/** Links of a built site: each leads to a page or a file of it, and its anchor to an element. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, posix } from 'node:path';

const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** What a server of files answers with; undefined where there is no such file. */
export function siteFile(
  folder: string,
  url: string,
): { readonly type: string; readonly bytes: Uint8Array } | undefined {
  const path = decodeURI(url.split(/[?#]/)[0] ?? '/');
  const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
  if (!existsSync(file) || !statSync(file).isFile()) return undefined;
  return { type: TYPES[extname(file)] ?? 'application/octet-stream', bytes: readFileSync(file) };
}

export interface CheckedLinks {
  readonly pages: number;
  readonly links: number;
  /** `rules/x.html: ../nothing.html`. */
  readonly broken: readonly string[];
}

export function checkLinks(folder: string): CheckedLinks {
  const pages = htmlIn(folder, '');
  const ids = new Map<string, ReadonlySet<string>>();
  const idsOf = (path: string): ReadonlySet<string> => {
    const known =
      ids.get(path) ??
      new Set(
        [...readFileSync(join(folder, path), 'utf8').matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id),
      );
    ids.set(path, known);
    return known;
  };
  let links = 0;
  const broken: string[] = [];
  for (const page of pages) {
    for (const [, href = ''] of readFileSync(join(folder, page), 'utf8').matchAll(
      /<a [^>]*?href="([^"]*)"/g,
    )) {
      if (/^[a-z]+:/.test(href)) continue;
      links++;
      const [path = '', anchor = ''] = decodeURI(href.replaceAll('&amp;', '&')).split('#');
      const target = targetOf(folder, page, path);
      if (target === undefined) broken.push(`${page}: ${href}`);
      // What stands behind the # of the playground is for its script.
      else if (anchor !== '' && target !== PLAYGROUND && !idsOf(target).has(anchor))
        broken.push(`${page}: ${href}`);
    }
  }
  return { pages: pages.length, links, broken };
}

/** Beside the page of the docs about it, which is called playground.html. */
export const PLAYGROUND = 'try.html';

function targetOf(folder: string, page: string, path: string): string | undefined {
  if (path === '') return page;
  const full = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(page), path);
  const tries = [full, `${full}.html`, posix.join(full, 'index.html')];
  return tries.find((each) => existsSync(join(folder, each)) && statSync(join(folder, each)).isFile());
}

function htmlIn(folder: string, below: string): readonly string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(below, entry.name);
    if (entry.isDirectory()) return htmlIn(folder, path);
    // The playground is a page of its own, with no links but its own views.
    return entry.name.endsWith('.html') && path !== PLAYGROUND ? [path] : [];
  });
}
