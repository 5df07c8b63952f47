/** The edits of the migration one by one: each is accepted or left, then all accepted ones are written or saved. */
import type { Command } from '../command.ts';
import type { EditOffer, OfferedEdit } from '../jobs/migration.ts';
import { type Cursor, moved, placed, START, searchedList, stepped } from '../list.ts';
import { type ItemId, ItemKind, KIND_WORDS, kindOfItem, parentOfItem } from '../model/items.ts';
import { labelOf } from '../model/labels.ts';
import { itemOfPlace } from '../model/places.ts';
import type { Side } from '../model/side.ts';
import { cut, filled, listRow, marked, type Piece, row, wrapped } from '../text.ts';
import type { Role } from '../theme.ts';
import {
  type Answer,
  copyOfPointer,
  type Drawing,
  editing,
  fail,
  note,
  type Session,
  type Size,
  type View,
  type ViewContext,
  type ViewStep,
  warn,
} from '../view.ts';

export interface MigrateSlice {
  readonly cursor: Cursor;
  readonly accepted: ReadonlySet<string>;
  /** Edits that the person decided to leave; the others are open. */
  readonly left: ReadonlySet<string>;
  /** The text of each edit that was looked at. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** First row of the text that is shown. */
  readonly top: number;
  /** What was searched in the list. */
  readonly wanted: string;
  /** The next press of the same key writes. */
  readonly isSure: boolean;
}

type Step = ViewStep<MigrateSlice>;

const NOTHING = note('no edit is accepted; a accepts the one under the cursor');

/** Rows of the body for the list of edits, with a heading above it; the text of one has the rest. */
function migrateLayout({ rows }: Size): { readonly list: number; readonly text: number } {
  const list = Math.max(5, Math.floor((rows - 2) * 0.4));
  return { list, text: rows - 2 - list };
}

function start(): MigrateSlice {
  return {
    cursor: START,
    accepted: new Set(),
    left: new Set(),
    texts: new Map(),
    top: 0,
    wanted: '',
    isSure: false,
  };
}

/** Rows of the list: the edits, then what cannot be converted, then warnings. */
function rowCount(offer: EditOffer | undefined): number {
  return (offer?.edits.length ?? 0) + remarksOf(offer).length;
}

function remarksOf(offer: EditOffer | undefined): readonly string[] {
  return [...(offer?.left ?? []), ...(offer?.warnings ?? [])];
}

/** Undefined where the cursor is on what cannot be converted. */
function editUnder({ cursor }: MigrateSlice, offer: EditOffer | undefined): OfferedEdit | undefined {
  return offer?.edits[cursor.at];
}

function reduce(slice: MigrateSlice, command: Command, context: ViewContext): Step | undefined {
  const { offer } = context.session;
  const edits = offer?.edits ?? [];
  const layout = migrateLayout(context.size);
  const calm = slice.isSure && command.do !== 'write' ? { ...slice, isSure: false } : slice;
  const edit = editUnder(calm, offer);
  switch (command.do) {
    case 'move':
    case 'scroll':
    case 'click': {
      if (command.do === 'scroll' && command.row > layout.list)
        return { slice: withTextScrolled(calm, command.lines, edit, layout.text) };
      const cursor = stepped(calm.cursor, command, rowCount(offer), layout.list, 1);
      return cursor === undefined || cursor === calm.cursor
        ? cursor && { slice: calm }
        : at(calm, cursor, context);
    }
    case 'scroll-text':
      return { slice: withTextScrolled(calm, command.by, edit, layout.text) };
    case 'accept':
      return edit && next(decided(calm, edit.key, true), context);
    case 'leave':
      return edit && next(decided(calm, edit.key, false), context);
    case 'open':
      return edit && { slice: decided(calm, edit.key, !calm.accepted.has(edit.key)) };
    case 'accept-all':
      return { slice: allAccepted(calm, edits, 'always') };
    case 'accept-lift':
      return edits.some(({ made }) => made === 'lift')
        ? { slice: allAccepted(calm, edits, 'lift') }
        : { slice: calm, notice: note('nothing here can be lifted to version 3') };
    case 'leave-all':
      return { slice: { ...calm, accepted: new Set(), left: new Set(edits.map(({ key }) => key)) } };
    case 'write':
      return written(calm);
    case 'save-patch':
      return calm.accepted.size === 0 ? { slice: calm, notice: NOTHING } : { slice: calm, ask: 'patch' };
    case 'submit':
      if (command.purpose !== 'patch') return undefined;
      return {
        slice: calm,
        effects: [{ kind: 'save-patch', accepted: [...calm.accepted], file: command.text }],
      };
    case 'copy':
      return (
        edit && {
          slice: calm,
          effects: [copyOfPointer(edit)],
        }
      );
    case 'edit': {
      const { configurations } = context.session.side;
      const source = configurations.find(({ file }) => file.name === edit?.file)?.file;
      return edit && source && editing(calm, source, { line: edit.line, column: 1 });
    }
    case 'back':
      return slice.isSure ? { slice: calm, notice: note('not written') } : searched(calm, command, context);
    default:
      return searched(calm, command, context);
  }
}

