/** Under which names secrets stand, in any spelling; one table for trees, values and texts that cannot be read. */
import { ownText } from './own-text.ts';

const CREDENTIAL_HEADERS = /^(?:authorization|proxy-authorization|cookie|set-cookie)$/i;

/** Names under which people keep secrets, typos of them included, in snake_case. */
const SECRET_NAME =
  /(?:^|[_.-])(?:(?:passwords?|pass?w(?:or|ro|r)?ds?|passord|pass|pwd|passphrase)(?:_?(?:hash(?:es)?|digest))?|htpasswd|htdigest|passcode|secret|credentials?|token|session|hmac|bearer|(?:access|api|auth|bearer|refresh)_tokens|(?:private|api|access|secret|signing|encryption|account|hmac|shared|json|session_ticket)[_-]?keys?|apikey|authorization)$/;

/** What every such name has in it; hardly any other has. */
const STEM = /pas|pwd|htdigest|secret|credential|token|key|authorization|session|hmac|bearer/i;

/** Whether a text has anything in it that such a name, or that of a header with a credential, could be. */
export function hasSecretStem(text: string): boolean {
  return STEM.test(text) || COOKIE.test(text);
}

const COOKIE = /cookie/i;

function snakeCase(key: string): string {
  return key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

/** Whether people keep a secret under such a key. */
export function isSecretName(key: string): boolean {
  return STEM.test(key) && SECRET_NAME.test(snakeCase(key));
}

/** Whether a header carries a password or token. */
export function isCredentialHeader(name: string): boolean {
  return CREDENTIAL_HEADERS.test(name) || isSecretName(name);
}

/**
 * How much of a value is secret: all of it; all but the maps in it, whose own keys say what is; or what its own keys
 * and looks say.
 */
export type Secrecy = 'whole' | 'texts' | 'inside';

/** What is called like a secret, but where it is a message says in its fields what in it is one. */
const HOLDER = /(?:^|[_.-])(?:session|hmac|bearer)$|^(?:cookie|(?:channel|call|ssl|local)_credentials)$/;
/** Settings of extensions that sign and log in: nobody knows which of them are secret. */
const PLUGIN = /^(?:private_key_provider|from_plugin)$/i;

/** Of so many keys it is known how much they keep secret: texts have few, which stand in them again and again. */
const MAX_KEYS = 5000;
const known = new Map<string, Secrecy>();

/** How much of what stands under a key is secret. */
export function secrecyOf(key: string): Secrecy {
  const found = known.get(key);
  if (found !== undefined) return found;
  const secrecy = secrecyNamed(key);
  if (known.size >= MAX_KEYS) known.clear();
  known.set(ownText(key), secrecy);
  return secrecy;
}

function secrecyNamed(key: string): Secrecy {
  if (!hasSecretStem(key) && !/plugin/i.test(key)) return isMisspelled(key) ? 'whole' : 'inside';
  const name = snakeCase(key);
  if (HOLDER.test(name)) return 'texts';
  return PLUGIN.test(name) || isCredentialHeader(key) || isMisspelled(key) ? 'whole' : 'inside';
}

/** Names that are told from others by one letter, and what a misspelled one is called elsewhere. */
const SPELLED = [
  'private_key',
  'password',
  'passphrase',
  'secret',
  'client_secret',
  'hmac_secret',
  'token',
  'access_token',
  'api_key',
  'secret_key',
  'signing_key',
  'json_key',
  'credential',
  'credentials',
  'authorization',
  'session_ticket_keys',
] as const;
const OTHERS = new Set(['secrets', 'tokens', 'taken', 'app_key', 'map_key']);

/** Whether a key, or the end of one, is the name of a secret with one letter wrong, missing, too many or in the wrong place. */
function isMisspelled(key: string): boolean {
  if (key.length < 4 || key.length > 64) return false;
  const words = snakeCase(key).replace(/[.-]/g, '_').split('_');
  return SPELLED.some((name) => {
    const count = name.split('_').length;
    const end = words.slice(-count).join('_');
    return words.length >= count && !OTHERS.has(end) && end !== `${name}s` && isOneOff(end, name);
  });
}

/** Whether one letter more, less, other or swapped with its neighbour makes one word of the other. */
function isOneOff(word: string, name: string): boolean {
  const more = word.length - name.length;
  if (Math.abs(more) > 1 || word === name) return false;
  let at = 0;
  while (word.charAt(at) === name.charAt(at)) at++;
  const [left, right] = [word.slice(at), name.slice(at)];
  if (more > 0) return left.slice(1) === right;
  if (more < 0) return left === right.slice(1);
  return (
    left.slice(1) === right.slice(1) ||
    (left.charAt(0) === right.charAt(1) &&
      left.charAt(1) === right.charAt(0) &&
      left.slice(2) === right.slice(2))
  );
}

/** Whether a key says which header or parameter the value beside it belongs to. */
export function isNamingKey(key: string): boolean {
  return /^(?:key|name|header|header_?name|field)$/i.test(key);
}

/** What is sent under a name, or accepted as a whole. */
const EXACT = /^(?:values?|raw_?value|exact|exact_?match|string_?match|value_?match|custom_?match)$/i;
/** What a value is asked to look like. */
const PATTERN = /^(?:prefix|suffix|contains|regex|safe_?regex)_?match$/i;

/**
 * Whether a key holds the secret where a {@link isCredentialHeader credential} is named beside it. Of a cookie only
 * what is sent or accepted as a whole: a pattern says which cookie decides.
 */
export function isNamedValue(key: string, header: string): boolean {
  return EXACT.test(key) || (PATTERN.test(key) && !/cookie$/i.test(header));
}

/** Parts of a secret's message that say where it is, whose it is or how it is matched, not what it is. */
const OPEN_PART =
  /^(?:@type|type_url|file_?name|environment_variable|(?:provider_)?name|header_(?:key|name)|client_id|sds_config|tls_certificates?|certificate_chain|cert_chain|validation_context|trusted_ca|root_certs|(?:subject|actor)_token_(?:path|type)|google_re2|ignore_case|max_program_size)$/;

/** Whether a part of a secret is none itself. */
export function isOpenPart(key: string): boolean {
  return OPEN_PART.test(snakeCase(key));
}
