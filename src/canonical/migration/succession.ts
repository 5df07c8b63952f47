/** Fields that another one replaces, as rows of a table: where their values go, and when they go or stay. */
import { VERSION } from '../../model/bound.ts';
import { compiledMessage } from '../../schema/compiled.ts';
import type { Edit } from '../../source/edit/index.ts';
import { isWritten, type MessageView, type MigrationOutcome, type Step } from './migration.ts';
import { type Made, relocate } from './relocate.ts';

/** What becomes of a value: it moves, goes without having said anything, becomes another one, or stays. */
export type Verdict =
  | 'moves'
  | { readonly removed: string }
  | { readonly left: string }
  /** What stands at the new place instead, as a value of its first field. */
  | { readonly becomes: unknown };

export interface Succession {
  readonly message: string;
  readonly field: string;
  /** The steps from the message to the successor. */
  readonly to: readonly Step[];
  /** What else stands in the first field of `to` where that is made anew. */
  readonly beside?: (view: MessageView) => object;
  /** What becomes of a value; it moves where nothing is said. */
  readonly judge?: (value: unknown, view: MessageView) => Verdict;
  /**
   * What the proxy does where the successor stands beside it: passes the deprecated field over, or is not certain to
   * mean what both say.
   */
  readonly beaten?: true;
  /** What is otherwise at the new place, for somebody who looks. */
  readonly warning?: string;
}

/** Plans the rows of a message. */
export function planSuccessions(view: MessageView, rows: readonly Succession[]): readonly MigrationOutcome[] {
  const made: Made = new Set();
  return rows.flatMap((row): readonly MigrationOutcome[] => {
    const value = view.value[row.field];
    if (row.message !== view.type || value === undefined) return [];
    const verdict = verdictOf(row, value, view);
    if (typeof verdict === 'object' && 'left' in verdict)
      return [{ kind: 'left', field: row.field, reason: verdict.left }];
    return [{ kind: 'edits', ...editsOf(row, verdict, view, made) }];
  });
}

/** The tables and fields that rows look at. */
export function lookedAt(rows: readonly Succession[]): {
  readonly messages: readonly string[];
  readonly fields: readonly string[];
} {
  return {
    messages: [...new Set(rows.map(({ message }) => message))],
    fields: [...new Set(rows.map(({ field }) => field))],
  };
}

function verdictOf(row: Succession, value: unknown, view: MessageView): Verdict {
  const rivals = row.beaten || isTaken(view, row) ? [] : rivalsOf(view, row.field);
  if (rivals.length > 0)
    return {
      left: `${[row.field, ...rivals].join(' and ')} stand there, of which only one may: decide which`,
    };
  const verdict = row.judge?.(value, view) ?? 'moves';
  if (typeof verdict === 'object' && ('removed' in verdict || 'left' in verdict)) return verdict;
  if (!isTaken(view, row)) return verdict;
  const successor = nameOf(row.to);
  return row.beaten
    ? { removed: `${successor} stands beside it, and the proxy reads nothing else` }
    : { left: `${successor} stands beside it; only one may stand: decide which` };
}

/** What stands beside a field though only one of these may be set, forms that only version 2 has among them. */
export function rivalsOf(view: MessageView, field: string): readonly string[] {
  const { byName } = compiledMessage(view.type, view.value[VERSION]);
  const oneof = byName.get(field)?.spec.oneof;
  if (oneof === undefined) return [];
  const members = [...byName.values()].filter((each) => each.spec.oneof === oneof && each.name !== field);
  return members.map(({ name }) => name).filter((name) => isWritten(view, name));
}

/** Whether something stands at the new place, or around it where its being there counts. */
function isTaken({ value }: MessageView, { to, beaten }: Succession): boolean {
  let held: unknown = value;
  const steps = beaten ? to.slice(0, 1) : to;
  for (const step of steps) {
    if (typeof held !== 'object' || held === null) return false;
    held = Reflect.get(held, typeof step === 'object' ? step.key : step);
  }
  return held !== undefined;
}

function editsOf(
  { field, to, beside, warning }: Succession,
  verdict: Exclude<Verdict, { readonly left: string }>,
  view: MessageView,
  made: Made,
): { readonly edits: readonly Edit[]; readonly reason: string; readonly warning?: string } {
  const from = view.at(field);
  if (verdict === 'moves')
    return {
      edits: relocate(view, { from: [field], to, ...(beside && { beside: beside(view) }) }, made),
      reason: `${field} became ${nameOf(to)}`,
      ...(warning === undefined ? {} : { warning }),
    };
  const remove: Edit = { op: 'remove', path: from };
  if ('removed' in verdict) return { edits: [remove], reason: `removed ${field}: ${verdict.removed}` };
  const [target = ''] = to;
  const [value = null] = Object.values(view.spell(view.type, { [String(target)]: verdict.becomes }) ?? {});
  return {
    edits: [{ op: 'add', path: view.within(target), value, inPlaceOf: from }, remove],
    reason: `${field} became ${nameOf(to)}`,
  };
}

/** The way to a successor, as people write it. */
function nameOf(steps: readonly Step[]): string {
  return steps
    .flatMap((step) => (typeof step === 'number' ? [] : [typeof step === 'object' ? step.key : step]))
    .join('.');
}
