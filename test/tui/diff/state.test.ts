import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { redaction } from '../../../src/results/secrets/redact.ts';
import { sourceFile } from '../../../src/source/load.ts';
import { differingLines, type Location } from '../../../src/tui/diff/rows.ts';
import { exploreComparison } from '../../../src/tui/jobs/comparison.ts';
import { expectFrame } from '../golden.ts';
import { openedInput } from '../opened.ts';
import { Screen, sideOfText } from '../screen.tsx';
import { edited } from './edited.ts';

const before = readFileSync('examples/front-proxy.yaml', 'utf8');
const after = edited(before);
const comparison = exploreComparison(openedInput({ 'b.yaml': after }, { 'a.yaml': before }), () => {});

function screen(): Screen {
  const session = {
    side: sideOfText('b.yaml', after, '/etc/b.yaml'),
    before: sideOfText('a.yaml', before),
    redact: redaction([]).redact,
  };
  return new Screen(session, { columns: 120, rows: 34 })
    .press('6')
    .send({ kind: 'answered', answer: { job: 'comparison', answer: comparison } });
}

const rowUnder = ({ state }: Screen) => state.slices.diff.rows[state.slices.diff.cursor.at];

test('with one input there is nothing to show, and no tab', () => {
  const shown = new Screen({ side: sideOfText('b.yaml', after) }, { columns: 100, rows: 30 }).press('6');
  expect(shown.state.view).toBe('overview');
  expect(shown.frame()).toContain('cfgtool explore A B');
  expect(shown.frame()).not.toContain('6 Diff');
});

test('the change by level, moved requests first, both sides beside each other', () => {
  expectFrame('diff', screen().press(']', ']').frame());
});

test('next and previous difference pass over headings, and end politely', () => {
  const shown = screen();
  const kinds: (string | undefined)[] = [];
  for (let step = 0; step < 3; step++) {
    shown.press(']');
    kinds.push(rowUnder(shown)?.kind);
  }
  expect(kinds).toEqual(['move', 'change', 'change']);
  shown.press(']');
  expect(shown.frame()).toContain('this is the last difference');
  shown.press('[', '[', '[');
  expect(shown.frame()).toContain('this is the first difference');
});

test('both sides scroll together, and start anew at the next difference', () => {
  const shown = screen().press(']', ']');
  const lines = () =>
    [...shown.frame().matchAll(/^ *(\d+) .*│ +(\d+) /gm)].map(
      ([, left, right]) => Number(left) - Number(right),
    );
  const first = shown.frame();
  expect(new Set(lines()).size).toBe(1);
  shown.press('J', 'J', 'J');
  expect(shown.frame()).not.toBe(first);
  expect(new Set(lines()).size).toBe(1);
  shown.press('K', 'K', 'K');
  expect(shown.frame()).toBe(first);
  shown.press('J', ']');
  expect(shown.state.slices.diff.shift).toBe(0);
});

test('/ looks in the rows; without a search n goes from difference to difference', () => {
  const shown = screen().press('n');
  expect(rowUnder(shown)?.kind).toBe('move');
  shown.press('/').type('connect_timeout').press('enter');
  expect(rowUnder(shown)).toMatchObject({
    kind: 'change',
    change: { rule: 'cluster-connect-timeout-changed' },
  });
});

test('both sides lose the same indentation, and stand for differences alone', () => {
  const shown = screen();
  expect(shown.frame()).not.toContain('on this side');
  expect(shown.press(']', ']').frame()).toMatch(/106 - {5}cluster: basket .*│ 106 \+ {5}cluster: bank/);
});

test('what differs in form only is hidden until it is asked for', () => {
  const shown = screen();
  const count = shown.state.slices.diff.rows.length;
  expect(comparison.changes.some(({ level }) => level === 'cosmetic')).toBe(true);
  expect(shown.frame()).toContain('hidden: c shows them');
  shown.press('c');
  expect(shown.state.slices.diff.rows.length).toBeGreaterThan(count);
  shown.press('c');
  expect(shown.state.slices.diff.rows.length).toBe(count);
});

test('Enter on a moved request traces it, on a change it leads to its place in the tree', () => {
  const shown = screen().press(']', 'enter');
  expect(shown.state.view).toBe('trace');
  expect(shown.effects).toMatchObject([{ kind: 'ask', job: { job: 'trace', request: { path: '/basket' } } }]);
  shown.press('escape', ']', 'enter');
  expect(shown.frame()).toMatch(/\[2 Tree\][\s\S]*▌.*\/basket/);
});

test('y copies a request or a pointer; e opens the newer file at the line', () => {
  const shown = screen().press(']', 'y', ']', 'y', 'e');
  expect(shown.effects.map((effect) => (effect.kind === 'copy' ? effect.text : effect.kind))).toEqual([
    expect.stringMatching(/^GET /),
    expect.stringMatching(/^\/static_resources\/.*\/cluster$/),
    'edit',
  ]);
  expect(shown.effects.at(-1)).toMatchObject({ file: '/etc/b.yaml' });
});

test('source text is not shown before its secrets are known', () => {
  const side = sideOfText('b.yaml', after);
  const shown = new Screen({ side, before: sideOfText('a.yaml', before) }, { columns: 120, rows: 34 });
  shown
    .press('6')
    .send({ kind: 'answered', answer: { job: 'comparison', answer: comparison } })
    .press(']', ']');
  expect(shown.frame()).not.toContain('match: {');
});

test('14.12 lines that both sides have are not marked as changed', () => {
  const cluster = (more: string): string =>
    `clusters:\n- name: a\n  type: STATIC\n${more}  health_checks:\n  - timeout: 1s\n    interval: 2s\n`;
  const [one, two] = [
    cluster(''),
    cluster('').replace('interval: 2s', 'interval: 3s\n    no_traffic_interval: 9s'),
  ];
  const answer = exploreComparison(openedInput({ 'b.yaml': two }, { 'a.yaml': one }), () => {});
  const session = {
    side: sideOfText('b.yaml', two),
    before: sideOfText('a.yaml', one),
    redact: redaction([]).redact,
  };
  const shown = new Screen(session, { columns: 120, rows: 34 })
    .press('6')
    .send({ kind: 'answered', answer: { job: 'comparison', answer } });
  for (let row = 0; row < 4; row++) {
    const marked = shown
      .press('j')
      .frame()
      .split('\n')
      .filter((line) => /^ *\d+ [-+] |│ +\d+ [-+] /.test(line));
    for (const line of marked) expect(line).toMatch(/interval/);
  }
});

test('14.12 the lines that differ, whatever they are shifted and indented by', () => {
  const spot = (text: string, from: number, to: number): Location => {
    const file = sourceFile('a.yaml', text, 'named');
    const range = { start: { line: from, column: 1 }, end: { line: to + 1, column: 1 } };
    return { file, place: { file: 'a.yaml', pointer: '', range } };
  };
  const [one, two] = [
    spot('x: 0\na: 1\nb: 2\nc: 3\n', 2, 4),
    spot('k:\n  a: 1\n  n: 0\n  b: 5\n  c: 3\n', 2, 5),
  ];
  const { before: left, after: right } = differingLines(one, two);
  expect([[...left], [...right]]).toEqual([[3], [3, 4]]);
  expect([...differingLines(one, undefined).before]).toEqual([2, 3, 4]);
  // What only moved is marked as a whole.
  expect([...differingLines(one, one).after]).toEqual([2, 3, 4]);
});
