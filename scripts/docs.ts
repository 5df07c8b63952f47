/** Writes the generated pages of the docs and the man pages: `npm run docs`. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { editionOf, generatedFolders, generatedPages } from './docs-pages.ts';
import { explorePage } from './explore-page.ts';
import { PICTURE, picture } from './picture.ts';

const pages = await generatedPages(
  editionOf(readFileSync('package.json', 'utf8'), readFileSync('CHANGELOG.md', 'utf8')),
);
for (const folder of generatedFolders) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (!pages.has(`${folder}/${name}`)) rmSync(`${folder}/${name}`);
  }
}
for (const [path, text] of pages) writeFileSync(path, text);
writeFileSync('docs/explore.md', explorePage());
mkdirSync(dirname(PICTURE), { recursive: true });
writeFileSync(PICTURE, picture());
process.stdout.write(`${pages.size + 1} pages and a picture written to docs and man\n`);