function searched(slice: MigrateSlice, command: Command, context: ViewContext): Step | undefined {
  const { offer } = context.session;
  const edits = offer?.edits ?? [];
  const step = searchedList(slice, command, {
    count: rowCount(offer),
    height: migrateLayout(context.size).list,
    textAt(row) {
      const edit = edits[row];
      return edit === undefined
        ? (remarksOf(offer)[row - edits.length] ?? '')
        : `${edit.file}:${edit.line} ${resourceText(context.session.side, edit)} ${edit.migration} ${edit.pointer} ${edit.reason}`;
    },
  });
  return step && { ...step, ...at(slice, step.slice.cursor, context, step.slice.wanted) };
}

/** The cursor somewhere else; the text of the edit there is asked for where it is not known. */
function at(slice: MigrateSlice, cursor: Cursor, context: ViewContext, wanted = slice.wanted): Step {
  return withText({ ...slice, wanted, cursor, top: cursor.at === slice.cursor.at ? slice.top : 0 }, context);
}

function withText(slice: MigrateSlice, { session }: ViewContext): Step {
  const edit = editUnder(slice, session.offer);
  if (edit === undefined || slice.texts.has(edit.key)) return { slice };
  return { slice, effects: [{ kind: 'ask', job: { job: 'edit-text', key: edit.key } }] };
}

/**
 * All that `cfgtool migrate` would make, or what `--to v3` would lift, with all that it needs; what was decided about
 * others stays.
 */
function allAccepted(
  slice: MigrateSlice,
  edits: readonly OfferedEdit[],
  which: OfferedEdit['made'],
): MigrateSlice {
  const keys = edits.filter(({ made }) => made === which).map(({ key }) => key);
  const left = new Set(slice.left);
  for (const key of keys) left.delete(key);
  return { ...slice, accepted: new Set([...slice.accepted, ...keys]), left };
}

function decided(slice: MigrateSlice, key: string, isAccepted: boolean): MigrateSlice {
  const [accepted, left] = [new Set(slice.accepted), new Set(slice.left)];
  (isAccepted ? accepted : left).add(key);
  (isAccepted ? left : accepted).delete(key);
  return { ...slice, accepted, left };
}

function next(slice: MigrateSlice, context: ViewContext): Step {
  const count = rowCount(context.session.offer);
  return at(slice, moved(slice.cursor, 'down', count, migrateLayout(context.size).list), context);
}

function withTextScrolled(
  slice: MigrateSlice,
  by: number,
  edit: OfferedEdit | undefined,
  height: number,
): MigrateSlice {
  const count = slice.texts.get(edit?.key ?? '')?.length ?? 0;
  return { ...slice, top: Math.max(0, Math.min(count - height, slice.top + by)) };
}

