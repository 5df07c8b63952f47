/** The item under the cursor, normalized, with the documentation of the field under the cursor of the detail. */

import { shortName } from '../../model/describe.ts';
import { DEFAULT_NAMESPACE, withNamespace } from '../../model/namespace.ts';
import { sourceText } from '../../model/source-object.ts';
import { fieldFacts } from '../../report/explain/facts.ts';
import { type DetailRow, detailOf, fieldOfRow } from '../model/detail.ts';
import { childItems, type ItemId, KIND_WORDS, kindOfItem } from '../model/items.ts';
import { countIn, labelOf } from '../model/labels.ts';
import { badgesOf } from '../model/links.ts';
import { spotOfItem } from '../model/places.ts';
import type { Side } from '../model/side.ts';
import { displayWidth, filled, matched, type Piece, row, spread, wrapped } from '../text.ts';
import { LEVEL_SIGNS, type Role, type Theme } from '../theme.ts';
import type { Pane } from './panes.ts';
import { itemUnder, type TreeLayout } from './slice.ts';

/** Columns for where values come from. */
const ORIGIN_COLUMNS = 10;

/** The namespace of the file that an item is in. */
function wordOf({ items, documents }: Side, item: ItemId): string | undefined {
  return documents[items.documents[item] ?? -1]?.configuration.namespace;
}

export function detailPane(pane: Pane, { detailRows, docRows }: TreeLayout): readonly string[] {
  const { slice, session, theme, columns, rows } = pane;
  const item = itemUnder(slice);
  if (session.side.items.messages[item] === undefined) return filled(groupRows(pane, item), rows, columns);
  const all = detailOf(session.side, item, slice.hidesDefaults);
  const { at, top } = slice.detail;
  const hasFocus = slice.focus === 'detail';
  const shown = all.slice(top, top + detailRows);
  const under = hasFocus ? at - top : -1;
  const wide = columns - ORIGIN_COLUMNS;
  // What led to the item is marked in it as well.
  const wanted = slice.wanted === '' && slice.found?.by === 'text' ? slice.found.text : slice.wanted;
  const values = shown.map(
    (each, index) =>
      valueRow(each, wanted, wide, theme, index === under) + originRow(each, theme, index === under),
  );
  const below = hasFocus
    ? fieldDoc(all[at], columns - 2, wordOf(session.side, item)).map((pieces) =>
        row([' ', ...pieces], columns, theme),
      )
    : belowRows(pane, item);
  const line = row([['─'.repeat(columns), 'border']], columns, theme);
  return [titleRow(pane), ...filled(values, detailRows, columns), line, ...filled(below, docRows, columns)];
}

function titleRow({ slice, session: { side }, theme, columns }: Pane): string {
  const item = itemUnder(slice);
  const namespace = KIND_WORDS[kindOfItem(side.items, item)]?.[0] ?? '';
  const place = spotOfItem(side, item);
  const where = place === undefined ? '' : `line ${place.range.start.line} `;
  const file = side.configurations.length > 1 && place !== undefined ? `${place.file}, ` : '';
  const { name } = labelOf(side.items, item);
  const object = place?.source === undefined ? '' : `${sourceText(place.source)}, `;
  return spread(
    [[` ${namespace} `, slice.focus === 'detail' ? 'title' : 'strong'], name],
    [[` ${object}${file}${where}`, 'dim']],
    columns,
    theme,
  );
}

const ORIGIN_ROLES = { written: 'plain', default: 'default', migrated: 'migrated' } as const;

function valueRow(each: DetailRow, wanted: string, columns: number, theme: Theme, isUnder: boolean): string {
  const { indent, dashes, key, value, origin } = each;
  const role: Role = origin === undefined ? 'plain' : ORIGIN_ROLES[origin.kind];
  const lead = ' '.repeat(Math.max(0, indent - dashes.length));
  const pieces: Piece[] = [
    isUnder ? '▌' : ' ',
    `${lead}${dashes}`,
    ...(key === undefined ? [] : matched(`${key}:`, wanted, role === 'default' ? 'default' : 'key')),
    ...(value === undefined ? [] : [key === undefined ? '' : ' ', ...matched(value, wanted, role)]),
  ];
  return row(pieces, columns, theme, isUnder ? 'selected' : undefined);
}

/** Where a value comes from, in a word. */
function originRow({ origin }: DetailRow, theme: Theme, isUnder: boolean): string {
  const text = origin === undefined ? '' : origin.kind === 'written' ? String(origin.line) : origin.kind;
  const role: Role = origin === undefined || origin.kind === 'written' ? 'dim' : ORIGIN_ROLES[origin.kind];
  const padded = `${text.padStart(ORIGIN_COLUMNS - 1)} `;
  return row([[padded, role]], ORIGIN_COLUMNS, theme, isUnder ? 'selected' : undefined);
}

/** While the keys are in the tree: what was found about the item, else what the signs at the right mean. */
function belowRows(pane: Pane, item: ItemId): readonly string[] {
  const { session, columns, theme } = pane;
  const found = badgesOf(session).at(item);
  const show = session.redact;
  if (found.length === 0 || show === undefined) return hintRows(pane);
  const rows: (readonly Piece[])[] = [];
  for (const index of found) {
    const finding = session.analysis?.findings[index];
    if (finding === undefined) continue;
    const head: Piece = [`${LEVEL_SIGNS[finding.level]} ${finding.rule}  `, finding.level];
    rows.push([' ', head, ...(rows.length === 0 ? [['x', 'key'] as const, ' more'] : [])]);
    for (const line of wrapped(show(finding.message), columns - 4)) rows.push([`   ${line}`]);
  }
  return rows.map((pieces) => row(pieces, columns, theme));
}

