/** Text from a terminal to keys, pastes and the mouse (xterm, rxvt, the Linux console, `CSI u`, SGR mouse reports, bracketed paste). */
import type { EdgeEvent, KeyPress } from '../command.ts';

interface InputDecoder {
  /** What a chunk of input says. A sequence that is cut in two waits for its other half. */
  push(chunk: string): readonly EdgeEvent[];
  /** Whether something waits; a lone Escape key looks like the beginning of a sequence. */
  readonly isWaiting: boolean;
  /** What waits, taken as it is: nothing more came in time. */
  flush(): readonly EdgeEvent[];
}

const ESC = '\u001b';
const PASTE_START = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;
/** Pasted text beyond this many characters is dropped: nobody pastes more into a line. */
const MAX_PASTED = 100_000;
/** A sequence longer than this is none; it does not wait for its end any longer. */
const LONGEST = 4096;
const LINES_PER_TURN = 3;

const segmenter = new Intl.Segmenter();

export function inputDecoder(): InputDecoder {
  let waiting = '';
  let pasted: string | undefined;
  const push = (chunk: string): readonly EdgeEvent[] => {
    const events: EdgeEvent[] = [];
    let text = waiting + chunk;
    waiting = '';
    while (text !== '') {
      if (pasted !== undefined) {
        const end = text.indexOf(PASTE_END);
        // The end may be cut in two itself.
        const upTo = end === -1 ? text.length - beginningOf(PASTE_END, text) : end;
        pasted = (pasted + text.slice(0, upTo)).slice(0, MAX_PASTED);
        if (end === -1) {
          waiting = text.slice(upTo);
          return events;
        }
        events.push({ kind: 'paste', text: pasted });
        pasted = undefined;
        text = text.slice(end + PASTE_END.length);
        continue;
      }
      if (text.startsWith(PASTE_START)) {
        pasted = '';
        text = text.slice(PASTE_START.length);
        continue;
      }
      const read = text.startsWith(ESC) ? readSequence(text) : readPlain(text);
      if (read === 'cut') {
        waiting = text;
        return events;
      }
      events.push(...read.events);
      text = text.slice(read.length);
    }
    return events;
  };
  return {
    push,
    get isWaiting() {
      return waiting !== '' && pasted === undefined;
    },
    flush() {
      const [text, events] = [waiting, [] as EdgeEvent[]];
      waiting = '';
      if (text.startsWith(ESC)) events.push(keyEvent('escape'));
      for (const event of readAll(text.startsWith(ESC) ? text.slice(1) : text)) events.push(event);
      return events;
    },
  };
}

interface Read {
  readonly events: readonly EdgeEvent[];
  /** Characters that were read, at least one. */
  readonly length: number;
}

function readAll(text: string): readonly EdgeEvent[] {
  const events: EdgeEvent[] = [];
  for (let at = 0; at < text.length; ) {
    const { events: read, length } = readPlain(text.slice(at));
    events.push(...read);
    at += length;
  }
  return events;
}

/** How many last characters of a text may begin a mark. */
function beginningOf(mark: string, text: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--)
    if (text.endsWith(mark.slice(0, length))) return length;
  return 0;
}

function keyEvent(name: string, held: Partial<KeyPress> = {}): EdgeEvent {
  return { kind: 'key', key: { name, ctrl: false, alt: false, shift: false, ...held } };
}

const CONTROL_NAMES: ReadonlyMap<number, string> = new Map([
  [0x08, 'backspace'],
  [0x09, 'tab'],
  [0x0a, 'enter'],
  [0x0d, 'enter'],
  [0x7f, 'backspace'],
]);

/** One key that is no sequence: a control character, or one grapheme. */
function readPlain(text: string): Read {
  const code = text.charCodeAt(0);
  const name = CONTROL_NAMES.get(code);
  if (name !== undefined) return { events: [keyEvent(name)], length: 1 };
  if (code === 0x1b) return { events: [keyEvent('escape')], length: 1 };
  // Ctrl-Space is 0, Ctrl-A to Ctrl-Z are 1 to 26, the rest are signs.
  if (code < 0x20) {
    const sign = code === 0 ? ' ' : String.fromCharCode(code + 0x40).toLowerCase();
    return { events: [keyEvent(sign, { ctrl: true })], length: 1 };
  }
  if (code < 0x7f && !(text.charCodeAt(1) > 0x7f)) return { events: [keyEvent(text.charAt(0))], length: 1 };
  // Eighty units hold any grapheme that a keyboard types.
  const [first] = segmenter.segment(text.slice(0, 80));
  const grapheme = first?.segment ?? text.charAt(0);
  if (code >= 0x7f && code < 0xa0) return { events: [], length: grapheme.length };
  return { events: [keyEvent(grapheme)], length: grapheme.length };
}

function readSequence(text: string): Read | 'cut' {
  const kind = text.charAt(1);
  if (kind === '') return 'cut';
  if (kind === '[') return readCsi(text, 2);
  if (kind === 'O') {
    if (text.length < 3) return 'cut';
    const key = keyOfSs3(text.charAt(2));
    return { events: key === undefined ? [] : [{ kind: 'key', key }], length: 3 };
  }
  // Answers of the terminal: nobody asked, so they are read over.
  if (kind === ']' || kind === 'P' || kind === '_' || kind === '^') return readAnswer(text);
  if (kind === ESC) {
    if (text.length < 3) return 'cut';
    const inner = readSequence(text.slice(1));
    if (inner === 'cut') return 'cut';
    return { events: inner.events.map(withAlt), length: inner.length + 1 };
  }
  // Alt with a letter looks the same as Escape and a letter soon after it, which is what people press here.
  const { events, length } = readPlain(text.slice(1));
  return { events: [keyEvent('escape'), ...events], length: length + 1 };
}

