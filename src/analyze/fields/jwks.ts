import { lookup } from '../../source/lookup.ts';
import { IS_FILLED } from './filled.ts';

/** A key set of JSON Web Keys, as far as the proxy's refusal of it is certain. */

/** What is wrong with it, as the end of a sentence that begins with the field; never with what is secret in it. */
export function jwksProblem(text: string): string | undefined {
  // A certificate may stand there too.
  if (/-----BEGIN/.test(text)) return undefined;
  const read = parsed(text);
  if (read === undefined) return mayBeLenient(text) ? undefined : 'has to be JSON';
  const keys = typeof read === 'object' && read !== null && 'keys' in read ? read.keys : undefined;
  if (!Array.isArray(keys)) return 'has to be an object with a list of "keys"';
  // One key that can be read is enough.
  const problems = keys.map(keyProblem);
  if (problems.some((problem) => problem === undefined)) return undefined;
  return `has no key that the proxy can read${problems[0] === undefined ? '' : ` (the first one ${problems[0]})`}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The proxy's reader takes a comma too many, and more; what has braces may be something to it. */
function mayBeLenient(text: string): boolean {
  return text.trim() === '' || /^\s*[{[]/.test(text);
}

type Key = { readonly [field: string]: unknown };

/** What each kind of key has to have; undefined where nothing is certainly wrong. */
const KINDS: { readonly [kind: string]: (key: Key) => string | undefined } = {
  EC: (key) =>
    algorithmProblem(key, /^ES/) ??
    textsProblem(key, ['x', 'y']) ??
    curveProblem(key) ??
    codeProblem(key, ['x', 'y']),
  RSA: (key) =>
    algorithmProblem(key, /^[RP]S/) ??
    textsProblem(key, ['n', 'e']) ??
    codeProblem(key, ['n', 'e']) ??
    rsaProblem(key),
  oct: (key) => algorithmProblem(key, /^HS/) ?? textsProblem(key, ['k']) ?? codeProblem(key, ['k']),
  OKP: (key) =>
    algorithmProblem(key, /^EdDSA/) ??
    textsProblem(key, ['crv', 'x']) ??
    (key.crv === 'Ed25519'
      ? (codeProblem(key, ['x']) ?? lengthProblem(key, 'x', 32))
      : 'is on a curve ("crv") that it does not know'),
};

function keyProblem(key: unknown): string | undefined {
  if (typeof key !== 'object' || key === null) return undefined;
  const { kty: kind, ...fields }: Key = { ...key };
  if (kind === undefined) return 'lacks its kind, "kty"';
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind))
    return 'is of a kind ("kty") that it does not know';
  return lookup(KINDS, kind)?.(fields);
}

/** An empty one counts as none. */
function algorithmProblem({ alg }: Key, fitting: RegExp): string | undefined {
  return typeof alg !== 'string' || alg === '' || fitting.test(alg)
    ? undefined
    : 'has an "alg" of another kind of key';
}

function textsProblem(key: Key, fields: readonly string[]): string | undefined {
  const lacking = fields.find((field) => typeof key[field] !== 'string' || key[field] === '');
  return lacking === undefined ? undefined : `lacks "${lacking}" as text`;
}

function codeProblem(key: Key, fields: readonly string[]): string | undefined {
  const wrong = fields
    .map((field) => [field, String(key[field])] as const)
    .find(([, text]) => !IS_FILLED.test(text) && !isBase64url(text))?.[0];
  return wrong === undefined ? undefined : `has no base64url as "${wrong}"`;
}

/** As the proxy decodes it: blanks do not count, and it may be padded, if so in full; a dot, which pads too, is let by. */
function isBase64url(text: string): boolean {
  const [, digits = '', padding] = /^([\w-]*)(=*)$/.exec(text.replace(/\s/g, '')) ?? [];
  if (padding === undefined) return text.includes('.');
  const rest = digits.length % 4;
  return rest !== 1 && (padding === '' || (rest > 1 && padding.length === 4 - rest));
}

const CURVES: { readonly [curve: string]: string } = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' };

function curveProblem({ crv, alg }: Key): string | undefined {
  if (typeof crv !== 'string') return undefined;
  if (!Object.hasOwn(CURVES, crv)) return 'is on a curve ("crv") that it does not know';
  return typeof alg === 'string' && alg !== '' && alg !== lookup(CURVES, crv)
    ? 'has an "alg" that its curve does not fit'
    : undefined;
}

/** Shorter moduli are refused. */
const MIN_RSA_BITS = 512;

function rsaProblem(key: Key): string | undefined {
  const [modulus, exponent] = [numberOf(key.n), numberOf(key.e)];
  if (modulus !== undefined && modulus.toString(2).length < MIN_RSA_BITS)
    return `has a modulus ("n") of fewer than ${MIN_RSA_BITS} bits`;
  if (exponent !== undefined && (exponent < 3n || exponent % 2n === 0n))
    return 'has an exponent ("e") that no RSA key has';
  return undefined;
}

/** Longer numbers are not looked at. */
const MAX_LOOKED_AT = 4096;

/** A number in base64url; undefined where nobody knows how it is read. */
function numberOf(text: unknown): bigint | undefined {
  if (typeof text !== 'string' || !/^[\w-]+$/.test(text) || text.length > MAX_LOOKED_AT) return undefined;
  const digits = Buffer.from(text, 'base64url').toString('hex');
  return digits === '' ? undefined : BigInt(`0x${digits}`);
}

function lengthProblem(key: Key, field: string, bytes: number): string | undefined {
  const text = key[field];
  if (typeof text !== 'string' || !/^[\w-]+$/.test(text)) return undefined;
  return Buffer.from(text, 'base64url').length === bytes ? undefined : `has no ${bytes} bytes as "${field}"`;
}

// Lines of htpasswd as the proxy reads them: `user:{SHA}` and the 28 characters of a hash in base64.

const HASH = '{SHA}';
const HASH_LENGTH = 28;

/** What is wrong with them, as the end of a sentence that begins with the field; never with what is secret in it. */
export function htpasswdProblem(text: string): string | undefined {
  if (text === '') return 'may not be empty';
  const users = new Set<string>();
  for (const [at, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const problem = lineProblem(line, users);
    if (problem !== undefined) return `has line ${at + 1} ${problem}`;
  }
  return undefined;
}

function lineProblem(line: string, users: Set<string>): string | undefined {
  const colon = line.indexOf(':');
  if (colon === -1) return 'without the colon between user and password';
  const [user, password] = [line.slice(0, colon), line.slice(colon + 1)];
  if (user === '' || password === '') return 'without a user, or without a password';
  if (!password.startsWith(HASH)) return `whose password is no ${HASH} hash, which is the only kind it takes`;
  if (password.length !== HASH.length + HASH_LENGTH)
    return `whose hash is not ${HASH_LENGTH} characters long`;
  if (users.has(user)) return 'whose user stands above already';
  users.add(user);
  return undefined;
}
