import { LEVEL_SIGNS } from '../level-signs.ts';
import type { Session } from '../session.ts';
import { besideEachOther, filled, matched, type Piece, row, spread } from '../text/line.ts';
import type { Theme } from '../theme.ts';
import type { Drawing } from '../view.ts';
import { findingsLayout } from './layout.ts';
import { findingPage } from './page.ts';
import type { FindingRow } from './rows.ts';
import type { FindingsSlice } from './slice.ts';

export function drawFindings({ slice, session, size, theme }: Drawing<FindingsSlice>): readonly string[] {
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
