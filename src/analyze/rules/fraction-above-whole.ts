import type { AnalysisRule } from '../rule.ts';

const WHOLES: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  [undefined, 100],
  ['HUNDRED', 100],
  ['TEN_THOUSAND', 10_000],
  ['MILLION', 1_000_000],
]);

export const fractionAboveWhole: AnalysisRule = {
  id: 'fraction-above-whole',
  level: 'warning',
  purpose: 'A fraction whose numerator is above its denominator.',
  why: 'More than the whole counts as the whole, so that every request is taken. Most often the denominator is missing, which is HUNDRED then.',
  remedy: 'Set the denominator that is meant: HUNDRED, TEN_THOUSAND or MILLION.',
  source: 'data-model.md: route.RouteMatch: runtime_fraction; RequestMirrorPolicy: runtime_fraction',
  bad: { type: 'type.FractionalPercent', yaml: 'numerator: 2500\n' },
  good: { type: 'type.FractionalPercent', yaml: 'numerator: 2500\ndenominator: TEN_THOUSAND\n' },
  messages: {
    'type.FractionalPercent'({ numerator = 0, denominator }, frame, { spot, report }) {
      const whole = WHOLES.get(denominator);
      if (whole === undefined || numerator <= whole) return;
      const shown =
        denominator === undefined ? 'HUNDRED, which is the denominator where none is set' : denominator;
      report({
        message: `numerator ${numerator} is above ${shown}, so that the share is always the whole; set the denominator that is meant`,
        at: spot(frame, 'numerator'),
        data: { numerator, denominator: whole },
      });
    },
  },
};
