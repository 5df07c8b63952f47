/** The terminal UI without a terminal: a state driven by keys, and its frames as ink draws them. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { render } from 'ink';
import { openConfiguration } from '../../src/model/index.ts';
import { sourceFile } from '../../src/source/load.ts';
import { App } from '../../src/tui/app.tsx';
import type { KeyPress } from '../../src/tui/command.ts';
import { type Side, sideOf } from '../../src/tui/model/side.ts';
import { reduce } from '../../src/tui/reduce.ts';
import { type Action, initialState, type State } from '../../src/tui/state.ts';
import type { Effect, Session, Size } from '../../src/tui/view.ts';

/** @param path where it stands on disk, if it does */
export function sideOfText(name: string, text: string, path?: string): Side {
  return sideOf(name, [openConfiguration(sourceFile(name, text, 'named', path))]);
}

export function sideOfFile(path: string): Side {
  return sideOfText(path, readFileSync(path, 'utf8'));
}

/** `j`, `ctrl+d`, `shift+tab` as a key press. */
export function key(text: string): KeyPress {
  const parts = text.length === 1 ? [text] : text.split('+');
  const name = parts.at(-1) ?? '';
  return { name, ctrl: parts.includes('ctrl'), alt: parts.includes('alt'), shift: parts.includes('shift') };
}

/** A running UI: what was pressed, what it shows, what it asked for. */
export class Screen {
  state: State;
  readonly effects: Effect[] = [];

  constructor(session: Session, size: Size = { columns: 100, rows: 30 }) {
    this.state = initialState(session, size, 'plain');
  }

  send(action: Action): this {
    const { state, effects } = reduce(this.state, action);
    this.state = state;
    this.effects.push(...effects);
    return this;
  }

  /** Presses keys one after another. */
  press(...keys: readonly string[]): this {
    for (const each of keys) this.send({ kind: 'key', key: key(each) });
    return this;
  }

  /** Types a text letter by letter. */
  type(text: string): this {
    for (const letter of text) this.send({ kind: 'key', key: key(letter) });
    return this;
  }

  /** What is on the screen, without colours and without blanks at the end of rows. */
  frame(): string {
    return stripVTControlCharacters(this.painted())
      .split('\n')
      .map((row) => row.trimEnd())
      .join('\n');
  }

  painted(): string {
    return drawn(this.state);
  }
}

/** The frame of a state, drawn by ink. */
export function drawn(state: State): string {
  let frame = '';
  const stdout = Object.assign(new EventEmitter(), {
    columns: state.size.columns,
    rows: state.size.rows,
    write: (text: string) => {
      frame = text;
      return true;
    },
  });
  const { unmount } = render(<App state={state} />, {
    stdout: stdout as unknown as NodeJS.WriteStream,
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  const shown = frame;
  unmount();
  // ink draws what a view throws.
  if (/^\s*ERROR /.test(stripVTControlCharacters(shown))) throw new Error(shown);
  return shown;
}
