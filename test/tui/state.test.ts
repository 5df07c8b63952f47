import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VIEW_NAMES } from '../../src/tui/command.ts';
import { LINE_COMMANDS } from '../../src/tui/command-line.ts';
import { KEY_GROUPS } from '../../src/tui/keys.ts';
import type { Cursor } from '../../src/tui/list.ts';
import { labelOf } from '../../src/tui/model/labels.ts';
import { overviewRows } from '../../src/tui/overview/rows.ts';
import { bodySize, type State } from '../../src/tui/state.ts';
import { detailRowsOf, itemUnder, treeLayout } from '../../src/tui/tree/slice.ts';
import { analysed } from './analysed.ts';
import { SAMPLE } from './model/sample.ts';
import { Screen, sideOfText } from './screen.tsx';

const side = sideOfText('a.yaml', SAMPLE);
const session = { side, ...analysed(side) };
const sample = () => new Screen(session);

/** What the cursor of the tree is on. */
function under({ state }: Screen): string {
  const item = itemUnder(state.slices.tree);
  return item === -1 ? '' : labelOf(state.session.side.items, item).name;
}

describe('moving about', () => {
  test('number keys and Tab lead from view to view, Esc back the same way', () => {
    const screen = sample().press('2', '3', 'tab');
    expect(screen.state.view).toBe('trace');
    // The line for a request is open there: the first Esc leaves it.
    expect(screen.press('escape').state.view).toBe('trace');
    expect(screen.press('escape').state.view).toBe('findings');
    expect(screen.press('escape').state.view).toBe('tree');
    expect(screen.press('escape').state.view).toBe('overview');
    expect(screen.press('escape').state.notice?.text).toContain('where you began');
  });

  test('what Esc returns to is as it was', () => {
    const screen = sample().press('2', 'j', 'j', 'j', '/').type('cart').press('enter', 'n');
    const before = screen.state.slices.tree;
    screen.press('?', 'j', 'j', 'escape');
    expect(screen.state.view).toBe('tree');
    expect(screen.state.slices.tree).toBe(before);
  });

  test('from the overview Enter leads to what the row is about', () => {
    const screen = sample();
    while (!screen.frame().includes('▌          4  routes')) screen.press('j');
    screen.press('enter');
    expect([screen.state.view, under(screen)]).toEqual(['tree', '/cart*']);
  });

  test('keys that mean nothing change nothing', () => {
    const screen = sample().press('2');
    const before = screen.state;
    expect(screen.press('Z', 'f7', 'alt+q').state).toBe(before);
  });
});

describe('the tree', () => {
  test('unfolds, folds, and goes out to what is around', () => {
    const screen = sample().type(':go cart').press('enter');
    expect(under(screen)).toBe('cart');
    const rows = screen.state.slices.tree.rows.length;
    screen.press('l');
    expect(screen.state.slices.tree.rows.length).toBe(rows + 3);
    expect(under(screen.press('j'))).toBe('north/a');
    expect(under(screen.press('h'))).toBe('north/a');
    expect(screen.state.slices.tree.rows.length).toBe(rows + 1);
    expect(under(screen.press('h'))).toBe('cart');
    expect(screen.press('h').state.slices.tree.rows.length).toBe(rows);
    expect(under(screen.press('h'))).toBe('Clusters');
  });

  test('a search narrows while it is typed, Enter keeps it, Esc ends it where the cursor is', () => {
    const screen = sample().press('2', '/').type('attic');
    expect(under(screen)).toBe('/cart/old*');
    screen.press('enter', 'n');
    expect(under(screen)).toBe('attic');
    screen.press('n');
    expect([under(screen), screen.state.notice?.text]).toEqual(['/cart/old*', 'from the other end']);
    screen.press('N', 'escape');
    expect([under(screen), screen.state.slices.tree.found]).toEqual(['attic', undefined]);
  });

  test('Esc after a search leaves the cursor on what was found, unfolding what is around it', () => {
    const screen = sample().press('2', '-', '/').type('/cart/old').press('enter', 'escape');
    expect([under(screen), screen.state.slices.tree.found]).toEqual(['/cart/old*', undefined]);
  });

  test('a search that is left leaves everything as it was shown', () => {
    const screen = sample().press('2');
    const { rows } = screen.state.slices.tree;
    screen.press('/').type('attic').press('escape');
    expect(screen.state.slices.tree.rows).toEqual(rows);
  });

  test('from a route to its cluster, from there to all that names it, and back', () => {
    const screen = sample().press('2', '/').type('/cart').press('enter', 'f');
    expect(under(screen)).toBe('cart');
    screen.press('f');
    expect(screen.state.slices.tree.found?.text).toBe('what names cluster cart');
    expect(under(screen)).toBe('/cart*');
    screen.press('escape');
    expect(under(screen)).toBe('cart');
    expect(under(screen.press('escape'))).toBe('/cart*');
  });

  test('a route to a cluster that is not there says so', () => {
    const screen = sample().type(':go shop').press('enter', 'j', 'j', 'j', 'j', 'f');
    expect(screen.state.notice?.text).toBe('not defined here: gone');
  });

  test('] leads from finding to finding, x to what was found', () => {
    const screen = sample().press('2', ']');
    const first = under(screen);
    expect(under(screen.press(']'))).not.toBe(first);
    screen.press('x');
    expect(screen.state.view).toBe('findings');
    expect(screen.state.slices.findings.rows[screen.state.slices.findings.cursor.at]?.kind).toBe('finding');
  });

  test('in the detail / looks among the values, Enter follows a name of a cluster', () => {
    const screen = sample().press('2', '/').type('/cart/old').press('enter', 'l', '/').type('cluster: attic');
    screen.press('enter', 'enter');
    expect([under(screen), screen.state.slices.tree.focus]).toEqual(['attic', 'tree']);
  });
});

