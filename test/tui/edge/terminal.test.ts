import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { type TerminalProcess, takeTerminal } from '../../../src/tui/edge/terminal.ts';

/** A process whose terminal writes down what happens to it. */
function fake() {
  const told: string[] = [];
  const stdin = Object.assign(new EventEmitter(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => told.push(isRaw ? 'raw' : 'cooked'),
    setEncoding: () => {},
    resume: () => {},
    pause: () => {},
  });
  const of = Object.assign(new EventEmitter(), {
    stdin,
    stdout: {
      write: (text: string) => {
        if (text.includes('\u001b[?1049h')) told.push('taken');
        if (text.includes('\u001b[?1049l')) told.push('given');
      },
    },
    pid: 42,
    kill: (pid: number, signal: string) => told.push(`kill ${pid} ${signal}`),
  });
  const input: string[] = [];
  const hooks = {
    input: (chunk: string) => input.push(chunk),
    taken: () => told.push('draw'),
    given: () => told.push('pause'),
  };
  return { of: of as unknown as TerminalProcess & EventEmitter, stdin, told, input, hooks };
}

/** Modes of the terminal with `h` where they are switched on, `l` where off. */
function modesIn(text: string): readonly (readonly [mode: string, what: string])[] {
  return text.split('\u001b[?').flatMap((part) => {
    const [, mode, what] = /^(\d+)([hl])/.exec(part) ?? [];
    return mode === undefined || what === undefined ? [] : [[mode, what] as const];
  });
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 0));

test('what is switched on when it is taken is switched off when it is released', () => {
  let written = '';
  const { of, hooks } = fake();
  const terminal = takeTerminal(
    {
      ...of,
      stdout: { write: (text) => (written += text) },
      on: () => {},
      off: () => {},
      prependListener: () => {},
    } as TerminalProcess,
    hooks,
  );
  const on = modesIn(written);
  written = '';
  terminal.release();
  const off = new Map(modesIn(written));
  expect(on.length).toBeGreaterThan(4);
  for (const [mode, what] of on) expect(off.get(mode), `mode ${mode}`).toBe(what === 'h' ? 'l' : 'h');
});

test('released twice it is given back once, and listens no more', () => {
  const { of, told, hooks, input, stdin } = fake();
  const terminal = takeTerminal(of, hooks);
  stdin.emit('data', 'j');
  terminal.release();
  terminal.release();
  stdin.emit('data', 'k');
  expect(told).toEqual(['cooked', 'raw', 'taken', 'draw', 'pause', 'given', 'cooked']);
  expect(input).toEqual(['j']);
  expect(of.eventNames()).toEqual([]);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
  '%s gives it back and ends the process by itself',
  (signal) => {
    const { of, told, hooks } = fake();
    takeTerminal(of, hooks);
    of.emit(signal);
    expect(told.slice(-4)).toEqual(['pause', 'given', 'cooked', `kill 42 ${signal}`]);
    expect(of.listenerCount(signal)).toBe(0);
  },
);

test.each(['uncaughtException', 'exit'])('%s gives it back', (event) => {
  const { of, told, hooks } = fake();
  takeTerminal(of, hooks);
  of.emit(event);
  expect(told.slice(-3)).toEqual(['pause', 'given', 'cooked']);
});

describe('suspending', () => {
  test('gives it back, stops the whole job and takes it again', async () => {
    const { of, told, hooks } = fake();
    const terminal = takeTerminal(of, hooks);
    told.length = 0;
    terminal.suspend();
    expect(told).toEqual(['pause', 'given', 'cooked', 'kill 0 SIGTSTP']);
    expect(of.listenerCount('SIGTSTP')).toBe(0);
    await soon();
    expect(told.slice(4)).toEqual(['cooked', 'raw', 'taken', 'draw']);
    expect(of.listenerCount('SIGTSTP')).toBe(1);
  });

  test('continued by somebody else, it is taken anew', () => {
    const { of, told, hooks } = fake();
    takeTerminal(of, hooks);
    told.length = 0;
    of.emit('SIGCONT');
    expect(told).toEqual(['cooked', 'raw', 'taken', 'draw']);
  });
});

describe('lending', () => {
  test('it is given, and taken when the program is done; Ctrl-C is the program’s', async () => {
    const { of, told, hooks, input, stdin } = fake();
    const terminal = takeTerminal(of, hooks);
    told.length = 0;
    const answer = await terminal.lend(async () => {
      of.emit('SIGINT');
      of.emit('SIGCONT');
      stdin.emit('data', 'x');
      told.push('program');
      return 7;
    });
    expect(answer).toBe(7);
    expect(input).toEqual([]);
    expect(told).toEqual(['pause', 'given', 'cooked', 'program', 'cooked', 'raw', 'taken', 'draw']);
  });

  test('a program that fails gives it back too', async () => {
    const { of, told, hooks } = fake();
    const terminal = takeTerminal(of, hooks);
    await expect(terminal.lend(() => Promise.reject(new Error('no such program')))).rejects.toThrow(
      'no such',
    );
    expect(told.at(-1)).toBe('draw');
  });

  test('SIGTERM ends us all the same', async () => {
    const { of, told, hooks } = fake();
    const terminal = takeTerminal(of, hooks);
    await terminal.lend(async () => of.emit('SIGTERM'));
    expect(told.at(-1)).toBe('kill 42 SIGTERM');
  });
});

test('a terminal that is gone is no failure', () => {
  const { of, told, hooks } = fake();
  takeTerminal(of, hooks);
  of.stdout.write = () => {
    throw Object.assign(new Error('write EIO'), { code: 'EIO' });
  };
  of.emit('SIGHUP');
  expect(told.at(-1)).toBe('kill 42 SIGHUP');
});
