/** The rows around a view. */
import { VIEW_NAMES } from './command.ts';
import { bindingsIn, keyLabel } from './keys.ts';
import type { OpenLine, State } from './state.ts';
import { type Piece, row, spread } from './text/line.ts';
import { cutStart, graphemes } from './text/width.ts';
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
  const room = Math.max(10, Math.floor(size.columns / 3));
  const name = before === undefined ? side.name : `${before.name} → ${side.name}`;
  return spread(tabs, [[` ${cutStart(name, room)} `, 'dim']], size.columns, theme);
}

const PROMPTS = { search: '/', command: ':', request: 'request: ' } as const;
const LEVEL_SIGNS = { info: '', warning: '▲ ', error: '✖ ' } as const;

/** What is typed, what just happened, or what is being worked out. */
export function statusRow({ line, notice, jobs, size }: State, theme: Theme): string {
  const job = jobs[0];
  const right: Piece[] = job === undefined ? [] : [[` ${jobText(job)} `, 'info']];
  if (line !== undefined) return spread(linePieces(line, size.columns), right, size.columns, theme);
  if (notice === undefined) return spread([], right, size.columns, theme);
  const { level, text } = notice;
  return spread(
    [[` ${LEVEL_SIGNS[level]}${text}`, level === 'info' ? 'strong' : level]],
    right,
    size.columns,
    theme,
  );
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

/** The keys that count here, as many as fit; all of them are in the help. */
export function footerRow({ view, line, size }: State, theme: Theme): string {
  if (line !== undefined) return row(lineHints(line), size.columns, theme);
  const pieces: Piece[] = [' '];
  let room = size.columns - 2;
  for (const { keys, footer } of bindingsIn(view)) {
    if (footer === undefined) continue;
    const label = keyLabel(keys[0] ?? '');
    const width = label.length + footer.length + 3;
    if (width > room) continue;
    room -= width;
    pieces.push([label, 'key'], ' ', [footer, 'dim'], '  ');
  }
  return row(pieces, size.columns, theme);
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
