/** `npm run snapshots`: writes the gallery anew. Read the difference before you commit it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleNames, galleryOf } from './gallery.ts';
import { PAGES, pageGallery } from './page-gallery.ts';

for (const name of exampleNames('examples')) {
  const folder = join('snapshots', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(galleryOf('examples', name)))
    writeFileSync(join(folder, file), text);
}
const pages = join('snapshots', PAGES);
for (const [file, text] of Object.entries(await pageGallery(pages))) writeFileSync(join(pages, file), text);
