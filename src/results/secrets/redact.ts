/** Secrets never leave a run by accident: where a report shows one, it shows `<redacted>`. */

import { NODE } from '../../model/bound.ts';
import { type CleanTexts, REPEATED, startCleanTexts } from '../../model/clean-texts.ts';
import { type EmbeddedText, outerTexts } from '../../model/embedded.ts';
import type { Configuration, Root } from '../../model/open.ts';
import { reopened } from '../../model/reopen.ts';
import {
  dataSpans,
  mayHoldSecrets,
  type SecretSpan,
  secretSpans,
  withoutSecretParts,
} from '../../model/secrets.ts';
import { eachChild, type Frame, rootFrames } from '../../model/walk.ts';
import { writtenSpan } from '../../model/written-span.ts';
import type { ApiVersion } from '../../schema/version.ts';
import { InputError } from '../../source/errors.ts';
import type { LineIndex, Span } from '../../source/lines.ts';
import { escapeSegment } from '../../source/pointer.ts';
import { REDACTED } from '../../source/secret-looks.ts';
import { withoutMarked, withoutMarks } from '../../source/secret-marks.ts';
import { endOf, type NodeId, ROOT, type SourceTree, startOf } from '../../source/tree.ts';
import { hidingWords, isUnmistakable, standingWords, wordsOf } from './hide-words.ts';

export type Redact = (text: string) => string;

/** Redaction that remembers whether it had anything to hide. */
export interface Redaction {
  readonly redact: Redact;
  /** Whether what was shown so far differs from what is there. */
  hidAnything(): boolean;
}

export const showAll: Redact = withoutMarks;

/** Where the secrets of a configuration stand in its file, and what they say. */
interface Found {
  readonly spans: readonly Span[];
  /** As they are written and as they are. */
  readonly texts: readonly string[];
  /** Those that are keys of a matcher's map. */
  readonly keys: readonly string[];
}

/** @param known resources that have none, from an older version of the text on */
function findSecrets(configuration: Configuration, known?: CleanTexts): Found {
  const { roots, namespace, file } = configuration;
  const found: { spans: Span[]; texts: string[]; keys: string[] } = { spans: [], texts: [], keys: [] };
  for (const root of roots) {
    const document = { configuration, root };
    const clean = new Set<NodeId>();
    const seen: Frame[] = [];
    const starts: number[] = [];
    const walk = (frame: Frame): void => {
      const { type, message } = frame;
      const node = message[NODE] ?? -1;
      const isNone =
        known?.isClean(document, frame) ||
        (REPEATED.has(type) && node !== -1 && !mayHoldSecrets(root.tree, node));
      if (isNone) {
        clean.add(node);
        return;
      }
      eachChild(frame, namespace, walk);
      const spans = secretSpans(root.tree, frame, clean);
      take(root.tree, spans, found.texts);
      if (root.embedded !== undefined) takeEmbedded(root.embedded, spans, found);
      else for (const { start, end } of spans) found.spans.push({ start, end });
      for (const { start, texts, isKey } of spans) {
        starts.push(start);
        if (isKey) found.keys.push(...texts);
      }
      seen.push(frame);
    };
    for (const frame of rootFrames(root)) walk(frame);
    if (known !== undefined)
      for (const frame of withoutAny(root.tree, seen, starts)) known.note(document, frame);
  }
  const read = new Set(roots.map(({ tree }) => tree));
  // A text that is a configuration itself was looked into above.
  const inner = embeddedNodes(roots);
  for (const tree of file.trees) {
    if (read.has(tree)) continue;
    const spans = dataSpans(tree, ROOT, 'inside', inner.get(tree));
    take(tree, spans, found.texts);
    for (const { start, end } of spans) found.spans.push({ start, end });
  }
  return found;
}

/** The secrets of a configuration, as they are written and as they are. */
export function secretTexts(configuration: Configuration, known?: CleanTexts): readonly string[] {
  return findSecrets(configuration, known).texts;
}

/** A key of a matcher's map that is a secret. */
export interface HiddenKey {
  readonly key: string;
}

/** What is to be hidden: a text, what stands in a line, a key within a pointer or path. */
export type Secret = string | HiddenLine | HiddenKey;

/**
 * What is to be hidden of configurations: their lines where secrets stand in them, and those texts that nobody writes
 * but for the secret, and that no file has where none stands.
 */
