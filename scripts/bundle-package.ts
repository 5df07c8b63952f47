/** What goes into the package beside the code: declarations of the library's face, notices of bundled packages. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import type { Metafile } from 'esbuild';

export interface Written {
  readonly path: string;
  readonly text: string;
}

/**
 * The declarations that an entry needs, and no others.
 *
 * @param from the folder of the compiler's output @param entry a file in it @param to where they go
 */
export function declarations(from: string, entry: string, to: string): readonly Written[] {
  const open = [join(from, entry)];
  const written = new Map<string, string>();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (written.has(path)) continue;
    const folder = dirname(path);
    const text = readFileSync(path, 'utf8').replaceAll(
      /(from ')(\.[^']+?)\.[jt]s(')/g,
      (_, head, name, tail) => {
        open.push(normalize(join(folder, `${name}.d.ts`)));
        return `${head}${name}.js${tail}`;
      },
    );
    written.set(path, text);
  }
  return [...written].map(([path, text]) => ({ path: join(to, relative(from, path)), text }));
}

/** The licences of all packages whose code was bundled, as their licences ask. */
export function notices(path: string, metafiles: readonly Metafile[]): Written {
  const packages = new Set<string>();
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const found = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
        if (found !== undefined && bytesInOutput > 0) packages.add(found);
      }
    }
  }
  const parts = [...packages].map(noticeOf).sort((left, right) => (left < right ? -1 : 1));
  const head = 'cfgtool contains code of these packages, each under its own licence.\n';
  return { path, text: [head, ...new Set(parts)].join(`\n${'-'.repeat(80)}\n\n`) };
}

/** @throws Error where a package says nothing about its licence */
function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^(?:licen[cs]e|copying)/i.test(each));
  if (license === undefined && file === undefined) throw new Error(`${name} states no licence`);
  const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  return `${name} ${version} (${license})\n${text}`;
}
