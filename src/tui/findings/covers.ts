/** A route that is never reached beside the routes that take its requests. */

import type { ExploredFinding } from '../jobs/analysis.ts';
import { type DetailRow, detailOf } from '../model/detail.ts';
import type { ItemId } from '../model/items.ts';
import { labelOf } from '../model/labels.ts';
import { nodeOfPointer, placesOf } from '../model/places.ts';
import type { Side } from '../model/side.ts';
import type { Session } from '../session.ts';
import type { PageRow, Piece } from '../text/line.ts';
import { cut, displayWidth } from '../text/width.ts';
import { wrapped } from '../text/wrap.ts';

/** So many covering routes stand side by side with the hidden one, the others are named. */
const MAX_BESIDE = 3;
const MAX_NAMED = 12;

export function coverRows(
  finding: ExploredFinding,
  { side, redact }: Session,
  width: number,
): readonly PageRow[] {
  const show = redact ?? (() => '…');
  const own = placesOf(side).itemAt(finding.root, finding.node);
  const column = Math.floor((width - 3) / 2);
  const rows: PageRow[] = [
    [],
    beside([['never reached', 'warning']], [['takes its requests', 'info']], column),
  ];
  const left = own === -1 ? [] : [head(side, own, finding.range.start.line), ...values(side, own)];
  let used = 0;
  finding.related.slice(0, MAX_BESIDE).forEach(({ message, range, pointer }) => {
    const item = coverItem(side, finding, pointer);
    const right: Piece[][] = [
      ...(item === -1 ? [] : [head(side, item, range.start.line)]),
      ...wrapped(show(message), column).map((line): Piece[] => [[line, 'dim']]),
      ...(item === -1 ? [] : values(side, item)),
      [],
    ];
    for (const pieces of right) rows.push(beside(left[used++] ?? [], pieces, column));
  });
  for (; used < left.length; used++) rows.push(beside(left[used] ?? [], [], column));
  for (const { message, range } of finding.related.slice(MAX_BESIDE, MAX_NAMED))
    rows.push([['  see  ', 'dim'], [`line ${range.start.line}`, 'link'], `  ${show(message)}`]);
  const more = finding.related.length - MAX_NAMED;
  return more > 0 ? [...rows, [[`       and ${more} more`, 'dim']]] : rows;
}

/** The item of a covering route, which stands in the same document. */
function coverItem(side: Side, { root }: ExploredFinding, pointer: string): ItemId {
  const node = nodeOfPointer(side, root, pointer);
  return node === undefined ? -1 : placesOf(side).itemAt(root, node);
}

function head({ items }: Side, item: ItemId, line: number): Piece[] {
  return [
    [labelOf(items, item).name, 'strong'],
    [`  line ${line}`, 'dim'],
  ];
}

/** What was written in a route, as rows. */
function values(side: Side, item: ItemId): readonly Piece[][] {
  return detailOf(side, item, true)
    .slice(0, 14)
    .map((row): Piece[] => [textOf(row)]);
}

function textOf({ indent, dashes, key, value }: DetailRow): string {
  const lead = ' '.repeat(Math.max(0, indent - dashes.length)) + dashes;
  return `${lead}${key === undefined ? '' : `${key}:`}${value === undefined ? '' : `${key === undefined ? '' : ' '}${value}`}`;
}

/** Two columns of a row. */
function beside(left: readonly Piece[], right: readonly Piece[], column: number): PageRow {
  const pieces: Piece[] = ['  '];
  let room = column;
  for (const piece of left) {
    const [text, role] = typeof piece === 'string' ? [piece, 'plain' as const] : piece;
    const shown = cut(text, room);
    room -= displayWidth(shown);
    pieces.push([shown, role]);
  }
  return [...pieces, ' '.repeat(Math.max(0, room)), [' │ ', 'border'], ...right];
}
