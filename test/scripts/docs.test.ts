import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFolders, generatedPages } from '../../scripts/docs-pages.ts';

const docs = new URL('../../docs/', import.meta.url);

test('the generated docs are up to date; otherwise run `npm run docs`', () => {
  const written = generatedFolders.flatMap((folder) =>
    readdirSync(new URL(folder, docs)).map((name): [string, string] => {
      const path = `${folder}/${name}`;
      return [path, readFileSync(new URL(path, docs), 'utf8')];
    }),
  );
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(generatedPages()));
});
