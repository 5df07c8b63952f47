/** One text of the page: its name, its editor, and what was found in it in a few words. */
import type { PaneId, Remedy } from '../questions.ts';
import { button, byId, el } from './dom.ts';
import { type Editor, startEditor } from './editor.ts';
import { chooseFiles, type ReadFile, readFile, saveFile, takeDrops } from './files.ts';
import type { Writing } from './writing.ts';

export interface Pane {
  readonly id: PaneId;
  readonly editor: Editor;
  /** Of the file. */
  name: string;
  /** The message that it is, where it came with one. */
  type: string | undefined;
  open(name: string, text: string, type?: string): void;
  setSummary(words: string): void;
  setHidden(isHidden: boolean): void;
}

export interface PaneOptions {
  readonly nonce: string;
  readonly changed: (pane: PaneId) => void;
  readonly remedy: (pane: PaneId, remedy: Remedy) => void;
  /** Files were dropped on it or chosen for it. */
  readonly files: (pane: PaneId, files: readonly ReadFile[]) => void;
  readonly say: (words: string) => void;
  /** What may be written at an offset of a text, and what stands there means. */
  readonly complete: (pane: PaneId, offset: number) => ReturnType<Writing['complete']>;
  readonly explain: (pane: PaneId, offset: number) => ReturnType<Writing['explain']>;
  /** The second pane can be closed. */
  readonly close?: () => void;
}

export function startPane(id: PaneId, options: PaneOptions): Pane {
  const { nonce, changed, remedy, files, say, complete, explain, close } = options;
  const section = byId(`pane-${id}`);
  const title = el('h2');
  const summary = el('span', { class: 'summary', 'aria-live': 'polite' });
  const place = el('div', { class: 'editor' });
  const take = async (given: readonly File[]): Promise<void> => {
    const read = await Promise.all(given.slice(0, 2).map(readFile));
    for (const each of read) if (typeof each === 'string') say(`${each}.`);
    const texts = read.filter((each) => typeof each !== 'string');
    if (texts.length > 0) files(id, texts);
  };
  const which = id === 'a' ? 'the first text' : 'the second text';
  section.replaceChildren(
    el(
      'header',
      {},
      title,
      summary,
      button('Open…', () => chooseFiles(take), { 'aria-label': `Open a file as ${which}` }),
      button('Save', () => saveFile(pane.name, editor.text()), { 'aria-label': `Save ${which}` }),
      close === undefined ? undefined : button('Close', close, { 'aria-label': `Close ${which}` }),
    ),
    place,
  );
  takeDrops(section, take);
  const editor = startEditor(place, {
    label: id === 'a' ? 'The first text' : 'The second text',
    nonce,
    changed: () => changed(id),
    remedy: (each) => remedy(id, each),
    writing: {
      say,
      complete: (offset) => complete(id, offset),
      explain: (offset) => explain(id, offset),
    },
  });
  const pane: Pane = {
    id,
    editor,
    name: '',
    type: undefined,
    open(name, text, type) {
      pane.name = name;
      pane.type = type;
      title.textContent = name;
      summary.textContent = '';
      editor.set(text);
    },
    setSummary(words) {
      summary.textContent = words;
    },
    setHidden(isHidden) {
      section.hidden = isHidden;
    },
  };
  return pane;
}
