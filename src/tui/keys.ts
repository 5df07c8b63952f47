/**
 * The keys, in one table: what a key does is looked up in it, and the help screen, the line at the foot of the screen
 * and the documentation are made from it. Keys while a line is typed are in {@link LINE_KEYS}.
 */
import { lookup } from '../source/lookup.ts';
import type { Command, KeyPress, ViewName } from './command.ts';

/** `everywhere` counts in each view; a view's own binding of the same key goes before it. */
type Where = 'everywhere' | readonly ViewName[];

export interface Binding {
  /** `j`, `up`, `ctrl+d`, `shift+tab`. */
  readonly keys: readonly string[];
  readonly where: Where;
  readonly command: Command;
  /** What it does, for the help screen. */
  readonly help: string;
  /** A word or two for the foot of the screen; those without stand in the help only. */
  readonly footer?: string;
}

interface KeyGroup {
  readonly title: string;
  readonly bindings: readonly Binding[];
}

const everywhere = 'everywhere';

function key(
  keys: readonly string[],
  where: Where,
  command: Command,
  help: string,
  footer?: string,
): Binding {
  return { keys, where, command, help, ...(footer === undefined ? {} : { footer }) };
}

export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: 'Moving',
    bindings: [
      key(['down', 'j'], everywhere, { do: 'move', motion: 'down' }, 'next row'),
      key(['up', 'k'], everywhere, { do: 'move', motion: 'up' }, 'row before'),
      key(['pagedown', 'ctrl+f', ' '], everywhere, { do: 'move', motion: 'page-down' }, 'a page down'),
      key(['pageup', 'ctrl+b'], everywhere, { do: 'move', motion: 'page-up' }, 'a page up'),
      key(['ctrl+d'], everywhere, { do: 'move', motion: 'half-down' }, 'half a page down'),
      key(['ctrl+u'], everywhere, { do: 'move', motion: 'half-up' }, 'half a page up'),
      key(['home', 'g'], everywhere, { do: 'move', motion: 'start' }, 'first row'),
      key(['end', 'G'], everywhere, { do: 'move', motion: 'end' }, 'last row'),
      key(['right', 'l'], everywhere, { do: 'in' }, 'into what the cursor is on: unfold it, or its details'),
      key(['left', 'h'], everywhere, { do: 'out' }, 'out of it: fold it, or to what is around it'),
      key(['enter'], everywhere, { do: 'open' }, 'open what the cursor is on', 'open'),
      key(
        ['escape', 'backspace'],
        everywhere,
        { do: 'back' },
        'back: ends a search, then returns to the place before',
        'back',
      ),
    ],
  },
  {
    title: 'Views',
    bindings: [
      key(
        ['1'],
        everywhere,
        { do: 'go', to: { view: 'overview' } },
        'Overview: what was loaded and what is wrong with it',
      ),
      key(['2'], everywhere, { do: 'go', to: { view: 'tree' } }, 'Tree: everything in it, with details'),
      key(
        ['3'],
        everywhere,
        { do: 'go', to: { view: 'findings' } },
        'Findings: what is wrong, why, and what to do',
      ),
      key(['4'], everywhere, { do: 'go', to: { view: 'trace' } }, 'Trace: where a request goes, and why'),
      key(
        ['5'],
        everywhere,
        { do: 'go', to: { view: 'migrate' } },
        'Migrate: deprecated forms brought up to date, edit by edit',
      ),
      key(['6'], everywhere, { do: 'go', to: { view: 'diff' } }, 'Diff: what differs between two inputs'),
      key(['tab'], everywhere, { do: 'next-view', by: 1 }, 'next view', 'view'),
      key(['shift+tab'], everywhere, { do: 'next-view', by: -1 }, 'view before'),
      key(['?', 'f1'], ['help'], { do: 'back' }, 'out of the help again'),
      key(['?', 'f1'], everywhere, { do: 'go', to: { view: 'help' } }, 'this help', 'help'),
    ],
  },
  {
    title: 'Finding things',
    bindings: [
      key(
        ['/'],
        everywhere,
        { do: 'ask', purpose: 'search' },
        'search while you type: names, domains, paths, values',
        'search',
      ),
      key(['n'], everywhere, { do: 'next-match', by: 1 }, 'next match'),
      key(['N'], everywhere, { do: 'next-match', by: -1 }, 'match before'),
      key(
        ['f'],
        ['tree'],
        { do: 'follow' },
        'from a listener to its routes, a route to its cluster, a cluster to what names it',
        'follow',
      ),
      key([']'], ['tree', 'findings'], { do: 'next-finding', by: 1 }, 'next row with a finding'),
      key(['['], ['tree', 'findings'], { do: 'next-finding', by: -1 }, 'row with a finding before'),
      key(['x'], ['tree'], { do: 'explain' }, 'the findings of what the cursor is on'),
    ],
  },
  {
    title: 'Tree',
    bindings: [
      key(['+'], ['tree'], { do: 'expand-all' }, 'unfold everything below'),
      key(['-'], ['tree'], { do: 'collapse-all' }, 'fold everything'),
      key(
        ['s'],
        ['tree'],
        { do: 'toggle-source' },
        'source text instead of the normalized form, and back',
        'source',
      ),
      key(['d'], ['tree'], { do: 'toggle-defaults' }, 'hide and show values that are defaults'),
    ],
  },
  {
    title: 'Findings',
    bindings: [
      key(['E'], ['findings'], { do: 'toggle-level', level: 'error' }, 'hide and show errors', 'errors'),
      key(
        ['W'],
        ['findings'],
        { do: 'toggle-level', level: 'warning' },
        'hide and show warnings',
        'warnings',
      ),
      key(['I'], ['findings'], { do: 'toggle-level', level: 'info' }, 'hide and show infos', 'infos'),
      key(['o'], ['findings'], { do: 'only-rule' }, 'only this rule, and all again', 'only'),
    ],
  },
  {
    title: 'Trace',
    bindings: [
      key(
        ['r'],
        ['trace'],
        { do: 'ask', purpose: 'request' },
        "type a request, or change the last one: GET shop.test/cart -H 'x-canary: 1'",
        'request',
      ),
      key(
        ['r'],
        ['tree'],
        { do: 'request-for' },
        'a request that lands at the route under the cursor',
        'request',
      ),
      key(['['], ['trace'], { do: 'next-entry', by: -1 }, 'the request before'),
      key([']'], ['trace'], { do: 'next-entry', by: 1 }, 'the request after it'),
      key(['o'], ['trace'], { do: 'again' }, 'ask the same request once more'),
    ],
  },
  {
    title: 'Migrate',
    bindings: [
      key(['a'], ['migrate'], { do: 'accept' }, 'accept the edit under the cursor', 'accept'),
      key(['d'], ['migrate'], { do: 'leave' }, 'leave it as it is', 'leave'),
      key(
        ['A'],
        ['migrate'],
        { do: 'accept-all' },
        'accept all edits within the version but the optional ones',
      ),
      key(['V'], ['migrate'], { do: 'accept-lift' }, 'accept all that is lifted to version 3', 'lift'),
      key(['D'], ['migrate'], { do: 'leave-all' }, 'leave all of them'),
      key(
        ['w'],
        ['migrate'],
        { do: 'write' },
        'write the accepted edits into the files; pressed twice',
        'write',
      ),
      key(['p'], ['migrate'], { do: 'save-patch' }, 'save the accepted edits as a patch', 'patch'),
      key(['enter'], ['migrate'], { do: 'open' }, 'accept the edit, or take that back', 'change'),
    ],
  },
  {
    title: 'Diff',
    bindings: [
      key([']'], ['diff'], { do: 'next-entry', by: 1 }, 'next difference', 'next'),
      key(['['], ['diff'], { do: 'next-entry', by: -1 }, 'difference before'),
      key(['c'], ['diff'], { do: 'toggle-cosmetic' }, 'show and hide what differs in form only', 'cosmetic'),
      key(
        ['J'],
        ['diff', 'migrate'],
        { do: 'scroll-text', by: 1 },
        'scroll the text below the list (in Diff both sides) down',
        'scroll',
      ),
      key(['K'], ['diff', 'migrate'], { do: 'scroll-text', by: -1 }, 'scroll it up'),
    ],
  },
  {
    title: 'Doing things',
    bindings: [
      key(['y'], everywhere, { do: 'copy' }, 'copy the pointer of what the cursor is on', 'copy'),
      key(
        ['e'],
        everywhere,
        { do: 'edit' },
        'open it in $EDITOR, at its line; on return the file is read again',
        'edit',
      ),
      key(
        [':'],
        everywhere,
        { do: 'ask', purpose: 'command' },
        'type a command; Tab completes it',
        'command',
      ),
      key(['R'], everywhere, { do: 'reload' }, 'read the files again'),
      key(['ctrl+l'], everywhere, { do: 'redraw' }, 'draw the screen again'),
      key(['ctrl+z'], everywhere, { do: 'suspend' }, 'put cfgtool to sleep; fg in the shell wakes it'),
      key(['q', 'ctrl+c'], everywhere, { do: 'quit' }, 'quit', 'quit'),
    ],
  },
];