/** What the signs at the right mean, while the keys are in the tree. */
function hintRows({ theme, columns, slice }: Pane): readonly string[] {
  const hints: readonly (readonly Piece[])[] = [
    [' ', ['12', 'dim'], '        the line where it was written'],
    [' ', ['default', 'default'], '   nobody wrote it'],
    [' ', ['migrated', 'migrated'], '  written in an older form'],
    [' ', ['Enter', 'key'], '     what each field means'],
    [' ', ['d', 'key'], `         ${slice.hidesDefaults ? 'show' : 'hide'} defaults`],
  ];
  return hints.map((pieces) => row(pieces, columns, theme));
}

// What stands beside a group of the tree: what its signs mean and which keys help.

const SIGNS: readonly (readonly Piece[])[] = [
  ['  ', ['✖', 'error'], ' error  ', ['▲', 'warning'], ' warning  ', ['●', 'info'], ' info'],
  ['  ', ['▲·', 'warning'], '         somewhere inside'],
  ['  ', ['▲ dead', 'warning'], '     no request gets there'],
  ['  ', ['▲ unused', 'warning'], '   nothing reaches it'],
  ['  ', ['✖ no cluster', 'error'], ' it names one not here'],
];

const PATHS: readonly (readonly Piece[])[] = [
  ['  ', ['/cart*', 'strong'], '       paths that begin so'],
  ['  ', ['= /cart', 'strong'], '      this path alone'],
  ['  ', ['~ /a|/b', 'strong'], '      a regular expression'],
];

const KEYS: readonly (readonly Piece[])[] = [
  ['  ', ['Enter', 'key'], '  unfold, look closer'],
  ['  ', ['/', 'key'], '      search everything'],
  ['  ', ['f', 'key'], '      route to cluster and back'],
  ['  ', ['] [', 'key'], '    next finding, one before'],
];

function groupRows({ session: { side }, theme, columns }: Pane, item: ItemId): readonly string[] {
  const title =
    item === -1 ? 'Nothing is shown' : `${labelOf(side.items, item).name}: ${countIn(side.items, item)}`;
  const names: Piece[][] = [];
  for (const child of item === -1 ? [] : childItems(side.items, item)) {
    if (names.length === 6) {
      names.push(['  …']);
      break;
    }
    names.push(['  ', labelOf(side.items, child).name]);
  }
  const all: readonly (readonly Piece[])[] = [
    [[` ${title}`, 'strong']],
    ...names,
    [],
    [[' Signs', 'title']],
    ...SIGNS,
    [],
    [[' Paths of routes', 'title']],
    ...PATHS,
    [],
    [[' Keys', 'title']],
    ...KEYS,
  ];
  return all.map((pieces) => row(pieces, columns, theme));
}

// The documentation of a value in the detail of an item: what its field means, and where the value comes from.

/** Facts that help somebody who reads a configuration; the rest is in `cfgtool explain`. */
const SHOWN = new Set(['deprecated', 'default', 'limits', 'one of', 'names', 'type']);

/** Columns that the origin of a value and the blanks around it take. */
const ORIGIN_ROOM = 12;
/** More of a text would push everything else away. */
const MAX_OF_VALUE = 240;

/** As many rows as are there to say; the first names the field. */
export function fieldDoc(
  row: DetailRow | undefined,
  width: number,
  namespace = DEFAULT_NAMESPACE,
): readonly (readonly Piece[])[] {
  return row === undefined ? [] : [...wholeValue(row, width), ...aboutField(row, width, namespace)];
}

/** A value that its row had to cut. */
function wholeValue(
  { indent, key = '', value = '' }: DetailRow,
  width: number,
): readonly (readonly Piece[])[] {
  if (indent + key.length + displayWidth(value) + ORIGIN_ROOM < width) return [];
  const text = value.slice(0, MAX_OF_VALUE);
  return [...wrapped(text, width).map((line): readonly Piece[] => [[line, 'strong']]), []];
}

function aboutField(row: DetailRow, width: number, namespace: string): readonly (readonly Piece[])[] {
  const found = fieldOfRow(row);
  if (found === undefined) {
    const text = 'This is data that the model does not describe; it is shown as it was written.';
    return wrapped(text, width).map((line) => [[line, 'dim']]);
  }
  const { table, field } = found;
  const rows: (readonly Piece[])[] = [
    [[`${shortName(table.name)}.${field.name}`, 'strong']],
    ...wrapped(plain(field.spec.doc, namespace), width).map((line): readonly Piece[] => [line]),
    ...originRows(row, width),
  ];
  for (const { label, text } of fieldFacts(table, field)) {
    if (!SHOWN.has(label)) continue;
    const [first = '', ...others] = wrapped(plain(text, namespace), width - label.length - 2);
    rows.push([[`${label}: `, 'dim'], first]);
    for (const line of others) rows.push([' '.repeat(label.length + 2), line]);
  }
  return rows;
}

function plain(text: string, namespace: string): string {
  return withNamespace(text.replaceAll('`', ''), namespace);
}

function originRows({ origin }: DetailRow, width: number): readonly (readonly Piece[])[] {
  if (origin?.kind === 'default')
    return wrapped(`a default: ${origin.why}`, width).map((line): readonly Piece[] => [[line, 'default']]);
  if (origin?.kind !== 'migrated') return [];
  return [[[`migrated: cfgtool explain ${origin.migration}`, 'migrated']]];
}