function withAlt(event: EdgeEvent): EdgeEvent {
  return event.kind === 'key' ? { kind: 'key', key: { ...event.key, alt: true } } : event;
}

const CSI_END = /[@-~]/;

function readCsi(text: string, from: number): Read | 'cut' {
  // The function keys of the Linux console: ESC [ [ A.
  const isLinux = text.charAt(from) === '[';
  let end = isLinux ? from + 1 : from;
  while (end < text.length && !CSI_END.test(text.charAt(end))) {
    if (text.charCodeAt(end) < 0x20 || end > LONGEST) return { events: [], length: end };
    end++;
  }
  if (end >= text.length) return 'cut';
  const length = end + 1;
  const [parameters, final] = [text.slice(from, end), text.charAt(end)];
  if (parameters.startsWith('<')) return { events: mouse(parameters.slice(1), final), length };
  const key = keyOfCsi(parameters, final);
  return { events: key === undefined ? [] : [{ kind: 'key', key }], length };
}

function readAnswer(text: string): Read | 'cut' {
  const [bell, mark] = [text.indexOf('\u0007'), text.indexOf(`${ESC}\\`, 2)];
  if (bell === -1 && mark === -1) return text.length > LONGEST ? { events: [], length: text.length } : 'cut';
  const isBell = bell !== -1 && (mark === -1 || bell < mark);
  return { events: [], length: isBell ? bell + 1 : mark + 2 };
}

/** `button;column;row`, from 1; 0 is the left button, 64 and 65 turn the wheel, 4, 8 and 16 are held keys, 32 is a move. */
function mouse(parameters: string, final: string): readonly EdgeEvent[] {
  const [button = Number.NaN, column = Number.NaN, row = Number.NaN] = parameters.split(';').map(Number);
  if (!(column >= 1 && row >= 1) || final !== 'M') return [];
  const place = { column: column - 1, row: row - 1 };
  const bare = button & ~(4 | 8 | 16);
  if (button === 0) return [{ kind: 'click', ...place }];
  if (bare === 64) return [{ kind: 'wheel', lines: -LINES_PER_TURN, ...place }];
  if (bare === 65) return [{ kind: 'wheel', lines: LINES_PER_TURN, ...place }];
  return [];
}

// Names of the keys that a terminal sends as a sequence (xterm, rxvt, the Linux console, `CSI u`).

const BY_LETTER: ReadonlyMap<string, string> = new Map([
  ['A', 'up'],
  ['B', 'down'],
  ['C', 'right'],
  ['D', 'left'],
  ['F', 'end'],
  ['H', 'home'],
  ['P', 'f1'],
  ['Q', 'f2'],
  ['R', 'f3'],
  ['S', 'f4'],
  ['M', 'enter'],
]);

const BY_NUMBER: ReadonlyMap<number, string> = new Map([
  [1, 'home'],
  [2, 'insert'],
  [3, 'delete'],
  [4, 'end'],
  [5, 'pageup'],
  [6, 'pagedown'],
  [7, 'home'],
  [8, 'end'],
  [11, 'f1'],
  [12, 'f2'],
  [13, 'f3'],
  [14, 'f4'],
  [15, 'f5'],
  [17, 'f6'],
  [18, 'f7'],
  [19, 'f8'],
  [20, 'f9'],
  [21, 'f10'],
  [23, 'f11'],
  [24, 'f12'],
]);

/** Keys that `CSI u` names by the code of a control character. */
const BY_CODE: ReadonlyMap<number, string> = new Map([
  [8, 'backspace'],
  [9, 'tab'],
  [13, 'enter'],
  [27, 'escape'],
  [127, 'backspace'],
]);

/** `ESC O letter`. */
function keyOfSs3(letter: string): KeyPress | undefined {
  return named(BY_LETTER.get(letter), 1);
}

/** `ESC [ parameters final`; undefined for what is no key. */
function keyOfCsi(parameters: string, final: string): KeyPress | undefined {
  if (parameters.startsWith('[')) return named({ A: 'f1', B: 'f2', C: 'f3', D: 'f4', E: 'f5' }[final], 1);
  const [first = 1, modifiers = 1] = parameters.split(';').map((part) => Number.parseInt(part, 10) || 1);
  if (final === 'Z') return named('tab', 2);
  if (final === '~') return named(BY_NUMBER.get(first), modifiers);
  if (final === 'u') return unicode(first, modifiers);
  return named(BY_LETTER.get(final), modifiers);
}

function unicode(code: number, modifiers: number): KeyPress | undefined {
  const name = BY_CODE.get(code);
  if (name !== undefined) return named(name, modifiers);
  if (code < 0x20 || code > 0x10ffff) return undefined;
  const key = named(String.fromCodePoint(code), modifiers);
  return key === undefined ? undefined : { ...key, shift: false };
}

/** @param modifiers one more than the sum of 1 Shift, 2 Alt, 4 Ctrl, as xterm counts */
function named(name: string | undefined, modifiers: number): KeyPress | undefined {
  if (name === undefined) return undefined;
  const held = modifiers - 1;
  return { name, shift: (held & 1) !== 0, alt: (held & 2) !== 0, ctrl: (held & 4) !== 0 };
}
