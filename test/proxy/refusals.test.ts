/** What the proxy refuses is told by the rule that the tables name, and what stands just beside it is not refused. */
import { describe, expect, it } from 'vitest';
import {
  errorsIn,
  MISSED,
  refusalsIn,
  refusalTables,
  TAKEN,
  wrongRows,
} from '../../scripts/proxy/refusals.ts';
import { inTime } from '../share.ts';
import { PROXY } from './program.ts';

/** Of long tables the program is asked about each so many-th row here, and about all by `npm run proxy -- --mode refusals`. */
const MAX_ASKED = inTime(90, 30);

describe.each(refusalTables())('%s', (table) => {
  const rows = refusalsIn(table);

  it('is told by its rule, and by no other', () => {
    const told = rows.map(({ line, rule, bootstrap }) => {
      const errors = errorsIn(bootstrap).join(',');
      return line.replace(rule, errors === '' && rule === MISSED ? MISSED : errors || TAKEN);
    });
    expect(told).toEqual(rows.map(({ line }) => line));
    expect(rows.some(({ rule }) => rule === TAKEN)).toBe(true);
  });

  it.skipIf(PROXY === undefined)('is what the real proxy refuses', async () => {
    const every = Math.ceil(rows.length / MAX_ASKED);
    const asked = rows.filter((_, at) => at % every === 0);
    expect(await wrongRows(PROXY ?? '', asked)).toEqual([]);
  });
});
