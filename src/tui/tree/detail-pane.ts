/** The item under the cursor, normalized, with the documentation of the field under the cursor of the detail. */

import { LEVEL_SIGNS } from '../level-signs.ts';
import { badgesOf } from '../model/badges.ts';
import { type DetailRow, detailOf } from '../model/detail.ts';
import { fieldDoc } from '../model/field-doc.ts';
import type { ItemId } from '../model/items.ts';
import { KIND_WORDS, kindOfItem } from '../model/items.ts';
import { labelOf } from '../model/labels.ts';
import type { Side } from '../model/side.ts';
import { spotOfItem } from '../model/spot.ts';
import { filled, matched, type Piece, row, spread } from '../text/line.ts';
import { wrapped } from '../text/wrap.ts';
import type { Role, Theme } from '../theme.ts';
import { groupRows } from './group-pane.ts';
import type { TreeLayout } from './layout.ts';
import type { Pane } from './pane.ts';
import { itemUnder } from './slice.ts';

/** Columns for where values come from. */
const ORIGIN_COLUMNS = 10;

/** The namespace of the file that an item is in. */
function wordOf({ items, documents }: Side, item: ItemId): string | undefined {
  return documents[items.documents[item] ?? -1]?.configuration.word;
}

export function detailPane(pane: Pane, { detailRows, docRows }: TreeLayout): readonly string[] {
  const { slice, session, theme, columns, rows } = pane;
  const item = itemUnder(slice);
  if (session.side.items.messages[item] === undefined)
    return filled(groupRows(pane, item), rows, columns);
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
  const word = KIND_WORDS[kindOfItem(side.items, item)]?.[0] ?? '';
  const place = spotOfItem(side, item);
  const where = place === undefined ? '' : `line ${place.range.start.line} `;
  const file = side.configurations.length > 1 && place !== undefined ? `${place.file}, ` : '';
  const { name } = labelOf(side.items, item);
  return spread(
    [[` ${word} `, slice.focus === 'detail' ? 'title' : 'strong'], name],
    [[` ${file}${where}`, 'dim']],
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
