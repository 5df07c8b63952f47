/** Golden frames: what the screen shows, held to the files in `snapshots/tui`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

const FOLDER = join('snapshots', 'tui');

/** The frame that a file holds. */
export function goldenFrame(name: string): string {
  return readFileSync(join(FOLDER, `${name}.txt`), 'utf8').trimEnd();
}

/**
 * The frame is the one that the file holds. With UPDATE_FRAMES=1 the file is written; read it before it is committed.
 *
 * @param name of the file, without `.txt`
 */
export function expectFrame(name: string, frame: string): void {
  const path = join(FOLDER, `${name}.txt`);
  const text = `${frame.trimEnd()}\n`;
  if (process.env.UPDATE_FRAMES === '1') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, text);
  }
  expect(text).toBe(existsSync(path) ? readFileSync(path, 'utf8') : `(no file ${path})`);
}
