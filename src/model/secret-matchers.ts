/** Matcher trees over a header, cookie or parameter that carries a credential: what they compare it with is secret. */
import { isCredentialHeader } from '../source/secret-names.ts';
import { isObject } from './bound.ts';

type Fields = { readonly [field: string]: unknown };

/** Whether a field of a tree holds the texts that are compared, as the keys of a map. */
export function isComparedMap(field: string): boolean {
  return field === 'exact_match_map' || field === 'prefix_match_map';
}

/** The credential that a branch or a tree looks at: `cookie` for every cookie. */
export function credentialOfInput(input: unknown): string | undefined {
  const config = isObject(input) ? input.typed_config : undefined;
  if (!isObject(config)) return undefined;
  const held: Fields = isObject(config.value) ? config.value : config;
  const type = String(config['@type'] ?? '') + String(config.type_url ?? '');
  if (/CookieMatchInput$/i.test(type)) return 'cookie';
  const name = held.header_name ?? held.query_param ?? held.headerName ?? held.queryParam;
  return typeof name === 'string' && isCredentialHeader(name) ? name : undefined;
}
