/** Secrets never leave a run by accident: where a report shows one, it shows `<redacted>`. */
import type { Configuration } from '../model/open.ts';
import { dataSpans, isCredentialHeader, secretSpans } from '../model/secrets.ts';
import { rootFrames, walkInsideOut } from '../model/walk.ts';
import type { Span } from '../source/lines.ts';
import { type NodeId, ROOT, type SourceTree } from '../source/tree.ts';
import { hidingWords } from './text/hide-words.ts';

export type Redact = (text: string) => string;

/** Redaction that remembers whether it had anything to hide. */
export interface Redaction {
  readonly redact: Redact;
  /** Whether what was shown so far differs from what is there. */
  hidAnything(): boolean;
}

export const showAll: Redact = (text) => text;

/** The secrets of a configuration, as they are written; those of documents that are no configuration included. */
export function secretTexts({ roots, word, file }: Configuration): string[] {
  const texts: string[] = [];
  const take = (tree: SourceTree, spans: readonly Span[]): void => {
    for (const { start, end } of spans) texts.push(tree.text.slice(start, end));
  };
  for (const root of roots) {
    for (const frame of rootFrames(root)) {
      walkInsideOut(frame, word, (each) => take(root.tree, secretSpans(root.tree, each)));
    }
  }
  const read = new Set(roots.map(({ tree }) => tree));
  for (const tree of file.trees) {
    if (read.has(tree)) continue;
    // A text that is a configuration itself was looked into above.
    const inner = roots.flatMap(({ embedded }) => (embedded?.outer === tree ? [embedded.node] : []));
    for (const text of dataSecrets(tree, new Set(inner))) texts.push(text);
  }
  return texts;
}

/** The secrets of a document that no table describes, as they are written. @param skipped nodes that are none of it */
export function dataSecrets(tree: SourceTree, skipped?: ReadonlySet<NodeId>): string[] {
  return dataSpans(tree, ROOT, 'inside', skipped).map(({ start, end }) => tree.text.slice(start, end));
}

/** What hides the secrets of configurations, and more of them. @param showSecrets whether nothing is to be hidden */
export function redactionOf(
  configurations: readonly Configuration[],
  showSecrets: boolean | undefined,
  more: readonly string[] = [],
): Redaction {
  return redaction(showSecrets ? [] : [...configurations.flatMap(secretTexts), ...more]);
}

/** The values of headers that carry passwords and tokens. */
export function credentials(headers: { readonly [name: string]: string }): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) => (isCredentialHeader(name) ? [value] : []));
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
  const lines = new Set<string>();
  for (const secret of secrets) {
    for (const form of formsOf(secret)) {
      // The header of a block scalar is no part of it.
      for (const line of form.replace(/^[|>][-+\d]*\s*\n/, '').split(/\r?\n/)) {
        if (line.trim() !== '') lines.add(line.trim());
      }
    }
  }
  return lines.size === 0 ? showAll : hidingWords(lines);
}

/** A secret as it may stand in a text: as written, without its quotes, within a JSON string and in a shell's quotes. */
function formsOf(secret: string): readonly string[] {
  const bare = unquoted(secret);
  return [
    bare,
    JSON.stringify(bare).slice(1, -1),
    bare.replaceAll("'", `'\\''`),
    /^["']/.test(secret) ? secret.slice(1, -1) : secret,
  ];
}

function unquoted(written: string): string {
  if (written.startsWith("'")) return written.slice(1, -1).replaceAll("''", "'");
  if (!written.startsWith('"')) return written;
  try {
    return String(JSON.parse(written));
  } catch {
    return written.slice(1, -1);
  }
}
