import { expect, test } from 'vitest';
import { screenOn } from '../../../src/tui/edge/screen.ts';

function target(rows = 5) {
  const written: string[] = [];
  return { columns: 20, rows, written, write: (text: string) => written.push(text) };
}

/** What is written, without the marks around an update. */
function body(text = ''): string {
  const [begin, end] = ['\u001b[?2026h', '\u001b[?2026l'];
  expect(text.startsWith(begin) && text.endsWith(end)).toBe(true);
  return text.slice(begin.length, -end.length);
}

test('the first frame clears the screen and is written whole', () => {
  const terminal = target();
  screenOn(terminal).draw('one\ntwo');
  expect(terminal.written).toEqual([
    '\u001b[?2026h\u001b[0m\u001b[2J\u001b[1;1H\u001b[0m\u001b[2Kone\u001b[2;1H\u001b[0m\u001b[2Ktwo\u001b[?2026l',
  ]);
});

test('afterwards only changed lines are written, and lines that are gone are cleared', () => {
  const terminal = target();
  const screen = screenOn(terminal);
  screen.draw('one\ntwo\nthree');
  screen.draw('one\n2');
  expect(body(terminal.written[1])).toBe('\u001b[2;1H\u001b[0m\u001b[2K2\u001b[3;1H\u001b[0m\u001b[2K');
  expect(screen.frames).toBe(2);
});

test('an equal frame is no write', () => {
  const terminal = target();
  const screen = screenOn(terminal);
  screen.draw('one');
  screen.draw('one');
  expect(terminal.written).toHaveLength(1);
  expect(screen.frames).toBe(1);
});

test('lines below the screen are left out', () => {
  const terminal = target(2);
  screenOn(terminal).draw('1\n2\n3\n4');
  expect(terminal.written[0]).not.toContain('3');
});

test('while paused nothing is written; afterwards the last frame is, as a whole', () => {
  const terminal = target();
  const screen = screenOn(terminal);
  screen.draw('one\ntwo');
  screen.pause();
  screen.draw('one\nthree');
  expect(terminal.written).toHaveLength(1);
  screen.redraw();
  expect(body(terminal.written[1])).toContain(
    '\u001b[2J\u001b[1;1H\u001b[0m\u001b[2Kone\u001b[2;1H\u001b[0m\u001b[2Kthree',
  );
});

test('a terminal that does not know its size is 80 by 24', () => {
  expect(screenOn({ write: () => true }).size).toEqual({ columns: 80, rows: 24 });
  expect(screenOn({ columns: 0, rows: 0, write: () => true }).size).toEqual({ columns: 80, rows: 24 });
});
