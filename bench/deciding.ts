/**
 * Deciding over all requests, and tracing one, measured beside js-yaml's `load` of the same text.
 *
 * Growth is told by the time of the deciding thread. Between 1,000 and 10,000 routes V8's other threads begin to
 * compile what has become hot, which costs several times what deciding 1,000 routes does, however they are decided.
 */
import { join } from 'node:path';
import type { Decided } from './decide.ts';
import { type Row, runProcess } from './measure.ts';
import { MIXES } from './route-mixes.ts';

const SIZES = [1_000, 10_000, 100_000];
/** Each in a process of its own; the least time counts, for what disturbs a run only makes it longer. */
const RUNS = 3;
const MOST = SIZES.at(-1) ?? 0;
const MAX_GROWTH = 10;

/** All rows; prints the figures behind them on the way. */
export function decidingRows(work: string): readonly Row[] {
  const rows: Row[] = [];
  for (const { name, bound } of MIXES) {
    const measured = SIZES.map((routes) => measure(work, name, routes, 1));
    const [small, middle, large] = measured;
    if (small === undefined || middle === undefined || large === undefined) continue;
    if (name === 'plain')
      rows.push({
        what: `${count(MOST)} routes: the first request traced / js-yaml load`,
        ratio: large.trace / large.load,
        bound: 0.1,
      });
    rows.push(
      {
        what: `${count(MOST)} routes, ${name}: deciding / js-yaml load`,
        ratio: large.decide / large.load,
        bound,
      },
      {
        what: `${name}: deciding 10,000 / 1,000 routes`,
        ratio: middle.decideThread / small.decideThread,
        bound: MAX_GROWTH,
      },
      {
        what: `${name}: deciding 100,000 / 10,000 routes`,
        ratio: large.decideThread / middle.decideThread,
        bound: MAX_GROWTH,
      },
    );
  }
  const hosts = measure(work, 'plain', MOST, MOST / 10);
  rows.push({
    what: `${count(MOST / 10)} virtual hosts of 10 routes, plain: deciding / js-yaml load`,
    ratio: hosts.decide / hosts.load,
    bound: 2,
  });
  return rows;
}

function measure(work: string, mix: string, routes: number, hosts: number): Decided {
  const program = join(import.meta.dirname, 'decide.js');
  const all = Array.from({ length: RUNS }, () => {
    const { output } = runProcess(work, ['--expose-gc', program, mix, String(routes), String(hosts)]);
    return JSON.parse(output) as Decided;
  });
  const least = (of: (each: Decided) => number): number => Math.min(...all.map(of));
  const best: Decided = {
    load: least(({ load }) => load),
    open: least(({ open }) => open),
    trace: least(({ trace }) => trace),
    decide: least(({ decide }) => decide),
    decideThread: least(({ decideThread }) => decideThread),
    kinds: all[0]?.kinds ?? {},
  };
  const { alive = 0, hidden = 0, never = 0, undecided = 0 } = best.kinds;
  console.log(
    `${count(routes)} routes${hosts > 1 ? ` in ${count(hosts)} virtual hosts` : ''}, ${mix}: ` +
      `js-yaml load ${best.load.toFixed(0)} ms, open ${best.open.toFixed(0)} ms, first trace ${best.trace.toFixed(1)} ms, ` +
      `deciding ${best.decide.toFixed(0)} ms, of its own thread ${best.decideThread.toFixed(0)} ms (${alive} alive, ${hidden} hidden, ${never} never, ${undecided} undecided)`,
  );
  return best;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