describe('what leaves the screen', () => {
  test('y copies the pointer of the item, in the detail that of the value', () => {
    const screen = sample().type(':go attic').press('enter', 'y', 'l', 'j', 'j', 'y');
    const texts = screen.effects.map((effect) => (effect.kind === 'copy' ? effect.text : ''));
    expect(texts).toEqual(['/static_resources/clusters/2', '/static_resources/clusters/2/connect_timeout']);
  });

  test('e opens the editor at the line', () => {
    const screen = sample().press('2', '/').type('/cart/old').press('enter', 'e');
    expect(screen.state.notice?.text).toContain('is no file that could be edited');
    const other = new Screen({ side: sideOfText('a.yaml', SAMPLE, '/etc/a.yaml') })
      .press('2', '/')
      .type('/cart/old')
      .press('enter', 'e');
    expect(other.effects).toEqual([{ kind: 'edit', file: '/etc/a.yaml', line: 22, column: 17 }]);
  });

  test('q, :q and Ctrl-C quit', () => {
    for (const keys of [['q'], [':', 'q', 'u', 'enter'], [':', 'q', '!', 'enter'], ['ctrl+c']])
      expect(sample().press(...keys).effects).toEqual([{ kind: 'quit' }]);
  });
});

describe('the overview', () => {
  const rowUnder = ({ state }: Screen) => overviewRows(state.session)[state.slices.overview.cursor.at];

  test('the cursor passes over what cannot be opened, and stays on its row when findings come', () => {
    const screen = new Screen({ side });
    expect(rowUnder(screen)?.key).toContain('listener public');
    for (let step = 0; step < 20; step++) {
      screen.press('j');
      expect(rowUnder(screen)?.go).toBeDefined();
    }
    const { key } = rowUnder(screen) ?? {};
    expect(key).toBe('setting');
    const { analysis } = session;
    if (analysis === undefined) throw new Error('nothing was found');
    screen.send({ kind: 'analysed', analysis });
    expect(rowUnder(screen)?.key).toBe(key);
    expect(rowUnder(screen.press('g'))?.key).toContain('listener public');
    expect(screen.state.slices.overview.cursor.top).toBe(0);
  });

  test('y and e are about what the row leads to', () => {
    const screen = sample().press('y');
    expect(screen.effects).toMatchObject([{ kind: 'copy', text: '/static_resources/listeners/0' }]);
    expect(screen.press('e').state.notice?.text).toBe('a.yaml is no file that could be edited');
  });
});

