/** What is wrong, grouped by rule, filtered by level, rule and text. */
import type { Command, Destination } from '../command.ts';
import type { ExploredFinding } from '../jobs/analysis.ts';
import { type Cursor, centred, placed, START, scrolledText, stepped } from '../list.ts';
import { placesOf } from '../model/places.ts';
import { besideEachOther, filled, matched, type Piece, row, spread } from '../text.ts';
import { LEVEL_SIGNS, type Theme } from '../theme.ts';
import {
  copyOfPointer,
  type Drawing,
  editing,
  note,
  type Session,
  type View,
  type ViewContext,
  type ViewStep,
} from '../view.ts';
import {
  type FindingRow,
  type FindingsSlice,
  findingRows,
  findingsLayout,
  foundAgain,
  soughtIn,
} from './list.ts';
import { findingPage } from './page.ts';

type Step = ViewStep<FindingsSlice> | undefined;

function start(context: ViewContext): FindingsSlice {
  const slice: FindingsSlice = {
    hidden: new Set(),
    text: '',
    folded: new Set(),
    rows: [],
    cursor: START,
    focus: 'list',
    pageTop: 0,
  };
  return withRows(slice, context);
}

/** The slice with its rows made again, the cursor on the same finding where it is still shown. */
function withRows(slice: FindingsSlice, { session, size }: ViewContext): FindingsSlice {
  const rows = findingRows(session, slice);
  const under = slice.rows[slice.cursor.at];
  const same = under === undefined ? -1 : rows.findIndex((row) => isSame(row, under));
  const at = same === -1 ? slice.cursor.at : same;
  const cursor = placed({ at, top: slice.cursor.top }, rows.length, findingsLayout(size).list);
  return { ...slice, rows, cursor, pageTop: same === -1 ? 0 : slice.pageTop };
}

function isSame(row: FindingRow, other: FindingRow): boolean {
  if (row.kind === 'rule')
    return other.kind === 'rule' && row.rule === other.rule && row.level === other.level;
  return other.kind === 'finding' && row.finding === other.finding;
}

/** The finding under the cursor; undefined on the row of a rule. */
function findingUnder(
  { rows, cursor }: FindingsSlice,
  { session: { analysis } }: Pick<ViewContext, 'session'>,
): ExploredFinding | undefined {
  const row = rows[cursor.at];
  return row?.kind === 'finding' ? analysis?.findings[row.finding] : undefined;
}

function reduce(slice: FindingsSlice, command: Command, context: ViewContext): Step {
  const layout = findingsLayout(context.size);
  if (command.do === 'click') return clicked(slice, command, context);
  if (slice.focus === 'page' && (command.do === 'move' || command.do === 'scroll')) {
    const count = findingPage(slice, context.session, layout.pageColumns).length;
    const pageTop = scrolledText(slice.pageTop, command, count, layout.page) ?? slice.pageTop;
    return { slice: { ...slice, pageTop } };
  }
  return reduceList(slice, command, context) ?? leave(slice, command);
}

/** On the list, whose title stands above it, or on the page beside or below it. */
function clicked(
  slice: FindingsSlice,
  command: Command & { readonly do: 'click' },
  context: ViewContext,
): Step {
  const { isBeside, list, listColumns } = findingsLayout(context.size);
  if (isBeside ? command.column >= listColumns : command.row > list)
    return slice.focus === 'page' ? undefined : { slice: { ...slice, focus: 'page' } };
  const cursor = stepped(slice.cursor, command, slice.rows.length, list, 1);
  if (cursor === undefined) return undefined;
  if (cursor !== slice.cursor) return { slice: { ...slice, cursor, focus: 'list', pageTop: 0 } };
  return { slice: slice.focus === 'list' ? slice : { ...slice, focus: 'list' } };
}

function leave(slice: FindingsSlice, command: Command): Step {
  const leaves = slice.focus === 'page' && (command.do === 'out' || command.do === 'back');
  return leaves ? { slice: { ...slice, focus: 'list' } } : undefined;
}

