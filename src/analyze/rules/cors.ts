import type { Message } from '../../schema/types.ts';
import { quoted } from '../../traffic/words.ts';
import type { AnalysisRule } from '../rule.ts';

type Cors = Message<'route.CorsPolicy'>;

const POLICY = (origin: string): string => `allow_origin_string_match: [${origin}]
allow_methods: GET
allow_credentials: true
`;
/** Patterns that any origin matches. */
const ANY = new Set(['.*', '^.*$', '^.*', '.*$', '.+', '^.+$']);

export const corsCredentialsForAll: AnalysisRule = {
  id: 'cors-credentials-for-all',
  level: 'warning',
  purpose: 'Scripts of every website may send requests with the cookies of the user, and read the answers.',
  why: 'The proxy repeats the origin of the request as the allowed one, so that a browser accepts it together with credentials, which it would refuse for a plain `*`. Any page that a signed-in user visits can then act in their name.',
  remedy: 'List the origins that are trusted, or leave allow_credentials out.',
  source: 'data-model.md: route.CorsPolicy: allow_origin, allow_credentials',
  bad: { type: 'route.CorsPolicy', yaml: POLICY("{ exact: '*' }") },
  good: { type: 'route.CorsPolicy', yaml: POLICY('{ exact: https://shop.test }') },
  messages: {
    'route.CorsPolicy'(policy, frame, { spot, report }) {
      if (policy.allow_credentials !== true || isOff(policy)) return;
      const field = fieldForAll(policy);
      if (field === undefined) return;
      report({
        message: `${field} lets every origin in, and allow_credentials sends the cookies of the user along; list the origins that are trusted, or leave allow_credentials out`,
        at: spot(frame, 'allow_credentials'),
        related: [{ message: 'every origin is let in here', at: spot(frame, field) }],
      });
    },
  },
};

/** Switched off, for certain or by default. */
function isOff({ enabled, filter_enabled: filter }: Cors): boolean {
  if (enabled === false) return true;
  return filter?.default_value !== undefined && (filter.default_value.numerator ?? 0) === 0;
}

function fieldForAll(policy: Cors): string | undefined {
  if (policy.allow_origin?.includes('*')) return 'allow_origin';
  if (policy.allow_origin_regex?.some((pattern) => ANY.has(pattern))) return 'allow_origin_regex';
  const isAny = (policy.allow_origin_string_match ?? []).some(
    ({ exact, regex, safe_regex: safe }) =>
      exact === '*' || ANY.has(regex ?? '') || ANY.has(safe?.regex ?? ''),
  );
  return isAny ? 'allow_origin_string_match' : undefined;
}

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

/** Why no browser sends an origin; undefined where one may. */
function whyImpossible(origin: string): string | undefined {
  if (origin === '*' || origin === 'null') return undefined;
  if (origin === '') return 'it is empty';
  if (origin.includes('*')) return 'it is compared as a text, in which a star stands for itself; use a regex';
  const [, scheme, rest] = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*)$/.exec(origin) ?? [];
  if (scheme === undefined || rest === undefined)
    return 'an origin begins with its scheme, as in https://shop.test';
  if (/[/?#]/.test(rest)) return 'an origin ends after host and port, without a slash or a path';
  if (/^https?$/i.test(scheme) && /[A-Z]/.test(origin)) return 'browsers send origins in lower case';
  const port = /:(\d+)$/.exec(rest)?.[1];
  if ((scheme === 'https' && port === '443') || (scheme === 'http' && port === '80'))
    return 'browsers leave the default port of a scheme out';
  return undefined;
}

export const impossibleOrigin: AnalysisRule = {
  id: 'impossible-origin',
  level: 'warning',
  purpose: 'An allowed origin that no browser sends.',
  why: 'Origins are compared with the Origin header as a text. Browsers send scheme, host and port in lower case, without the default port and without a slash behind; any other spelling allows nobody.',
  remedy:
    'Write the origin as a browser sends it. For all hosts of a domain use allow_origin_string_match with a regex.',
  source: 'data-model.md: route.CorsPolicy: allow_origin',
  bad: {
    type: 'route.CorsPolicy',
    yaml: 'allow_origin_string_match: [{ exact: "https://*.shop.test" }]\n',
  },
  good: {
    type: 'route.CorsPolicy',
    yaml: 'allow_origin_string_match: [{ suffix: .shop.test }, { exact: "https://shop.test" }]\n',
  },
  messages: {
    'route.CorsPolicy'({ allow_origin = [], allow_origin_string_match: matchers = [] }, frame, look) {
      for (const [index, origin] of allow_origin.entries()) {
        const why = whyImpossible(origin);
        if (why === undefined) continue;
        look.report({
          message: `no browser sends the origin ${quoted(origin)}: ${why}`,
          at: look.spot(frame, 'allow_origin', index),
          identity: origin,
        });
      }
      for (const matcher of matchers) {
        const { exact, ignore_case: folded } = matcher;
        const why = exact === undefined ? undefined : whyImpossible(folded ? exact.toLowerCase() : exact);
        if (exact === undefined || why === undefined) continue;
        look.report({
          message: `no browser sends the origin ${quoted(exact)}: ${why}`,
          at: look.spot({ message: matcher, type: 'type.matcher.StringMatcher' }, 'exact'),
          identity: exact,
        });
      }
    },
  },
};
