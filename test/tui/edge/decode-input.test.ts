import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EdgeEvent } from '../../../src/tui/command.ts';
import { inputDecoder } from '../../../src/tui/edge/input.ts';

/** Keys as `ctrl-alt-name`, other events as they are. */
function shown(events: readonly EdgeEvent[]): readonly unknown[] {
  return events.map((event) => {
    if (event.kind !== 'key') return event;
    const { name, ctrl, alt, shift } = event.key;
    return `${ctrl ? 'ctrl-' : ''}${alt ? 'alt-' : ''}${shift ? 'shift-' : ''}${name}`;
  });
}

function decoded(text: string): readonly unknown[] {
  const decoder = inputDecoder();
  return shown([...decoder.push(text), ...decoder.flush()]);
}

test.each([
  ['jG/', ['j', 'G', '/']],
  ['\r', ['enter']],
  ['\t\u007f\u0008', ['tab', 'backspace', 'backspace']],
  ['\u0003\u001a\u0000', ['ctrl-c', 'ctrl-z', 'ctrl- ']],
  ['\u001b[A\u001b[B\u001bOC\u001bOD', ['up', 'down', 'right', 'left']],
  ['\u001b[H\u001b[F\u001b[1~\u001b[4~\u001b[7~\u001b[8~', ['home', 'end', 'home', 'end', 'home', 'end']],
  ['\u001b[5~\u001b[6~\u001b[3~\u001b[2~', ['pageup', 'pagedown', 'delete', 'insert']],
  ['\u001b[1;5C\u001b[1;2A\u001b[1;3B', ['ctrl-right', 'shift-up', 'alt-down']],
  ['\u001b[Z', ['shift-tab']],
  ['\u001bOP\u001b[15~\u001b[24~\u001b[[A', ['f1', 'f5', 'f12', 'f1']],
  ['\u001bx\u001b\u001b[A', ['escape', 'x', 'alt-up']],
  ['\u001b[97;5u\u001b[27u', ['ctrl-a', 'escape']],
  ['é漢e\u0301👩‍👩‍👧', ['é', '漢', 'e\u0301', '👩‍👩‍👧']],
  ['\u001b', ['escape']],
  ['\u001b[', ['escape', '[']],
])('%j', (text, expected) => {
  expect(decoded(text)).toEqual(expected);
});

describe('the mouse', () => {
  test('wheel turns, with the place from 0 and whatever is held', () => {
    expect(decoded('\u001b[<64;10;5M\u001b[<65;1;1M\u001b[<81;2;3M')).toEqual([
      { kind: 'wheel', lines: -3, column: 9, row: 4 },
      { kind: 'wheel', lines: 3, column: 0, row: 0 },
      { kind: 'wheel', lines: 3, column: 1, row: 2 },
    ]);
  });

  test('the left button clicks', () => {
    expect(decoded('\u001b[<0;3;4M')).toEqual([{ kind: 'click', column: 2, row: 3 }]);
  });

  test('releases, moves and other buttons are nothing', () => {
    expect(decoded('\u001b[<0;3;4m\u001b[<2;3;4M\u001b[<16;3;4M\u001b[<35;3;4M\u001b[<64;3;4m')).toEqual([]);
  });

  test('reports without a place are nothing', () => {
    expect(decoded('\u001b[<64M\u001b[<;;M\u001b[<64;0;0M')).toEqual([]);
  });
});

describe('pastes', () => {
  test('come in one piece, keys in them are text', () => {
    expect(decoded('a\u001b[200~q\r\u001b[A\u0003\u001b[201~b')).toEqual([
      'a',
      { kind: 'paste', text: 'q\r\u001b[A\u0003' },
      'b',
    ]);
  });

  test('have a limit', () => {
    const [paste] = decoded(`\u001b[200~${'x'.repeat(300_000)}\u001b[201~`);
    expect(paste).toEqual({ kind: 'paste', text: 'x'.repeat(100_000) });
  });

  test('an unfinished one waits without being taken for the Escape key', () => {
    const decoder = inputDecoder();
    expect(decoder.push('\u001b[200~abc\u001b[20')).toEqual([]);
    expect(decoder.isWaiting).toBe(false);
    expect(decoder.push('1~')).toEqual([{ kind: 'paste', text: 'abc' }]);
  });
});

test('answers of the terminal are read over', () => {
  expect(decoded('\u001b]11;rgb:0000/0000/0000\u001b\\a\u001b]52;c;\u0007b\u001bP1$r0m\u001b\\c')).toEqual([
    'a',
    'b',
    'c',
  ]);
  expect(decoded('\u001b[?62;c\u001b[?2026;2$y')).toEqual([]);
});

test('a sequence cut anywhere says the same as in one piece', () => {
  const text = 'j\u001b[A\u001b[<64;10;5M\u001b[200~pasted\u001b[201~é\u001bOB\u001b[1;5Ck';
  const whole = shown(inputDecoder().push(text));
  expect(whole).toHaveLength(8);
  for (let cut = 1; cut < text.length; cut++) {
    const decoder = inputDecoder();
    expect(
      shown([...decoder.push(text.slice(0, cut)), ...decoder.push(text.slice(cut))]),
      `cut at ${cut}`,
    ).toEqual(whole);
  }
});

test('whatever comes, every character is read once and nothing throws', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom(
      '\u001b',
      '\u001b[',
      '\u001b[<',
      '\u001bO',
      '\u001b]',
      '\u001b[200~',
      '\u001b[201~',
      ';',
      '~',
      'M',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const decoder = inputDecoder();
      for (const each of pieces) decoder.push(each);
      decoder.flush();
      expect(decoder.isWaiting).toBe(false);
    }),
  );
});
