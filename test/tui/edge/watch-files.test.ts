import { mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import { type FileWatch, watchFiles } from '../../../src/tui/edge/watch-files.ts';

let folder: string;
let file: string;
let watch: FileWatch | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cfgtool-watch-'));
  file = join(folder, 'front.yaml');
  writeFileSync(file, 'a: 1\n');
});

afterEach(() => {
  watch?.close();
  rmSync(folder, { recursive: true });
});

/** Starts watching; each call of the answer waits for the next change. */
async function watching(path = file): Promise<() => Promise<void>> {
  let [seen, taken] = [0, 0];
  let wake = () => {};
  watch = watchFiles([path], () => {
    seen++;
    wake();
  });
  await watch.settle();
  return async () => {
    taken++;
    while (seen < taken)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
}

test('a file that is written', async () => {
  const change = await watching();
  writeFileSync(file, 'a: 2, longer\n');
  await change();
});

test('a file that is replaced by another one under its name, more than once', async () => {
  const change = await watching();
  for (const text of ['a: 2\n', 'a: 3\n']) {
    writeFileSync(join(folder, 'front.yaml.tmp'), text);
    renameSync(join(folder, 'front.yaml.tmp'), file);
    await change();
  }
});

test('a file that is taken away and comes back', async () => {
  const change = await watching();
  unlinkSync(file);
  setTimeout(() => writeFileSync(file, 'a: 22\n'), 20);
  await change();
});

test('a link that is turned to another file', async () => {
  const [link, next] = [join(folder, 'link.yaml'), join(folder, 'next.yaml')];
  symlinkSync(file, link);
  writeFileSync(next, 'a: 333\n');
  const change = await watching(link);
  symlinkSync(next, `${link}.new`);
  renameSync(`${link}.new`, link);
  await change();
});

test('what was written by ourselves and settled is no change; the next one is', async () => {
  const change = await watching();
  writeFileSync(file, 'ours: 1\n');
  await watch?.settle();
  writeFileSync(join(folder, 'neighbour.yaml'), 'b: 1\n');
  writeFileSync(file, 'theirs, which is longer: 1\n');
  await change();
});
