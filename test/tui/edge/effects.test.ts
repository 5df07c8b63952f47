import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openConfiguration } from '../../../src/model/index.ts';
import { sourceFile } from '../../../src/source/load.ts';
import { doEffects, type Effects } from '../../../src/tui/edge/effects.ts';
import type { Loaded } from '../../../src/tui/edge/reading.ts';
import type { Action } from '../../../src/tui/state.ts';

let folder: string;
let effects: Effects | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cfgtool-effects-'));
});

afterEach(() => {
  effects?.end();
  rmSync(folder, { recursive: true });
});

const TEXT = 'name: a\nconnect_timeout: 1s\n';

/** A file whose reading always fails, and what was asked of the host and told, in order. */
function reading() {
  const path = join(folder, 'a.yaml');
  writeFileSync(path, TEXT);
  const loaded: Loaded = {
    side: { name: path, configurations: [openConfiguration(sourceFile(path, TEXT, 'named', path))] },
    input: { side: [], together: false, showSecrets: false, diff: { ignore: [], rules: new Map() } },
  };
  const told: string[] = [];
  let ticks = 1_000_000_000;
  let wake = (): void => {};
  const tell = (what: string): void => {
    told.push(what);
    wake();
  };
  let isCurrent = true;
  effects = doEffects({
    host: {
      async load() {
        tell('load');
        throw new Error('it is broken');
      },
      async isCurrent() {
        tell('compare');
        return isCurrent;
      },
      write: async () => [],
      save: async () => {},
      now: () => 0,
    },
    loaded,
    screen: { draw() {}, redraw() {}, pause() {}, size: { columns: 80, rows: 24 }, frames: 0 },
    terminal: { release() {}, suspend() {}, lend: (program) => program() },
    of: { stdout: { write: () => true }, env: {} },
    dispatch(...actions: readonly Action[]) {
      for (const action of actions) tell(action.kind === 'progress' ? action.text : action.kind);
    },
    quit() {},
  });
  const until = async (what: string): Promise<void> => {
    while (!told.includes(what))
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
  return {
    effects,
    told,
    until,
    change(text: string): void {
      isCurrent = text === TEXT;
      writeFileSync(path, text);
      // Two writes within one tick of the file system's clock would look the same.
      ticks += 10;
      utimesSync(path, ticks, ticks);
    },
  };
}

test('that files are read is said before it begins; where it fails, that is said instead', async () => {
  const { effects: run, told, until } = reading();
  run.run({ kind: 'reload' });
  await until('failed');
  expect(told).toEqual(['reading the files', 'load', 'failed']);
});

test('a file that is touched but says the same is not read again', async () => {
  const { effects: run, told, until, change } = reading();
  run.run({ kind: 'reload' });
  await until('failed');
  told.length = 0;
  change(TEXT);
  await until('compare');
  await until('current');
  expect(told).toEqual(['compare', 'current']);
  told.length = 0;
  change('name: b\n');
  await until('failed');
  expect(told).toEqual(['compare', 'reading the files', 'load', 'failed']);
});
