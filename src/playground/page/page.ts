/** What the parts of the page may do to it. */
import { badge, type PageLevel } from '../../present/html.ts';
import { counted } from '../../source/counted.ts';
import type { PaneId, PanePlace, Refusal } from '../questions.ts';
import type { PageClient } from './client.ts';
import { button, drawn, el } from './dom.ts';
import type { Editor } from './editor.ts';

export type ViewId = 'findings' | 'difference' | 'lift' | 'request';

export interface Page {
  readonly client: PageClient;
  /** The texts that are open: one, or both. */
  panes(): readonly PaneId[];
  nameOf(pane: PaneId): string;
  editor(pane: PaneId): Editor;
  /** Puts a text into a pane, and opens the second one where it is for that. */
  open(pane: PaneId, name: string, text: string, type?: string): void;
  /** @param staying whether the keyboard stays where it is */
  goTo(place: PanePlace, staying?: boolean): void;
  show(view: ViewId): void;
  /** Asks about a request. */
  trace(line: string): void;
  /** Says what was done, or why not. */
  say(words: string): void;
}

/** One of the things that are told about the texts. */
export interface View {
  readonly id: ViewId;
  readonly title: string;
  readonly panel: HTMLElement;
  /** The texts have changed; called for the view that is shown, and when it is shown next. */
  refresh(): void;
}

export function badgeOf(level: PageLevel): Element {
  return drawn(badge(level));
}

/** `line 12`, or `b, line 12` where there are two texts; goes there. */
export function placeButton(page: Page, place: PanePlace, words?: string): HTMLButtonElement {
  const file = page.panes().length > 1 ? `${page.nameOf(place.pane)}, ` : '';
  const said = words ?? `${file}line ${place.range.start.line}`;
  return button(said, () => page.goTo(place), { class: 'place' });
}

export function remark(words: string): HTMLElement {
  return el('p', { class: 'note-box' }, words);
}

/** How many are not shown; nothing where all are. */
export function moreOf(count: number, one: string, many?: string): HTMLElement | undefined {
  return count === 0
    ? undefined
    : el('p', { class: 'remark' }, `${counted(count, one, many)} left out here.`);
}

export function isRefusal(answer: object): answer is Refusal {
  return 'problem' in answer;
}

/** Shows that an answer is on its way, unless it comes at once. */
export function whileWaiting<T>(panel: HTMLElement, answer: Promise<T>): Promise<T> {
  const timer = window.setTimeout(() => panel.setAttribute('aria-busy', 'true'), 150);
  return answer.finally(() => {
    window.clearTimeout(timer);
    panel.removeAttribute('aria-busy');
  });
}
