/** Secrets in data that no table describes: found by the names that they stand under and by their looks. */
import type { Span } from '../source/lines.ts';
import {
  isCredentialHeader,
  isSecretName,
  mayShowSecrets,
  REDACTED,
  secretParts,
  withoutSecrets,
} from '../source/secret-words.ts';
import {
  isVerbatim,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
  setOwn,
} from '../source/tree.ts';
import { AT, isObject, type OpenMessage } from './bound.ts';

/** Parts of a secret's message that say where it is, not what it is. */
const OPEN_PARTS = new Set(['filename', '@type', 'name', 'provider_name', 'providerName']);
/** Keys that name the header whose value stands beside them, and keys of such values. */
const NAMING = ['key', 'name', 'header', 'header_name', 'headerName', 'field'];
const VALUES = new Set(['value', 'values', 'exact', 'exact_match', 'exactMatch']);

/** Replaces a secret, of a message what it says. */
export function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted);
  if (value === null || value === '') return value;
  if (!isObject(value) || 'toJSON' in value) return REDACTED;
  const made: OpenMessage = { ...value };
  for (const key of Object.keys(made))
    if (!OPEN_PARTS.has(key)) setOwn(made as Holder, key, redacted(made[key]));
  return made;
}

type Holder = { [key: string]: unknown };

/**
 * Hides what is secret in data under construction.
 *
 * @param throughout also in messages that were read as their table says; otherwise those are left, as they know better
 */
export function hideInData(data: unknown, throughout = false): void {
  const open: unknown[] = [data];
  for (let value = open.pop(); value !== undefined || open.length > 0; value = open.pop()) {
    if (typeof value !== 'object' || value === null || 'toJSON' in value) continue;
    if (!throughout && (value as OpenMessage)[AT] !== undefined) continue;
    const holder = value as Holder;
    const isCredential = namesCredential((key) => holder[key]);
    for (const [key, item] of Object.entries(holder)) {
      if (isCookieMessage(key, isObject(item))) open.push(item);
      else if (isHidden(key, isCredential) && typeof item !== 'boolean') setOwn(holder, key, redacted(item));
      else if (typeof item === 'string') {
        const shown = withoutSecrets(item);
        if (shown !== item) setOwn(holder, key, shown);
      } else open.push(item);
    }
  }
}

function isHidden(key: string, isCredential: boolean): boolean {
  return isSecretName(key) || isCredentialHeader(key) || (isCredential && VALUES.has(key));
}

/** A message under `cookie` says which cookie decides and how long it lives; the header of that name is a text. */
function isCookieMessage(key: string, isMessage: boolean): boolean {
  return isMessage && key === 'cookie';
}

function namesCredential(textUnder: (key: string) => unknown): boolean {
  return NAMING.some((key) => {
    const name = textUnder(key);
    return typeof name === 'string' && isCredentialHeader(name);
  });
}

/** Where the secrets of data stand in the text. @param skipped nodes that are not looked into */
export function dataSpans(tree: SourceTree, data: NodeId, skipped: ReadonlySet<NodeId> = NONE): Span[] {
  const spans: Span[] = [];
  // Most of what is asked for is one scalar.
  if (isScalar(tree, data)) {
    if (!skipped.has(resolve(tree, data))) textSpans(tree, data, spans);
    return spans;
  }
  const open: NodeId[] = [data];
  const seen = new Set<NodeId>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const node = resolve(tree, next);
    if (skipped.has(node)) continue;
    // What many aliases stand for is looked into once.
    if (node !== next) {
      if (seen.has(node)) continue;
      seen.add(node);
    }
    const kind = kindOf(tree, node);
    if (kind === NodeKind.List) for (const item of items(tree, node)) open.push(item);
    else if (kind !== NodeKind.Map) textSpans(tree, node, spans);
    else {
      const written = new Map<string, string>();
      for (const key of keys(tree, node)) {
        const name = scalarText(tree, key);
        if (NAMING.includes(name) && isScalar(tree, key + 1))
          written.set(name, scalarText(tree, resolve(tree, key + 1)));
      }
      const isCredential = namesCredential((key) => written.get(key));
      for (const key of keys(tree, node)) {
        const name = scalarText(tree, key);
        const isMessage = kindOf(tree, resolve(tree, key + 1)) === NodeKind.Map;
        if (isHidden(name, isCredential) && !isCookieMessage(name, isMessage))
          wholeSpans(tree, key + 1, spans);
        else open.push(key + 1);
      }
    }
  }
  return spans;
}

const NONE: ReadonlySet<NodeId> = new Set();

export function isScalar(tree: SourceTree, node: NodeId): boolean {
  const kind = kindOf(tree, resolve(tree, node));
  return kind !== NodeKind.Map && kind !== NodeKind.List;
}

/** Where a secret stands in the text, of a message what it says. */
export function wholeSpans(tree: SourceTree, secret: NodeId, spans: Span[]): void {
  const open: NodeId[] = [secret];
  const seen = new Set<NodeId>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const node = resolve(tree, next);
    if (node !== next) {
      if (seen.has(node)) continue;
      seen.add(node);
    }
    const kind = kindOf(tree, node);
    if (kind === NodeKind.List) for (const item of items(tree, node)) open.push(item);
    else if (kind !== NodeKind.Map) {
      // `allow_credentials: true` says nothing secret, and the word stands everywhere.
      if (!/^(?:true|false)$/i.test(scalarText(tree, node))) spans.push(spanOf(tree, node));
    } else for (const key of keys(tree, node)) if (!OPEN_PARTS.has(scalarText(tree, key))) open.push(key + 1);
  }
}

/** Where the secrets stand that a text shows by its looks. */
export function textSpans(tree: SourceTree, node: NodeId, spans: Span[]): void {
  const target = resolve(tree, node);
  if (isVerbatim(tree, target) && !showsAny(tree)) return;
  const text = scalarText(tree, target);
  const parts = secretParts(text);
  if (parts.length === 0) return;
  const whole = spanOf(tree, target);
  const within = secretParts(tree.text.slice(whole.start, whole.end));
  const isAll = parts[0]?.start === 0 && parts[0].end === text.length;
  // Escapes or folded lines may hide in the text as written what is plain in the text as meant.
  if (isAll || within.length < parts.length) spans.push(whole);
  else
    for (const { start, end } of within) spans.push({ start: whole.start + start, end: whole.start + end });
}

const SHOWING = new WeakMap<SourceTree, boolean>();

/** Asked of the file's text once, instead of each of its scalars. */
function showsAny(tree: SourceTree): boolean {
  const known = SHOWING.get(tree);
  if (known !== undefined) return known;
  const made = mayShowSecrets(tree.text);
  SHOWING.set(tree, made);
  return made;
}

function spanOf(tree: SourceTree, node: NodeId): Span {
  return { start: tree.starts[node] ?? 0, end: tree.ends[node] ?? 0 };
}
