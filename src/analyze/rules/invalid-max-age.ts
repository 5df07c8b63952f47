import { quoted } from '../../traffic/words.ts';
import type { AnalysisRule } from '../rule.ts';

export const invalidMaxAge: AnalysisRule = {
  id: 'invalid-max-age',
  level: 'warning',
  purpose: 'A max_age of a CORS policy that is no number of seconds.',
  why: 'The text is sent as access-control-max-age as it stands. Browsers take whole seconds only and pass over anything else, so that each request asks for permission again.',
  remedy: 'Write whole seconds without a unit: "86400" for a day.',
  source: 'data-model.md: route.CorsPolicy: max_age',
  bad: { type: 'route.CorsPolicy', yaml: 'max_age: 24h\n' },
  good: { type: 'route.CorsPolicy', yaml: 'max_age: "86400"\n' },
  messages: {
    'route.CorsPolicy'({ max_age: age = '' }, frame, { spot, report }) {
      if (age === '' || /^ *-?\d+ *$/.test(age)) return;
      report({
        message: `max_age ${quoted(age)} is no number of seconds, so browsers pass over it; write seconds without a unit`,
        at: spot(frame, 'max_age'),
      });
    },
  },
};
