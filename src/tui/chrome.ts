/** The rows around a view. */
import { safeLine } from '../present/text.ts';
import { VIEW_NAMES, type ViewName } from './command.ts';
import { bindingsIn, keyLabel } from './keys.ts';
import { type OpenLine, openViews, type State, views } from './state.ts';
import { cutStart, displayWidth, graphemes, type Piece, piecesWidth, row, spread, wrapped } from './text.ts';
import { LEVEL_SIGNS, type Theme } from './theme.ts';

/** Below this width the titles of all views do not fit beside each other. */
const NARROW = 70;

/** A name of fewer columns says nothing. */
const MIN_NAME = 5;

interface Tab {
  readonly name: ViewName;
  readonly pieces: readonly Piece[];
}

/** All views have to be seen; of those that are not shown the keys are enough. */
function tabsOf({ view, session, size }: State): readonly Tab[] {
  const isNarrow = size.columns < NARROW;
  const shown = [...openViews(session), ...(view === 'help' ? [view] : [])];
  return shown.map((name): Tab => {
    const { title } = views[name];
    const key = name === 'help' ? '?' : String(VIEW_NAMES.indexOf(name) + 1);
    if (name === view) return { name, pieces: [[`[${key} ${title}]`, 'title']] };
    return { name, pieces: [' ', [key, 'key'], ...(isNarrow ? [] : [' ', [title, 'dim'] as const]), ' '] };
  });
}

/** The view whose tab stands in a column of the first row. */
export function tabAt(state: State, column: number): ViewName | undefined {
  let end = 0;
  return tabsOf(state).find(({ pieces }) => {
    end += piecesWidth(pieces);
    return column < end;
  })?.name;
}

/** The views with the keys that lead to them, and what is being explored. */
export function tabsRow(state: State, theme: Theme): string {
  const { session, size, isOutdated } = state;
  const tabs = tabsOf(state).flatMap(({ pieces }) => pieces);
  const { side, before } = session;
  // Where both do not fit, the views go before the name.
  const room = Math.min(size.columns >> 1, size.columns - piecesWidth(tabs)) - 3;
  const name = before === undefined ? side.name : `${before.name} → ${side.name}`;
  const sign: readonly Piece[] = isOutdated ? [[' ▲ older ', 'warning']] : [];
  const left = room - piecesWidth(sign);
  const shown: readonly Piece[] = left < MIN_NAME ? [] : [[` ${cutStart(name, left)} `, 'dim']];
  return spread(tabs, [...sign, ...shown], size.columns, theme);
}

const PROMPTS = { search: '/', command: ':', request: 'request: ', patch: 'save the patch as: ' } as const;

/** Until a key is pressed. */
const WELCOME = 'Tab goes to the next view, Enter opens a row, / searches, ? shows all keys';

/** So many rows of the view a long notice may cover; nothing that is said longer is worth more. */
const MAX_NOTICE = 8;

/** What is typed, what just happened, or what is being worked out: one row, several for a long notice. */
export function statusRows({ line, notice, isNew, jobs, size }: State, theme: Theme): readonly string[] {
  // While the files are read nothing else moves.
  const job = jobs.find(({ name }) => name === 'reading') ?? jobs[0];
  const right: Piece[] = job === undefined ? [] : [[` ${jobText(job)} `, 'info']];
  if (line !== undefined) {
    const typed = linePieces(line, size.columns);
    const beside: readonly Piece[] =
      line.completing === undefined ? right : [[` ${choiceText(line.completing)} `, 'dim']];
    return [spread(typed, beside, size.columns, theme)];
  }
  if (notice === undefined) {
    const hint: readonly Piece[] = isNew ? [[` ${WELCOME}`, 'dim']] : [];
    const fits = piecesWidth([...hint, ...right]) <= size.columns;
    return [spread(fits ? hint : [], right, size.columns, theme)];
  }
  const { level, text } = notice;
  const said = level === 'info' ? text : `${LEVEL_SIGNS[level]} ${text}`;
  const pieces = (words: string): readonly Piece[] => [[` ${words}`, level === 'info' ? 'strong' : level]];
  if (displayWidth(safeLine(said)) + 2 + piecesWidth(right) <= size.columns)
    return [spread(pieces(said), right, size.columns, theme)];
  // What is worked out can wait; what happened is said once.
  return wrapped(safeLine(said), size.columns - 2)
    .slice(0, MAX_NOTICE)
    .map((words) => row(pieces(words), size.columns, theme));
}

function choiceText({ at, of }: NonNullable<OpenLine['completing']>): string {
  return `${at + 1} of ${of}`;
}

function jobText({ text, done, total }: State['jobs'][number]): string {
  return total > 0 ? `${text} ${Math.floor((100 * Math.min(done, total)) / total)}%` : text;
}

/** The typed text with its cursor; where it is longer than the screen, the part around the cursor. */
function linePieces({ purpose, input, isOffered }: OpenLine, columns: number): readonly Piece[] {
  if (isOffered)
    return [
      [PROMPTS[purpose], 'key'],
      [input.text, 'selected'],
      [' ', 'cursor'],
    ];
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
  const shown = hintsIn(view);
  const widthOf = ({ label, footer }: Hint): number => label.length + footer.length + 3;
  const last = shown.filter(({ footer }) => ALWAYS.has(footer));
  let room = size.columns - 1 - last.reduce((sum, each) => sum + widthOf(each), 0);
  const fitting = new Set<Hint>();
  for (const each of [...shown].sort((left, right) => rank(left) - rank(right))) {
    if (ALWAYS.has(each.footer) || widthOf(each) > room) continue;
    room -= widthOf(each);
    fitting.add(each);
  }
  const pieces = [...shown.filter((each) => fitting.has(each)), ...last].flatMap(
    ({ label, footer }): readonly Piece[] => [[label, 'key'], ' ', [footer, 'dim'], '  '],
  );
  return row([' ', ...pieces], size.columns, theme);
}

interface Hint {
  readonly label: string;
  readonly footer: string;
}

/** The row at the top names the views with their keys already. */
function rank({ footer }: Hint): number {
  return footer === 'view' ? 1 : 0;
}

/** Each key once: a view's own meaning goes before the one that it has everywhere. */
function hintsIn(view: ViewName): readonly Hint[] {
  const bindings = bindingsIn(view);
  return bindings.flatMap(({ keys, footer }, index): readonly Hint[] => {
    const [key = ''] = keys;
    const isTaken = bindings.slice(0, index).some((each) => each.keys.includes(key));
    return footer === undefined || isTaken ? [] : [{ label: keyLabel(key), footer }];
  });
}

function lineHints({ purpose, isOffered }: OpenLine): readonly Piece[] {
  const hints: readonly (readonly [key: string, means: string])[] = [
    ['Enter', 'take'],
    ['Esc', 'leave'],
    ...(purpose === 'command' ? [['Tab', 'complete'] as const] : []),
    ...(purpose === 'search' ? [['↑↓', 'move'] as const] : []),
    ...(isOffered ? [['←→', 'change it; typing begins anew'] as const] : []),
  ];
  return [
    ' ',
    ...hints.flatMap(([key, means]): readonly Piece[] => [[key, 'key'], ' ', [means, 'dim'], '  ']),
  ];
}
