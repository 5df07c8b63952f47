import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exploreEdits, exploreEditText } from '../../../src/tui/jobs/migration.ts';
import { analysed } from '../analysed.ts';
import { expectFrame } from '../golden.ts';
import { openedInput } from '../opened.ts';
import { Screen, sideOfText } from '../screen.tsx';

const front = readFileSync('examples/front-proxy.yaml', 'utf8');
const opened = openedInput({ 'front.yaml': front });
const offer = exploreEdits(opened);
const keys = offer.edits.map(({ key }) => key);

/** With the edits offered, and what it asks of the worker answered. */
function screen(): Screen {
  const side = sideOfText('front.yaml', front);
  const shown = new Screen({ side, ...analysed(side) }, { columns: 100, rows: 30 });
  shown.press('5').send({ kind: 'answered', answer: { job: 'edits', answer: offer } });
  return answered(shown);
}

function answered(shown: Screen): Screen {
  for (const effect of shown.effects.splice(0))
    if (effect.kind === 'ask' && effect.job.job === 'edit-text')
      shown.send({
        kind: 'answered',
        answer: { job: 'edit-text', answer: exploreEditText(opened, effect.job.key) },
      });
    else shown.effects.push(effect);
  return shown;
}

const decided = ({ state }: Screen) => ({
  accepted: [...state.slices.migrate.accepted],
  left: [...state.slices.migrate.left],
});

test('before the edits are known', () => {
  const side = sideOfText('front.yaml', front);
  expect(new Screen({ side }, { columns: 100, rows: 30 }).press('5').frame()).toContain('planning…');
});

test('each edit with its text; accepted, left and open ones look different without colours', () => {
  expectFrame('migrate', answered(screen().press('a', 'd', 'a')).frame());
});

test('14.u each row names what its edit is made in', () => {
  const frame = answered(screen()).frame();
  expect(frame).toMatch(/listener storefront +tls-context-to-transport-socket/);
  expect(frame).toMatch(/route shop \/search\* +mirror-runtime-key-to-fraction/);
  expect(frame).toMatch(/cluster search +hosts-to-load-assignment/);
  // A search finds it by that name.
  const shown = screen().press('/').type('cluster basket').press('enter');
  const at = shown.state.slices.migrate.cursor.at;
  expect(offer.edits[at]).toMatchObject({ migration: 'hosts-to-load-assignment' });
});

test('accepting and leaving go on to the next; Enter changes one’s mind in place', () => {
  const shown = screen().press('a', 'd');
  expect(decided(shown)).toEqual({ accepted: [keys[0]], left: [keys[1]] });
  shown.press('k', 'enter');
  expect(decided(shown)).toEqual({ accepted: [keys[0], keys[1]], left: [] });
  shown.press('enter');
  expect(decided(shown)).toEqual({ accepted: [keys[0]], left: [keys[1]] });
});

test('all at once but the optional ones, which are accepted one by one; and none', () => {
  const always = offer.edits.filter(({ made }) => made === 'always').map(({ key }) => key);
  const first = offer.edits.findIndex(({ made }) => made === 'optional');
  expect(first).toBeGreaterThan(0);
  expect(decided(screen().press('A'))).toEqual({ accepted: always, left: [] });
  const one = screen();
  for (let row = 0; row < first; row++) one.press('j');
  one.press('a', 'A');
  expect(decided(one).accepted).toEqual([keys[first], ...always]);
  expect(decided(screen().press('A', 'D'))).toEqual({ accepted: [], left: keys });
});

test('16.2 the lift at once, beside what was decided about edits within the version', () => {
  const lifts = offer.edits.filter(({ made }) => made === 'lift').map(({ key }) => key);
  const shown = screen().press('d', 'V');
  expect(decided(shown)).toEqual({ accepted: lifts, left: [keys[0]] });
  expect(shown.frame()).toContain(`${lifts.length} to lift`);
  const none = screen().send({
    kind: 'answered',
    answer: { job: 'edits', answer: { edits: [], left: [], warnings: [] } },
  });
  expect(none.press('V').frame()).toContain('nothing here can be lifted');
});

test('what cannot be converted stands below the edits, with its reason in full', () => {
  const reason =
    'front.yaml:1: hosts-to-load-assignment: it cannot be done, for a reason that is told at length here';
  const shown = screen().send({
    kind: 'answered',
    answer: { job: 'edits', answer: { ...offer, left: [reason], warnings: [] } },
  });
  shown.press('G', 'a', 'w');
  expect(shown.frame()).toContain('1 cannot be converted');
  expect(shown.frame()).toMatch(/▌\[!\] front\.yaml:1/);
  expect(shown.frame().replace(/\s+/g, ' ')).toContain('told at length here');
  expect(decided(shown)).toEqual({ accepted: [], left: [] });
});

