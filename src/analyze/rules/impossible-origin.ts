import { quoted } from '../../traffic/words.ts';
import type { AnalysisRule } from '../rule.ts';

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
