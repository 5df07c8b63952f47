/** The rows around a view. */
import { VIEW_NAMES } from './command.ts';
import { bindingsIn, keyLabel } from './key-lookup.ts';
import type { OpenLine, State } from './state.ts';
import { type Piece, row, spread } from './text/line.ts';
import { cutStart, displayWidth, graphemes } from './text/width.ts';
import type { Theme } from './theme.ts';
import { views } from './views.ts';

/** The views with the keys that lead to them, and what is being explored. */
export function tabsRow({ view, session, size }: State, theme: Theme): string {
  const tabs = VIEW_NAMES.filter((name) => name !== 'help' || view === 'help').flatMap((name): Piece[] => {
    const { title, missing } = views[name];
    if (missing?.(session) !== undefined) return [];
    const key = name === 'help' ? '?' : String(VIEW_NAMES.indexOf(name) + 1);
    return name === view ? [[`[${key} ${title}]`, 'title']] : [' ', [key, 'key'], ' ', [title, 'dim'], ' '];
  });
  const { side, before } = session;
  const wide = tabs.reduce(
    (sum, piece) => sum + displayWidth(typeof piece === 'string' ? piece : piece[0]),
    0,
  );
  const room = Math.max(10, Math.min(size.columns >> 1, size.columns - wide) - 3);
  const name = before === undefined ? side.name : `${before.name} → ${side.name}`;
  return spread(tabs, [[` ${cutStart(name, room)} `, 'dim']], size.columns, theme);
}

const PROMPTS = { search: '/', command: ':', request: 'request: ', patch: 'save the patch as: ' } as const;
const LEVEL_SIGNS = { info: '', warning: '▲ ', error: '✖ ' } as const;

/** What is typed, what just happened, or what is being worked out. */
export function statusRow({ line, notice, jobs, size }: State, theme: Theme): string {
  const job = jobs[0];
  const right: Piece[] = job === undefined ? [] : [[` ${jobText(job)} `, 'info']];
  if (line !== undefined) {
    const typed = linePieces(line, size.columns);
    return spread(
      typed,
      line.completing === undefined ? right : [[` ${choiceText(line.completing)} `, 'dim']],
      size.columns,
      theme,
    );
  }
  if (notice === undefined) return spread([], right, size.columns, theme);
  const { level, text } = notice;
  return spread(
    [[` ${LEVEL_SIGNS[level]}${text}`, level === 'info' ? 'strong' : level]],
    right,
    size.columns,
    theme,
  );
}

function choiceText({ at, of }: NonNullable<OpenLine['completing']>): string {
  return `${at + 1} of ${of}`;
}

function jobText({ text, done, total }: State['jobs'][number]): string {
  return total > 0 ? `${text} ${Math.floor((100 * Math.min(done, total)) / total)}%` : text;
}

/** The typed text with its cursor; where it is longer than the screen, the part around the cursor. */
function linePieces({ purpose, input }: OpenLine, columns: number): readonly Piece[] {
  const all = graphemes(input.text);
  const room = Math.max(10, columns - 24);
  const from = Math.max(0, input.cursor - room);
  return [
    [PROMPTS[purpose], 'key'],
    from > 0 ? '…' : '',
    all.slice(from, input.cursor).join(''),
    [all[input.cursor] ?? ' ', 'cursor'],
    all.slice(input.cursor + 1).join(''),
  ];
}

/** These stand at the end of every row of keys, whatever else fits. */
const ALWAYS = new Set(['help', 'quit']);

/** The keys that count here, as many as fit; all of them are in the help. */
export function footerRow({ view, line, size }: State, theme: Theme): string {
  if (line !== undefined) return row(lineHints(line), size.columns, theme);
  const shown = bindingsIn(view).flatMap(({ keys, footer }) =>
    footer === undefined ? [] : [{ label: keyLabel(keys[0] ?? ''), footer }],
  );
  const widthOf = ({ label, footer }: (typeof shown)[number]): number => label.length + footer.length + 3;
  const last = shown.filter(({ footer }) => ALWAYS.has(footer));
  let room = size.columns - 1 - last.reduce((sum, each) => sum + widthOf(each), 0);
  const first = shown.filter((each) => {
    if (ALWAYS.has(each.footer) || widthOf(each) > room) return false;
    room -= widthOf(each);
    return true;
  });
  const pieces = [...first, ...last].flatMap(({ label, footer }): readonly Piece[] => [
    [label, 'key'],
    ' ',
    [footer, 'dim'],
    '  ',
  ]);
  return row([' ', ...pieces], size.columns, theme);
}

function lineHints({ purpose }: OpenLine): readonly Piece[] {
  const tab: readonly Piece[] = purpose === 'command' ? [['Tab', 'key'], ' ', ['complete', 'dim'], '  '] : [];
  const move: readonly Piece[] = purpose === 'search' ? [['↑↓', 'key'], ' ', ['move', 'dim'], '  '] : [];
  return [
    ' ',
    ['Enter', 'key'],
    ' ',
    ['take', 'dim'],
    '  ',
    ['Esc', 'key'],
    ' ',
    ['leave', 'dim'],
    '  ',
    ...tab,
    ...move,
  ];
}
