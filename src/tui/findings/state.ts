/** What is wrong, grouped by rule, filtered by level, rule and text. */
import type { Level } from '../../model/problem.ts';
import type { Command, Destination } from '../command.ts';
import { type Cursor, moved, placed, START, scrolled } from '../list.ts';
import type { View, ViewContext, ViewStep } from '../view.ts';
import { type FindingRow, findingRows } from './rows.ts';

export interface FindingsSlice {
  readonly hidden: ReadonlySet<Level>;
  /** Only findings of this rule. */
  readonly rule?: string;
  /** Only findings with this text. */
  readonly text: string;
  readonly folded: ReadonlySet<string>;
  readonly rows: readonly FindingRow[];
  readonly cursor: Cursor;
}

/** Rows of the body that the list has; the rest explains what the cursor is on. */
export function listRows({ size }: ViewContext): number {
  return Math.max(6, Math.floor(size.rows * 0.4));
}

function withRows(slice: FindingsSlice, context: ViewContext): FindingsSlice {
  const rows = findingRows(context.session, slice);
  return { ...slice, rows, cursor: placed(slice.cursor, rows.length, listRows(context)) };
}

function start(context: ViewContext): FindingsSlice {
  const slice = { hidden: new Set<Level>(), text: '', folded: new Set<string>(), rows: [], cursor: START };
  return withRows(slice, context);
}

function reduce(
  slice: FindingsSlice,
  command: Command,
  context: ViewContext,
): ViewStep<FindingsSlice> | undefined {
  const height = listRows(context);
  const { cursor, rows } = slice;
  const to = (next: Cursor) => ({ slice: { ...slice, cursor: next } });
  const narrowed = (changed: Partial<FindingsSlice>) => ({
    slice: withRows({ ...slice, ...changed }, context),
  });
  const row = rows[cursor.at];
  switch (command.do) {
    case 'move':
      return to(moved(cursor, command.motion, rows.length, height));
    case 'scroll':
      return to(scrolled(cursor, command.lines, rows.length, height));
    case 'toggle-level':
      return narrowed({ hidden: toggled(slice.hidden, command.level) });
    case 'search':
      return narrowed({ text: command.text });
    case 'open':
      if (row?.kind === 'finding') return opened(slice, row.finding, context);
      return row === undefined ? { slice } : narrowed({ folded: toggled(slice.folded, row.rule) });
    case 'back': {
      if (slice.text !== '') return narrowed({ text: '' });
      if (slice.rule === undefined) return undefined;
      const { rule: _, ...rest } = slice;
      return { slice: withRows(rest, context) };
    }
    default:
      return undefined;
  }
}

function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

function opened(slice: FindingsSlice, finding: number, { session }: ViewContext): ViewStep<FindingsSlice> {
  const found = session.analysis?.findings[finding];
  return found === undefined ? { slice } : { slice };
}

function arrive(slice: FindingsSlice, to: Destination, context: ViewContext): FindingsSlice {
  if ('rule' in to) return withRows({ ...slice, rule: to.rule, cursor: START }, context);
  return slice;
}

export const findingsView: View<FindingsSlice> = {
  title: 'Findings',
  start,
  reduce,
  arrive,
  refresh: (slice, context) => withRows(slice, context),
};