function written(slice: MigrateSlice): Step {
  const { accepted, isSure } = slice;
  if (accepted.size === 0) return { slice, notice: NOTHING };
  const edits = `${accepted.size} edit${accepted.size === 1 ? '' : 's'}`;
  if (!isSure)
    return {
      slice: { ...slice, isSure: true },
      notice: warn(`w once more writes ${edits} in place; Esc does not`),
    };
  return {
    slice: { ...slice, isSure: false },
    effects: [{ kind: 'write-edits', accepted: [...accepted] }],
    notice: note(`writing ${edits}…`),
  };
}

function hear(slice: MigrateSlice, answer: Answer, context: ViewContext): Step | undefined {
  switch (answer.job) {
    case 'edits':
      return withText(slice, context);
    case 'edit-text': {
      const texts = new Map(slice.texts).set(answer.answer.key, answer.answer.lines);
      return { slice: { ...slice, texts } };
    }
    case 'failed':
      return answer.of === 'edit-text' ? { slice, notice: fail(answer.problem) } : undefined;
    default:
      return undefined;
  }
}

/** Decisions about edits that are still offered stay; so an edit that was written goes, and the rest remains decided. */
function refresh(slice: MigrateSlice, { session, size }: ViewContext): MigrateSlice {
  const { offer } = session;
  if (offer === undefined) return { ...slice, texts: new Map(), isSure: false };
  const keys = new Set(offer.edits.map(({ key }) => key));
  const still = (set: ReadonlySet<string>) => new Set([...set].filter((key) => keys.has(key)));
  return {
    ...slice,
    cursor: placed(slice.cursor, rowCount(offer), migrateLayout(size).list),
    accepted: still(slice.accepted),
    left: still(slice.left),
  };
}

/** Decisions stay, wherever they were made. */
function kept(was: MigrateSlice, { accepted, left, texts }: MigrateSlice): MigrateSlice {
  return { ...was, accepted, left, texts };
}

// What an edit is about, in the names of the file.

/** Parts of a resource: an edit in one of them is told by what is around it. */
const PARTS: ReadonlySet<ItemKind> = new Set([
  ItemKind.FilterChain,
  ItemKind.Locality,
  ItemKind.Endpoint,
  ItemKind.Filter,
]);

/** The resource that an edit is made in, such as `cluster shop` or `route shop /cart*`; its pointer where there is none. */
function resourceText(side: Side, edit: OfferedEdit): string {
  let item: ItemId = itemOfPlace(side, edit);
  const { items } = side;
  while (item !== -1 && PARTS.has(kindOfItem(items, item))) item = parentOfItem(items, item);
  if (item === -1 || kindOfItem(items, item) === ItemKind.Group) return edit.pointer;
  const kind = kindOfItem(items, item);
  const { name } = labelOf(items, item);
  if (kind === ItemKind.Setting) return name;
  const namespace = KIND_WORDS[kind]?.[0] ?? '';
  const host = kind === ItemKind.Route ? parentOfItem(items, item) : -1;
  return host === -1 ? `${namespace} ${name}` : `${namespace} ${labelOf(items, host).name} ${name}`;
}

type Row = readonly Piece[];

/** So much of a resource's name is shown, however narrow the window is. */
const MIN_RESOURCE = 12;

function draw({ slice, session, size, theme }: Drawing<MigrateSlice>): readonly string[] {
  const { list, text } = migrateLayout(size);
  const { columns } = size;
  const { offer } = session;
  const { at, top } = slice.cursor;
  const shown = listPieces(session, slice, list, columns);
  const edit = editUnder(slice, offer);
  const below = edit === undefined ? leftText(slice, offer, columns) : textRows(slice, edit, text);
  const paint = (pieces: Row): string => row(pieces, columns, theme);
  const listed = shown.map((pieces, index) =>
    offer === undefined || shown.length === 0
      ? paint([' ', ...pieces])
      : listRow(marked(pieces, slice.wanted), top + index === at, columns, theme),
  );
  const reason: Row = [
    ['── ', 'border'],
    [edit?.reason ?? '', 'dim'],
  ];
  return [
    paint(headPieces(slice, offer)),
    ...filled(listed, list, columns),
    paint(reason),
    ...filled(below.map(paint), text, columns),
  ];
}

