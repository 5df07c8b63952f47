/** What is wrong with the texts, and what can be done about it. */
import { plainText, relatedOf } from '../../present/blocks.ts';
import { counted, countedLevel } from '../../source/counted.ts';
import type { Findings, PaneId, Remedy, ShownFinding } from '../questions.ts';
import { button, el } from './dom.ts';
import { badgeOf, isRefusal, moreOf, type Page, placeButton, remark, type View } from './page.ts';

export interface FindingsView extends View {
  /** What was found in the newest version of a text. */
  take(pane: PaneId, findings: Findings): void;
  drop(pane: PaneId): void;
  /** In a few words. */
  summary(pane: PaneId): string;
  /** How many there are in all texts. */
  total(): number;
}

/** So many are listed; the others are marked in the margin. */
const MAX_CARDS = 300;

export function findingsView(page: Page): FindingsView {
  const panel = el('div');
  const known = new Map<PaneId, Findings>();
  const refresh = (): void => {
    panel.replaceChildren(...page.panes().flatMap((pane) => paneParts(page, pane, known.get(pane))));
  };
  return {
    id: 'findings',
    title: 'Findings',
    panel,
    refresh,
    take(pane, findings) {
      known.set(pane, findings);
      refresh();
    },
    drop(pane) {
      known.delete(pane);
      refresh();
    },
    summary: (pane) => summaryOf(known.get(pane)),
    total: () => [...known.values()].reduce((sum, { findings }) => sum + findings.length, 0),
  };
}

function summaryOf(findings: Findings | undefined): string {
  if (findings === undefined) return '';
  if (findings.kind === 'unknown') return 'no configuration';
  if (findings.kind === 'properties') return 'properties';
  const parts = (['error', 'warning', 'info'] as const).flatMap((level) => {
    const count = findings.findings.filter((each) => each.level === level).length;
    return count === 0 ? [] : countedLevel(count, level);
  });
  return parts.length === 0 ? 'nothing found' : parts.join(', ');
}

function paneParts(page: Page, pane: PaneId, found: Findings | undefined): readonly HTMLElement[] {
  if (found === undefined) return [];
  const heading = page.panes().length > 1 ? [el('h3', { class: 'of-pane' }, page.nameOf(pane))] : [];
  if (found.kind === 'unknown')
    return [
      ...heading,
      remark(
        'This is no configuration that cfgtool knows. It takes a bootstrap, listeners, clusters, routes, a discovery response, a configuration dump, or a ConfigMap that holds one of these, as YAML or JSON.',
      ),
    ];
  if (found.kind === 'properties')
    return [...heading, remark('What the other text makes of these properties is among its findings.')];
  const { findings, remedies } = found;
  if (findings.length === 0) return [...heading, remark('Nothing was found.')];
  const all = remedies.map((each) => button(each.title, () => act(page, pane, each)));
  const more = moreOf(Math.max(0, findings.length - MAX_CARDS), 'more finding');
  return [
    ...heading,
    ...(all.length === 0 ? [] : [el('p', { class: 'do' }, ...all)]),
    el('ol', {}, ...findings.slice(0, MAX_CARDS).map((each) => card(page, pane, each))),
    ...(more === undefined ? [] : [more]),
  ];
}

function card(page: Page, pane: PaneId, finding: ShownFinding): HTMLElement {
  const { level, rule, message, resource, request, range, remedies } = finding;
  const at = placeButton(page, { pane, range }, `line ${range.start.line}`);
  const { shown, more } = relatedOf(finding);
  const places = [
    ...shown.map((each) =>
      el('li', {}, placeButton(page, each, `line ${each.range.start.line}`), ` ${each.message}`),
    ),
    ...more.map((each) => el('li', {}, plainText(each))),
  ];
  const acts = remedies.map((each) =>
    button(each.title, () => act(page, pane, each), each.maker.kind === 'suppress' ? { class: 'quiet' } : {}),
  );
  return el(
    'li',
    { class: `card ${level}` },
    el(
      'div',
      { class: 'top' },
      badgeOf(level),
      el('code', {}, rule),
      el('span', { class: 'what' }, resource),
      el('span', { class: 'at' }, at),
    ),
    el('p', { class: 'message' }, message),
    places.length === 0 ? undefined : el('ul', { class: 'related' }, ...places),
    request === undefined
      ? undefined
      : el(
          'p',
          { class: 'try' },
          el('code', {}, request),
          ' ',
          button('trace it', () => page.trace(request), { class: 'place' }),
        ),
    acts.length === 0 ? undefined : el('p', { class: 'do' }, ...acts),
  );
}

/** Does what a remedy says, in the text as it is. */
export async function act(page: Page, pane: PaneId, { title, maker }: Remedy): Promise<void> {
  const changes = await page.client.ask({ asked: 'act', pane, maker });
  if (changes === undefined) return;
  if (isRefusal(changes)) {
    page.say(`Not done: ${changes.problem}.`);
    return;
  }
  page.editor(pane).apply(changes);
  page.say(`${title}: ${counted(changes.length, 'change')}. Control+Z takes it back.`);
}
