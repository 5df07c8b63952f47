/** Secrets never reach output: what the tables mark, private keys wherever they stand, and credential headers. */
import { type CompiledField, compiledMessage } from '../schema/compiled.ts';
import type { Span } from '../source/lines.ts';
import {
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
  setOwn,
  skipOf,
} from '../source/tree.ts';
import { AT, isObject, keyNodeOf, type OpenMessage } from './bound.ts';
import type { Frame } from './walk.ts';

export const REDACTED = '<redacted>';

/** Parts of a secret's message that say where it is, not what it is. */
const OPEN_PARTS = new Set(['filename', '@type', 'name', 'provider_name', 'providerName']);

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const CREDENTIAL_HEADERS =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|x-auth-token)$/i;

/** Keys of data that no table describes under which people keep secrets. */
const SECRET_NAME =
  /(?:^|[_.-])(?:password|passwd|passphrase|secret|token|private_?key|api_?key|access_?key|authorization)$/;

function isSecretName(key: string): boolean {
  return SECRET_NAME.test(key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase());
}

/** Whether a header carries a password or token. */
export function isCredentialHeader(name: string): boolean {
  return CREDENTIAL_HEADERS.test(name);
}

/** Replaces the secrets of one message under construction (not of those inside it). */
export function redactMessage({ message, type }: Pick<Frame, 'message' | 'type'>): void {
  const open = message as OpenMessage;
  for (const field of compiledMessage(type).fields) {
    const value = open[field.name];
    if (value === undefined) continue;
    if (field.spec.secret) open[field.name] = redacted(value);
    else if (typeof value === 'string' && holdsKey(field, value)) open[field.name] = REDACTED;
  }
  for (const [name, value] of Object.entries(open)) if (mayHoldData(type, name)) hideKeys(value);
  const credential = credentialField(type, message);
  if (credential !== undefined && typeof open[credential] === 'string') open[credential] = REDACTED;
}

/** The field of a header that holds a password or token: what is sent, or the one value that is accepted. */
function credentialField(type: string, message: Frame['message']): string | undefined {
  if (type === 'core.HeaderValue' && isCredentialHeader(String(message.key))) return 'value';
  return type === 'route.HeaderMatcher' && isCredentialHeader(String(message.name))
    ? 'exact_match'
    : undefined;
}

/** Whether a field holds data that no table describes. */
function mayHoldData(type: string, name: string): boolean {
  const kind = compiledMessage(type).byName.get(name)?.element.kind;
  return kind === undefined || kind === 'struct' || kind === 'any';
}

/** Hides the private keys, passwords and tokens in data under construction. */
function hideKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as { [key: string]: unknown };
  for (const [key, item] of Object.entries(holder)) {
    if (isSecretName(key) && (typeof item === 'string' || isObject(item)))
      setOwn(holder, key, redacted(item));
    else if (typeof item !== 'string') hideKeys(item);
    else if (PRIVATE_KEY.test(item)) setOwn(holder, key, REDACTED);
  }
}

function holdsKey(field: CompiledField, value: string): boolean {
  if (PRIVATE_KEY.test(value)) return true;
  return field.name === 'inline_bytes' && PRIVATE_KEY.test(Buffer.from(value, 'base64').toString('latin1'));
}

function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted);
  if (value === null || value === '') return value;
  if (!isObject(value)) return REDACTED;
  const made: OpenMessage = { ...value };
  for (const key of Object.keys(made)) if (!OPEN_PARTS.has(key)) made[key] = redacted(made[key]);
  return made;
}

/** Where the secrets of one message stand in its text, so that excerpts and diffs can hide them. */
export function secretSpans(tree: SourceTree, { message, type }: Pick<Frame, 'message' | 'type'>): Span[] {
  const spans: Span[] = [];
  for (const field of compiledMessage(type).fields) {
    const value = message[field.name];
    if (value === undefined || message[AT] === undefined) continue;
    const key = keyNodeOf(tree, type, message, field.name);
    if (key === -1) continue;
    if (field.spec.secret) collect(tree, key + 1, spans);
    else if (typeof value === 'string' && holdsKey(field, value)) spans.push(spanOf(tree, key + 1));
  }
  if (message[AT] !== undefined) {
    const { bySpelling } = compiledMessage(type);
    for (const key of keys(tree, message[AT]))
      if (mayHoldData(type, bySpelling.get(scalarText(tree, key))?.name ?? ''))
        collectKeys(tree, key + 1, spans);
  }
  const credential = credentialField(type, message);
  const key = credential === undefined ? -1 : keyNodeOf(tree, type, message, credential);
  if (key !== -1) spans.push(spanOf(tree, key + 1));
  return spans;
}

function collect(tree: SourceTree, node: NodeId, spans: Span[]): void {
  const target = resolve(tree, node);
  const kind = kindOf(tree, target);
  if (kind === NodeKind.Map) {
    for (const key of keys(tree, target))
      if (!OPEN_PARTS.has(scalarText(tree, key))) collect(tree, key + 1, spans);
  } else if (kind === NodeKind.List) for (const item of items(tree, target)) collect(tree, item, spans);
  else spans.push(spanOf(tree, target));
}

/** The private keys, passwords and tokens in data. */
function collectKeys(tree: SourceTree, data: NodeId, spans: Span[]): void {
  const target = resolve(tree, data);
  for (let node = target; node < skipOf(tree, target); node++) {
    const kind = kindOf(tree, node);
    if (kind === NodeKind.Map) {
      for (const key of keys(tree, node))
        if (isSecretName(scalarText(tree, key))) collect(tree, key + 1, spans);
    }
    if (kind === NodeKind.Map || kind === NodeKind.List) continue;
    if (PRIVATE_KEY.test(scalarText(tree, node))) spans.push(spanOf(tree, node));
  }
}

function spanOf(tree: SourceTree, node: NodeId): Span {
  const target = resolve(tree, node);
  return { start: tree.starts[target] ?? 0, end: tree.ends[target] ?? 0 };
}
