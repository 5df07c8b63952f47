import { expect, test } from 'vitest';
import { exploreRequestFor, exploreTrace } from '../../src/tui/jobs/trace.ts';
import { typedRequest } from '../../src/tui/trace/rows.ts';
import { analysed } from './analysed.ts';
import { SAMPLE } from './model/sample.ts';
import { openedInput } from './opened.ts';
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

const GUARDED = `
name: r
virtual_hosts:
- name: shop
  domains: ["*"]
  routes:
  - match: {prefix: /a, headers: [{name: authorization, exact_match: "it's c2VjcmV0"}]}
    route: {cluster: a}
  - match: {prefix: /}
    route: {cluster: b}
`;

test('a request that lands at a guarded route is shown, copied and asked again without its secret', () => {
  const opened = openedInput({ 'r.yaml': GUARDED });
  const guarded = sideOfText('r.yaml', GUARDED);
  const screen = new Screen({ side: guarded, ...analysed(guarded) }, { columns: 120, rows: 30 });
  screen.press('2', '+', '/').type('/a').press('enter', 'r');
  const [ask] = screen.effects.splice(0);
  if (ask?.kind !== 'ask' || ask.job.job !== 'request-for') throw new Error('no request was asked for');
  const answer = exploreRequestFor(opened, ask.job.place);
  const request = answer?.kind === 'lands' ? answer.traced.request : undefined;
  expect(request?.headers.authorization).toBe("it's c2VjcmV0");
  screen.send({ kind: 'answered', answer: { job: 'request-for', answer } });
  const typed = typedRequest("GET example.test/ -H 'cookie: c2VjcmV0'");
  if (typeof typed === 'string') throw new Error(typed);
  const other = exploreTrace(opened, typed);
  screen.send({ kind: 'answered', answer: { job: 'trace', answer: other } });
  expect(screen.frame()).toContain("GET https://example.test/a -H 'authorization: <redacted>'");
  expect(screen.frame()).not.toMatch(SECRETS);
  screen.press('[', 'y', 'o');
  const [copy, again] = screen.effects;
  expect(copy).toMatchObject({
    kind: 'copy',
    text: "GET https://example.test/a -H 'authorization: <redacted>'",
    what: expect.stringContaining('in which secrets are hidden'),
  });
  // What is asked is the request itself.
  expect(again).toMatchObject({ kind: 'ask', job: { job: 'trace', request } });
  expect(screen.frame()).toContain("looking where it goes: GET https://example.test/a -H 'authorization: <");
  expect(screen.frame()).not.toMatch(SECRETS);
});