test('the text of an edit is asked for once', () => {
  const shown = screen();
  shown.press('j');
  expect(shown.effects).toEqual([{ kind: 'ask', job: { job: 'edit-text', key: keys[1] } }]);
  answered(shown).press('k', 'j');
  expect(shown.effects).toEqual([]);
});

test('a text that cannot be made is told', () => {
  const shown = screen().send({
    kind: 'answered',
    answer: { job: 'failed', of: 'edit-text', problem: 'it broke' },
  });
  expect(shown.frame()).toContain('✖ it broke');
});

describe('writing', () => {
  test('needs an accepted edit, and the key twice', () => {
    const shown = screen().press('w');
    expect(shown.frame()).toContain('no edit is accepted');
    shown.press('a', 'w');
    expect(shown.frame()).toContain('w once more writes 1 edit in place');
    answered(shown);
    expect(shown.effects).toEqual([]);
    shown.press('w');
    expect(shown.effects).toEqual([{ kind: 'write-edits', accepted: [keys[0]] }]);
  });

  test('any other key is a change of mind', () => {
    const shown = answered(screen().press('a', 'w', 'j', 'w'));
    expect(shown.effects).toEqual([]);
    shown.press('escape', 'w');
    expect(answered(shown).effects).toEqual([]);
  });

  test('14.12 while the edits are worked out anew, no count is below zero', () => {
    const shown = answered(screen().press('a', 'd', 'w', 'w'));
    shown.send({ kind: 'loaded', session: { side: sideOfText('front.yaml', front) }, why: 'read again' });
    expect(shown.frame()).toContain('planning…');
    expect(shown.frame()).not.toMatch(/open|accepted/);
    const rest = { ...offer, edits: offer.edits.slice(2) };
    shown.send({ kind: 'answered', answer: { job: 'edits', answer: rest } });
    expect(shown.frame()).toMatch(new RegExp(`accepted 0   left 0   open ${rest.edits.length}`));
  });

  test('afterwards what is left to decide stays decided', () => {
    const shown = answered(screen().press('a', 'd'));
    const rest = { ...offer, edits: offer.edits.slice(1) };
    shown.send({ kind: 'loaded', session: { side: sideOfText('front.yaml', front) }, why: 'read again' });
    shown.send({ kind: 'answered', answer: { job: 'edits', answer: rest } });
    expect(decided(shown)).toEqual({ accepted: [], left: [keys[1]] });
  });
});

test('a patch is saved under the name that is typed', () => {
  const shown = answered(screen().press('a', 'p').type('out.patch').press('enter'));
  expect(shown.effects).toEqual([{ kind: 'save-patch', accepted: [keys[0]], file: 'out.patch' }]);
});

test('without an accepted edit no name is asked for', () => {
  const shown = screen().press('p');
  expect(shown.state.line).toBeUndefined();
  expect(shown.frame()).toContain('no edit is accepted');
});

test('/ looks in the list, n goes on; the text of the edit is asked for', () => {
  const shown = screen();
  shown.effects.length = 0;
  shown.press('/').type('original-dst');
  const { at } = shown.state.slices.migrate.cursor;
  expect(offer.edits[at]?.migration).toBe('original-dst-lb-to-cluster-provided');
  expect(shown.effects).toContainEqual({ kind: 'ask', job: { job: 'edit-text', key: keys[at] } });
  shown.press('enter', '/').type('hosts-to').press('enter', 'n');
  expect(offer.edits[shown.state.slices.migrate.cursor.at]?.migration).toBe('hosts-to-load-assignment');
});

test('the editor opens at the line of the edit; what is no file on disk says so', () => {
  expect(screen().press('e').frame()).toContain('front.yaml is no file that could be edited');
  const side = sideOfText('front.yaml', front, '/etc/front.yaml');
  const shown = new Screen({ side, ...analysed(side) }).press('5');
  shown.send({ kind: 'answered', answer: { job: 'edits', answer: offer } });
  shown.effects.length = 0;
  expect(shown.press('e').effects).toEqual([
    { kind: 'edit', file: '/etc/front.yaml', line: offer.edits[0]?.line, column: 1 },
  ]);
});
