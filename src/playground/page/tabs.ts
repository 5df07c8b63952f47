/** What is told about the texts, one at a time (WAI-ARIA: tabs). */
import { byId, el } from './dom.ts';
import type { View, ViewId } from './page.ts';

export interface Tabs {
  readonly shown: ViewId;
  show(id: ViewId): void;
  /** The texts have changed. */
  refresh(): void;
  /** What stands behind the title of a view. */
  setCount(id: ViewId, words: string): void;
}

export function startTabs(views: readonly View[]): Tabs {
  const list = byId('tabs');
  const place = byId('panels');
  const stale = new Set<ViewId>();
  let shown: ViewId = 'findings';
  const tabs = views.map((view) => {
    const count = el('span', { class: 'count' });
    const tab = el(
      'button',
      { type: 'button', role: 'tab', id: `tab-${view.id}`, 'aria-controls': `view-${view.id}` },
      view.title,
      count,
    );
    const panel = el(
      'div',
      { role: 'tabpanel', id: `view-${view.id}`, 'aria-labelledby': tab.id, tabindex: '0' },
      view.panel,
    );
    tab.addEventListener('click', () => show(view.id));
    list.append(tab);
    place.append(panel);
    return { view, tab, panel, count };
  });
  list.addEventListener('keydown', (event) => {
    const towards = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (towards === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(({ view }) => view.id === shown);
    const next = tabs.at((at + towards) % tabs.length);
    if (next === undefined) return;
    show(next.view.id);
    next.tab.focus();
  });
  function show(id: ViewId): void {
    shown = id;
    for (const { view, tab, panel } of tabs) {
      const isShown = view.id === id;
      tab.setAttribute('aria-selected', String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      panel.hidden = !isShown;
      if (isShown && stale.delete(id)) view.refresh();
    }
  }
  return {
    get shown() {
      return shown;
    },
    show,
    refresh() {
      for (const { view } of tabs) stale.add(view.id);
      show(shown);
    },
    setCount(id, words) {
      for (const { view, count } of tabs)
        if (view.id === id) count.textContent = words === '' ? '' : ` ${words}`;
    },
  };
}
