/** The screens of each view, at the sizes that people have. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../src/tui/text.ts';
import { analysed } from './analysed.ts';
import { ask, SESSION } from './everything.ts';
import { expectFrame } from './golden.ts';
import { Screen, sideOfFile, sideOfText } from './screen.tsx';

const SIZES = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
  { columns: 60, rows: 16 },
] as const;

function explored(
  size: { readonly columns: number; readonly rows: number },
  file = 'examples/front-proxy.yaml',
) {
  const side = sideOfFile(file);
  return new Screen({ side, ...analysed(side) }, size);
}

describe.each(SIZES)('$columns by $rows', (size) => {
  const name = (view: string) => `${view}-${size.columns}x${size.rows}`;

  test('overview', () => {
    expectFrame(name('overview'), explored(size).frame());
  });

  test('tree, unfolded as it opens', () => {
    expectFrame(name('tree'), explored(size).press('2').frame());
  });

  test('detail of a route, on a value that nobody wrote', () => {
    const screen = explored(size).type(':go shop').press('enter', 'down', 'down', 'down', 'right');
    expectFrame(name('detail'), screen.press('down', 'down').frame());
  });

  test('findings, on a shadowed route', () => {
    expectFrame(
      name('findings'),
      explored(size).type(':findings shadowed-route').press('enter', 'j').frame(),
    );
  });

  test('help', () => {
    expectFrame(name('help'), explored(size).press('?').frame());
  });

  test('every frame fills the window exactly', () => {
    const screen = ask(
      new Screen(SESSION, size),
      'https://shop.copperleaf.test/pay',
      'https://shop.copperleaf.test/x',
    );
    for (const keys of [['1'], ['2'], ['3'], ['4'], ['5'], ['6', ']'], ['?'], ['2', '/'], [':']]) {
      const rows = screen
        .press(...keys)
        .frame()
        .split('\n');
      expect(rows.length).toBeLessThanOrEqual(size.rows);
      for (const row of rows) expect(displayWidth(row)).toBeLessThanOrEqual(size.columns);
      screen.press('escape', 'escape');
    }
  });
});

test('a search while it is typed', () => {
  expectFrame('search', explored(SIZES[0]).press('2', '/').type('search').frame());
});

test('from a cluster to what names it', () => {
  expectFrame('follow', explored(SIZES[0]).type(':go catalog').press('enter', 'f').frame());
});

test('source text instead of the normalized form', () => {
  const screen = explored(SIZES[0]).type(':go shop').press('enter', 'down', 'down', 's');
  expectFrame('source', screen.frame());
});

test('a command while it is typed, completed with Tab', () => {
  expectFrame('command', explored(SIZES[0]).type(':go s').press('tab').frame());
});

test('before anything has been worked out', () => {
  const screen = new Screen({ side: sideOfFile('examples/front-proxy.yaml') }, SIZES[0]);
  screen.send({ kind: 'progress', name: 'analysis', text: 'looking for findings', done: 3, total: 10 });
  expectFrame('early', screen.frame());
});

test('the first screen says which keys to begin with, beside what is worked out where there is room', () => {
  const screen = explored(SIZES[0]);
  screen.state = { ...screen.state, isNew: true };
  expect(screen.frame()).toContain(
    '\n Tab goes to the next view, Enter opens a row, / searches, ? shows all keys\n',
  );
  const job = { kind: 'progress', name: 'diff', text: 'comparing', done: 0, total: 0 } as const;
  expect(screen.send(job).frame()).toMatch(/\n +comparing\n/);
  expect(screen.send({ kind: 'resize', columns: 100, rows: 24 }).frame()).toMatch(/all keys +comparing\n/);
  expect(screen.press('Z').frame()).not.toContain('all keys');
});

test('a window that is too small', () => {
  expectFrame('too-small', explored({ columns: 60, rows: 12 }).frame());
});

test('two inputs: what changes comes first', () => {
  const text = readFileSync('examples/front-proxy.yaml', 'utf8');
  const side = sideOfText('after.yaml', text.replace('cluster: search_next }', 'cluster: search }'));
  const before = sideOfText('before.yaml', text);
  const summary = { breaking: 1, warning: 2, info: 0, cosmetic: 0, rerouted: 1 };
  const comparison = { verdict: '', summary, changes: [], moves: [], remarks: [] };
  expectFrame('overview-two', new Screen({ side, before, comparison }, SIZES[0]).frame());
});

test('wide, combining and dangerous characters keep their columns', () => {
  const names = [
    '猫の手サービスの長い名前がここに続く',
    'cafe\u0301-e\u0301te\u0301',
    '👩‍👩‍👧 family',
    'evil\u001b[2J\u202edlrow',
    'ｆｕｌｌ',
  ];
  const text = names
    .map(
      (name) =>
        `- name: ${JSON.stringify(name)}\n  connect_timeout: 1s\n  hosts: [{pipe: {path: ${JSON.stringify(`/${name}`)}}}]\n`,
    )
    .join('');
  const side = sideOfText('wide.yaml', text);
  const screen = new Screen({ side, ...analysed(side) }, SIZES[0]).press('2', '+', 'j');
  const frame = screen.frame();
  const border = frame
    .split('\n')
    .slice(1, 20)
    .map((row) => displayWidth(row.slice(0, row.indexOf('│'))));
  expect(new Set(border)).toEqual(new Set([38]));
  expect(frame).not.toContain('\u001b');
  expect(frame).not.toContain('\u202e');
  expectFrame('wide', frame);
});
