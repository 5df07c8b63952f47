/** A comparison as lists of single statements, for formats that know no more: annotations, code scanning, CI servers. */

import type { Change, Level as DiffLevel } from '../../diff/index.ts';
import { fingerprints } from '../../model/fingerprints.ts';
import type { ComparedPair, MovedResult } from '../../results/comparison.ts';
import { REROUTED } from '../../results/group-fingerprint.ts';
import { requestText } from '../../results/words/request-text.ts';
import type { Range } from '../../source/lines.ts';
import { outcomeTexts } from './outcome-text.ts';
import { type DiffReport, isRefusal, resourceText } from './report.ts';

export interface Statement {
  readonly rule: string;
  readonly level: DiffLevel;
  readonly message: string;
  readonly file: string;
  readonly range?: Range;
  readonly resource: string;
  readonly fingerprint: string;
}

export const UNDECIDED = 'undecided';

/** Everything that a comparison says, the most severe of each pair first. */
export function statementsOf({ pairs }: DiffReport): readonly Statement[] {
  const print = fingerprints();
  return pairs.flatMap((pair) => [
    ...pair.result.changes.filter(isRefusal).map((change) => changeStatement(change, pair)),
    ...(pair.behaviour?.changes ?? []).map((moved) => movedStatement(moved, pair)),
    ...pair.result.changes
      .filter((change) => !isRefusal(change))
      .map((change) => changeStatement(change, pair)),
    ...(pair.behaviour?.undecided ?? []).map(({ where, reason }) =>
      statement(UNDECIDED, 'info', `${where}: ${reason}`, pair, print([UNDECIDED, where, reason])),
    ),
  ]);
}

/** Places are those of the new file, since that is what a review shows; of the old one where the new has none. */
function changeStatement(change: Change, pair: ComparedPair): Statement {
  const { rule, level, message, reason, fingerprint } = change;
  const side = change.after ?? change.before;
  return {
    rule,
    level,
    message: reason === '' ? message : `${message}. ${reason}`,
    file: side?.file ?? fileOf(pair),
    ...(side === null ? {} : { range: side.range }),
    resource: resourceText(change),
    fingerprint,
  };
}

function movedStatement(moved: MovedResult, pair: ComparedPair): Statement {
  const { request, before, after, stands_for: standsFor } = moved;
  const { before: was, after: is, rest } = outcomeTexts(moved);
  const stands = standsFor === '' ? '' : ` (${standsFor})`;
  const message = `${requestText(request)}${stands}: before it ${was}, now it ${is}${rest === '' ? '' : `; ${rest}`}`;
  const place = after.place ?? before.place;
  const made = statement(moved.rule ?? REROUTED, moved.level, message, pair, moved.fingerprint ?? '');
  return place === undefined ? made : { ...made, file: place.file, range: place.range };
}

function statement(
  rule: string,
  level: DiffLevel,
  message: string,
  pair: ComparedPair,
  fingerprint: string,
): Statement {
  return { rule, level, message, file: fileOf(pair), resource: '', fingerprint };
}

function fileOf({ before, after, name }: ComparedPair): string {
  return after ?? before ?? name;
}
