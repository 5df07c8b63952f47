import { describe, expect, test } from 'vitest';
import { VIEW_NAMES } from '../../src/tui/command.ts';
import { LINE_COMMANDS } from '../../src/tui/command-line.ts';
import { helpRows } from '../../src/tui/help.ts';
import { bindingsIn, commandFor, KEY_GROUPS, keyLabel, keyText } from '../../src/tui/keys.ts';
import { key } from './screen.tsx';

const help = helpRows(400)
  .map((pieces) => pieces.map((piece) => (typeof piece === 'string' ? piece : piece[0])).join(''))
  .join('\n');

describe.each(VIEW_NAMES)('in %s', (view) => {
  test('no key asks for two things, but for a view that takes one from all', () => {
    for (const isOwn of [true, false]) {
      const keys = bindingsIn(view)
        .filter(({ where }) => (where !== 'everywhere') === isOwn)
        .flatMap((binding) => binding.keys);
      expect(keys.filter((each, index) => keys.indexOf(each) !== index)).toEqual([]);
    }
  });

  test('every binding is found by its keys', () => {
    for (const { keys, command, where } of bindingsIn(view))
      for (const each of keys) if (where !== 'everywhere') expect(commandFor(key(each), view)).toBe(command);
  });
});

test('arrows and vi keys do the same', () => {
  for (const [arrow, letter] of [
    ['up', 'k'],
    ['down', 'j'],
    ['left', 'h'],
    ['right', 'l'],
    ['home', 'g'],
    ['end', 'G'],
  ] as const)
    expect(commandFor(key(letter), 'tree')).toBe(commandFor(key(arrow), 'tree'));
});

test('number keys lead to the views in their order', () => {
  VIEW_NAMES.filter((view) => view !== 'help').forEach((view, index) => {
    expect(commandFor(key(String(index + 1)), 'help')).toEqual({ do: 'go', to: { view } });
  });
});

test('the help has every key and every command', () => {
  for (const binding of KEY_GROUPS.flatMap(({ bindings }) => bindings)) {
    expect(help).toContain(binding.help);
    expect(help).toContain(binding.keys.map(keyLabel).join('  '));
  }
  for (const { name, help: text } of LINE_COMMANDS)
    expect(help).toMatch(new RegExp(`:${name}\\b.*${text.slice(0, 8)}`));
});

test.each([
  ['ctrl+d', 'Ctrl-D'],
  ['shift+tab', 'Shift-Tab'],
  ['up', '↑'],
  [' ', 'Space'],
  ['+', '+'],
  ['G', 'G'],
])('%s is shown as %s', (spelling, label) => {
  expect(keyLabel(spelling)).toBe(label);
  expect(keyText(key(spelling))).toBe(spelling);
});