describe('the command line', () => {
  test('a command that is none can be fixed: it stands there again', () => {
    const screen = sample().type(':tehme dark').press('enter', ':');
    expect(screen.state.line?.input.text).toBe('tehme dark');
    expect(screen.press('escape', ':').state.line?.input.text).toBe('');
  });

  test('a name that nothing has, a command that is none', () => {
    expect(sample().type(':go nowhere').press('enter').state.notice?.text).toContain(
      'nothing is named "nowhere"',
    );
    expect(sample().type(':dance').press('enter').state.notice?.text).toContain('there is no command :dance');
  });

  test('Tab completes commands and names, again the next one, Shift-Tab the one before', () => {
    const text = (screen: Screen) => screen.state.line?.input.text;
    expect(text(sample().type(':th').press('tab'))).toBe('theme');
    const screen = sample().type(':go ').press('tab');
    const first = text(screen);
    const second = text(screen.press('tab'));
    expect(second).not.toBe(first);
    expect(text(screen.press('shift+tab'))).toBe(first);
  });

  test('what was typed before comes back', () => {
    const screen = sample().type(':go cart').press('enter').type(':go pay').press('enter', ':', 'up', 'up');
    expect(screen.state.line?.input.text).toBe('go cart');
    expect(screen.press('down').state.line?.input.text).toBe('go pay');
  });

  test('every command does something', () => {
    for (const { name } of LINE_COMMANDS) {
      const { state, effects } = sample().type(`:${name}`).press('enter');
      expect(state.line?.purpose).toBe(name === 'trace' ? 'request' : undefined);
      expect(
        effects.length > 0 || state.notice !== undefined || state.view !== 'overview' || name === 'overview',
      ).toBe(true);
    }
  });
});

describe('findings', () => {
  test('levels are hidden and shown, a rule alone, all again with Esc', () => {
    const screen = sample().press('3');
    const count = () => screen.state.slices.findings.rows.filter(({ kind }) => kind === 'finding').length;
    const all = count();
    screen.press('W');
    const fewer = count();
    expect(fewer).toBeLessThan(all);
    screen.press('W', 'o');
    expect(new Set(screen.state.slices.findings.rows.map(({ rule }) => rule)).size).toBe(1);
    expect(count()).toBeLessThan(all);
    screen.press('escape');
    expect(count()).toBe(all);
  });

  test('where nothing is left, Esc shows all of them again', () => {
    const screen = sample().press('3');
    const all = screen.state.slices.findings.rows.length;
    screen.press('E', 'W', 'I');
    expect(screen.frame()).toContain('nothing is left of them; Esc shows them again');
    screen.press('escape');
    expect([screen.state.view, screen.state.slices.findings.rows.length]).toEqual(['findings', all]);
  });

  test('Enter goes to what was found, Esc returns to the finding', () => {
    const screen = sample().type(':findings shadowed-route').press('enter', 'j', 'enter');
    expect([screen.state.view, under(screen)]).toEqual(['tree', '/cart/old*']);
    expect(screen.press('escape').state.view).toBe('findings');
  });
});

describe('what is said', () => {
  const long = `not read again: ${'the file has a very long story to tell. '.repeat(8)}The end.`;

  test('a notice that is longer than a row covers rows of the view until the next key', () => {
    const screen = sample().press('2');
    const before = screen.frame().split('\n');
    const shown = screen.send({ kind: 'notice', notice: { level: 'error', text: long } }).frame();
    const rows = shown.split('\n');
    expect(shown).toContain('✖ not read again');
    expect(shown.replace(/\s+/g, ' ')).toContain('story to tell. The end.');
    expect(rows.length).toBe(before.length);
    expect(rows.slice(0, 20)).toEqual(before.slice(0, 20));
    expect(rows.at(-1)).toBe(before.at(-1));
    expect(screen.press('Z').frame().split('\n')).toEqual(before);
  });
});

