/** The list of findings after the files were read again: the cursor stays on what it was on. */

import type { ExploredAnalysis } from '../jobs/analysis.ts';
import { placed } from '../list.ts';
import type { ViewContext } from '../view.ts';
import { findingsLayout } from './layout.ts';
import type { FindingRow } from './rows.ts';
import type { FindingsSlice, Sought } from './slice.ts';

/** What the cursor is on; undefined where nothing is shown. */
export function soughtIn(
  { rows, cursor }: FindingsSlice,
  { findings }: ExploredAnalysis,
): Sought | undefined {
  const row = rows[cursor.at];
  if (row === undefined) return undefined;
  const fingerprint = row.kind === 'finding' ? findings[row.finding]?.fingerprint : undefined;
  return { rule: row.rule, cursor, ...(fingerprint === undefined ? {} : { fingerprint }) };
}

/** On the same finding; where that was fixed, on the one that took its place in the list. */
export function foundAgain(
  slice: FindingsSlice,
  { rule, fingerprint, cursor }: Sought,
  { findings }: ExploredAnalysis,
  { size }: ViewContext,
): FindingsSlice {
  const { rows } = slice;
  const isIt = (row: FindingRow): boolean =>
    row.rule === rule &&
    (row.kind === 'finding' ? findings[row.finding]?.fingerprint : undefined) === fingerprint;
  const same = rows.findIndex(isIt);
  const at = same === -1 ? cursor.at : same;
  return { ...slice, cursor: placed({ ...cursor, at }, rows.length, findingsLayout(size).list) };
}