function reduceList(slice: FindingsSlice, command: Command, context: ViewContext): Step {
  const { list: height } = findingsLayout(context.size);
  const { cursor, rows } = slice;
  const row = rows[cursor.at];
  const to = (next: Cursor): Step => ({
    slice: { ...slice, cursor: next, pageTop: next.at === cursor.at ? slice.pageTop : 0 },
  });
  const changed = (change: Partial<FindingsSlice>): Step => ({
    slice: withRows({ ...slice, ...change }, context),
  });
  switch (command.do) {
    case 'move':
    case 'scroll':
      return to(stepped(cursor, command, rows.length, height) ?? cursor);
    case 'toggle-level':
      return changed({ hidden: toggled(slice.hidden, command.level) });
    case 'only-rule':
      return slice.rule === undefined && row !== undefined
        ? changed({ rule: row.rule })
        : withoutRule(slice, context);
    case 'search':
      return changed({ text: command.text });
    case 'next-match':
    case 'next-finding':
      return to(nextFinding(slice, command.by, height));
    case 'in':
      if (row?.kind === 'rule' && slice.folded.has(row.rule))
        return changed({ folded: toggled(slice.folded, row.rule) });
      return { slice: { ...slice, focus: 'page' } };
    case 'out':
      if (slice.focus === 'page') return undefined;
      return row?.kind === 'rule' && !slice.folded.has(row.rule)
        ? changed({ folded: toggled(slice.folded, row.rule) })
        : to(toRule(slice, height));
    case 'open':
      if (row?.kind === 'rule') return changed({ folded: toggled(slice.folded, row.rule) });
      return opened(slice, context);
    case 'copy':
      return copied(slice, context);
    case 'edit':
      return edited(slice, context);
    case 'back':
      if (slice.focus === 'page') return undefined;
      if (rows.length === 0 && slice.hidden.size > 0)
        return withoutRule({ ...slice, hidden: new Set(), text: '' }, context);
      if (slice.text !== '') return changed({ text: '' });
      return slice.rule === undefined ? undefined : withoutRule(slice, context);
    default:
      return undefined;
  }
}

function withoutRule(slice: FindingsSlice, context: ViewContext): Step {
  const { rule: _, ...rest } = slice;
  return { slice: withRows(rest, context) };
}

function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

function nextFinding({ rows, cursor }: FindingsSlice, by: 1 | -1, height: number): Cursor {
  for (let at = cursor.at + by; at >= 0 && at < rows.length; at += by)
    if (rows[at]?.kind === 'finding') return placed({ ...cursor, at }, rows.length, height);
  return cursor;
}

/** On the rule of the finding under the cursor. */
function toRule({ rows, cursor }: FindingsSlice, height: number): Cursor {
  let { at } = cursor;
  while (at > 0 && rows[at]?.kind === 'finding') at--;
  return placed({ ...cursor, at }, rows.length, height);
}

/** In the tree, at what the finding is about. */
function opened(slice: FindingsSlice, context: ViewContext): Step {
  const finding = findingUnder(slice, context);
  if (finding === undefined) return { slice };
  const item = placesOf(context.session.side).itemAt(finding.root, finding.node);
  return item === -1
    ? { slice, notice: note('this stands outside of everything that the tree shows; e opens the file') }
    : { slice, go: { view: 'tree', item } };
}

function copied(slice: FindingsSlice, context: ViewContext): Step {
  const finding = findingUnder(slice, context);
  if (finding === undefined) return { slice, notice: note('a finding has a pointer, a rule has none') };
  return { slice, effects: [copyOfPointer(finding)] };
}

function edited(slice: FindingsSlice, context: ViewContext): Step {
  const finding = findingUnder(slice, context);
  const { configurations } = context.session.side;
  const source = configurations.find(({ file }) => file.name === finding?.file)?.file;
  return finding === undefined || source === undefined
    ? { slice, notice: note('a finding stands in a file, a rule does not') }
    : editing(slice, source, finding.range.start);
}

function arrive(slice: FindingsSlice, to: Destination, context: ViewContext): FindingsSlice {
  const all: FindingsSlice = { ...slice, hidden: new Set(), text: '', focus: 'list', pageTop: 0 };
  if ('rule' in to) return withRows({ ...all, rule: to.rule, folded: new Set(), cursor: START }, context);
  if (!('finding' in to)) return slice;
  const { rule: _, ...rest } = all;
  const shown = withRows({ ...rest, folded: new Set() }, context);
  const at = shown.rows.findIndex((row) => row.kind === 'finding' && row.finding === to.finding);
  return { ...shown, cursor: centred(Math.max(0, at), shown.rows.length, findingsLayout(context.size).list) };
}

function refresh(slice: FindingsSlice, context: ViewContext, before: Session): FindingsSlice {
  const { analysis } = context.session;
  if (before.analysis === analysis) return withRows(slice, context);
  const sought = before.analysis === undefined ? slice.sought : soughtIn(slice, before.analysis);
  const { sought: _, ...rest } = slice;
  const fresh = withRows({ ...rest, rows: [], pageTop: 0 }, context);
  if (sought === undefined) return fresh;
  return analysis === undefined ? { ...fresh, sought } : foundAgain(fresh, sought, analysis, context);
}