describe('what comes from outside', () => {
  test('a file read again keeps folds and cursor, what was known before is dropped', () => {
    const screen = sample().press('2', '/').type('/cart/old').press('enter', 'escape');
    const text = SAMPLE.replace(
      '- match: {prefix: /cart}',
      '- match: {prefix: /new}\n                route: {cluster: pay}\n              - match: {prefix: /cart}',
    );
    screen.send({ kind: 'loaded', session: { side: sideOfText('a.yaml', text) }, why: 'read again' });
    expect([screen.state.view, under(screen)]).toEqual(['tree', '/cart/old*']);
    expect(screen.state.session.analysis).toBeUndefined();
  });

  test('progress is shown until the result is there', () => {
    const screen = new Screen({ side });
    screen.send({ kind: 'progress', name: 'analysis', text: 'looking', done: 1, total: 4 });
    expect(screen.frame()).toContain('looking 25%');
    screen.send({
      kind: 'analysed',
      analysis: session.analysis ?? {
        findings: [],
        suppressed: 0,
        links: { clusters: [], references: new Int32Array() },
      },
    });
    expect(screen.frame()).not.toContain('looking');
    expect(screen.frame()).toContain('✖ error');
  });

  test('what could not be read again stays known: the screen says that it shows something older', () => {
    const screen = sample().press('2');
    screen.send({ kind: 'failed', job: 'reading', problem: 'not read again: broken' }).press('j');
    expect(screen.frame()).not.toContain('broken');
    expect(screen.frame().split('\n')[0]).toContain('▲ older  a.yaml');
    screen.send({ kind: 'current' });
    expect(screen.frame()).toContain('the files are again as they are shown');
    expect(screen.frame().split('\n')[0]).not.toContain('older');
    screen.send({ kind: 'failed', job: 'reading', problem: 'broken' });
    screen.send({ kind: 'loaded', session: { side }, why: 'read again' });
    expect(screen.frame().split('\n')[0]).not.toContain('older');
  });

  test('of several things that are worked out the one that is still going on is shown', () => {
    const screen = new Screen({ side });
    screen.send({ kind: 'progress', name: 'secrets', text: 'looking for secrets', done: 0, total: 0 });
    screen.send({ kind: 'secrets', redact: (text) => text });
    screen.send({ kind: 'progress', name: 'diff', text: 'comparing', done: 0, total: 0 });
    expect(screen.frame()).toContain('comparing');
    screen.send({ kind: 'progress', name: 'reading', text: 'reading the files', done: 0, total: 0 });
    expect(screen.frame()).toContain('reading the files');
    screen.send({ kind: 'failed', job: 'reading', problem: 'not read again: gone' });
    expect(screen.frame()).toMatch(/not read again: gone +comparing/);
  });

  test('the wheel scrolls what is under the pointer', () => {
    const screen = sample().press('2', '+', '/').type('main').press('enter', 'escape');
    const before = screen.state.slices.tree;
    screen.send({ kind: 'wheel', lines: 3, column: 90, row: 5 });
    expect(screen.state.slices.tree.cursor).toEqual(before.cursor);
    expect(screen.state.slices.tree.detail.at).toBeGreaterThanOrEqual(before.detail.at);
  });
});

/** Every list's cursor is inside the list and inside its window. */
function expectWithin({ at, top }: Cursor, count: number, height: number): void {
  expect(at).toBeGreaterThanOrEqual(0);
  expect(at).toBeLessThan(Math.max(1, count));
  expect(top).toBeLessThanOrEqual(at);
  expect(at).toBeLessThan(top + height);
}

function expectSound(state: State): void {
  const size = bodySize(state.size);
  const { list, detailRows } = treeLayout(size);
  const { tree } = state.slices;
  expectWithin(tree.cursor, tree.rows.length, list);
  expectWithin(tree.detail, detailRowsOf(tree, state).length, detailRows);
}

test('whatever is pressed, cursors stay inside, frames fit, and no secret is shown', () => {
  const keys = KEY_GROUPS.flatMap(({ bindings }) => bindings.flatMap(({ keys: each }) => each));
  const action = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...keys, 'c', 'a', '/', 'enter') },
    {
      weight: 1,
      arbitrary: fc.record({
        columns: fc.integer({ min: 1, max: 220 }),
        rows: fc.integer({ min: 1, max: 70 }),
      }),
    },
  );
  fc.assert(
    fc.property(fc.array(action, { minLength: 1, maxLength: 40 }), (actions) => {
      const screen = sample();
      for (const each of actions) {
        if (typeof each === 'string') screen.press(each);
        else screen.send({ kind: 'resize', ...each });
        expectSound(screen.state);
      }
      expect(VIEW_NAMES).toContain(screen.state.view);
      const frame = screen.frame();
      expect(frame).not.toMatch(/hush|c2VjcmV0/);
      expect(frame.split('\n').length).toBeLessThanOrEqual(Math.max(4, screen.state.size.rows));
    }),
    { numRuns: 60 },
  );
});
