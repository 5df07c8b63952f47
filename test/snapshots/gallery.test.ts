import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exampleNames, galleryOf } from '../../scripts/gallery.ts';
import { PAGES, pageGallery } from '../../scripts/page-gallery.ts';

const names = exampleNames('examples');

describe.each(names)('snapshots/%s', (name) => {
  const shown = galleryOf('examples', name);
  test.each(Object.keys(shown))('%s is what the tool prints today', (file) => {
    expect(shown[file]).toBe(readFileSync(join('snapshots', name, file), 'utf8'));
  });
});

describe('snapshots/pages', async () => {
  const folder = join('snapshots', PAGES);
  const shown = await pageGallery(folder);
  test.each(Object.keys(shown))('%s is what the tool prints today', (file) => {
    expect(shown[file]).toBe(readFileSync(join(folder, file), 'utf8'));
  });
});

test('every example has its folder, and no folder is left over', () => {
  // Folders of other kinds (frames of the terminal UI, pages) have tests of their own.
  expect(
    readdirSync('snapshots')
      .filter((name) => name.includes('.'))
      .sort(),
  ).toEqual(names);
});
