/** Secrets never reach output: what the tables mark, credential headers, and what is secret by its name or looks. */
import { type CompiledField, compiledMessage } from '../schema/compiled.ts';
import type { Span } from '../source/lines.ts';
import { isCredentialHeader, isScheme, isSecretName, withoutSecrets } from '../source/secret-words.ts';
import {
  isIgnored,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  type SourceTree,
  scalarText,
} from '../source/tree.ts';
import { AT, isObject, type OpenMessage, UNREADABLE } from './bound.ts';
import { dataSpans, hideInData, isScalar, redacted, textSpans, wholeSpans } from './secret-data.ts';
import type { Frame } from './walk.ts';

export { isCredentialHeader, REDACTED } from '../source/secret-words.ts';
export { dataSpans, hideInData } from './secret-data.ts';

/** Replaces the secrets of one message under construction (not of those inside it). */
export function redactMessage({ message, type }: Pick<Frame, 'message' | 'type'>): void {
  const open = message as OpenMessage;
  const { byName } = compiledMessage(type);
  const hides = credentialFields(type, message);
  for (const [name, value] of Object.entries(open)) {
    const field = byName.get(name);
    if (field?.spec.secret || (field === undefined && isSecretName(name) && typeof value !== 'boolean'))
      open[name] = redacted(value);
    else if (hides(name, value)) open[name] = hidden(value);
    else if (typeof value === 'string') open[name] = withoutSecrets(value);
    else if (Array.isArray(value))
      open[name] = value.map((item) => (typeof item === 'string' ? withoutSecrets(item) : item));
    // A message that was read is redacted in its turn; anything else in its place is data.
    if (typeof value === 'object') hideInData(open[name], mayHoldData(field));
  }
}

/**
 * The fields of a header or query parameter that hold a password or token: what is sent, or what is accepted. Of a
 * cookie only the one value that is accepted: a pattern says which cookie decides.
 */
function credentialFields(
  type: string,
  message: Frame['message'],
): (name: string, value: unknown) => boolean {
  if (!CREDENTIAL_TYPES.has(type)) return hidesNothing;
  const named = (key: string): string => String(message[key] ?? '');
  if (type === 'core.HeaderValue' && isCredentialHeader(named('key'))) return (name) => name === 'value';
  if (type === 'route.QueryParameterMatcher' && isSecretName(named('name')))
    return (name) => name === 'value' || name === 'string_match';
  if (type !== 'route.HeaderMatcher' || !isCredentialHeader(named('name'))) return () => false;
  const isCookie = /cookie$/i.test(named('name'));
  return (name, value) =>
    name === 'exact_match' ||
    (!isCookie && CREDENTIAL_MATCHES.has(name) && !(typeof value === 'string' && isScheme(value)));
}

const CREDENTIAL_TYPES = new Set(['core.HeaderValue', 'route.QueryParameterMatcher', 'route.HeaderMatcher']);
const hidesNothing = (): boolean => false;
const CREDENTIAL_MATCHES = new Set(['prefix_match', 'suffix_match', 'regex_match', 'safe_regex_match']);
/** Parts of a matcher that say how it matches, not what. */
const HOW = new Set(['google_re2', 'ignore_case', 'max_program_size']);

/** A secret in place of a text; of a matcher in place of its texts. */
function hidden(value: unknown): unknown {
  if (!isObject(value)) return redacted(value);
  const made: OpenMessage = { ...value };
  for (const key of Object.keys(made)) if (!HOW.has(key)) made[key] = redacted(made[key]);
  return made;
}

/** Whether a field holds data that no table describes. */
function mayHoldData(field: CompiledField | undefined): boolean {
  const kind = field?.element.kind;
  return kind === undefined || kind === 'struct' || kind === 'any';
}

/** Where the secrets of one message stand in its text, so that excerpts and diffs can hide them. */
export function secretSpans(tree: SourceTree, { message, type }: Pick<Frame, 'message' | 'type'>): Span[] {
  const spans: Span[] = [];
  const at = message[AT];
  if (at === undefined) return spans;
  if (kindOf(tree, at) !== NodeKind.Map) {
    return dataSpans(tree, at);
  }
  const { bySpelling } = compiledMessage(type);
  const hides = credentialFields(type, message);
  const seen = new Map<string, NodeId>();
  const take = (more: readonly Span[]): void => {
    for (const span of more) spans.push(span);
  };
  for (const key of keys(tree, at)) {
    const spelling = scalarText(tree, key);
    const field = bySpelling.get(spelling);
    const name = field?.name ?? spelling;
    // Of a field that stands twice only the last one was read.
    const earlier = seen.get(name);
    if (earlier !== undefined) take(dataSpans(tree, earlier + 1));
    seen.set(name, key);
    const isSecret = field === undefined ? isSecretName(spelling) : field.spec.secret === true;
    if (isSecret || hides(name, message[name])) wholeSpans(tree, key + 1, spans);
    else if (isScalar(tree, key + 1)) textSpans(tree, key + 1, spans);
    else if (mayHoldData(field) || isIgnored(tree, key) || message[UNREADABLE]?.[name] !== undefined)
      take(dataSpans(tree, key + 1));
    else if (field?.element.kind !== 'message') take(dataSpans(tree, key + 1));
  }
  return spans;
}
