/**
 * One measured process of the terminal UI, on a terminal that only takes what is written; prints JSON.
 *
 * `node exploring.js load FILE`: milliseconds of processor time from the start until `analyze` has the file open
 * `node exploring.js ink`: until ink has drawn a line; `first FILE`: until the explorer has drawn its first frame;
 * `bare`: until anything runs
 * `node exploring.js keys FILE`: what key presses cost there, and what ink needs to draw a plain list of 50 rows again
 */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { openConfiguration } from '../src/model/open.ts';
import { type SourceFile, sourceFile } from '../src/source/load.ts';
import type { TerminalProcess } from '../src/tui/edge/terminal.ts';

const COLUMNS = 120;
/** Fifty for the view, three around it. */
const ROWS = 53;
const KEYS = 400;
const WARM = 60;
/** Milliseconds. */
const REST = 500;

const bare = spent();
const [what, file = ''] = process.argv.slice(2);
// As the command does it before it loads what draws.
process.env.NODE_ENV = 'production';
delete process.env.CI;

/** Milliseconds of processor time since the process began: what else runs on the machine does not count. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function spentIn(work: () => unknown): number {
  const before = spent();
  work();
  return spent() - before;
}

/** Milliseconds by the clock, for work beside which other threads work too. */
function timeOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** As `analyze` reads it: bytes, text, tree, bound messages. */
function load() {
  const source: SourceFile = sourceFile(file, readFileSync(file, 'utf8'), 'named');
  return openConfiguration(source);
}

/** A terminal: `onWrite` hears of each write. */
function terminal(onWrite: () => void): TerminalProcess & {
  readonly stdin: EventEmitter;
  readonly stdout: NodeJS.WriteStream;
  readonly env: { readonly [name: string]: string };
} {
  const stdin = Object.assign(new EventEmitter(), {
    setRawMode: () => {},
    setEncoding: () => {},
    resume: () => {},
    pause: () => {},
  });
  const stdout = Object.assign(new EventEmitter(), {
    columns: COLUMNS,
    rows: ROWS,
    isTTY: true,
    write: () => {
      onWrite();
      return true;
    },
  }) as unknown as NodeJS.WriteStream;
  const signals = new EventEmitter();
  return Object.assign(signals, { stdin, stdout, env: {}, pid: process.pid, kill: () => {} }) as never;
}

async function explorer(onFrame: () => void) {
  const configuration = load();
  const { explore } = await import('../src/tui/edge/run.tsx');
  let writes = 0;
  const of = terminal(() => {
    // The first write takes the terminal over; frames follow.
    if (++writes > 1) onFrame();
  });
  const { name, text } = configuration.file;
  const done = explore({
    host: {
      load: () => Promise.reject(new Error('not read again')),
      isCurrent: async () => true,
      write: async () => [],
      save: async () => {},
      now: () => performance.now(),
    },
    loaded: {
      side: { name: file, configurations: [configuration] },
      input: {
        side: [{ name, text, levels: new Map() }],
        together: false,
        showSecrets: false,
        diff: { ignore: [], rules: new Map() },
      },
    },
    theme: 'dark',
    process: of,
  });
  return { of, done };
}

async function first(): Promise<void> {
  let at: number | undefined;
  const { of, done } = await explorer(() => {
    at ??= spent();
  });
  console.log(JSON.stringify({ at }));
  of.stdin.emit('data', 'q');
  await done;
}

async function ink(): Promise<void> {
  const [{ render, Text }, { default: React }] = [await import('ink'), await import('react')];
  const { createElement } = React;
  let at: number | undefined;
  const of = terminal(() => {
    at ??= spent();
  });
  const drawn = render(createElement(Text, null, 'ready'), {
    stdout: of.stdout,
    debug: true,
    exitOnCtrlC: false,
  });
  drawn.unmount();
  console.log(JSON.stringify({ at }));
}

/** Presses that move in a list, as one goes through it. */
const MOVES = [
  'j',
  'j',
  'j',
  '\u001b[6~',
  'k',
  'k',
  '\u0004',
  'j',
  'G',
  'k',
  '\u0015',
  '\u001b[5~',
  'g',
  'j',
  '\u001b[<65;5;5M',
];

async function keys(): Promise<void> {
  let frames = 0;
  const { of, done } = await explorer(() => {
    frames++;
  });
  const press = (text: string): number => spentIn(() => of.stdin.emit('data', text));
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  press('2');
  press('+');
  const list = await plainList();
  for (let at = 0; at < WARM; at++) {
    press(MOVES[at % MOVES.length] ?? 'j');
    list.draw(at);
    if (at % 20 === 0) await wait(0);
  }
  // While the findings are worked out behind it.
  const [busy, busyPlain]: number[][] = [[], []];
  for (let at = 0; at < KEYS / 2; at++) {
    busy?.push(timeOf(() => press(MOVES[at % MOVES.length] ?? 'j')));
    busyPlain?.push(timeOf(() => list.draw(at)));
    await wait(0);
  }
  // The threads behind it come to rest.
  for (let before = -REST; spent() - before > REST / 10; await wait(REST)) before = spent();
  const before = frames;
  const [moves, plain]: number[][] = [[], []];
  for (let at = 0; at < KEYS; at++) {
    moves?.push(press(MOVES[at % MOVES.length] ?? 'j'));
    plain?.push(list.draw(at));
    await wait(0);
  }
  const shown = frames - before;
  press('/');
  const letters: number[] = [];
  for (let round = 0; round < 10; round++) {
    for (const letter of 'team-7/serv') letters.push(press(letter));
    for (let at = 0; at < 11; at++) letters.push(press('\u007f'));
    await wait(0);
    press('/');
  }
  press('\u001b[27u');
  console.log(
    JSON.stringify({ moves, plain, busy, busyPlain, letters, frames: shown, plainFrames: list.frames() }),
  );
  press('q');
  await done;
}

/** What is compared with: fifty rows, each a text of its own, one of which is chosen. */
async function plainList() {
  const [{ Box, render, Text }, { default: React }] = [await import('ink'), await import('react')];
  const { createElement } = React;
  const { screenOn } = await import('../src/tui/edge/screen.ts');
  const { frameStream } = await import('../src/tui/edge/screen.ts');
  const screen = screenOn(terminal(() => {}).stdout);
  const rowAt = (row: number, at: number) =>
    createElement(
      Text,
      { key: row, inverse: row === at % 50, wrap: 'truncate' },
      `  /team-${row}/service-${at + row}/*  x-tenant: tenant-${row % 7}  → cluster_${at + row}  a route of the list`,
    );
  const listAt = (at: number) =>
    createElement(
      Box,
      { flexDirection: 'column', width: COLUMNS },
      Array.from({ length: 50 }, (_, row) => rowAt(row, at)),
    );
  const instance = render(listAt(0), {
    stdout: frameStream(screen),
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  return {
    draw: (at: number): number => spentIn(() => instance.rerender(listAt(at))),
    frames: () => screen.frames,
  };
}

if (what === 'load') {
  load();
  console.log(JSON.stringify({ at: spent() }));
} else if (what === 'ink') await ink();
else if (what === 'first') await first();
else if (what === 'keys') await keys();
else console.log(JSON.stringify({ at: bare }));
process.exit(0);
