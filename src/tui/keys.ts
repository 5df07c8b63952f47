/**
 * The keys, in one table: what a key does is looked up here, and the help screen, the line at the foot of the screen
 * and the documentation are made from it. Keys while a line is typed are in {@link LINE_KEYS}.
 */
import type { Command, ViewName } from './command.ts';
import type { KeyPress } from './events.ts';

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

export interface KeyGroup {
  readonly title: string;
  readonly bindings: readonly Binding[];
}

const everywhere = 'everywhere';

export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: 'Moving',
    bindings: [
      { keys: ['down', 'j'], where: everywhere, command: { do: 'move', motion: 'down' }, help: 'next row' },
      { keys: ['up', 'k'], where: everywhere, command: { do: 'move', motion: 'up' }, help: 'row before' },
      {
        keys: ['pagedown', 'ctrl+f', ' '],
        where: everywhere,
        command: { do: 'move', motion: 'page-down' },
        help: 'a page down',
      },
      {
        keys: ['pageup', 'ctrl+b'],
        where: everywhere,
        command: { do: 'move', motion: 'page-up' },
        help: 'a page up',
      },
      {
        keys: ['ctrl+d'],
        where: everywhere,
        command: { do: 'move', motion: 'half-down' },
        help: 'half a page down',
      },
      {
        keys: ['ctrl+u'],
        where: everywhere,
        command: { do: 'move', motion: 'half-up' },
        help: 'half a page up',
      },
      { keys: ['home', 'g'], where: everywhere, command: { do: 'move', motion: 'start' }, help: 'first row' },
      { keys: ['end', 'G'], where: everywhere, command: { do: 'move', motion: 'end' }, help: 'last row' },
      {
        keys: ['right', 'l'],
        where: everywhere,
        command: { do: 'in' },
        help: 'into what the cursor is on: unfold it, or its details',
      },
      {
        keys: ['left', 'h'],
        where: everywhere,
        command: { do: 'out' },
        help: 'out of it: fold it, or to what is around it',
      },
      {
        keys: ['enter'],
        where: everywhere,
        command: { do: 'open' },
        help: 'open what the cursor is on',
        footer: 'open',
      },
      {
        keys: ['escape', 'backspace'],
        where: everywhere,
        command: { do: 'back' },
        help: 'back: ends a search, then returns to the place before',
        footer: 'back',
      },
    ],
  },
  {
    title: 'Views',
    bindings: [
      {
        keys: ['1'],
        where: everywhere,
        command: { do: 'go', to: { view: 'overview' } },
        help: 'Overview: what was loaded and what is wrong with it',
      },
      {
        keys: ['2'],
        where: everywhere,
        command: { do: 'go', to: { view: 'tree' } },
        help: 'Tree: everything in it, with details',
      },
      {
        keys: ['3'],
        where: everywhere,
        command: { do: 'go', to: { view: 'findings' } },
        help: 'Findings: what is wrong, why, and what to do',
      },
      {
        keys: ['4'],
        where: everywhere,
        command: { do: 'go', to: { view: 'trace' } },
        help: 'Trace: where a request goes, and why',
      },
      {
        keys: ['5'],
        where: everywhere,
        command: { do: 'go', to: { view: 'migrate' } },
        help: 'Migrate: deprecated forms brought up to date, edit by edit',
      },
      {
        keys: ['6'],
        where: everywhere,
        command: { do: 'go', to: { view: 'diff' } },
        help: 'Diff: what differs between two inputs',
      },
      {
        keys: ['tab'],
        where: everywhere,
        command: { do: 'next-view', by: 1 },
        help: 'next view',
        footer: 'view',
      },
      {
        keys: ['shift+tab'],
        where: everywhere,
        command: { do: 'next-view', by: -1 },
        help: 'view before',
      },
      {
        keys: ['?', 'f1'],
        where: everywhere,
        command: { do: 'go', to: { view: 'help' } },
        help: 'this help',
        footer: 'help',
      },
    ],
  },
  {
    title: 'Finding things',
    bindings: [
      {
        keys: ['/'],
        where: everywhere,
        command: { do: 'ask', purpose: 'search' },
        help: 'search while you type: names, domains, paths, values',
        footer: 'search',
      },
      { keys: ['n'], where: everywhere, command: { do: 'next-match', by: 1 }, help: 'next match' },
      { keys: ['N'], where: everywhere, command: { do: 'next-match', by: -1 }, help: 'match before' },
      {
        keys: ['f'],
        where: ['tree'],
        command: { do: 'follow' },
        help: 'from a listener to its routes, a route to its cluster, a cluster to what names it',
        footer: 'follow',
      },
      {
        keys: [']'],
        where: ['tree', 'findings'],
        command: { do: 'next-finding', by: 1 },
        help: 'next row with a finding',
      },
      {
        keys: ['['],
        where: ['tree', 'findings'],
        command: { do: 'next-finding', by: -1 },
        help: 'row with a finding before',
      },
      {
        keys: ['x'],
        where: ['tree'],
        command: { do: 'explain' },
        help: 'the findings of what the cursor is on',
      },
    ],
  },
  {
    title: 'Tree',
    bindings: [
      { keys: ['+'], where: ['tree'], command: { do: 'expand-all' }, help: 'unfold everything below' },
      { keys: ['-'], where: ['tree'], command: { do: 'collapse-all' }, help: 'fold everything' },
      {
        keys: ['s'],
        where: ['tree'],
        command: { do: 'toggle-source' },
        help: 'source text instead of the normalized form, and back',
        footer: 'source',
      },
      {
        keys: ['d'],
        where: ['tree'],
        command: { do: 'toggle-defaults' },
        help: 'hide and show values that are defaults',
      },
    ],
  },
  {
    title: 'Findings',
    bindings: [
      {
        keys: ['E'],
        where: ['findings'],
        command: { do: 'toggle-level', level: 'error' },
        help: 'hide and show errors',
        footer: 'errors',
      },
      {
        keys: ['W'],
        where: ['findings'],
        command: { do: 'toggle-level', level: 'warning' },
        help: 'hide and show warnings',
        footer: 'warnings',
      },
      {
        keys: ['I'],
        where: ['findings'],
        command: { do: 'toggle-level', level: 'info' },
        help: 'hide and show infos',
        footer: 'infos',
      },
      {
        keys: ['o'],
        where: ['findings'],
        command: { do: 'only-rule' },
        help: 'only this rule, and all again',
        footer: 'only',
      },
    ],
  },
  {
    title: 'Trace',
    bindings: [
      {
        keys: ['r'],
        where: ['trace'],
        command: { do: 'ask', purpose: 'request' },
        help: "type a request: GET shop.test/cart -H 'x-canary: 1'",
        footer: 'request',
      },
      {
        keys: ['r'],
        where: ['tree'],
        command: { do: 'request-for' },
        help: 'a request that lands at the route under the cursor',
        footer: 'request',
      },
      { keys: ['['], where: ['trace'], command: { do: 'next-entry', by: -1 }, help: 'the request before' },
      { keys: [']'], where: ['trace'], command: { do: 'next-entry', by: 1 }, help: 'the request after it' },
      { keys: ['o'], where: ['trace'], command: { do: 'again' }, help: 'ask the same request once more' },
    ],
  },
  {
    title: 'Migrate',
    bindings: [
      {
        keys: ['a'],
        where: ['migrate'],
        command: { do: 'accept' },
        help: 'accept the edit under the cursor',
        footer: 'accept',
      },
      {
        keys: ['d'],
        where: ['migrate'],
        command: { do: 'leave' },
        help: 'leave it as it is',
        footer: 'leave',
      },
      { keys: ['A'], where: ['migrate'], command: { do: 'accept-all' }, help: 'accept all edits' },
      { keys: ['D'], where: ['migrate'], command: { do: 'leave-all' }, help: 'leave all of them' },
      {
        keys: ['w'],
        where: ['migrate'],
        command: { do: 'write' },
        help: 'write the accepted edits into the files; pressed twice',
        footer: 'write',
      },
      {
        keys: ['p'],
        where: ['migrate'],
        command: { do: 'ask', purpose: 'patch' },
        help: 'save the accepted edits as a patch',
        footer: 'patch',
      },
    ],
  },
  {
    title: 'Diff',
    bindings: [
      {
        keys: [']'],
        where: ['diff'],
        command: { do: 'next-entry', by: 1 },
        help: 'next difference',
        footer: 'next',
      },
      { keys: ['['], where: ['diff'], command: { do: 'next-entry', by: -1 }, help: 'difference before' },
      {
        keys: ['c'],
        where: ['diff'],
        command: { do: 'toggle-cosmetic' },
        help: 'show and hide what differs in form only',
        footer: 'cosmetic',
      },
      {
        keys: ['J'],
        where: ['diff', 'migrate'],
        command: { do: 'scroll-text', by: 1 },
        help: 'scroll the text below the list (in Diff both sides) down',
        footer: 'scroll',
      },
      {
        keys: ['K'],
        where: ['diff', 'migrate'],
        command: { do: 'scroll-text', by: -1 },
        help: 'scroll it up',
      },
    ],
  },
  {
    title: 'Doing things',
    bindings: [
      {
        keys: ['y'],
        where: everywhere,
        command: { do: 'copy' },
        help: 'copy the pointer of what the cursor is on',
        footer: 'copy',
      },
      {
        keys: ['e'],
        where: everywhere,
        command: { do: 'edit' },
        help: 'open it in $EDITOR, at its line; on return the file is read again',
        footer: 'edit',
      },
      {
        keys: [':'],
        where: everywhere,
        command: { do: 'ask', purpose: 'command' },
        help: 'type a command; Tab completes it',
        footer: 'command',
      },
      { keys: ['R'], where: everywhere, command: { do: 'reload' }, help: 'read the files again' },
      { keys: ['ctrl+l'], where: everywhere, command: { do: 'redraw' }, help: 'draw the screen again' },
      {
        keys: ['ctrl+z'],
        where: everywhere,
        command: { do: 'suspend' },
        help: 'put cfgtool to sleep; fg in the shell wakes it',
      },
      { keys: ['q', 'ctrl+c'], where: everywhere, command: { do: 'quit' }, help: 'quit', footer: 'quit' },
    ],
  },
];