/** What the mouse does. */
export const MOUSE: readonly { readonly what: string; readonly help: string }[] = [
  { what: 'click', help: 'puts the cursor there, or goes to the view of a tab; once more opens, as Enter' },
  { what: 'wheel', help: 'scrolls the pane under the pointer' },
];

/** Keys while a line is typed; what they do is in typing.ts and line-input.ts. */
export const LINE_KEYS: readonly { readonly keys: readonly string[]; readonly help: string }[] = [
  { keys: ['enter'], help: 'take the line' },
  { keys: ['escape'], help: 'leave without it' },
  { keys: ['tab', 'shift+tab'], help: 'complete, and the next completion' },
  { keys: ['up', 'down'], help: 'in a search: move through the rows; else: lines typed before' },
  { keys: ['tab', '?', '1'], help: 'before a request is typed: as everywhere' },
  { keys: ['ctrl+a', 'ctrl+e'], help: 'to the start, to the end' },
  { keys: ['ctrl+w', 'ctrl+u', 'ctrl+k'], help: 'delete the word before, all before, all after the cursor' },
];

// What a key means in a view, and how keys are written for people.

/** A key as the table spells it. */
export function keyText({ name, ctrl, alt, shift }: KeyPress): string {
  return `${ctrl ? 'ctrl+' : ''}${alt ? 'alt+' : ''}${shift && name.length > 1 ? 'shift+' : ''}${name}`;
}

