/** One request, step by step, through each of the texts. */
import { capital } from '../../source/counted.ts';
import type { Traced, TraceStep } from '../questions.ts';
import { el } from './dom.ts';
import { isRefusal, type Page, remark, type View, whileWaiting } from './page.ts';

export interface RequestView extends View {
  /** The request that is asked about. */
  line(): string;
  set(line: string): void;
}

const FIRST = 'GET http://shop.test/cart/offers';

export function requestView(page: Page): RequestView {
  const input = el('input', {
    type: 'text',
    id: 'request-line',
    value: FIRST,
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-describedby': 'request-hint',
  });
  const form = el(
    'form',
    { class: 'ask' },
    el('label', { for: 'request-line' }, 'Request'),
    input,
    el('button', { type: 'submit' }, 'Trace'),
    el(
      'p',
      { class: 'remark', id: 'request-hint' },
      "Such as POST https://shop.test/cart -H 'x-user: 7' --random-value 3",
    ),
  );
  const result = el('div', { class: 'traces' });
  const panel = el('div', {}, form, result);
  const refresh = async (): Promise<void> => {
    const answer = await whileWaiting(panel, page.client.ask({ asked: 'trace', line: input.value }));
    if (answer === undefined) return;
    result.replaceChildren(
      ...(isRefusal(answer)
        ? [remark(`${capital(answer.problem)}.`)]
        : answer.map((each) => traceOf(page, each, answer.length > 1))),
    );
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void refresh();
  });
  return {
    id: 'request',
    title: 'Request',
    panel,
    refresh,
    line: () => input.value,
    set(line) {
      input.value = line;
    },
  };
}

function traceOf(page: Page, { name, verdict, steps, facts, hint }: Traced, isNamed: boolean): HTMLElement {
  const rows = facts.flatMap(({ label, texts }) => [
    el('dt', {}, label),
    ...texts.map((text) => el('dd', {}, text)),
  ]);
  return el(
    'section',
    { class: 'trace' },
    isNamed ? el('h3', { class: 'of-pane' }, name) : undefined,
    el('div', { class: 'verdict info' }, el('h3', {}, verdict)),
    el('ol', { class: 'steps' }, ...steps.map((step) => stepOf(page, step))),
    rows.length === 0 ? undefined : el('dl', {}, ...rows),
    hint === undefined ? undefined : remark(hint),
  );
}

/** A step can be gone to by key where it has a place: up and down lead from one to the next. */
function stepOf(page: Page, { what, why, matched, place }: TraceStep): HTMLElement {
  const parts = [el('b', {}, what), el('span', {}, why)];
  const sign = el('i', { 'aria-label': matched ? 'matches' : 'does not match' }, matched ? '✓' : '·');
  if (place === undefined) return el('li', { class: matched ? 'yes' : 'no' }, sign, el('div', {}, ...parts));
  const line = el('em', {}, `line ${place.range.start.line}`);
  const made = el('button', { type: 'button' }, ...parts, line);
  made.addEventListener('click', () => page.goTo(place, true));
  made.addEventListener('keydown', (event) => {
    const towards = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (towards === undefined) return;
    event.preventDefault();
    const all = [...(made.closest('ol')?.querySelectorAll('button') ?? [])];
    all[all.indexOf(made) + towards]?.focus();
  });
  made.addEventListener('focus', () => page.goTo(place, true));
  return el('li', { class: matched ? 'yes' : 'no' }, sign, made);
}