/** Keys while a line is typed; what they do is in state.ts and line-input.ts. */
export const LINE_KEYS: readonly { readonly keys: readonly string[]; readonly help: string }[] = [
  { keys: ['enter'], help: 'take the line' },
  { keys: ['escape'], help: 'leave without it' },
  { keys: ['tab', 'shift+tab'], help: 'complete, and the next completion' },
  { keys: ['up', 'down'], help: 'in a search: move through the rows; else: lines typed before' },
  { keys: ['ctrl+a', 'ctrl+e'], help: 'to the start, to the end' },
  { keys: ['ctrl+w', 'ctrl+u', 'ctrl+k'], help: 'delete the word before, all before, all after the cursor' },
];

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
            : (SIGNS[part] ?? (key.startsWith('ctrl+') ? part.toUpperCase() : part)),
    )
    .join('-');
}

function counts({ where }: Binding, view: ViewName): boolean {
  return where === everywhere || where.includes(view);
}

/** The bindings that count in a view, its own first. */
export function bindingsIn(view: ViewName): readonly Binding[] {
  const all = KEY_GROUPS.flatMap(({ bindings }) => bindings).filter((binding) => counts(binding, view));
  return [
    ...all.filter(({ where }) => where !== everywhere),
    ...all.filter(({ where }) => where === everywhere),
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
