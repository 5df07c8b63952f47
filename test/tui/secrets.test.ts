import { expect, test } from 'vitest';
import { analysed } from './analysed.ts';
import { SAMPLE } from './model/sample.ts';
import { Screen, sideOfText } from './screen.tsx';

const side = sideOfText('a.yaml', SAMPLE);
const SECRETS = /hush|c2VjcmV0/;

test('source text is shown only when it is known what is secret in it', () => {
  const screen = new Screen({ side }, { columns: 148, rows: 40 });
  screen.type(':go pay').press('enter', 's');
  expect(screen.frame()).toContain('looking for secrets first');
  const { redact } = analysed(side);
  if (redact === undefined) throw new Error('no redaction');
  screen.send({ kind: 'secrets', redact });
  expect(screen.frame()).toContain('inline_string: "<redacted>"');
  expect(screen.frame()).not.toMatch(SECRETS);
});

test('messages of findings wait for it as well', () => {
  const { analysis, redact } = analysed(side);
  if (analysis === undefined || redact === undefined) throw new Error('nothing was worked out');
  const screen = new Screen({ side, analysis }, { columns: 100, rows: 40 }).press('3', 'j');
  const message = analysis.findings[0]?.message.slice(0, 30) ?? '';
  expect(screen.frame()).not.toContain(message);
  screen.send({ kind: 'secrets', redact });
  expect(screen.frame()).toContain(message);
});

test('no row of any view shows one, wherever the cursor goes', () => {
  const screen = new Screen({ side, ...analysed(side) }, { columns: 160, rows: 40 }).press('2', '+');
  for (let item = 0; item < side.items.count; item++) {
    expect(screen.frame()).not.toMatch(SECRETS);
    screen.press('l');
    expect(screen.frame()).not.toMatch(SECRETS);
    screen.press('escape', 'j');
  }
  screen.press('3');
  for (let row = 0; row < 12; row++) expect(screen.press('j').frame()).not.toMatch(SECRETS);
});
