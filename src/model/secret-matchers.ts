/** Matcher trees over a header, cookie or parameter that carries a credential: what they compare it with is secret. */
import { isCredentialHeader, isSecretName } from '../source/secret-names.ts';
import { isObject } from './bound.ts';
import type { Frame } from './walk.ts';

type Fields = { readonly [field: string]: unknown };

/** Whether a field of a tree holds the texts that are compared, as the keys of a map. */
export function isComparedMap(field: string): boolean {
  return field === 'exact_match_map' || field === 'prefix_match_map';
}

/** The credential that a branch or a tree looks at: `cookie` for every cookie. */
function credentialOfInput(input: unknown): string | undefined {
  const config = isObject(input) ? input.typed_config : undefined;
  if (!isObject(config)) return undefined;
  const held: Fields = isObject(config.value) ? config.value : config;
  const type = String(config['@type'] ?? '') + String(config.type_url ?? '');
  if (/CookieMatchInput$/i.test(type)) return 'cookie';
  const name = held.header_name ?? held.query_param ?? held.headerName ?? held.queryParam;
  return typeof name === 'string' && isCredentialHeader(name) ? name : undefined;
}

/** A message that may ask about a credential, in its place. */
interface Asking extends Pick<Frame, 'type' | 'message'> {
  readonly parent?: Asking;
}

/** Whether a message asks about a credential, or stands in one that does. */
export function isAboutCredential(frame: Asking | undefined): boolean {
  let at = frame;
  for (let above = 0; at !== undefined && above < MATCHERS_DEEP; above++) {
    if (credentialNamed(at.type, at.message) !== undefined) return true;
    at = at.parent;
  }
  return false;
}

/** A pattern stands in a text's matcher, which stands in that of the header. */
const MATCHERS_DEEP = 4;

/** The header or query parameter with a password or token that a message sends or accepts. */
export function credentialNamed(type: string, message: Frame['message']): string | undefined {
  switch (type) {
    case 'core.HeaderValue':
      return credentialHeader(message.key);
    case 'route.HeaderMatcher':
      return credentialHeader(message.name);
    case 'route.CookieMatcher':
      return 'cookie';
    case 'common.matcher.Matcher.MatcherTree':
    case 'type.matcher.Matcher.MatcherTree':
    case 'common.matcher.Matcher.MatcherList.Predicate.SinglePredicate':
    case 'type.matcher.Matcher.MatcherList.Predicate.SinglePredicate':
      return credentialOfInput(message.input);
    case 'route.QueryParameterMatcher':
      return typeof message.name === 'string' && isSecretName(message.name) ? message.name : undefined;
    default:
      return undefined;
  }
}

function credentialHeader(name: unknown): string | undefined {
  return typeof name === 'string' && isCredentialHeader(name) ? name : undefined;
}
