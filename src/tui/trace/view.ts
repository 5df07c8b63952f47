/** Where requests go, step by step, with those that were asked before. */
import type { Request } from '../../routing/request/request.ts';
import { REQUEST_HINT, requestLine } from '../../routing/request/request-line.ts';
import type { Command, Destination } from '../command.ts';
import type { TraceAnswer } from '../jobs/trace.ts';
import { type Cursor, placed, START, searchedList, stepped } from '../list.ts';
import { placesOf, spotOf } from '../model/places.ts';
import { filled, listRow, marked, type Piece, piecesText, row } from '../text.ts';
import {
  type Answer,
  type Drawing,
  editing,
  fail,
  note,
  type Size,
  type View,
  type ViewContext,
  type ViewStep,
  warn,
} from '../view.ts';
import { copyOfRequest, type TraceRow, traceRows, typedRequest } from './rows.ts';

interface TracedEntry {
  readonly answer: TraceAnswer;
  /** What is to be said about it beside the answer. */
  readonly remark?: string;
}

export interface TraceSlice {
  /** The latest first. */
  readonly history: readonly TracedEntry[];
  /** Which of them is shown. */
  readonly at: number;
  readonly rows: readonly TraceRow[];
  readonly cursor: Cursor;
  /** What was searched in the rows. */
  readonly wanted: string;
  /** What an answer is awaited for. */
  readonly waiting?: string;
}

const MAX_KEPT = 100;
const OLDER = 'This was true before the file was read again; o asks once more.';
/** Rows for the requests before, at most, with their heading. */
const HISTORY_ROWS = 7;

/** Rows of the body for the way of the request and for the history. */
function traceLayout(
  { rows }: Size,
  { history }: TraceSlice,
): { readonly way: number; readonly history: number } {
  const below = history.length < 2 ? 0 : Math.min(HISTORY_ROWS, history.length + 1);
  return { way: rows - below, history: below };
}

function laidOut(slice: TraceSlice, { size }: ViewContext): TraceSlice {
  const entry = slice.history[slice.at];
  const rows = entry === undefined ? [] : traceRows(entry.answer, entry.remark, size.columns);
  return { ...slice, rows, cursor: placed(slice.cursor, rows.length, traceLayout(size, slice).way) };
}

/** The slice with another entry of the history, from its first row. */
function turnedTo(slice: TraceSlice, at: number, context: ViewContext): TraceSlice {
  return laidOut({ ...slice, at, cursor: START }, context);
}

function reduce(slice: TraceSlice, command: Command, context: ViewContext): ViewStep<TraceSlice> | undefined {
  const { way } = traceLayout(context.size, slice);
  const { rows, cursor, history, at } = slice;
  const entry = history[at];
  switch (command.do) {
    case 'move':
    case 'scroll':
    case 'click': {
      if (command.do === 'click' && command.row > way) {
        const clicked = firstBefore(slice, traceLayout(context.size, slice).history) + command.row - way - 1;
        return clicked < history.length ? { slice: turnedTo(slice, clicked, context) } : undefined;
      }
      const next = stepped(cursor, command, rows.length, way);
      return next && { slice: next === cursor ? slice : { ...slice, cursor: next } };
    }
    case 'submit':
      return command.purpose === 'request' ? asked(slice, command.text) : undefined;
    case 'open':
    case 'in':
      return opened(slice, context);
    case 'next-entry': {
      const next = at - command.by;
      if (next < 0 || next >= history.length)
        return {
          slice,
          notice: note(command.by === 1 ? 'this is the latest request' : 'this is the first request'),
        };
      return { slice: turnedTo(slice, next, context) };
    }
    case 'again':
      return entry === undefined ? { slice } : asking(slice, entry.answer.request, entry.answer.line);
    case 'edit': {
      const place = rows[cursor.at]?.place;
      const spot = place && spotOf(context.session.side, place.root, place.node);
      return spot && editing(slice, spot.sourceFile, spot.range.start);
    }
    case 'copy': {
      if (entry === undefined) return { slice, notice: note('there is no request to copy') };
      return { slice, effects: [copyOfRequest(entry.answer)] };
    }
    default:
      return searchedList(slice, command, {
        count: rows.length,
        height: way,
        textAt: (row) => piecesText(rows[row]?.pieces ?? []),
      });
  }
}

function asked(slice: TraceSlice, text: string): ViewStep<TraceSlice> {
  const typed = typedRequest(text);
  if (typeof typed === 'string') return { slice, notice: warn(`${typed}; r to fix it`), isRefused: true };
  return asking(slice, typed, requestLine(typed));
}

/** @param waiting the request in words, without secrets */
function asking(slice: TraceSlice, request: Request, waiting: string): ViewStep<TraceSlice> {
  return { slice: { ...slice, waiting }, effects: [{ kind: 'ask', job: { job: 'trace', request } }] };
}

/** What a step was decided by, in the tree; one of those that a request could be about is asked about. */
function opened(slice: TraceSlice, { session }: ViewContext): ViewStep<TraceSlice> | undefined {
  const { place, request } = slice.rows[slice.cursor.at] ?? {};
  const shown = slice.history[slice.at];
  if (request !== undefined) return asking(slice, request, shown?.answer.line ?? '');
  const item = place === undefined ? -1 : placesOf(session.side).itemAt(place.root, place.node);
  return item === -1 ? undefined : { slice, go: { view: 'tree', item } };
}

