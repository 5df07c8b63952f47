import { quoted } from '../../traffic/words.ts';
import type { AnalysisRule } from '../rule.ts';

const OLDER = '"@type": type.googleapis.com/envoy.api.v2.route.HeaderMatcher\n';

export const presenceOnly: AnalysisRule = {
  id: 'presence-only',
  version: 'v2',
  level: 'warning',
  purpose:
    'A condition that reads as one on a value, or on absence, and only asks whether something is there.',
  why: 'The proxy reads an empty exact_match, an empty value of a query parameter and present_match: false all as "is there, with any value". What was meant, an empty value or none at all, is not what is matched.',
  remedy:
    'For absence write present_match: true with invert_match: true. For an empty value use a regex that matches the empty text. Where any value will do, write present_match: true.',
  source:
    'data-model.md: route.HeaderMatcher: exact_match, present_match; route.QueryParameterMatcher: value',
  bad: { type: 'route.HeaderMatcher', yaml: `${OLDER}name: x-tenant\npresent_match: false\n` },
  good: {
    type: 'route.HeaderMatcher',
    yaml: `${OLDER}name: x-tenant\npresent_match: true\ninvert_match: true\n`,
  },
  messages: {
    'route.HeaderMatcher'({ name = '', exact_match: exact, present_match: present }, frame, look) {
      if (exact === '')
        look.report({
          message: `exact_match of header ${quoted(name)} is empty, which the proxy reads as present_match: true, so that any value matches; say which of the two is meant`,
          at: look.spot(frame, 'exact_match'),
          identity: name,
        });
      if (present === false)
        look.report({
          message: `present_match: false of header ${quoted(name)} is read like true: the header has to be there; for its absence write present_match: true with invert_match: true`,
          at: look.spot(frame, 'present_match'),
          identity: name,
        });
    },
    'route.QueryParameterMatcher'(matcher, frame, look) {
      const { name = '', value, string_match: text, present_match: present } = matcher;
      if (value !== '' || text !== undefined || present !== undefined) return;
      look.report({
        message: `value of query parameter ${quoted(name)} is empty, which the proxy reads as any value; leave it out, or use a regex that matches the empty text`,
        at: look.spot(frame, 'value'),
        identity: name,
      });
    },
  },
};
