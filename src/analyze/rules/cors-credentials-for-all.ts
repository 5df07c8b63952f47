import type { Message } from '../../schema/types.ts';
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
