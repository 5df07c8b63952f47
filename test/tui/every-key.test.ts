/** What the help names for a view does something there, or says why not: no key is dead. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { VIEW_NAMES, type ViewName } from '../../src/tui/command.ts';
import { exploreEditText } from '../../src/tui/jobs/migration.ts';
import { bindingsIn } from '../../src/tui/keys.ts';
import type { State } from '../../src/tui/state.ts';
import { ask, opened, SESSION } from './everything.ts';
import { Screen } from './screen.tsx';

/** Keys that lead into the midst of each view, with a search done where it has one. */
const WAYS: { readonly [view in ViewName]: readonly string[] } = {
  overview: ['1', 'j', 'j', 'j'],
  tree: [
    '2',
    ...':go shop',
    'enter',
    'j',
    'j',
    '/',
    ...'/basket',
    'enter',
    'escape',
    '/',
    ...'basket',
    'enter',
    'n',
  ],
  findings: ['3', 'j', 'j', 'j', 'j', 'j'],
  trace: ['4', '[', 'j', 'j', 'j', '/', ...'route', 'enter'],
  migrate: ['5', 'j', 'a', '/', ...'transport', 'enter'],
  diff: ['6', ']', ']', ']', '/', ...'timeout', 'enter', 'n'],
  help: ['?', 'pagedown', '/', ...'edit', 'enter'],
};

function midst(view: ViewName): Screen {
  const screen = new Screen(SESSION, { columns: 100, rows: 24 });
  ask(
    screen,
    'https://shop.copperleaf.test/pay',
    'https://shop.copperleaf.test/search',
    'https://shop.copperleaf.test/basket',
  );
  screen.press(...WAYS[view], 'Z');
  for (const effect of screen.effects.splice(0))
    if (effect.kind === 'ask' && effect.job.job === 'edit-text') {
      const answer = exploreEditText(opened, effect.job.key);
      screen.send({ kind: 'answered', answer: { job: 'edit-text', answer } });
    }
  if (view === 'migrate') screen.press('J');
  expect(screen.state.view).toBe(view);
  return screen;
}

/** All that a key may change and a person may see. */
function seen({ view, slices, line, notice, theme, past }: State): unknown {
  return { view, slice: slices[view], line, notice, theme, past: past.length };
}

describe.each(VIEW_NAMES)('in %s', (view) => {
  const keys = new Set(bindingsIn(view).flatMap((binding) => binding.keys));
  // Who is there already goes nowhere.
  keys.delete(String(VIEW_NAMES.indexOf(view) + 1));
  test.each([...keys])('%s', (key) => {
    const screen = midst(view);
    const before = seen(screen.state);
    screen.press(key);
    expect(screen.effects.length > 0 || !isDeepStrictEqual(seen(screen.state), before)).toBe(true);
  });
});
