/** Keys while a line is typed at the foot of the screen: searches, commands, requests, names of files. */
import type { Command, KeyPress, Purpose } from './command.ts';
import { completed, editLine, insertText, type LineInput, lineOf, runCommandLine } from './command-line.ts';
import { commandFor } from './keys.ts';
import type { OpenLine, State } from './state.ts';
import { shownLine } from './trace/view.ts';
import { note, warn } from './view.ts';

/** The state after a key, and what the line asks for, which is to be run on that state. */
export interface Typed {
  readonly state: State;
  readonly command?: Command;
}

/** So many lines are remembered for each purpose. */
const MAX_TYPED = 50;

/** Opens a line: an empty one, the last one for this where that was no good, or for a request the one before. */
export function asked({ refused, ...state }: State, purpose: Purpose): State {
  if (refused?.purpose === purpose)
    return { ...state, line: { purpose, input: lineOf(refused.text), recalled: -1 } };
  const offered =
    purpose === 'request' ? (shownLine(state.slices.trace) ?? state.typed.request[0] ?? '') : '';
  const line: OpenLine = {
    purpose,
    input: lineOf(offered),
    recalled: offered === '' ? -1 : state.typed.request.indexOf(offered),
    ...(offered === '' ? {} : { isOffered: true }),
  };
  return { ...state, line };
}

/** Begins requests: all other keys mean in an empty line, or one that is only offered, what they mean in the view. */
const BEGINS_REQUEST = /^[^\s1-6/?:[\]]$/u;

/** Keys that are for the line all the same, since they change what it offers. */
const EDITING = new Set([
  'enter',
  'escape',
  'left',
  'right',
  'home',
  'end',
  'backspace',
  'delete',
  'up',
  'down',
]);

/** A line for a request that nobody has typed into. */
function isUntouched({ purpose, input, isOffered }: OpenLine): boolean {
  return purpose === 'request' && (isOffered === true || input.text === '');
}

/** What a key means beside a line for a request that nobody has typed into yet; undefined where it is for the line. */
function beside({ view }: State, line: OpenLine, key: KeyPress): Command | undefined {
  const isTyped = key.ctrl || key.alt || EDITING.has(key.name) || BEGINS_REQUEST.test(key.name);
  return isTyped || !isUntouched(line) ? undefined : commandFor(key, view);
}

/** An answer leaves no line open in front of it, unless somebody types. */
export function answered(state: State): State {
  return state.line !== undefined && isUntouched(state.line) ? withoutLine(state) : state;
}

/** A key while a line is typed. */
export function pressedInLine(state: State, line: OpenLine, key: KeyPress): Typed {
  const { purpose, input } = line;
  if (key.ctrl && key.name === 'c') return leaveLine(state, line);
  const elsewhere = beside(state, line, key);
  if (elsewhere !== undefined) return { state: withoutLine(state), command: elsewhere };
  switch (key.name) {
    case 'escape':
      return leaveLine(state, line);
    case 'enter':
      return takeLine(state, line);
    case 'backspace':
      if (input.text === '') return leaveLine(state, line);
      break;
    case 'tab':
      return { state: complete(state, line, key.shift ? -1 : 1) };
    case 'up':
    case 'down':
    case 'pageup':
    case 'pagedown':
      if (purpose === 'search') return asking(state, commandFor(key, state.view));
      return { state: key.name === 'up' || key.name === 'down' ? recall(state, line, key.name) : state };
  }
  const isNew = line.isOffered && BEGINS_REQUEST.test(key.name) && !key.ctrl;
  const edited = editLine(isNew ? lineOf('') : input, key);
  return edited === undefined ? { state } : typing(state, line, edited);
}

/** A text that was pasted while a line is typed. */
export function pastedInLine(state: State, line: OpenLine, text: string): Typed {
  return typing(state, line, insertText(line.isOffered ? lineOf('') : line.input, text));
}

function asking(state: State, command: Command | undefined): Typed {
  return command === undefined ? { state } : { state, command };
}

/** The line after it changed; a search is done while it is typed. */
function typing(state: State, line: OpenLine, input: LineInput): Typed {
  const { purpose } = line;
  const next: State = { ...state, line: { purpose, input, recalled: -1 } };
  return purpose === 'search' && input.text !== line.input.text
    ? { state: next, command: { do: 'search', text: input.text, isFinal: false } }
    : { state: next };
}

function leaveLine(state: State, { purpose }: OpenLine): Typed {
  const left = withoutLine(state);
  return purpose === 'search'
    ? { state: left, command: { do: 'search', text: '', isFinal: true } }
    : { state: left };
}

function takeLine(state: State, { purpose, input }: OpenLine): Typed {
  const text = input.text.trim();
  const before = state.typed[purpose];
  const lines = text === '' ? before : [text, ...before.filter((each) => each !== text)].slice(0, MAX_TYPED);
  const next: State = { ...withoutLine(state), typed: { ...state.typed, [purpose]: lines } };
  switch (purpose) {
    case 'search':
      return { state: next, command: { do: 'search', text: input.text, isFinal: true } };
    case 'request':
    case 'patch':
      return text === '' ? { state: next } : { state: next, command: { do: 'submit', purpose, text } };
    case 'command': {
      if (text === '') return { state: next };
      const command = runCommandLine(text, next.session);
      return typeof command === 'string'
        ? { state: { ...next, notice: warn(command), refused: { purpose, text } } }
        : { state: next, command };
    }
  }
}

function recall(state: State, line: OpenLine, key: 'up' | 'down'): State {
  const lines = state.typed[line.purpose];
  const at = Math.max(-1, Math.min(lines.length - 1, line.recalled + (key === 'up' ? 1 : -1)));
  return { ...state, line: { purpose: line.purpose, input: lineOf(lines[at] ?? ''), recalled: at } };
}

function complete(state: State, line: OpenLine, by: 1 | -1): State {
  if (line.purpose !== 'command') return state;
  const from = line.completing?.from ?? line.input.text;
  const choices = completed(from, state.session);
  if (choices.length === 0) return { ...state, notice: note('nothing to complete with') };
  const last = line.completing?.at ?? (by === 1 ? -1 : 0);
  const at = (last + by + choices.length) % choices.length;
  const input = lineOf(choices[at] ?? '');
  return { ...state, line: { ...line, input, completing: { from, at, of: choices.length } } };
}

function withoutLine(state: State): State {
  const { line: _, ...rest } = state;
  return rest;
}
