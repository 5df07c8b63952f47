/** Secrets never reach output: what the tables mark, credential headers, and what is secret by its name or looks. */
import { type CompiledField, compiledMessage } from '../schema/compiled.ts';
import type { Data } from '../source/data.ts';
import { isScheme, REDACTED } from '../source/secret-looks.ts';
import { isNamedValue, type Secrecy } from '../source/secret-names.ts';
import {
  endOf,
  isIgnored,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
  setOwn,
  startOf,
} from '../source/tree.ts';
import { INVALID, isObject, NODE, type OpenMessage, tableOf } from './bound.ts';
import { deepCopy } from './copy.ts';
import { credentialNamed, isComparedMap } from './secret-matchers.ts';
import { search, secrecyBeside, type View } from './secret-search.ts';
import { dataSpans, type SecretSpan, textParts, withoutSecretParts } from './secret-spans.ts';
import type { Frame } from './walk.ts';

export { REDACTED } from '../source/secret-looks.ts';
export { isCredentialHeader } from '../source/secret-names.ts';
export { isAboutCredential } from './secret-matchers.ts';
export { saysWhatIsSecret } from './secret-search.ts';
export { dataSpans, mayHoldSecrets, type SecretSpan, withoutSecretParts } from './secret-spans.ts';

/** Replaces the secrets of one message under construction (not of those inside it). */
export function redactMessage({ message, type }: Pick<Frame, 'message' | 'type'>): void {
  const { byName } = tableOf({ message, type });
  const header = credentialNamed(type, message);
  for (const [name, value] of Object.entries(message)) {
    const field = byName.get(name);
    // A message that was read is redacted in its turn; anything else in its place is data.
    hideInData(message, name, secrecyOfField(name, value, field, header), mayHoldData(field));
    if (header !== undefined && isComparedMap(name)) hideKeys(value);
  }
  if (message[INVALID] === undefined) return;
  const unreadable = deepCopy(message[INVALID]) as { readonly [field: string]: Data };
  for (const [name, value] of Object.entries(unreadable))
    hideInData(unreadable, name, secrecyOfUnreadable(name, value, byName.get(name), header), true);
  (message as OpenMessage)[INVALID] = unreadable;
}

/** Hides what the keys of a tree's map are compared with; each stays a key of its own. */
function hideKeys(compared: unknown): void {
  const map = isObject(compared) ? compared.map : undefined;
  if (!isObject(map)) return;
  const entries = Object.entries(map);
  for (const [key] of entries) Reflect.deleteProperty(map, key);
  entries.forEach(([, value], index) => {
    setOwn(map, index === 0 ? REDACTED : `${REDACTED} ${index + 1}`, value);
  });
}

/** How much of a field's value is secret. @param header the credential that the message is about */
function secrecyOfField(
  name: string,
  value: unknown,
  field: CompiledField | undefined,
  header: string | undefined,
): Secrecy {
  if (field === undefined) return secrecyBeside(name, header);
  const isNamed = header !== undefined && isNamedValue(name, header);
  return field.spec.secret || (isNamed && !(typeof value === 'string' && isScheme(value)))
    ? 'whole'
    : 'inside';
}

/**
 * The same of what cannot be read: what stands where a message with secrets should may be one of them, and it is no less
 * secret than data under the same name.
 */
function secrecyOfUnreadable(
  name: string,
  value: unknown,
  field: CompiledField | undefined,
  header: string | undefined,
): Secrecy {
  const { element, spec } = field ?? {};
  const held = element?.kind === 'message' ? element.name : element?.kind === 'any' ? spec?.holds : undefined;
  const isForSecrets = held !== undefined && holdsSecrets(held);
  return isForSecrets || secrecyBeside(name, header) === 'whole'
    ? 'whole'
    : secrecyOfField(name, value, field, header);
}

const ofSecrets = new Map<string, boolean>();

/** Whether a field of a message, or of one directly inside it, is a secret. */
function holdsSecrets(type: string): boolean {
  const known = ofSecrets.get(type);
  if (known !== undefined) return known;
  const isSecret = ({ spec }: CompiledField): boolean => spec.secret === true;
  const found = (['v2', 'v3'] as const)
    .flatMap((version) => compiledMessage(type, version).fields)
    .some((field) => {
      if (isSecret(field)) return true;
      const { element } = field;
      return element.kind === 'message' && compiledMessage(element.name, 'v3').fields.some(isSecret);
    });
  ofSecrets.set(type, found);
  return found;
}

/** Whether a field holds data that no table describes. */
function mayHoldData(field: CompiledField | undefined): boolean {
  const kind = field?.element.kind;
  return kind === undefined || kind === 'struct' || kind === 'any';
}

/**
 * Where the secrets of one message stand in its text, so that excerpts and diffs can hide them.
 *
 * @param clean nodes inside it that are known to show none where nothing around them is secret
 */