export function secretsOf(
  configurations: readonly Configuration[],
  // Of several most often one says much of what another says.
  known: CleanTexts | undefined = configurations.length > 1 ? startCleanTexts() : undefined,
): readonly Secret[] {
  const lines: (HiddenLine | HiddenKey)[] = [];
  const words = new Set<string>();
  const open: string[] = [];
  for (const configuration of configurations) {
    const { file } = configuration;
    const { spans, texts, keys } = findSecrets(configuration, known);
    for (const key of keys) lines.push({ key });
    if (spans.length > 0) {
      const hidden = hiddenLines(file, spans);
      for (const each of hidden.lines) lines.push(each);
      open.push(hidden.open);
    } else open.push(file.text);
    for (const text of texts)
      for (const namespace of wordsOf(text)) if (isUnmistakable(namespace)) words.add(namespace);
  }
  if (words.size === 0) return lines;
  const standing = standingWords(words);
  for (const text of open) for (const namespace of standing(text)) words.delete(namespace);
  return [...lines, ...words];
}

/**
 * Messages in which nothing was found: by their own tables, or as data of what is around them, which an Any is looked
 * through as.
 */
function withoutAny(tree: SourceTree, frames: readonly Frame[], found: readonly number[]): readonly Frame[] {
  const starts = found.toSorted((one, other) => one - other);
  return frames.filter(({ message }) => {
    const at = message[NODE];
    return at !== undefined && !hasBetween(starts, startOf(tree, at), endOf(tree, at));
  });
}

/** Whether one of the sorted numbers is at least `start` and below `end`. */
function hasBetween(sorted: readonly number[], start: number, end: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return (sorted[low] ?? end) < end;
}

/** The scalars of each document that hold configurations. */
function embeddedNodes(roots: readonly Root[]): ReadonlyMap<SourceTree, ReadonlySet<NodeId>> {
  const byTree = new Map<SourceTree, Set<NodeId>>();
  for (const { embedded } of roots) {
    if (embedded === undefined) continue;
    const nodes = byTree.get(embedded.outer) ?? new Set<NodeId>();
    byTree.set(embedded.outer, nodes);
    nodes.add(embedded.node);
  }
  return byTree;
}

/** The secrets of a document that no table describes, as they are written and as they are. */
export function dataSecrets(tree: SourceTree): string[] {
  const texts: string[] = [];
  take(tree, dataSpans(tree, ROOT), texts);
  return texts;
}

function take(tree: SourceTree, spans: readonly SecretSpan[], into: string[]): void {
  for (const { start, end, texts } of spans) {
    const written = tree.text.slice(start, end);
    into.push(written);
    // What quotes, escapes and folds hide is shown by whoever shows values.
    for (const text of texts) if (text !== written) into.push(text);
  }
}

/** How secrets of an embedded text are written in the document around it, whose lines are shown too. */
function takeEmbedded(
  embedded: EmbeddedText,
  spans: readonly Span[],
  into: { readonly spans: Span[]; readonly texts: string[] },
): void {
  for (const span of spans) {
    for (const text of outerTexts(embedded, span.start, span.end)) into.texts.push(text);
    into.spans.push(writtenSpan(embedded.outer, embedded.node, span));
  }
}

/** What hides the secrets of configurations, and more of them. @param showSecrets whether nothing is to be hidden */
export function redactionOf(
  configurations: readonly Configuration[],
  showSecrets: boolean | undefined,
  more: readonly string[] = [],
  known?: CleanTexts,
): Redaction {
  if (showSecrets) return watched(showAll);
  return redaction([...secretsOf(configurations, known), ...more]);
}

/**
 * Hides secrets where they stand as such: in the lines of files, in sentences that mark them, and where their looks
 * tell. Beside that, words that nobody writes but for the secret are hidden wherever they stand as a word or a line of
 * their own. A secret of several lines is looked for line by line.
 *
 * @param secrets texts as written (in quotes, as a block) or as they are; lines that show some
 */
export function redaction(secrets: Iterable<Secret>): Redaction {
  return watched(replacing(secrets));
}

/** The same redaction, which remembers from now on whether it had anything to hide. */
export function watched(replace: Redact): Redaction {
  let hid = false;
  return {
    redact(text) {
      const shown = replace(text);
      hid ||= shown !== showAll(text);
      return shown;
    },
    hidAnything: () => hid,
  };
}

