import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseRequest } from '../../../src/routing/request/request-json.ts';
import { exploreTrace } from '../../../src/tui/jobs/trace.ts';
import { piecesText } from '../../../src/tui/text.ts';
import { analysed } from '../analysed.ts';
import { expectFrame } from '../golden.ts';
import { openedInput } from '../opened.ts';
import { Screen, sideOfText } from '../screen.tsx';

const front = readFileSync('examples/front-proxy.yaml', 'utf8');

function screen(): Screen {
  const side = sideOfText('front.yaml', front);
  return new Screen({ side, ...analysed(side) }, { columns: 100, rows: 30 });
}

function answerTo(path: string, headers = {}) {
  const result = parseRequest({
    authority: 'shop.copperleaf.test',
    path,
    headers,
    scheme: 'https',
  });
  if ('problem' in result) throw new Error(result.problem);
  const answer = exploreTrace(openedInput({ 'front.yaml': front }), result.request);
  return { kind: 'answered', answer: { job: 'trace', answer } } as const;
}

describe('a request that is typed', () => {
  test('is asked of the worker, and the screen says what is awaited', () => {
    const shown = screen().press('4').type("shop.copperleaf.test/pay -H 'x-a: b'").press('enter');
    expect(shown.effects).toEqual([
      {
        kind: 'ask',
        job: {
          job: 'trace',
          request: {
            method: 'GET',
            scheme: 'http',
            authority: 'shop.copperleaf.test',
            path: '/pay',
            internal: false,
            headers: { 'x-a': 'b' },
          },
        },
      },
    ]);
    expect(shown.frame()).toContain("looking where it goes: GET shop.copperleaf.test/pay -H 'x-a: b'");
  });

  test('that is none is said so, and asked of nobody', () => {
    const shown = screen().press('4').type('shop.test --what').press('enter');
    expect(shown.effects).toEqual([]);
    expect(shown.frame()).toContain('there is no --what here');
  });
});

test('a request that is none stands there again, to be fixed', () => {
  const shown = screen().press('4').type('shop.test --what').press('enter', 'r');
  expect(shown.state.line?.input.text).toBe('shop.test --what');
  for (let letter = 0; letter < 7; letter++) shown.press('backspace');
  shown.press('enter');
  expect(shown.effects).toMatchObject([{ kind: 'ask', job: { request: { authority: 'shop.test' } } }]);
  expect(shown.press('r').state.line).toMatchObject({ input: { text: 'shop.test' }, isOffered: true });
});

describe('the line for a request', () => {
  const url = 'https://shop.copperleaf.test/pay';
  const line = (shown: Screen): string | undefined => shown.state.line?.input.text;

  test('is open where none was asked, so that typing types', () => {
    const shown = screen().press('4');
    expect(shown.type('rq.test/go').state).toMatchObject({ view: 'trace', line: { purpose: 'request' } });
    expect(line(shown)).toBe('rq.test/go');
    expect(screen().press('tab', 'tab', 'tab').state.line).toMatchObject({ purpose: 'request' });
  });

  test.each([
    ['5', 'migrate'],
    ['2', 'tree'],
    ['tab', 'migrate'],
    ['shift+tab', 'findings'],
    ['?', 'help'],
  ])('leaves %s what it is, until something is typed', (key, view) => {
    const shown = screen().press('4', key);
    expect([shown.state.view, shown.state.line]).toEqual([view, undefined]);
    expect(screen().press('4').type('a').press(key).state.view).toBe('trace');
  });

  test('Esc leaves it for the keys, a second one returns to the place before', () => {
    const shown = screen().press('2', '4', 'escape');
    expect([shown.state.view, shown.state.line]).toEqual(['trace', undefined]);
    expect(shown.press('escape').state.view).toBe('tree');
  });

  test('has the last request again: typing takes its place, ← and Backspace change it, Enter asks once more', () => {
    const asked = screen().press('4').send(answerTo('/pay'));
    expect(asked.state.line).toBeUndefined();
    asked.press('r');
    expect(line(asked)).toBe(`GET ${url}`);
    expect(asked.frame()).toContain('typing begins anew');
    const { state } = asked;
    const again = (): Screen => Object.assign(screen(), { state });
    expect(line(again().type('shop'))).toBe('shop');
    expect(line(again().press('backspace').type('x'))).toBe(`GET ${url.slice(0, -1)}x`);
    expect(line(again().press('left', 'Z'))).toBe(`GET ${url.slice(0, -1)}Zy`);
    expect(line(again().send({ kind: 'paste', text: 'a.test' }))).toBe('a.test');
    expect(again().press('enter').effects).toMatchObject([{ job: { request: { path: '/pay' } } }]);
  });

  test('an answer closes it only while nobody types', () => {
    expect(screen().press('4').type('shop').send(answerTo('/pay')).state.line?.input.text).toBe('shop');
  });
});

