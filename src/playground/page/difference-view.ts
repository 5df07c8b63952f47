/** What the second text means beside the first one: requests, what leads where, changes. */
import { capital } from '../../source/counted.ts';
import type { Comparison, ShownChange, ShownRequests, ShownSide } from '../questions.ts';
import { button, drawn, el } from './dom.ts';
import {
  badgeOf,
  isRefusal,
  moreOf,
  type Page,
  placeButton,
  remark,
  type View,
  whileWaiting,
} from './page.ts';

export function differenceView(page: Page): View {
  const panel = el('div');
  return {
    id: 'difference',
    title: 'Difference',
    panel,
    async refresh() {
      if (page.panes().length < 2) {
        panel.replaceChildren(
          remark(
            'Open a second text to see what it changes: which requests are handled differently, and what differs in meaning.',
          ),
          el(
            'p',
            { class: 'do' },
            button('Compare with a copy', () => compareWithCopy(page)),
          ),
        );
        return;
      }
      const answer = await whileWaiting(panel, page.client.ask({ asked: 'compare' }));
      if (answer === undefined) return;
      panel.replaceChildren(
        ...(isRefusal(answer) ? [remark(`${capital(answer.problem)}.`)] : parts(page, answer)),
      );
    },
  };
}

/** The second text begins as the first one: what is changed in it then is the difference. */
export function compareWithCopy(page: Page): void {
  const name = page.nameOf('a').replace(/(\.\w+)?$/, '-changed$1');
  page.open('b', name, page.editor('a').text());
  page.show('difference');
}

function parts(page: Page, comparison: Comparison): readonly HTMLElement[] {
  const { verdict, level, requests, moreRequests, changes, moreChanges, remarks, picture } = comparison;
  const mood = level === 'cosmetic' ? 'good' : level;
  const more = [
    moreOf(moreRequests, 'more group of requests', 'more groups of requests'),
    moreOf(moreChanges, 'more change'),
  ];
  return [
    el('div', { class: `verdict ${mood}` }, el('h3', {}, capital(verdict))),
    ...section('Requests', requests.length, el('ol', {}, ...requests.map((each) => requestCard(page, each)))),
    ...(picture === undefined ? [] : section('Before and after', 1, pictureOf(page, comparison))),
    ...section('Changes', changes.length, ...changeGroups(page, changes)),
    ...more.flatMap((each) => each ?? []),
    ...remarks.map((each) => el('p', { class: 'remark' }, `${each}.`)),
  ];
}

function section(title: string, count: number, ...children: readonly Element[]): readonly HTMLElement[] {
  return count === 0 ? [] : [el('section', {}, el('h3', {}, title), ...children)];
}

function pictureOf(page: Page, { picture, targets }: Comparison): Element {
  if (picture === undefined) return el('p');
  const figure = drawn(picture);
  figure.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null) return;
    event.preventDefault();
    const place = targets[Number(link.getAttribute('href')?.slice(1))];
    if (place !== undefined) page.goTo(place);
  });
  return figure;
}

function requestCard(page: Page, shown: ShownRequests): HTMLElement {
  const { level, request, line, standsFor, before, after, rest } = shown;
  return el(
    'li',
    { class: `card ${level}` },
    el(
      'div',
      { class: 'top' },
      badgeOf(level),
      el('code', { class: 'request' }, request),
      el(
        'span',
        { class: 'at' },
        button('trace it', () => page.trace(line), { class: 'place' }),
      ),
    ),
    standsFor === '' ? undefined : el('p', { class: 'why' }, `stands for ${standsFor}`),
    el('div', { class: 'sides' }, side(page, 'before', before), side(page, 'after', after)),
    rest === '' ? undefined : el('p', { class: 'message' }, rest),
  );
}

function changeGroups(page: Page, changes: readonly ShownChange[]): readonly HTMLElement[] {
  const groups = new Map<string, HTMLElement[]>();
  for (const change of changes) {
    const cards = groups.get(change.resource) ?? [];
    groups.set(change.resource, cards);
    cards.push(changeCard(page, change));
  }
  return [...groups].map(([resource, cards]) =>
    el('div', { class: 'group' }, el('h3', {}, resource), el('ol', {}, ...cards)),
  );
}

function changeCard(page: Page, change: ShownChange): HTMLElement {
  const { level, rule, kind, path, message, reason, before, after, place } = change;
  return el(
    'li',
    { class: `card ${level}` },
    el(
      'div',
      { class: 'top' },
      badgeOf(level),
      el('span', {}, kind),
      el('code', {}, path),
      el('span', { class: 'what' }, rule),
      place === undefined ? undefined : el('span', { class: 'at' }, placeButton(page, place)),
    ),
    el('p', { class: 'message' }, message),
    before === undefined || after === undefined
      ? undefined
      : el('div', { class: 'sides' }, side(page, 'before', before), side(page, 'after', after)),
    el('p', { class: 'why' }, reason),
  );
}

function side(page: Page, which: 'before' | 'after', { text, place }: ShownSide): HTMLElement {
  const sign = which === 'before' ? '−' : '+';
  return el(
    'div',
    { class: `side ${which}` },
    el('b', {}, `${sign} ${which}`),
    ` ${text} `,
    place === undefined ? undefined : placeButton(page, place, `line ${place.range.start.line}`),
  );
}
