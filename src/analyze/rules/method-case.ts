import type { AnalysisRule } from '../rule.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'];

export const methodCase: AnalysisRule = {
  id: 'method-case',
  level: 'warning',
  purpose: 'A method to match on that is not in upper case.',
  why: 'Methods are compared with their letter case, and clients send them in upper case. The condition never holds; inverted, it always does.',
  mend: 'Write the method in upper case.',
  source: 'data-model.md: route.Route; route.HeaderMatcher: name',
  bad: { type: 'route.HeaderMatcher', yaml: 'name: ":method"\nexact_match: get\n' },
  good: { type: 'route.HeaderMatcher', yaml: 'name: ":method"\nexact_match: GET\n' },
  messages: {
    'route.HeaderMatcher'({ name, exact_match: method = '' }, frame, { spot, report }) {
      if (name !== ':method' || METHODS.includes(method)) return;
      const meant = method.toUpperCase();
      if (!METHODS.includes(meant)) return;
      report({
        message: `exact_match of :method is ${JSON.stringify(method)}, which no client sends: methods are in upper case; write ${meant}`,
        at: spot(frame, 'exact_match'),
        fix: {
          kind: 'operations',
          title: `write ${meant}`,
          at: spot(frame),
          operations: [{ op: 'replace', path: '/exact_match', value: meant }],
        },
      });
    },
  },
};
