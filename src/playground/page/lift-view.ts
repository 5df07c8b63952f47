/** The first text in version 3 of the API, or what stands in the way. */

import { capital, counted } from '../../source/counted.ts';
import type { Lift, LiftRemark } from '../questions.ts';
import { button, el } from './dom.ts';
import { isRefusal, type Page, placeButton, remark, type View, whileWaiting } from './page.ts';

export function liftView(page: Page): View {
  const panel = el('div');
  return {
    id: 'lift',
    title: 'Lift to v3',
    panel,
    async refresh() {
      const answer = await whileWaiting(panel, page.client.ask({ asked: 'lift', pane: 'a' }));
      if (answer === undefined) return;
      panel.replaceChildren(
        ...(isRefusal(answer) ? [remark(`${capital(answer.problem)}.`)] : parts(page, answer)),
      );
    },
  };
}

function parts(page: Page, lift: Lift): readonly HTMLElement[] {
  if (lift.kind === 'done') return [remark(lift.words)];
  if (lift.kind === 'blocked') {
    const { obstacles } = lift;
    const words = `${counted(obstacles.length, 'thing')} ${obstacles.length === 1 ? 'stands' : 'stand'} in the way of version 3`;
    return [
      el('div', { class: 'verdict error' }, el('h3', {}, words)),
      el('p', { class: 'remark' }, 'A text is lifted whole or not at all.'),
      el('ol', {}, ...obstacles.map((each) => card(page, each, 'error'))),
    ];
  }
  const { text, changes, converted, warnings, releaseChanges } = lift;
  const name = page.nameOf('a').replace(/(\.\w+)?$/, '-v3$1');
  const beside = (): void => {
    page.open('b', name, text);
    page.show('difference');
  };
  const replace = (): void => {
    page.editor('a').apply(changes);
    page.say('The text is in version 3 now. Control+Z takes it back.');
  };
  return [
    el(
      'div',
      { class: 'verdict good' },
      el('h3', {}, 'The text can be lifted to version 3, and means the same there'),
      el(
        'p',
        { class: 'about' },
        `${counted(changes.length, 'change')} of the text; comments and layout stay.`,
      ),
    ),
    el('p', { class: 'do' }, button('Replace the text', replace), button('Open it beside this one', beside)),
    ...warnings.map((each) => el('p', { class: 'card warning' }, each)),
    ...cards(page, 'Converted on the way', converted, 'cosmetic'),
    ...cards(page, 'Different in newer releases of the proxy', releaseChanges, 'info'),
  ];
}

function cards(
  page: Page,
  title: string,
  remarks: readonly LiftRemark[],
  level: string,
): readonly HTMLElement[] {
  if (remarks.length === 0) return [];
  return [el('h3', {}, title), el('ol', {}, ...remarks.map((each) => card(page, each, level)))];
}

function card(page: Page, { about, text, place }: LiftRemark, level: string): HTMLElement {
  return el(
    'li',
    { class: `card ${level}` },
    place === undefined
      ? undefined
      : el(
          'div',
          { class: 'top' },
          about === undefined ? undefined : el('code', {}, about),
          placeButton(page, place),
        ),
    el('p', { class: 'message' }, text),
  );
}