test('/ looks in the rows, n and N go on, Esc ends it', () => {
  const shown = screen().press('4').send(answerTo('/search'));
  const under = () =>
    piecesText(shown.state.slices.trace.rows[shown.state.slices.trace.cursor.at]?.pieces ?? []);
  shown.press('/').type('MIRROR');
  expect(under()).toContain('mirror to "search_next"');
  shown.press('enter', '/').type('route ').press('enter');
  const first = under();
  shown.press('n');
  expect(under()).not.toBe(first);
  expect(under()).toContain('route ');
  shown.press('N');
  expect(under()).toBe(first);
  shown.press('/').type('no such thing').press('enter');
  expect(shown.frame()).toContain('no row here has "no such thing"');
  expect([shown.press('escape').state.view, shown.state.slices.trace.wanted]).toEqual(['trace', '']);
  expect(shown.press('escape').state.view).toBe('overview');
});

test('e opens the place of the row', () => {
  const shown = screen().press('4').send(answerTo('/pay')).press('/').type('pay').press('enter', 'n', 'e');
  expect(shown.state.notice?.text).toBe('front.yaml is no file that could be edited');
});

test('before anything is asked', () => {
  expectFrame('trace-empty', screen().press('4').frame());
});

test('the way of a request, with those asked before', () => {
  const shown = screen()
    .press('4')
    .send(answerTo('/pay'))
    .send(answerTo('/nothing-there'))
    .send(answerTo('/search?q=tea'));
  expectFrame('trace', shown.frame());
});

test('history: older and newer, the same request once', () => {
  const shown = screen().press('4').send(answerTo('/pay')).send(answerTo('/search')).send(answerTo('/pay'));
  expect(shown.state.slices.trace.history).toHaveLength(2);
  expect(shown.frame()).toContain('goes to cluster "bank"');
  shown.press('[');
  expect(shown.frame()).toContain('goes to cluster "search"');
  shown.press('[');
  expect(shown.frame()).toContain('this is the first request');
  shown.press(']', ']');
  expect(shown.frame()).toContain('this is the latest request');
});

test('Enter on the chosen route leads to it in the tree, Esc back; y copies the request', () => {
  const shown = screen().press('4').send(answerTo('/pay'));
  const at = shown.state.slices.trace.rows.findIndex(
    ({ pieces, place }) => place !== undefined && JSON.stringify(pieces).includes('/pay'),
  );
  for (let row = 0; row < at; row++) shown.press('j');
  shown.press('enter');
  expect(shown.frame()).toMatch(/\[2 Tree\][\s\S]*▌.*\/pay/);
  shown.press('escape', 'y');
  expect(shown.state.view).toBe('trace');
  expect(shown.effects).toEqual([
    {
      kind: 'copy',
      text: 'GET https://shop.copperleaf.test/pay',
      what: 'the request GET https://shop.copperleaf.test/pay',
    },
  ]);
});

