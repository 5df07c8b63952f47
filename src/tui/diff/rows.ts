/** The rows of a comparison: what it comes to, requests that are handled differently, then the changes by level. */
import { isRefusal, REFUSED_TITLE } from '../../report/diff/report.ts';
import type { ExploredChange, ExploredDiff, ExploredMove } from '../jobs/comparison.ts';
import { LEVEL_SIGNS } from '../level-signs.ts';
import type { Piece } from '../text/line.ts';
import type { Role } from '../theme.ts';

export type DiffRow =
  | { readonly kind: 'heading'; readonly text: string; readonly role: Role }
  | { readonly kind: 'remark'; readonly text: string }
  | { readonly kind: 'move'; readonly move: ExploredMove }
  | { readonly kind: 'change'; readonly change: ExploredChange };

const LEVELS = [
  { level: 'breaking', role: 'error', title: 'Breaking changes' },
  { level: 'warning', role: 'warning', title: 'Changes to look at' },
  { level: 'info', role: 'info', title: 'Other changes' },
  { level: 'cosmetic', role: 'dim', title: 'In form only' },
] as const;

const SIGNS = { added: '+', removed: '-', changed: '~', moved: '↕', renamed: '→' } as const;
const CHANGE_SIGNS = { ...LEVEL_SIGNS, breaking: LEVEL_SIGNS.error, cosmetic: '·' };

export function diffRows(diff: ExploredDiff | undefined, showsCosmetic: boolean): readonly DiffRow[] {
  if (diff === undefined) return [];
  const rows: DiffRow[] = [{ kind: 'heading', text: diff.verdict, role: 'strong' }];
  for (const text of diff.remarks) rows.push({ kind: 'remark', text });
  const refusals = diff.changes.filter(isRefusal);
  if (refusals.length > 0)
    rows.push({ kind: 'heading', text: `${REFUSED_TITLE} (${refusals.length})`, role: 'error' });
  for (const change of refusals) rows.push({ kind: 'change', change });
  if (diff.moves.length > 0)
    rows.push({
      kind: 'heading',
      text: `Requests that are handled differently (${diff.moves.length})`,
      role: 'title',
    });
  for (const move of diff.moves) rows.push({ kind: 'move', move });
  for (const { level, role, title } of LEVELS) {
    const changes = diff.changes.filter((change) => change.level === level && !isRefusal(change));
    if (changes.length === 0) continue;
    const isHidden = level === 'cosmetic' && !showsCosmetic;
    rows.push({
      kind: 'heading',
      text: `${title} (${changes.length})${isHidden ? ', hidden: c shows them' : ''}`,
      role,
    });
    if (!isHidden) for (const change of changes) rows.push({ kind: 'change', change });
  }
  return rows;
}

/** Whether the cursor has something to show there. */
export function isDifference(row: DiffRow | undefined): boolean {
  return row?.kind === 'move' || row?.kind === 'change';
}

export function rowPieces(row: DiffRow): readonly Piece[] {
  switch (row.kind) {
    case 'heading':
      return [[row.text, row.role]];
    case 'remark':
      return ['  ', [row.text, 'dim']];
    case 'move': {
      const { level, title, landings } = row.move;
      return [
        '  ',
        [`${CHANGE_SIGNS[level]} `, level === 'breaking' ? 'error' : 'warning'],
        title,
        '  ',
        [landings.after, 'dim'],
      ];
    }
    case 'change': {
      const { level, kind, resource, text } = row.change;
      const role = LEVELS.find((each) => each.level === level)?.role ?? 'plain';
      return ['  ', [`${CHANGE_SIGNS[level]} ${SIGNS[kind]} `, role], [resource, 'strong'], '  ', text];
    }
  }
}
