/** Places gone to and returned from: nothing that was done or found out meanwhile is lost. */
import { expect, test } from 'vitest';
import { parseRequest } from '../../src/routing/request/request-json.ts';
import { exploreEdits } from '../../src/tui/jobs/migration.ts';
import { exploreTrace } from '../../src/tui/jobs/trace.ts';
import { labelOf } from '../../src/tui/model/labels.ts';
import { itemUnder } from '../../src/tui/tree/slice.ts';
import { analysed } from './analysed.ts';
import { SAMPLE } from './model/sample.ts';
import { openedInput } from './opened.ts';
import { Screen, sideOfText } from './screen.tsx';

const side = sideOfText('a.yaml', SAMPLE);
const known = analysed(side);
const { analysis } = known;
if (analysis === undefined) throw new Error('nothing was found out');
const opened = openedInput({ 'a.yaml': SAMPLE });

/** What the cursor of the tree is on. */
function under({ state }: Screen): string {
  const item = itemUnder(state.slices.tree);
  return item === -1 ? '' : labelOf(state.session.side.items, item).name;
}

/** The message of the finding that the cursor is on, or the rule. */
function findingUnder({ state }: Screen): string | undefined {
  const { rows, cursor } = state.slices.findings;
  const row = rows[cursor.at];
  return row?.kind === 'finding' ? state.session.analysis?.findings[row.finding]?.message : row?.rule;
}

function traced(path: string) {
  const result = parseRequest({ authority: 'shop.test', path });
  if ('problem' in result) throw new Error(result.problem);
  return {
    kind: 'answered',
    answer: { job: 'trace', answer: exploreTrace(opened, result.request) },
  } as const;
}

test('an answer that comes while one is elsewhere is there when Esc returns', () => {
  const screen = new Screen({ side, ...known }).press('4').type('shop.test/cart').press('enter', '2');
  screen.send(traced('/cart')).press('escape');
  expect(screen.frame()).toMatch(/\[4 Trace\][\s\S]*goes to cluster "cart"/);
});

test('the request that was looked at is looked at again, also after others were asked', () => {
  const screen = new Screen({ side, ...known }).press('4').send(traced('/cart'));
  screen.press('j', 'j', '2').send(traced('/nowhere'));
  expect(screen.press('escape').frame()).toContain('GET http://shop.test/cart');
  expect(screen.state.slices.trace.cursor.at).toBe(2);
  expect(screen.state.slices.trace.history).toHaveLength(2);
});

test('edits that were decided stay so, whichever way one came back', () => {
  const screen = new Screen({ side, ...known }).press('5');
  screen.send({ kind: 'answered', answer: { job: 'edits', answer: exploreEdits(opened) } });
  screen.press('2', '5', 'a', 'd', 'escape', 'escape');
  expect(screen.state.view).toBe('migrate');
  expect(screen.state.slices.migrate.accepted.size).toBe(1);
  expect(screen.state.slices.migrate.left.size).toBe(1);
});

test('findings that come while one is elsewhere are there when Esc returns', () => {
  const screen = new Screen({ side }).press('3', '2');
  screen.send({ kind: 'analysed', analysis }).press('escape');
  expect(screen.state.view).toBe('findings');
  expect(screen.state.slices.findings.rows.length).toBeGreaterThan(analysis.findings.length);
});

test('in a smaller window Esc returns to a place that fits', () => {
  const screen = new Screen({ side, ...known }, { columns: 120, rows: 60 }).press('2', '+', 'G', '3');
  screen.send({ kind: 'resize', columns: 80, rows: 24 }).press('escape');
  const { cursor } = screen.state.slices.tree;
  expect(cursor.at).toBeLessThan(cursor.top + 20);
  expect(screen.frame()).toContain('▌');
});

const MORE = SAMPLE.replace(
  '- match: {prefix: /cart}',
  '- match: {prefix: /new}\n                route: {cluster: pay}\n              - match: {prefix: /cart}',
);

test('a file read again leaves the way back: each place is found by its names', () => {
  const screen = new Screen({ side, ...known }).press('2', '/').type('/cart/old').press('enter', 'escape');
  screen.type(':go pay').press('enter', '3');
  screen.send({ kind: 'loaded', session: { side: sideOfText('a.yaml', MORE) }, why: 'read again' });
  expect(screen.state.view).toBe('findings');
  expect(under(screen.press('escape'))).toBe('pay');
  expect(under(screen.press('escape'))).toBe('/cart/old*');
  expect(screen.press('escape').state.view).toBe('overview');
});

test('a place that is gone from the file is returned to as far as it is there', () => {
  const screen = new Screen({ side, ...known })
    .press('2', '/')
    .type('/cart/old')
    .press('enter', 'escape', '3');
  const fewer = SAMPLE.replace(
    '              - match: {prefix: /cart/old}\n                route: {cluster: attic}\n',
    '',
  );
  screen.send({ kind: 'loaded', session: { side: sideOfText('a.yaml', fewer) }, why: 'read again' });
  expect(under(screen.press('escape'))).toBe('shop');
});

test('what links led to is still what is shown after the file was read again', () => {
  const screen = new Screen({ side, ...known }).type(':go cart').press('enter', 'f');
  screen.send({ kind: 'loaded', session: { side: sideOfText('a.yaml', MORE) }, why: 'read again' });
  expect(screen.frame()).toContain('what names cluster cart');
  expect(under(screen)).toBe('/cart*');
});

test('the cursor stays on its finding while the file is fixed around it', () => {
  const screen = new Screen({ side, ...known }).press('3', 'G');
  const before = findingUnder(screen);
  const again = sideOfText('a.yaml', MORE);
  screen.send({ kind: 'loaded', session: { side: again }, why: 'read again' });
  expect(screen.state.slices.findings.rows).toEqual([]);
  const fresh = analysed(again).analysis;
  if (fresh === undefined) throw new Error('nothing was found out');
  screen.send({ kind: 'analysed', analysis: fresh });
  expect(findingUnder(screen)).toBe(before);
});

test('where the finding was fixed the cursor stays at its place in the list', () => {
  const screen = new Screen({ side, ...known }).type(':findings shadowed-route').press('enter', 'j', 'o');
  const { at } = screen.state.slices.findings.cursor;
  expect(at).toBeGreaterThan(1);
  const fixed = sideOfText('a.yaml', SAMPLE.replace('prefix: /cart/old', 'prefix: /old'));
  const fresh = analysed(fixed).analysis;
  if (fresh === undefined) throw new Error('nothing was found out');
  screen
    .send({ kind: 'loaded', session: { side: fixed }, why: 'read again' })
    .send({ kind: 'analysed', analysis: fresh });
  expect(screen.state.slices.findings.cursor.at).toBe(
    Math.min(at, screen.state.slices.findings.rows.length - 1),
  );
});
