/** The working folder of a run: its files before, and what came of them. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Case } from './case.ts';
import type { Ran } from './outcome.ts';

export interface Folder {
  readonly path: string;
  fill(tried: Case): void;
  /** What stands there now; the folder is empty afterwards. */
  emptied(tried: Case): Pick<Ran, 'after' | 'left'>;
  remove(): void;
}

export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'cfgtool-fuzz-'));
  const inside = join(path, 'work');
  return {
    path: inside,
    fill({ files }) {
      rmSync(inside, { recursive: true, force: true });
      mkdirSync(inside);
      for (const [name, bytes] of files) {
        mkdirSync(dirname(join(inside, name)), { recursive: true });
        writeFileSync(join(inside, name), bytes);
      }
    },
    emptied({ files }) {
      const names = readdirSync(inside, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => relative(inside, join(entry.parentPath, entry.name)));
      const after = new Map<string, Buffer>();
      for (const name of names) if (files.has(name)) after.set(name, readFileSync(join(inside, name)));
      return { after, left: names.filter((name) => !files.has(name)) };
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
