/** The list of findings: its slice, its layout, its rows, and where the cursor is after the files were read again. */

import type { Level } from '../../model/problem.ts';
import type { ExploredAnalysis, ExploredFinding } from '../jobs/analysis.ts';
import { type Cursor, placed } from '../list.ts';
import type { Session, Size, ViewContext } from '../view.ts';

interface FindingsLayout {
  /** The page stands beside the list, not below it. */
  readonly isBeside: boolean;
  /** Rows of the list, without its title. */
  readonly list: number;
  readonly listColumns: number;
  /** Rows of the page. */
  readonly page: number;
  readonly pageColumns: number;
}

const WIDE = 120;

export function findingsLayout({ columns, rows }: Size): FindingsLayout {
  if (columns >= WIDE) {
    const listColumns = Math.floor(columns * 0.42);
    return {
      isBeside: true,
      list: rows - 1,
      listColumns,
      page: rows,
      pageColumns: columns - listColumns - 1,
    };
  }
  const list = Math.max(5, Math.floor(rows * 0.36));
  return { isBeside: false, list, listColumns: columns, page: rows - list - 2, pageColumns: columns };
}

// The rows of the list of findings: rules, and below each its findings.

export type FindingRow =
  | { readonly kind: 'rule'; readonly rule: string; readonly level: Level; readonly count: number }
  /** A finding by its position in the analysis. */
  | { readonly kind: 'finding'; readonly finding: number; readonly rule: string };

interface Narrowing {
  readonly hidden: ReadonlySet<Level>;
  readonly rule?: string;
  readonly text: string;
  readonly folded: ReadonlySet<string>;
}

const ORDER: readonly Level[] = ['error', 'warning', 'info'];

/** Rules with the worst level first, then by name; findings in the order of the input. */
export function findingRows({ analysis }: Session, narrowing: Narrowing): readonly FindingRow[] {
  const groups = new Map<
    string,
    { readonly level: Level; readonly rule: string; readonly found: number[] }
  >();
  analysis?.findings.forEach((finding, index) => {
    if (!isShown(finding, narrowing)) return;
    const { rule, level } = finding;
    const key = `${ORDER.indexOf(level)} ${rule}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { level, rule, found: [index] });
    else group.found.push(index);
  });
  return [...groups]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, { rule, level, found }]): readonly FindingRow[] => {
      const head: FindingRow = { kind: 'rule', rule, level, count: found.length };
      if (narrowing.folded.has(rule)) return [head];
      return [head, ...found.map((finding): FindingRow => ({ kind: 'finding', finding, rule }))];
    });
}

function isShown({ level, rule, message, file, resource }: ExploredFinding, narrowing: Narrowing): boolean {
  if (narrowing.hidden.has(level)) return false;
  if (narrowing.rule !== undefined && narrowing.rule !== rule) return false;
  const wanted = narrowing.text.toLowerCase();
  return (
    wanted === '' ||
    [rule, message, file, resource?.name ?? ''].some((text) => text.toLowerCase().includes(wanted))
  );
}

// What the view of findings knows.

/** What the cursor was on. */
interface Sought {
  readonly rule: string;
  /** Of a finding; absent for a rule. */
  readonly fingerprint?: string;
  readonly cursor: Cursor;
}

export interface FindingsSlice {
  readonly hidden: ReadonlySet<Level>;
  /** Only findings of this rule. */
  readonly rule?: string;
  /** Only findings with this text. */
  readonly text: string;
  readonly folded: ReadonlySet<string>;
  readonly rows: readonly FindingRow[];
  readonly cursor: Cursor;
  /** Where the keys go. */
  readonly focus: 'list' | 'page';
  /** First row of the page that is shown. */
  readonly pageTop: number;
  /** What the cursor was on before the files were read again, while the findings are being worked out anew. */
  readonly sought?: Sought;
}

// The list of findings after the files were read again: the cursor stays on what it was on.

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