const SIGNS: { readonly [key: string]: string } = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  enter: 'Enter',
  escape: 'Esc',
  tab: 'Tab',
  backspace: 'Backspace',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  f1: 'F1',
  ' ': 'Space',
};

/** A key as people read it: `Ctrl-D`, `↓`, `?`. */
export function keyLabel(key: string): string {
  return key
    .split(/(?<=.)\+(?=.)/)
    .map((part) =>
      part === 'ctrl'
        ? 'Ctrl'
        : part === 'shift'
          ? 'Shift'
          : part === 'alt'
            ? 'Alt'
            : (lookup(SIGNS, part) ?? (key.startsWith('ctrl+') ? part.toUpperCase() : part)),
    )
    .join('-');
}

function counts({ where }: Binding, view: ViewName): boolean {
  return where === 'everywhere' || where.includes(view);
}

/** The bindings that count in a view, its own first. */
export function bindingsIn(view: ViewName): readonly Binding[] {
  const all = KEY_GROUPS.flatMap(({ bindings }) => bindings).filter((binding) => counts(binding, view));
  return [
    ...all.filter(({ where }) => where !== 'everywhere'),
    ...all.filter(({ where }) => where === 'everywhere'),
  ];
}

const tables = new Map<ViewName, ReadonlyMap<string, Command>>();

/** What a key asks for in a view; undefined where it means nothing. */
export function commandFor(key: KeyPress, view: ViewName): Command | undefined {
  let table = tables.get(view);
  if (table === undefined) {
    const made = new Map<string, Command>();
    for (const { keys, command } of bindingsIn(view))
      for (const each of keys) if (!made.has(each)) made.set(each, command);
    table = made;
    tables.set(view, made);
  }
  return table.get(keyText(key));
}
