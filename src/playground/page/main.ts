/** The page: two texts, what is told about them, and the link that holds all of it. */
import { linkOf, MAX_CHARACTERS, readLink, type Shared } from '../link.ts';
import type { Example, PaneId, PaneText } from '../questions.ts';
import { PageClient } from './client.ts';
import { compareWithCopy, differenceView } from './difference-view.ts';
import { byId, el } from './dom.ts';
import type { ReadFile } from './files.ts';
import { act, findingsView } from './findings-view.ts';
import { liftView } from './lift-view.ts';
import { isRefusal, type Page, type ViewId } from './page.ts';
import { startPane } from './pane.ts';
import { requestView } from './request-view.ts';
import { startTabs } from './tabs.ts';

/** Milliseconds without a key press before a text is looked at. */
const PAUSE = 200;

const code = URL.createObjectURL(new Blob([byId('worker').textContent ?? ''], { type: 'text/javascript' }));
const client = new PageClient(() => new Worker(code), putTexts);
const nonce = document.querySelector('style')?.nonce ?? '';
let isTwo = false;
let timer: number | undefined;
/** Of each text, and those that the worker has. */
const versions = { a: 0, b: 0 };
const put = { a: 0, b: 0 };

const paneOptions = {
  nonce,
  changed,
  remedy: (pane: PaneId, remedy: Parameters<typeof act>[2]) => void act(page, pane, remedy),
  files: openFiles,
  say,
  async complete(pane: PaneId, offset: number) {
    const found = await client.ask({ asked: 'complete', pane, offset });
    return found === undefined || isRefusal(found) ? [] : found;
  },
  async explain(pane: PaneId, offset: number) {
    const found = await client.ask({ asked: 'explain', pane, offset });
    return found === undefined || isRefusal(found) ? undefined : found;
  },
};
const panes = {
  a: startPane('a', paneOptions),
  b: startPane('b', { ...paneOptions, close: closeSecond }),
};

const page: Page = {
  client,
  panes: () => (isTwo ? ['a', 'b'] : ['a']),
  nameOf: (pane) => panes[pane].name,
  editor: (pane) => panes[pane].editor,
  open(pane, name, text, type) {
    panes[pane].open(name, text, type);
    if (pane === 'b') setTwo(true);
    changed(pane);
  },
  goTo: ({ pane, range }, staying = false) => panes[pane].editor.reveal(range, staying),
  show: (view) => tabs.show(view),
  trace(line) {
    request.set(line);
    tabs.refresh();
    tabs.show('request');
  },
  say,
};

const findings = findingsView(page);
const request = requestView(page);
const tabs = startTabs([findings, differenceView(page), liftView(page), request]);

function say(words: string): void {
  byId('status').textContent = words;
}

function setTwo(two: boolean): void {
  isTwo = two;
  panes.b.setHidden(!two);
  document.body.classList.toggle('two', two);
  byId('compare').hidden = two;
}

function changed(pane: PaneId): void {
  versions[pane]++;
  say('');
  window.clearTimeout(timer);
  timer = window.setTimeout(look, PAUSE);
}

/** Puts what has changed before the worker. */
function putTexts(): void {
  for (const pane of page.panes()) {
    if (put[pane] === versions[pane]) continue;
    put[pane] = versions[pane];
    const { name, type, editor } = panes[pane];
    client.put({ pane, name, text: editor.text(), ...(type === undefined ? {} : { type }) });
  }
}

/** Shows what there is to say of the texts as they are. */
function look(): void {
  window.clearTimeout(timer);
  for (const pane of page.panes()) void lookAt(pane, versions[pane]);
  tabs.refresh();
}

async function lookAt(pane: PaneId, version: number): Promise<void> {
  const found = await client.ask({ asked: 'findings', pane });
  // What was found in an older text stands at other places by now, and the newer one is looked at next.
  if (found === undefined || version !== versions[pane]) return;
  if (isRefusal(found)) {
    say(`${found.problem}.`);
    return;
  }
  panes[pane].editor.show(found.findings);
  findings.take(pane, found);
  panes[pane].setSummary(findings.summary(pane));
  const count = findings.total();
  tabs.setCount('findings', count === 0 ? '' : String(count));
}

