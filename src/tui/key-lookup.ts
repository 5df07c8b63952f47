/** What a key means in a view, and how keys are written for people. */
import type { Command, ViewName } from './command.ts';
import type { KeyPress } from './events.ts';
import { type Binding, KEY_GROUPS } from './keys.ts';

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
