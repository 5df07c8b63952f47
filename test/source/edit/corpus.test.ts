/** Edits of real files, where they are at hand. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Data, isMap } from '../../../src/source/data.ts';
import { type Edit, editText, sameData } from '../../../src/source/edit/index.ts';
import { InputError } from '../../../src/source/errors.ts';
import { looksLikeJson, readJson } from '../../../src/source/json.ts';
import { plainValue, ROOT, type SourceTree } from '../../../src/source/tree.ts';
import { readYaml } from '../../../src/source/yaml.ts';
import { type Dice, diceOf } from './dice.ts';
import { patched, places } from './random-edits.ts';

const CORPUS = fileURLToPath(new URL('../../../../shared/corpus/', import.meta.url));
const LARGEST = 100_000;

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? files(`${folder}${entry.name}/`) : [folder + entry.name]))
    .filter((file) => /\.(?:ya?ml|json)$/.test(file));
}

function treesOf(file: string, text: string): readonly SourceTree[] {
  for (const read of looksLikeJson(text) ? [readJson, readYaml] : [readYaml]) {
    try {
      return read(file, text);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
  return [];
}

function editsOf(
  dice: Dice,
  pointer: string,
  map: { readonly [key: string]: Data },
): readonly (readonly Edit[])[] {
  const key = dice.pick(Object.keys(map));
  const path = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const value = map[key] ?? null;
  return [
    [
      { op: 'remove', path },
      { op: 'add', path, value },
    ],
    [{ op: 'move', from: path, path: `${pointer}/renamed`, inPlaceOf: path }],
    [
      { op: 'add', path: `${pointer}/wrapper`, value: { kind: 'w' }, inPlaceOf: path },
      { op: 'move', from: path, path: `${pointer}/wrapper/inner` },
    ],
  ];
}

test.skipIf(!existsSync(CORPUS))(
  'real files say what they should after an edit',
  { timeout: 120_000 },
  () => {
    let edited = 0;
    for (const file of files(CORPUS)) {
      const text = readFileSync(file, 'utf8');
      if (text.length > LARGEST) continue;
      const dice = diceOf(text.length);
      for (const tree of treesOf(file, text)) {
        const value = plainValue(tree, ROOT);
        const maps = [{ pointer: '', value }, ...places(value)].flatMap((place) =>
          isMap(place.value) && Object.keys(place.value).length > 0
            ? [{ pointer: place.pointer, map: place.value }]
            : [],
        );
        for (let left = Math.min(3, maps.length); left > 0; left--) {
          const { pointer, map } = dice.pick(maps);
          for (const edits of editsOf(dice, pointer, map)) {
            const result = editText(tree, edits);
            if (!result.ok) {
              expect(`${file}: ${result.reason}`).toMatch(/anchor/);
              continue;
            }
            const read = tree.format === 'json' ? readJson : readYaml;
            const again = read(file, result.text)[tree.document];
            const isSame = again !== undefined && sameData(plainValue(again, ROOT), patched(value, edits));
            expect([file, isSame, isSame || edits]).toEqual([file, true, true]);
            edited++;
          }
        }
      }
    }
    expect(edited).toBeGreaterThan(1000);
  },
);