describe('from a route', () => {
  test('a request that lands there is asked for', () => {
    const shown = screen().press('2').type('/pay').press('enter');
    shown.press('r');
    expect(shown.effects).toEqual([
      { kind: 'ask', job: { job: 'request-for', place: { root: 0, node: expect.any(Number) } } },
    ]);
    expect(shown.frame()).toMatch(/\[4 Trace\][\s\S]*a request for route \d+ of shop/);
  });

  test('a dead one says why, and where its requests go', () => {
    const { answer } = answerTo('/search/suggest').answer;
    const shown = screen()
      .press('4')
      .send({
        kind: 'answered',
        answer: {
          job: 'request-for',
          answer: { kind: 'dead', why: 'route 2 before it takes all of its requests', traced: answer },
        },
      });
    expectFrame('trace-dead', shown.frame());
  });

  test('an undecided one, and a question that failed, are told', () => {
    const shown = screen()
      .press('4')
      .send({
        kind: 'answered',
        answer: { job: 'request-for', answer: { kind: 'undecided', why: 'its regex is too large' } },
      });
    expect(shown.frame()).toContain('is undecided: its regex is too large');
    shown.send({ kind: 'answered', answer: { job: 'failed', of: 'trace', problem: 'it broke' } });
    expect(shown.frame()).toContain('it broke');
  });
});

test('after the file was read again the requests stay, and say that they are older', () => {
  const shown = screen().press('4').send(answerTo('/pay'));
  shown.send({ kind: 'loaded', session: { side: sideOfText('front.yaml', front) }, why: 'read again' });
  expect(shown.frame()).toContain('This was true before the file was read again');
  // What was awaited from the older file does not come any more.
  shown.press('r').type('shop.copperleaf.test/x').press('enter');
  shown.effects.length = 0;
  shown.send({ kind: 'loaded', session: { side: sideOfText('front.yaml', front) }, why: 'read again' });
  expect(shown.frame()).not.toContain('looking where it goes');
  shown.press('o');
  expect(shown.effects).toMatchObject([{ kind: 'ask', job: { job: 'trace', request: { path: '/pay' } } }]);
});

test('14.3 of route configurations with one name Enter chooses one', () => {
  const one = (cluster: string) =>
    `{name: local, virtual_hosts: [{name: v, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: ${cluster}}}]}]}`;
  const text = `route_configs: [${one('blue')}, ${one('green')}]\n`;
  const opened = openedInput({ 'routes.yaml': text });
  const side = sideOfText('routes.yaml', text);
  const shown = new Screen({ side, ...analysed(side) }, { columns: 100, rows: 30 });
  const parsed = parseRequest({ authority: 'shop.test', path: '/' });
  if ('problem' in parsed) throw new Error(parsed.problem);
  const answer = exploreTrace(opened, parsed.request);
  shown.press('4').send({ kind: 'answered', answer: { job: 'trace', answer } });
  expect(shown.frame()).toContain('• "local" (routes.yaml, /route_configs/1)');
  shown.press('end', 'enter');
  const ask = shown.effects.at(-1);
  if (ask?.kind !== 'ask' || ask.job.job !== 'trace') throw new Error('nothing was asked');
  expect(ask.job.request.route_config).toContain('/route_configs/1');
  expect(exploreTrace(opened, ask.job.request)).toMatchObject({ answer: 'goes to cluster "green"' });
});

test('14.3 a connection that no filter chain takes has no tick', () => {
  const answer = exploreTrace(openedInput({ 'front.yaml': front }), {
    method: 'GET',
    scheme: 'https',
    authority: 'other.example',
    path: '/',
    internal: false,
    headers: {},
  });
  expect(answer).toMatchObject({
    answer: expect.stringMatching(/^is never asked: the connection is closed/),
    steps: [
      { label: 'listener', matched: false },
      { label: 'connection', matched: false },
    ],
  });
});
