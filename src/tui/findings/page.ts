/** The page about the finding under the cursor: what is wrong, where, and what its rule is about. */
import { explainedRules } from '../../analyze/index.ts';
import { DEFAULT_NAMESPACE, withNamespace } from '../../model/namespace.ts';
import { requestCommand } from '../../results/requests.ts';
import { lastLine } from '../../source/lines.ts';
import type { ExploredFinding } from '../jobs/analysis.ts';
import { type DetailRow, detailOf } from '../model/detail.ts';
import type { ItemId } from '../model/items.ts';
import { labelOf } from '../model/labels.ts';
import { nodeOfPointer, placesOf, sharedIndent } from '../model/places.ts';
import type { Side } from '../model/side.ts';
import { cut, displayWidth, type PageRow, type Piece, wrapped } from '../text.ts';
import { LEVEL_SIGNS } from '../theme.ts';
import type { Session } from '../view.ts';
import type { FindingsSlice } from './list.ts';

/** So many of a long text's rows are shown; the report of analyze has all. */
const MAX_RELATED = 8;

export function findingPage(slice: FindingsSlice, session: Session, columns: number): readonly PageRow[] {
  const row = slice.rows[slice.cursor.at];
  if (row === undefined) return [];
  const width = Math.max(20, columns - 4);
  if (row.kind === 'rule') return ruleRows(row.rule, session, width);
  const finding = session.analysis?.findings[row.finding];
  return finding === undefined
    ? []
    : [...aboutFinding(finding, session, width), [], ...ruleRows(row.rule, session, width, finding.file)];
}

function aboutFinding(finding: ExploredFinding, session: Session, width: number): readonly PageRow[] {
  const { level, rule, message, file, range, resource, request, fixTitle } = finding;
  const show = session.redact ?? (() => '…');
  const name = resource === undefined || resource.name === '' ? '' : `  ${resource.type} ${resource.name}`;
  const rows: PageRow[] = [
    [[`${LEVEL_SIGNS[level]} ${level}`, level], '  ', [rule, 'strong'], [show(name), 'dim']],
    ...paragraph(show(message), width),
    [],
    [[`${file}:${range.start.line}`, 'link']],
    ...excerptRows(finding, session),
    ...relatedRows(finding, session, width),
  ];
  if (request !== undefined) {
    const [first = '', ...others] = wrapped(show(requestCommand(request, file)), width - 5);
    rows.push([], [['try  ', 'dim'], first], ...others.map((line): PageRow => [`     ${line}`]));
  }
  if (fixTitle !== undefined)
    rows.push([], [['fix  ', 'dim'], ['cfgtool analyze --fix', 'key'], ` would ${show(fixTitle)}`]);
  return rows;
}

function paragraph(text: string, width: number): readonly PageRow[] {
  return wrapped(text, width).map((line): PageRow => [`  ${line}`]);
}

/** The lines of the place, with one around them. */
function excerptRows({ file, range }: ExploredFinding, { side, redact }: Session): readonly PageRow[] {
  const lines = side.configurations.find((each) => each.file.name === file)?.file.lines;
  if (lines === undefined || redact === undefined) return [];
  const { start } = range;
  const last = lastLine(range);
  const to = Math.min(lines.count, Math.min(last, start.line + 3) + 1);
  const from = Math.max(1, start.line - 1);
  const left = sharedIndent(lines, from, to);
  const rows: PageRow[] = [];
  for (let line = from; line <= to; line++) {
    const isInside = line >= start.line && line <= last;
    const text = redact(lines.line(line)).slice(left).replaceAll('\t', '  ');
    const number = String(line).padStart(String(to).length);
    rows.push([
      [`  ${number} ${isInside ? '┃' : '│'} `, isInside ? 'key' : 'border'],
      [text, isInside ? 'plain' : 'dim'],
    ]);
  }
  return rows;
}

function relatedRows(finding: ExploredFinding, session: Session, width: number): readonly PageRow[] {
  const { related, rule } = finding;
  if (related.length === 0) return [];
  if (rule === 'shadowed-route') return coverRows(finding, session, width);
  const show = session.redact ?? (() => '…');
  const rows = related
    .slice(0, MAX_RELATED)
    .map(
      ({ file, range, message }): PageRow => [
        ['  see  ', 'dim'],
        [`${file}:${range.start.line}`, 'link'],
        `  ${show(message)}`,
      ],
    );
  const more = related.length - MAX_RELATED;
  return [[], ...rows, ...(more > 0 ? [moreRow(more)] : [])];
}

function moreRow(more: number): PageRow {
  return [[`       and ${more} more places`, 'dim']];
}

/** What a rule is about, in the namespace of a file, or of the first one. */
function ruleRows(id: string, { side }: Session, width: number, file?: string): readonly PageRow[] {
  const rule = explainedRules.find((each) => each.id === id);
  if (rule === undefined) return [];
  const { configurations } = side;
  const { namespace = DEFAULT_NAMESPACE } =
    configurations.find((each) => each.file.name === file) ?? configurations[0] ?? {};
  const said = (text: string): string => withNamespace(text.replaceAll('`', ''), namespace);
  const purpose = said(rule.purpose);
  const head: readonly PageRow[] =
    rule.id.length + 2 + purpose.length <= width
      ? [
          [
            [rule.id, 'title'],
            [`  ${purpose}`, 'dim'],
          ],
        ]
      : [[[rule.id, 'title']], ...paragraph(purpose, width)];
  return [
    ...head,
    [['Why it matters', 'strong']],
    ...paragraph(said(rule.why), width),
    [['What to do', 'strong']],
    ...paragraph(said(rule.remedy), width),
    [['Where it is meant so', 'strong']],
    [`  # cfgtool-ignore ${rule.id}: reason`, ['   on the line above', 'dim']],
  ];
}

// A route that is never reached beside the routes that take its requests.

/** So many covering routes stand side by side with the hidden one, the others are named. */
const MAX_BESIDE = 3;
const MAX_NAMED = 12;

function coverRows(finding: ExploredFinding, { side, redact }: Session, width: number): readonly PageRow[] {
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