function closeSecond(): void {
  setTwo(false);
  client.forget('b');
  findings.drop('b');
  look();
  panes.a.editor.focus();
}

/** The first file goes where it was dropped, a second one beside it. */
function openFiles(pane: PaneId, [first, second]: readonly ReadFile[]): void {
  const to = second === undefined ? pane : 'a';
  if (first !== undefined) page.open(to, first.name, first.text);
  if (second !== undefined) page.open('b', second.name, second.text);
}

function openTexts(texts: readonly PaneText[]): void {
  if (!texts.some(({ pane }) => pane === 'b')) {
    setTwo(false);
    client.forget('b');
    findings.drop('b');
  }
  for (const { pane, name, text, type } of texts) page.open(pane, name, text, type);
}

async function copyLink(): Promise<void> {
  look();
  const shared = await client.ask({ asked: 'share' });
  if (shared === undefined) return;
  if (isRefusal(shared)) {
    say(`There is no link: ${shared.problem}.`);
    return;
  }
  const asked = tabs.shown === 'request' ? { request: request.line() } : {};
  const link = await linkOf({ texts: shared.texts, view: tabs.shown, ...asked });
  if (link.length > MAX_CHARACTERS) {
    say('There is no link: the texts are too long for one.');
    return;
  }
  history.replaceState(null, '', link);
  const secrets = shared.hidSecrets ? ' Secrets read <redacted> in it.' : '';
  const isCopied = await copied(location.href);
  say(`${isCopied ? 'The link is copied' : 'The link is in the address bar'}; it holds the texts.${secrets}`);
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

const views: readonly ViewId[] = ['findings', 'difference', 'lift', 'request'];

async function openLink(examples: readonly Example[]): Promise<boolean> {
  const link = location.hash.length > 1 ? await readLink(location.hash) : undefined;
  if (link === undefined) return false;
  const named = 'example' in link ? examples.find(({ id }) => id === link.example)?.texts : undefined;
  const shared: Partial<Shared> = 'example' in link ? {} : link;
  const texts = named ?? shared.texts;
  if (texts === undefined) return false;
  const choice = byId('examples');
  if ('example' in link && choice instanceof HTMLSelectElement) choice.value = link.example;
  openTexts(texts);
  if (shared.request !== undefined) request.set(shared.request);
  const view = views.find((each) => each === link.view);
  if (view !== undefined) tabs.show(view);
  return true;
}

function offer(examples: readonly Example[]): void {
  const choice = byId('examples');
  for (const group of new Set(examples.map((each) => each.group))) {
    const options = examples
      .filter((each) => each.group === group)
      .map(({ id }) => el('option', { value: id }, id));
    choice.append(...(group === '' ? options : [el('optgroup', { label: group }, ...options)]));
  }
  choice.addEventListener('change', () => {
    const id = choice instanceof HTMLSelectElement ? choice.value : '';
    const found = examples.find((each) => each.id === id);
    if (found === undefined) return;
    openTexts(found.texts);
    if (found.texts.length > 1 && found.group === '') tabs.show('difference');
  });
}

async function start(): Promise<void> {
  setTwo(false);
  tabs.show('findings');
  byId('compare').addEventListener('click', () => compareWithCopy(page));
  byId('link').addEventListener('click', () => void copyLink());
  const answer = await client.ask({ asked: 'examples' });
  const examples = answer === undefined || isRefusal(answer) ? [] : answer;
  offer(examples);
  const [first] = examples;
  if (!(await openLink(examples)) && first !== undefined) openTexts(first.texts);
  window.addEventListener('hashchange', () => void openLink(examples));
  panes.a.editor.focus();
  document.body.classList.add('ready');
}

void start();