function headPieces(slice: MigrateSlice, offer: EditOffer | undefined): Row {
  // While the edits are worked out anew, decisions about the old ones count nothing.
  if (offer === undefined) return [' ', ['Edits', 'title']];
  const { edits } = offer;
  const accepted = edits.filter(({ key }) => slice.accepted.has(key)).length;
  const refused = edits.filter(({ key }) => slice.left.has(key)).length;
  const count = edits.length;
  const countOf = (which: OfferedEdit['made']): number => edits.filter(({ made }) => made === which).length;
  const [optional, lifts] = [countOf('optional'), countOf('lift')];
  const stays = offer.left.length;
  const open = count - accepted - refused;
  return [
    ' ',
    [`${count} edit${count === 1 ? '' : 's'}`, 'title'],
    optional === 0 ? '' : `, ${optional} optional`,
    lifts === 0 ? '' : `, ${lifts} to lift`,
    `   accepted ${accepted}   left ${refused}   open ${open}`,
    stays === 0 ? '' : [`   ${stays} cannot be converted`, 'warning'],
  ];
}

/** The rows that are shown: edits, then what cannot be converted, in a line each. */
function listPieces(
  { offer, side, redact }: Session,
  slice: MigrateSlice,
  height: number,
  columns: number,
): readonly Row[] {
  if (offer === undefined) return [[['planning…', 'dim']]];
  const { edits } = offer;
  if (rowCount(offer) === 0) return [[['nothing to migrate: no form here is deprecated', 'dim']]];
  const several = new Set(edits.map(({ file }) => file)).size > 1;
  const { top } = slice.cursor;
  return [
    ...edits.slice(top, top + height).map((edit) => {
      const show = redact ?? (() => '…');
      return editPieces(edit, show(resourceText(side, edit)), slice, several, columns);
    }),
    ...remarksOf(offer)
      .slice(Math.max(0, top - edits.length), Math.max(0, top + height - edits.length))
      .map((each): Row => [['[!] ', 'warning'], each]),
  ];
}

/** @param resource what the edit is made in */
function editPieces(
  { key, file, line, migration, made }: OfferedEdit,
  resource: string,
  slice: MigrateSlice,
  several: boolean,
  columns: number,
): Row {
  const mark: Piece = slice.accepted.has(key)
    ? ['[x] ', 'good']
    : slice.left.has(key)
      ? ['[-] ', 'dim']
      : '[ ] ';
  const place = several ? `${file}:${line}` : `line ${line}`;
  const name = made === 'optional' ? `${migration} (optional)` : made === 'lift' ? 'to version 3' : migration;
  // The sign, blanks, and the mark of the cursor.
  const room = Math.max(MIN_RESOURCE, columns - Math.max(10, place.length) - name.length - 9);
  return [
    mark,
    [place.padEnd(10), 'dim'],
    ' ',
    [cut(resource, room), 'strong'],
    '  ',
    [name, made === 'always' ? 'info' : 'dim'],
  ];
}

function textRows({ texts, top }: MigrateSlice, { key }: OfferedEdit, height: number): readonly Row[] {
  const lines = texts.get(key);
  if (lines === undefined) return [[' ', ['working it out…', 'dim']]];
  return lines
    .slice(top, top + height)
    .map((line): Row => [' ', [line.replaceAll('\t', '  '), roleOf(line)]]);
}

function roleOf(line: string): Role {
  if (line.startsWith('@@')) return 'title';
  return line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'plain';
}

/** What cannot be converted, or a warning, in full, where the cursor is on it. */
function leftText({ cursor }: MigrateSlice, offer: EditOffer | undefined, columns: number): readonly Row[] {
  const each = offer && remarksOf(offer)[cursor.at - offer.edits.length];
  return each === undefined ? [] : wrapped(each, columns - 2).map((line): Row => [' ', line]);
}

export const migrateView: View<MigrateSlice> = { title: 'Migrate', start, reduce, hear, kept, refresh, draw };