function hear(slice: TraceSlice, answer: Answer, context: ViewContext): ViewStep<TraceSlice> | undefined {
  switch (answer.job) {
    case 'trace':
      return { slice: added(slice, { answer: answer.answer }, context) };
    case 'request-for': {
      const found = answer.answer;
      if (found === undefined) return { slice: rested(slice), notice: warn('no route stands there') };
      if (found.kind === 'lands') return { slice: added(slice, { answer: found.traced }, context) };
      const why = `${found.kind === 'dead' ? 'No request lands at this route' : 'Whether a request lands at this route is undecided'}: ${found.why}.`;
      if (found.kind === 'undecided' || found.traced === undefined)
        return { slice: rested(slice), notice: warn(why) };
      const remark = `${why} Here is where a request goes that meets its conditions:`;
      return { slice: added(slice, { answer: found.traced, remark }, context) };
    }
    case 'failed':
      if (answer.of !== 'trace' && answer.of !== 'request-for') return undefined;
      return { slice: rested(slice), notice: fail(answer.problem) };
    default:
      return undefined;
  }
}

function rested(slice: TraceSlice): TraceSlice {
  const { waiting: _, ...rest } = slice;
  return rest;
}

/** The same request asked again takes the place of its older answer. */
function added(slice: TraceSlice, entry: TracedEntry, context: ViewContext): TraceSlice {
  const line = requestLine(entry.answer.request);
  const others = slice.history.filter(({ answer }) => requestLine(answer.request) !== line);
  const history = [entry, ...others].slice(0, MAX_KEPT);
  return turnedTo({ ...rested(slice), history }, 0, context);
}

/** The request that is shown, as a line that says all of it; undefined where secrets are hidden in it. */
export function shownLine({ history, at }: TraceSlice): string | undefined {
  const answer = history[at]?.answer;
  return answer?.line === (answer && requestLine(answer.request)) ? answer?.line : undefined;
}

/** Whether nothing was asked so far: whoever comes here wants to type a request. */
export function isUnasked({ history, waiting }: TraceSlice): boolean {
  return history.length === 0 && waiting === undefined;
}

function arrive(slice: TraceSlice, to: Destination): TraceSlice {
  return 'waiting' in to ? { ...slice, waiting: to.waiting } : slice;
}

/** Answers stay; the request that was shown is shown again, or the one that was awaited. */
function kept(was: TraceSlice, now: TraceSlice, context: ViewContext): TraceSlice {
  if (now.history === was.history && now.waiting === was.waiting) return was;
  const shown = was.history[was.at];
  const line =
    shown === undefined || was.waiting !== undefined ? undefined : requestLine(shown.answer.request);
  const at = now.history.findIndex(({ answer }) => requestLine(answer.request) === line);
  return at === -1 ? turnedTo(now, 0, context) : laidOut({ ...now, at, cursor: was.cursor }, context);
}

function draw({ slice, size, theme }: Drawing<TraceSlice>): readonly string[] {
  const { way, history } = traceLayout(size, slice);
  const paint = (pieces: readonly Piece[]): string => row(pieces, size.columns, theme);
  const { at, top } = slice.cursor;
  const shown = slice.rows
    .slice(top, top + way)
    .map(({ pieces }, index) =>
      listRow(marked(pieces, slice.wanted), top + index === at, size.columns, theme),
    );
  const upper = slice.rows.length === 0 ? introduction(slice).map(paint) : shown;
  return [
    ...filled(upper, way, size.columns),
    ...filled(historyRows(slice, history).map(paint), history, size.columns),
  ];
}

function introduction({ waiting }: TraceSlice): readonly (readonly Piece[])[] {
  if (waiting !== undefined) return [[' ', ['looking where it goes: ', 'dim'], waiting]];
  return [
    [' ', ['Where does a request go, and why?', 'title']],
    [],
    ['  type a request, such as'],
    ['     ', REQUEST_HINT],
    [],
    ['  ', ['Esc', 'key'], ' leaves the line, ', ['r', 'key'], ' returns to it'],
    ['  ', ['r', 'key'], ' on a route in the tree: a request that lands there'],
  ];
}

/** The first of the requests before that is shown. @param count rows for them, with their heading */
function firstBefore({ history, at }: Pick<TraceSlice, 'history' | 'at'>, count: number): number {
  return Math.max(0, Math.min(at, history.length - (count - 1)));
}

function historyRows({ history, at, waiting }: TraceSlice, count: number): readonly (readonly Piece[])[] {
  if (count === 0) return [];
  const title =
    waiting === undefined ? 'Requests before, [ and ] turn to them' : `looking where it goes: ${waiting}`;
  const from = firstBefore({ history, at }, count);
  return [
    [
      ['── ', 'border'],
      [title, 'dim'],
    ],
    ...history
      .slice(from, from + count - 1)
      .map(({ answer }, index): readonly Piece[] => [
        from + index === at ? '▸ ' : '  ',
        [answer.line, from + index === at ? 'strong' : 'plain'],
        ['  ', 'plain'],
        ['problem' in answer ? answer.problem : answer.answer, 'dim'],
      ]),
  ];
}

export const traceView: View<TraceSlice> = {
  title: 'Trace',
  start: () => ({ history: [], at: 0, rows: [], cursor: START, wanted: '' }),
  reduce,
  hear,
  arrive,
  kept,
  refresh(slice, context, before) {
    if (before.side === context.session.side) return laidOut(slice, context);
    // The requests stay; where they went may not be true any more.
    const history = slice.history.map((entry) => ({ ...entry, remark: OLDER }));
    // Nobody answers any more what was asked about the older file.
    return laidOut({ ...rested(slice), history }, context);
  },
  draw,
};
