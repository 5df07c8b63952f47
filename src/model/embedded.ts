/** Configurations that stand as text inside another document: a Kubernetes ConfigMap, Helm values. */
import { InputError } from '../source/errors.ts';
import { looksLikeJson, readJson } from '../source/json.ts';
import { isKey } from '../source/pointer.ts';
import {
  isOverridden,
  kindOf,
  type NodeId,
  NodeKind,
  type SourceTree,
  scalarText,
  skipOf,
} from '../source/tree.ts';
import { writtenOffsets } from '../source/written.ts';
import { readYaml } from '../source/yaml.ts';
import { type Shape, shapeOf } from './shape.ts';
import { literalOffset } from './written-span.ts';

/** One text of an outer document that holds a configuration. */
export interface EmbeddedText {
  readonly outer: SourceTree;
  /** The scalar of the outer document. */
  readonly node: NodeId;
  readonly text: string;
  readonly trees: readonly { readonly tree: SourceTree; readonly shape: Shape }[];
}

/** A text that looks like a configuration but cannot be read. */
export interface UnreadableText {
  readonly node: NodeId;
  readonly problem: string;
}

/** Texts shorter than this hold no configuration. */
const SHORTEST = 10;
/** Texts looked at in one document, so that a file of a million strings stays quick. */
const MAX_TEXTS = 10_000;

/** What the texts of a document hold. */
export interface Texts {
  readonly found: readonly EmbeddedText[];
  readonly unreadable: readonly UnreadableText[];
  /** Texts that would be found but for a later key of the same name, which is the one that counts. */
  readonly overridden: readonly NodeId[];
}

/** Finds every text inside a document that holds a configuration; keys are none. */
export function findEmbedded(file: string, outer: SourceTree): Texts {
  const found: EmbeddedText[] = [];
  const unreadable: UnreadableText[] = [];
  const overridden: NodeId[] = [];
  let looked = 0;
  let overriddenUntil = 0;
  for (let node = 0; node < outer.size && looked < MAX_TEXTS; node++) {
    if (isOverridden(outer, node)) overriddenUntil = Math.max(overriddenUntil, skipOf(outer, node + 1));
    const kind = kindOf(outer, node);
    if (kind === NodeKind.Map || kind === NodeKind.List || kind === NodeKind.Alias || kind === NodeKind.Plain)
      continue;
    const text = scalarText(outer, node);
    if (text.length < SHORTEST || !/[:{]/.test(text) || !(text.includes('\n') || looksLikeJson(text)))
      continue;
    if (isKey(outer, node)) continue;
    looked++;
    const trees = readText(file, text);
    if (trees instanceof InputError) {
      if (node >= overriddenUntil && /static_resources|staticResources|virtual_hosts|"@type"/.test(text))
        unreadable.push({ node, problem: trees.details.problem });
      continue;
    }
    const shaped = trees.flatMap((tree) => {
      const shape = shapeOf(tree, 0);
      return shape ? [{ tree, shape }] : [];
    });
    if (shaped.length === 0) continue;
    if (node < overriddenUntil) overridden.push(node);
    else found.push({ outer, node, text, trees: shaped });
  }
  return { found, unreadable, overridden };
}

function readText(file: string, text: string): readonly SourceTree[] | InputError {
  if (!looksLikeJson(text)) return readAs(readYaml, file, text);
  const json = readAs(readJson, file, text);
  if (!(json instanceof InputError)) return json;
  // What begins like JSON may be YAML in brackets; if it is neither, the complaint about JSON says more.
  const yaml = readAs(readYaml, file, text);
  return yaml instanceof InputError ? json : yaml;
}

function readAs(read: typeof readYaml, file: string, text: string): readonly SourceTree[] | InputError {
  try {
    return read(file, text);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

/**
 * Where an offset of the inner text lies in the outer one. For a literal block each line stands there as it is, so
 * the place is exact; for other styles it is the beginning of the scalar.
 */
export function outerOffset(embedded: EmbeddedText, offset: number): number {
  const { outer, node } = embedded;
  if (kindOf(outer, node) !== NodeKind.Literal) return outer.starts[node] ?? 0;
  return literalOffset(outer, node, offset);
}

/** How an embedded text is written; its places are unknown where it cannot be told which characters stand for which. */
interface Written {
  readonly text: string;
  readonly offsets: Uint32Array | undefined;
}

const known = new WeakMap<EmbeddedText, Written>();

function writtenOf(embedded: EmbeddedText): Written {
  const before = known.get(embedded);
  if (before !== undefined) return before;
  const { outer, node, text } = embedded;
  const written = outer.text.slice(outer.starts[node] ?? 0, outer.ends[node] ?? 0);
  const made = { text: written, offsets: writtenOffsets(written, text.length) };
  known.set(embedded, made);
  return made;
}

/**
 * How a part of the inner text is written in the outer one. In a literal block its lines stand as they are; in a folded
 * one its words do.
 */
export function outerTexts(embedded: EmbeddedText, start: number, end: number): readonly string[] {
  const { outer, node, text } = embedded;
  const kind = kindOf(outer, node);
  if (kind === NodeKind.Literal) return [];
  if (kind !== NodeKind.Single && kind !== NodeKind.Double) return text.slice(start, end).split(/\s+/);
  const written = writtenOf(embedded);
  // Where the places are not known, nothing of the text may be shown.
  if (written.offsets === undefined) return [written.text];
  return [written.text.slice(written.offsets[start], written.offsets[end])];
}
