/** A slice of `npm run proxy -- --mode filters`: made-up chains of HTTP filters, asked of the real proxy. */
import { expect, it } from 'vitest';
import { judgeBroken } from '../../scripts/proxy/broken-filters.ts';
import { type Drawn, fieldLines } from '../../scripts/proxy/filter-fields.ts';
import { tryFilters } from '../../scripts/proxy/filters-mode.ts';
import { noFigures } from '../../scripts/proxy/route-mode.ts';
import { PROXY } from './program.ts';

it.skipIf(PROXY === undefined)(
  'chains of HTTP filters are what the model says, and broken models are told from it',
  { timeout: 240_000 },
  async () => {
    const figures = noFigures();
    const drawn: Drawn = new Map();
    const broken = new Map<string, number>();
    await tryFilters(PROXY ?? '', 8, 1, figures, drawn, (asked) => judgeBroken(asked, broken));
    expect(figures.wrong).toEqual([]);
    expect(figures.same).toBeGreaterThan(2000);
    expect(broken.size).toBeGreaterThan(3);
    expect(fieldLines(drawn)[0]).toMatch(/ fields of \d+ messages were drawn/);
  },
);
