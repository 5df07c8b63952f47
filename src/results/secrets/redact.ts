/** Secrets never leave a run by accident: where a report shows one, it shows `<redacted>`. */
import type { CleanTexts } from '../../analyze/clean-texts.ts';
import { AT } from '../../model/bound.ts';
import { type EmbeddedText, outerTexts } from '../../model/embedded.ts';
import type { Configuration, Root } from '../../model/open.ts';
import { dataSpans, type SecretSpan, secretSpans } from '../../model/secrets.ts';
import { eachChild, type Frame, rootFrames } from '../../model/walk.ts';
import type { Span } from '../../source/lines.ts';
import { endOf, type NodeId, ROOT, type SourceTree, startOf } from '../../source/tree.ts';
import { hidingWords } from './hide-words.ts';
import { wordsOf } from './secret-words.ts';

export type Redact = (text: string) => string;

/** Redaction that remembers whether it had anything to hide. */
export interface Redaction {
  readonly redact: Redact;
  /** Whether what was shown so far differs from what is there. */
  hidAnything(): boolean;
}

export const showAll: Redact = (text) => text;

/**
 * The secrets of a configuration, as they are written and as they are; those of documents that are no configuration
 * included.
 *
 * @param known resources that have none, from an older version of the text on
 */
export function secretTexts(configuration: Configuration, known?: CleanTexts): string[] {
  const { roots, word, file } = configuration;
  const texts: string[] = [];
  for (const root of roots) {
    const document = { configuration, root };
    const clean = new Set<NodeId>();
    const seen: Frame[] = [];
    const found: number[] = [];
    const walk = (frame: Frame): void => {
      if (known?.isClean(document, frame)) {
        clean.add(frame.message[AT] ?? -1);
        return;
      }
      eachChild(frame, word, walk);
      const spans = secretSpans(root.tree, frame, clean);
      takeTexts(root.tree, spans, texts);
      if (root.embedded !== undefined) takeOuterTexts(root.embedded, spans, texts);
      for (const { start } of spans) found.push(start);
      seen.push(frame);
    };
    for (const frame of rootFrames(root)) walk(frame);
    if (known !== undefined)
      for (const frame of withoutAny(root.tree, seen, found)) known.note(document, frame);
  }
  const read = new Set(roots.map(({ tree }) => tree));
  // A text that is a configuration itself was looked into above.
  const inner = embeddedNodes(roots);
  for (const tree of file.trees) {
    if (read.has(tree)) continue;
    takeTexts(tree, dataSpans(tree, ROOT, 'inside', inner.get(tree)), texts);
  }
  return texts;
}

/**
 * Messages in which nothing was found: by their own tables, or as data of what is around them, which an Any is looked
 * through as.
 */
function withoutAny(tree: SourceTree, frames: readonly Frame[], found: readonly number[]): readonly Frame[] {
  const starts = found.toSorted((one, other) => one - other);
  return frames.filter(({ message }) => {
    const at = message[AT];
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
  takeTexts(tree, dataSpans(tree, ROOT), texts);
  return texts;
}

function takeTexts(tree: SourceTree, spans: readonly SecretSpan[], into: string[]): void {
  for (const { start, end, texts } of spans) {
    const written = tree.text.slice(start, end);
    into.push(written);
    // What quotes, escapes and folds hide is shown by whoever shows values.
    for (const text of texts) if (text !== written) into.push(text);
  }
}

/** How secrets of an embedded text are written in the document around it, whose lines are shown too. */
function takeOuterTexts(embedded: EmbeddedText, spans: readonly Span[], into: string[]): void {
  for (const { start, end } of spans) for (const text of outerTexts(embedded, start, end)) into.push(text);
}

/** What hides the secrets of configurations, and more of them. @param showSecrets whether nothing is to be hidden */
export function redactionOf(
  configurations: readonly Configuration[],
  showSecrets: boolean | undefined,
  more: readonly string[] = [],
  known?: CleanTexts,
): Redaction {
  if (showSecrets) return redaction([]);
  return redaction([...configurations.flatMap((each) => secretTexts(each, known)), ...more]);
}

/**
 * Replaces secrets wherever they stand as a word or a line of their own, so that a short one does not eat into other
 * words. A secret of several lines is looked for line by line.
 *
 * @param secrets as written (in quotes, as a block) or as they are
 */
export function redaction(secrets: Iterable<string>): Redaction {
  return watched(replacing(secrets));
}

/** The same redaction, which remembers from now on whether it had anything to hide. */
export function watched(replace: Redact): Redaction {
  let hid = false;
  return {
    redact(text) {
      const shown = replace(text);
      hid ||= shown !== text;
      return shown;
    },
    hidAnything: () => hid,
  };
}

function replacing(secrets: Iterable<string>): Redact {
  const words = new Set<string>();
  for (const secret of new Set(secrets)) for (const word of wordsOf(secret)) words.add(word);
  return words.size === 0 ? showAll : hidingWords(words);
}
