/** Writes the generated pages of the docs: `npm run docs`. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { generatedFolders, generatedPages } from './docs-pages.ts';

const pages = generatedPages();
for (const folder of generatedFolders) {
  mkdirSync(`docs/${folder}`, { recursive: true });
  for (const name of readdirSync(`docs/${folder}`)) {
    if (!pages.has(`${folder}/${name}`)) rmSync(`docs/${folder}/${name}`);
  }
}
for (const [path, text] of pages) writeFileSync(`docs/${path}`, text);
process.stdout.write(`${pages.size} pages written to docs\n`);
