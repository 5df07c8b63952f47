/** `--jobs`: what commands print, and how they end, is the same with 1, 2 and 8 threads. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { seedsIn } from '../seeds.ts';

const BIN = resolve('bin/run.js');
const THREADS = ['1', '2', '8'] as const;

export interface AlikeOptions {
  /** A folder of its own. */
  readonly work: string;
  readonly folders: readonly string[];
  stops(): boolean;
  tell(line: string): void;
}

/** The commands that share out inputs, over a folder and a changed copy of it. */
function commandsOver(folder: string, copy: string): readonly (readonly string[])[] {
  return [
    ['analyze', folder, '--format', 'json'],
    ['validate', folder, '--format', 'json'],
    ['migrate', folder, '--to', 'v3', '--format', 'json'],
    ['diff', folder, copy, '--format', 'json'],
  ];
}

/** Tries every command over every folder that is there. Returns where output differs. */
export function tryAlike({ work, folders, stops, tell }: AlikeOptions): readonly string[] {
  const failures: string[] = [];
  for (const folder of folders.filter((each) => existsSync(each))) {
    const copy = join(work, 'changed', folder.replaceAll(/[./]+/g, '-'));
    copyChanged(folder, copy);
    for (const args of commandsOver(folder, copy)) {
      if (stops()) return failures;
      const [alone, ...others] = THREADS.map((jobs) => ran([...args, '--jobs', jobs]));
      const differ = THREADS.slice(1).filter((_, index) => others[index] !== alone);
      const what = `${args[0]} over ${folder}`;
      tell(`${what}: ${alone?.length ?? 0} characters, ${differ.length === 0 ? 'alike' : 'NOT ALIKE'}`);
      if (differ.length > 0) failures.push(`${what} differs with --jobs ${differ.join(' and ')}`);
    }
  }
  return failures;
}

/** Other timeouts everywhere, and every seventh file missing. */
function copyChanged(folder: string, copy: string): void {
  for (const [index, { name }] of seedsIn([folder], true).entries()) {
    if (index % 7 === 0) continue;
    const path = join(copy, relative(folder, name));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, readFileSync(name, 'utf8').replaceAll(/(timeout"?: "?)/g, '$11'));
  }
}

/** All that a run says, and how it ended. */
function ran(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    encoding: 'utf8',
    maxBuffer: 1 << 29,
  });
  return `${status}\n${stdout}\n${stderr}`;
}