function draw({ slice, session, size, theme }: Drawing<FindingsSlice>): readonly string[] {
  const { isBeside, list, listColumns, page, pageColumns } = findingsLayout(size);
  const left = filled(
    [titleRow(slice, session, listColumns, theme), ...listRows(slice, session, list, listColumns, theme)],
    list + 1,
    listColumns,
  );
  const { pageTop, focus } = slice;
  const all = findingPage(slice, session, pageColumns);
  const right = all.slice(pageTop, pageTop + page).map((pieces) => row([' ', ...pieces], pageColumns, theme));
  const more =
    all.length > pageTop + page
      ? ` ${all.length - pageTop - page} more rows; ${focus === 'page' ? '↓' : '→ ↓'} `
      : '';
  if (isBeside) {
    if (more !== '') right[right.length - 1] = row([[more, 'dim']], pageColumns, theme);
    return besideEachOther([left, filled(right, page, pageColumns)], theme);
  }
  const line = spread(
    [['─'.repeat(Math.max(0, size.columns - more.length - 2)), 'border']],
    [[more, 'dim']],
    size.columns,
    theme,
  );
  return [...left, line, ...filled(right, page, pageColumns)];
}

function titleRow(
  { hidden, rule, text, rows, cursor, focus }: FindingsSlice,
  { analysis }: Session,
  columns: number,
  theme: Theme,
): string {
  const count = rows.filter(({ kind }) => kind === 'finding').length;
  const all = analysis?.findings.length ?? 0;
  const parts = [
    analysis === undefined
      ? 'still looking…'
      : `${count.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`,
    ...(rule === undefined ? [] : [`only ${rule}`]),
    ...(text === '' ? [] : [`/${text}`]),
    ...[...hidden].map((level) => `no ${level}s`),
    ...(analysis !== undefined && analysis.suppressed > 0
      ? [`${analysis.suppressed} suppressed in the file`]
      : []),
  ];
  const where = rows.length === 0 ? '' : ` ${cursor.at + 1} of ${rows.length} `;
  return spread(
    [[` ${parts.join('  ')}`, focus === 'list' ? 'title' : 'dim']],
    [[where, 'dim']],
    columns,
    theme,
  );
}

function listRows(
  slice: FindingsSlice,
  session: Session,
  height: number,
  columns: number,
  theme: Theme,
): readonly string[] {
  const { cursor, rows, focus } = slice;
  if (rows.length === 0) return [row([[` ${emptyText(slice, session)}`, 'dim']], columns, theme)];
  return rows.slice(cursor.top, cursor.top + height).map((each, index) => {
    const isUnder = cursor.top + index === cursor.at;
    const { left, right } = piecesOf(each, slice, session);
    const role = isUnder ? (focus === 'list' ? 'selected' : 'unfocused') : undefined;
    return spread([isUnder ? '▌' : ' ', ...left], right, columns, theme, role);
  });
}

function emptyText({ hidden, rule, text }: FindingsSlice, { analysis }: Session): string {
  if (analysis === undefined) return 'the findings are being worked out';
  return analysis.findings.length === 0
    ? '✔ nothing was found'
    : `nothing is left of them${hidden.size > 0 || rule !== undefined || text !== '' ? '; Esc shows them again' : ''}`;
}

function piecesOf(
  each: FindingRow,
  { folded, text }: FindingsSlice,
  { analysis, redact }: Session,
): { readonly left: readonly Piece[]; readonly right: readonly Piece[] } {
  if (each.kind === 'rule') {
    const sign = folded.has(each.rule) ? '▸' : '▾';
    return {
      left: [
        `${sign} `,
        [`${LEVEL_SIGNS[each.level]} `, each.level],
        ...matched(each.rule, text, 'strong'),
        [`  ${each.count}`, 'dim'],
      ],
      right: [],
    };
  }
  const finding = analysis?.findings[each.finding];
  if (finding === undefined) return { left: [], right: [] };
  const message = redact === undefined ? '…' : redact(finding.message);
  const name = redact === undefined ? '' : redact(finding.resource?.name ?? '');
  // Many messages are the same for each resource of a kind.
  const isNamed = name.split('/').every((part) => message.includes(part));
  return {
    left: [
      '    ',
      ...(isNamed ? [] : [...matched(name, text, 'strong'), ': ']),
      ...matched(message, text, 'plain'),
    ],
    right: [[` ${finding.range.start.line} `, 'dim']],
  };
}

export const findingsView: View<FindingsSlice> = { title: 'Findings', start, reduce, arrive, refresh, draw };
