import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openConfiguration } from '../../src/model/index.ts';
import { secretTexts } from '../../src/results/secrets/redact.ts';
import { InputError } from '../../src/source/errors.ts';
import { sourceFile } from '../../src/source/load.ts';
import { sideOf } from '../../src/tui/model/side.ts';
import { analysed } from './analysed.ts';
import { Screen } from './screen.tsx';

const CORPUS = '../shared/corpus';
/** Larger ones are for the bench. */
const MAX_BYTES = 200_000;

function listed(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return listed(path);
    return /\.(?:ya?ml|json)$/.test(name) && statSync(path).size < MAX_BYTES ? [path] : [];
  });
}

const files = existsSync(CORPUS) ? listed(CORPUS) : [];

describe.skipIf(files.length === 0)('real configurations are walked through without a fault', () => {
  test.each(files.filter((_, index) => index % 10 === 0))('%s', (path) => {
    let configuration: ReturnType<typeof openConfiguration<ReturnType<typeof sourceFile>>>;
    try {
      configuration = openConfiguration(sourceFile(path, readFileSync(path, 'utf8'), 'named'));
    } catch (error) {
      // Not every file of the corpus can be read; that is for other tests.
      expect(error).toBeInstanceOf(InputError);
      return;
    }
    const side = sideOf(path, [configuration]);
    const screen = new Screen({ side, ...analysed(side) }, { columns: 120, rows: 40 });
    screen.frame();
    screen.press('2', '+');
    for (let item = 0; item < Math.min(side.items.count, 30); item++)
      screen.press('j', 'l', 'j', 'h', 'f', 'escape');
    screen.frame();
    screen.press('3', 'j', 'end').frame();
    screen.press('2', '/').type('a');
    const frame = screen.frame();
    for (const secret of secretTexts(configuration))
      if (secret.length > 12) expect(frame).not.toContain(secret);
  });
});