export function secretSpans(
  tree: SourceTree,
  { message, type }: Pick<Frame, 'message' | 'type'>,
  clean?: ReadonlySet<NodeId>,
): SecretSpan[] {
  const at = message[NODE];
  if (at === undefined) return [];
  if (kindOf(tree, at) !== NodeKind.Map) return dataSpans(tree, at);
  const spans: SecretSpan[] = [];
  const take = (value: NodeId, secrecy: Secrecy): void => {
    for (const span of dataSpans(tree, value, secrecy, undefined, clean))
      spans.push(isPattern ? withWords(span) : span);
  };
  const { bySpelling } = tableOf({ message, type });
  const header = credentialNamed(type, message);
  const isPattern = header !== undefined && takesPattern(message);
  const seen = new Map<string, NodeId>();
  for (const key of keys(tree, at)) {
    const spelling = scalarText(tree, key);
    const field = bySpelling.get(spelling);
    const name = field?.name ?? spelling;
    const isUnreadable = message[INVALID]?.[name] !== undefined;
    const secrecyOf = isUnreadable ? secrecyOfUnreadable : secrecyOfField;
    const secrecy = secrecyOf(name, message[name], field, header);
    // Of a field that stands twice only the last one was read.
    const earlier = seen.get(name);
    if (earlier !== undefined) take(earlier + 1, secrecy);
    seen.set(name, key);
    const isRead = field?.element.kind === 'message' && !isIgnored(tree, key) && !isUnreadable;
    if (secrecy !== 'inside' || !isRead) take(key + 1, secrecy);
    if (header !== undefined && isComparedMap(name)) takeKeys(tree, key + 1, spans);
  }
  return spans;
}

/** The texts that a tree compares with are keys of its map. */
function takeKeys(tree: SourceTree, compared: NodeId, spans: SecretSpan[]): void {
  for (const field of mapKeys(tree, compared)) {
    if (scalarText(tree, field) !== 'map') continue;
    for (const key of mapKeys(tree, field + 1))
      spans.push({
        start: startOf(tree, key),
        end: endOf(tree, key),
        texts: [scalarText(tree, key)],
        isKey: true,
      });
  }
}

function mapKeys(tree: SourceTree, node: NodeId): Iterable<NodeId> {
  const target = resolve(tree, node);
  return kindOf(tree, target) === NodeKind.Map ? keys(tree, target) : [];
}

/** Whether a condition on a header or parameter may be a regular expression. */
function takesPattern({ regex, regex_match, safe_regex_match, string_match }: Frame['message']): boolean {
  return [regex, regex_match, safe_regex_match, string_match].some((each) => each !== undefined);
}

/** A pattern and the words in it: requests that meet it hold some of them. */
function withWords(span: SecretSpan): SecretSpan {
  const words = span.texts.flatMap((text) => text.split(/[\\()|[\]{}^$*+?.]+/));
  return {
    ...span,
    texts: [...span.texts, ...words.filter((word) => word.length >= LONG && !isScheme(word))],
  };
}

/** So long a word is hardly one that stands elsewhere by chance. */
const LONG = 6;

interface Slot {
  readonly holder: { [key: string]: unknown };
  readonly key: string;
}

function valueView(throughout: boolean): View<Slot> {
  return {
    items({ holder, key }) {
      const value = holder[key];
      return Array.isArray(value) ? slotsOf(value) : undefined;
    },
    entries({ holder, key }) {
      const value = holder[key];
      return isObject(value) ? slotsOf(value).map((slot) => [slot.key, slot] as const) : undefined;
    },
    text({ holder, key }) {
      const value = holder[key];
      return isObject(value) || Array.isArray(value) ? undefined : String(value ?? '');
    },
    isPassedOver({ holder, key }, secrecy) {
      const value = holder[key];
      return secrecy === 'inside' && !throughout && isObject(value) && value[NODE] !== undefined;
    },
    found({ holder, key }, isSecret) {
      const value = holder[key];
      const shown = isSecret ? REDACTED : typeof value === 'string' ? withoutSecretParts(value) : value;
      if (shown !== value) setOwn(holder, key, shown);
    },
  };
}

function slotsOf(value: object): Slot[] {
  return Object.keys(value).map((key) => ({ holder: value as Slot['holder'], key }));
}

const EVERYWHERE = valueView(true);
const OUTSIDE_MESSAGES = valueView(false);

/**
 * Hides what is secret under a key of something under construction.
 *
 * @param throughout also in messages that were read as their table says; otherwise those are left, as they know better
 */
function hideInData(holder: object, key: string, secrecy: Secrecy = 'inside', throughout = false): void {
  search(throughout ? EVERYWHERE : OUTSIDE_MESSAGES, { holder: holder as Slot['holder'], key }, secrecy);
}

/** The secrets in plain data that no table describes. */
export function secretsIn(data: unknown): readonly string[] {
  const texts: string[] = [];
  const found = (slot: Slot, isSecret: boolean): void => {
    const text = EVERYWHERE.text(slot) ?? '';
    if (isSecret) texts.push(text);
    else for (const { start, end } of textParts(text)) texts.push(text.slice(start, end));
  };
  search({ ...EVERYWHERE, found }, { holder: { data }, key: 'data' }, 'inside');
  return texts;
}

/** Plain data of one's own of which all is secret. */
export function wholeHidden(data: Data): Data {
  const holder = { data };
  hideInData(holder, 'data', 'whole', true);
  return holder.data;
}

/** Plain data of one's own, its secrets replaced in place. */
export function redactedData(data: Data): Data {
  const holder = { data };
  hideInData(holder, 'data');
  return holder.data;
}
