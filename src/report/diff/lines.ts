/** A comparison as NDJSON: a line for each pair, a last one about the run. */

import { type DiffReport, diffSummary, isEqual } from '../../present/difference.ts';
import { detachedPair } from '../../results/comparison.ts';
import { NO_RUN } from '../../results/run.ts';
import { allLines } from '../run.ts';
import { pairObject } from './json.ts';

export function diffLines(report: DiffReport): string {
  const { pairs, run = { ...NO_RUN, command: 'diff', orders: [] }, version, redact } = report;
  const parts = pairs.map((pair, at) => ({
    order: run.orders[at] ?? at,
    result: detachedPair(pair, redact),
  }));
  const summary = { equal: isEqual(report), files: pairs.length, ...diffSummary(report) };
  return allLines({ run, parts, version, summary, objectOf: pairObject });
}
