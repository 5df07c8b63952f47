/** The way of a request through domains and routes, long runs of failing routes drawn together. */
import type { Step } from '../../routing/index.ts';
import type { Entry } from '../text/columns.ts';
import type { Paint } from '../text/paint.ts';

/** So many routes that fail on the path are still shown each. */
const FEW = 2;
/** Longer lists of failing routes lose their middle. */
const MAX_ENTRIES = 24;

/** Marks what was chosen. */
export const ARROW = '→ ';

/** The steps over routes. @param place `file:line` of a route */
export function routeEntries(
  steps: readonly Step[],
  paint: Paint,
  place: (route: number) => string,
): readonly Entry[] {
  const entries: Entry[] = [];
  let run: Step[] = [];
  const close = (): void => {
    if (run.length <= FEW) entries.push(...run.map((step) => failed(step, paint)));
    else entries.push({ text: runText(run), paint: paint.dim });
    run = [];
  };
  for (const step of steps) {
    if (step.about?.kind !== 'route') continue;
    if (!step.matched && step.about.on === 'path') {
      run.push(step);
      continue;
    }
    close();
    entries.push(
      step.matched
        ? { bullet: ARROW, text: `${step.what} ${place(step.about.route)}: ${step.why}`, paint: paint.green }
        : failed(step, paint),
    );
  }
  close();
  return withoutMiddle(entries, paint);
}

function failed({ what, why }: Step, paint: Paint): Entry {
  return { text: `${what}: ${why}`, paint: paint.dim };
}

function runText(run: readonly Step[]): string {
  const [first, last] = [run[0], run.at(-1)].map((step) =>
    step?.about?.kind === 'route' ? step.about.route : 0,
  );
  return `routes ${first} to ${last}: all ${run.length} fail on the path`;
}

function withoutMiddle(entries: readonly Entry[], paint: Paint): readonly Entry[] {
  if (entries.length <= MAX_ENTRIES) return entries;
  const half = MAX_ENTRIES / 2;
  const left = entries.length - MAX_ENTRIES;
  return [
    ...entries.slice(0, half),
    { text: `… ${left} more that fail (--format json lists them)`, paint: paint.dim },
    ...entries.slice(-half),
  ];
}