/** The key of a matcher's map within a pointer or a path. */
const KEY = /((?:exact|prefix)_match_map(?:\/map\/|\.map\[))([^/\]]*)/g;

function replacing(secrets: Iterable<Secret>): Redact {
  const words = new Set<string>();
  const lines = new Map<string, string>();
  const keys = new Set<string>();
  for (const secret of new Set(secrets))
    if (typeof secret !== 'string') {
      if ('key' in secret) keys.add(secret.key).add(escapeSegment(secret.key));
      else lines.set(secret.line, secret.shown);
    } else for (const namespace of wordsOf(secret)) if (isUnmistakable(namespace)) words.add(namespace);
  const hideWords: Redact = words.size === 0 ? (text) => text : hidingWords(words);
  const hideLine: Redact = (line) => {
    const end = line.endsWith('\r') ? line.length - 1 : line.length;
    const shown = lines.get(line.slice(0, end));
    return shown === undefined ? line : shown + line.slice(end);
  };
  const hideLines: Redact = (text) =>
    lines.size === 0
      ? text
      : text.includes('\n')
        ? text.split('\n').map(hideLine).join('\n')
        : hideLine(text);
  const hideKeys: Redact = (text) =>
    keys.size === 0
      ? text
      : text.replace(KEY, (whole, before: string, key: string) =>
          keys.has(key) ? before + REDACTED : whole,
        );
  return (text) => hideWords(withoutSecretParts(withoutMarked(hideKeys(hideLines(text)))));
}

/** A line of a file that shows secrets, and what is shown of it. */
export interface HiddenLine {
  readonly line: string;
  readonly shown: string;
}

interface Shown {
  readonly lines: readonly HiddenLine[];
  /** The text without its secrets. */
  readonly open: string;
}

/** @param spans where secrets stand in the text, in any order */
export function hiddenLines(
  { text, lines }: { readonly text: string; readonly lines: LineIndex },
  spans: readonly Span[],
): Shown {
  const byLine = new Map<number, Span[]>();
  const open: string[] = [];
  let from = 0;
  for (const { start, end } of [...spans].sort((left, right) => left.start - right.start)) {
    const last = lines.position(Math.max(start, end - 1)).line;
    for (let line = lines.position(start).line; line <= last; line++) {
      const offset = lines.start(line);
      const own = byLine.get(line);
      const part = { start: Math.max(0, start - offset), end: end - offset };
      if (own === undefined) byLine.set(line, [part]);
      else own.push(part);
    }
    if (start > from) open.push(text.slice(from, start));
    from = Math.max(from, end);
  }
  open.push(text.slice(from));
  return {
    lines: [...byLine].map(([number, parts]) => {
      const line = lines.line(number);
      return { line, shown: withoutParts(line, parts) };
    }),
    open: open.join('\n'),
  };
}

/** @param parts in the order in which they begin */
function withoutParts(line: string, parts: readonly Span[]): string {
  let shown = '';
  let from = 0;
  for (const part of parts) {
    const { start, end } = inner(line, part);
    if (end <= from || start >= end) continue;
    if (start >= from) shown += line.slice(from, start) + REDACTED;
    from = end;
  }
  return shown + line.slice(from);
}

/** A part without the blanks and quotes around it; nothing of the head of a block. */
function inner(line: string, part: Span): Span {
  let { start, end } = { start: part.start, end: Math.min(part.end, line.length) };
  while (start < end && /\s/.test(line.charAt(start))) start++;
  while (start < end && /\s/.test(line.charAt(end - 1))) end--;
  if (/^[|>][-+\d]*$/.test(line.slice(start, end))) return { start, end: start };
  if (/["']/.test(line.charAt(start)) && end - start > 1) {
    const isClosed = line.charAt(end - 1) === line.charAt(start) && part.end <= line.length;
    return { start: start + 1, end: isClosed ? end - 1 : end };
  }
  return { start, end };
}

interface Edited {
  readonly text: string;
  readonly api?: Configuration['api'];
}

export function bothTexts(configuration: Configuration, { text, api }: Edited): readonly Configuration[] {
  if (text === configuration.file.text) return [configuration];
  try {
    const version: ApiVersion | undefined = api === 'mixed' ? undefined : api;
    return [configuration, reopened(configuration, text, version)];
  } catch (error) {
    // What is no configuration any more is not shown.
    if (error instanceof InputError) return [configuration];
    throw error;
  }
}
