import type { AnalysisRule } from '../rule.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'];

export const methodCase: AnalysisRule = {
  id: 'method-case',
  level: 'warning',
  purpose: 'A method to match on, or to allow to other origins, that is not in upper case.',
  why: 'Methods are compared with their letter case, and clients send them in upper case. A condition on another spelling never holds; inverted, it always does. Browsers compare allow_methods in the same way.',
  remedy: 'Write the method in upper case.',
  source: 'data-model.md: route.Route; route.HeaderMatcher: name; route.CorsPolicy: allow_methods',
  bad: { type: 'route.HeaderMatcher', yaml: 'name: ":method"\nstring_match: { exact: get }\n' },
  good: { type: 'route.HeaderMatcher', yaml: 'name: ":method"\nstring_match: { exact: GET }\n' },
  messages: {
    'route.HeaderMatcher'({ name, exact_match: older, string_match: matcher }, frame, { spot, report }) {
      const isOlder = older !== undefined;
      const { exact: method = '', ignore_case: isFolded = false } = isOlder
        ? { exact: older }
        : (matcher ?? {});
      if (name !== ':method' || isFolded || METHODS.includes(method)) return;
      const meant = method.toUpperCase();
      if (!METHODS.includes(meant)) return;
      report({
        message: `${isOlder ? 'exact_match' : 'string_match'} of :method is ${JSON.stringify(method)}, which no client sends: methods are in upper case; write ${meant}`,
        at: spot(frame, isOlder ? 'exact_match' : 'string_match'),
        fix: {
          kind: 'operations',
          title: `write ${meant}`,
          at: spot(frame),
          operations: [
            { op: 'replace', path: isOlder ? '/exact_match' : '/string_match/exact', value: meant },
          ],
        },
      });
    },
    'route.CorsPolicy'({ allow_methods: text = '' }, frame, { spot, report }) {
      const wrong = text
        .split(',')
        .map((method) => method.trim())
        .filter((method) => !METHODS.includes(method) && METHODS.includes(method.toUpperCase()));
      if (wrong.length === 0) return;
      report({
        message: `allow_methods names ${wrong.join(', ')}, which browsers compare with methods in upper case; write ${wrong.join(', ').toUpperCase()}`,
        at: spot(frame, 'allow_methods'),
      });
    },
  },
};
