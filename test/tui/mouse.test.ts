/** A click puts the cursor there, once more opens; tabs lead to their views. */
import { describe, expect, test } from 'vitest';
import { VIEW_NAMES } from '../../src/tui/command.ts';
import type { Action } from '../../src/tui/state.ts';
import { ask, SESSION } from './everything.ts';
import { Screen } from './screen.tsx';

const SIZE = { columns: 100, rows: 30 };

function screen(...keys: readonly string[]): Screen {
  return ask(new Screen(SESSION, SIZE), 'https://shop.copperleaf.test/pay').press(...keys);
}

/** A click on the first place of the screen where a text stands. */
function clickOn(shown: Screen, text: string): Action {
  const rows = shown.frame().split('\n');
  const row = rows.findIndex((each) => each.includes(text));
  if (row === -1) throw new Error(`${text} is not shown:\n${rows.join('\n')}`);
  return { kind: 'click', column: rows[row]?.indexOf(text) ?? 0, row };
}

function click(shown: Screen, text: string): Screen {
  return shown.send(clickOn(shown, text));
}

/** The row with the cursor. */
function under(shown: Screen): string {
  return (
    shown
      .frame()
      .split('\n')
      .find((row) => row.includes('▌')) ?? ''
  );
}

test.each(VIEW_NAMES.filter((name) => name !== 'help'))('the tab of %s leads there', (view) => {
  const shown = screen(view === 'overview' ? '2' : '1');
  const title = view[0]?.toUpperCase() + view.slice(1);
  expect(click(shown, ` ${title} `).state.view).toBe(view);
});

describe.each([
  ['1', 'virtual host', 'tree'],
  ['2', 'basket  ', 'tree'],
  ['3', 'shop/4: ', 'tree'],
  ['4', 'virtual host', 'tree'],
  ['5', 'line ', 'migrate'],
  ['6', 'connect_timeout', 'tree'],
])('view %s', (key, text, opened) => {
  test('a click moves the cursor, the next one is Enter', () => {
    const [shown, entered] = [screen(key, 'G'), screen(key, 'G')];
    const there = clickOn(shown, text);
    expect(under(shown.send(there))).toContain(text);
    entered.send(there).press('enter');
    shown.send(there);
    expect(shown.state.view).toBe(opened);
    expect(shown.frame()).toBe(entered.frame());
  });
});

test('beside all rows nothing happens', () => {
  for (const key of ['1', '2', '3', '4', '5', '6', '?']) {
    const shown = screen(key);
    const before = shown.state;
    for (const row of [SIZE.rows - 1, SIZE.rows - 2]) shown.send({ kind: 'click', column: 3, row });
    expect(shown.state).toEqual(before);
  }
});

test('a click into the detail of the tree goes there, one on the tree back', () => {
  const shown = screen('2', ...'/basket', 'enter', 'escape');
  click(shown, '▲ deprecated-field');
  expect(shown.state.slices.tree.focus).toBe('tree');
  const rows = shown.frame().split('\n');
  shown.send({ kind: 'click', column: (rows[3] ?? '').indexOf('│') + 3, row: 3 });
  expect(shown.state.slices.tree.focus).toBe('detail');
  shown.send({ kind: 'click', column: 3, row: 3 });
  expect(shown.state.slices.tree.focus).toBe('tree');
});

test('a request asked before is turned to', () => {
  const shown = ask(screen('4'), 'https://shop.copperleaf.test/basket');
  expect(shown.state.slices.trace.at).toBe(0);
  expect(click(shown, 'shop.copperleaf.test/pay  ').state.slices.trace.at).toBe(1);
});
