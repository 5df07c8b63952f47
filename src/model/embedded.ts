/** Configurations that stand as text inside another document: a Kubernetes ConfigMap, Helm values. */
import { InputError } from '../source/errors.ts';
import { looksLikeJson, readJson } from '../source/json.ts';
import { lastNotAbove } from '../source/sorted.ts';
import { kindOf, type NodeId, NodeKind, type SourceTree, scalarText } from '../source/tree.ts';
import { readYaml } from '../source/yaml.ts';
import { type Shape, shapeOf } from './shape.ts';

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
const MOST_TEXTS = 10_000;

/** Finds every text inside a document that holds a configuration. */
export function findEmbedded(
  file: string,
  outer: SourceTree,
): { readonly found: readonly EmbeddedText[]; readonly unreadable: readonly UnreadableText[] } {
  const found: EmbeddedText[] = [];
  const unreadable: UnreadableText[] = [];
  let looked = 0;
  for (let node = 0; node < outer.size && looked < MOST_TEXTS; node++) {
    const kind = kindOf(outer, node);
    if (kind === NodeKind.Map || kind === NodeKind.List || kind === NodeKind.Alias || kind === NodeKind.Plain)
      continue;
    const text = scalarText(outer, node);
    if (text.length < SHORTEST || !/[:{]/.test(text) || !(text.includes('\n') || looksLikeJson(text)))
      continue;
    looked++;
    const trees = readText(file, text);
    if (trees instanceof InputError) {
      if (/static_resources|staticResources|virtual_hosts|"@type"/.test(text))
        unreadable.push({ node, problem: trees.details.problem });
      continue;
    }
    const shaped = trees.flatMap((tree) => {
      const shape = shapeOf(tree, 0);
      return shape ? [{ tree, shape }] : [];
    });
    if (shaped.length > 0) found.push({ outer, node, text, trees: shaped });
  }
  return { found, unreadable };
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

/** Where the lines of an embedded literal block begin, inside and outside. */
interface Places {
  readonly inner: readonly number[];
  /** Without the indentation. */
  readonly outer: readonly number[];
}

const known = new WeakMap<EmbeddedText, Places>();

/**
 * Where an offset of the inner text lies in the outer one. For a literal block each line stands there as it is, so
 * the place is exact; for other styles it is the beginning of the scalar.
 */
export function outerOffset(embedded: EmbeddedText, offset: number): number {
  const { outer, node } = embedded;
  if (kindOf(outer, node) !== NodeKind.Literal) return outer.starts[node] ?? 0;
  const places = known.get(embedded) ?? placesOf(embedded);
  known.set(embedded, places);
  const line = lastNotAbove(places.inner, offset);
  const end = outer.ends[node] ?? 0;
  return Math.min((places.outer[line] ?? end) + offset - (places.inner[line] ?? 0), end);
}

function placesOf({ outer, node, text }: EmbeddedText): Places {
  const end = outer.ends[node] ?? 0;
  const indent = literalIndent(outer, node);
  const inner = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) inner.push(at + 1);
  const found: number[] = [];
  let at = outer.text.indexOf('\n', outer.starts[node] ?? 0) + 1;
  for (const _ of inner) {
    const next = outer.text.indexOf('\n', at);
    const lineEnd = Math.min(next === -1 ? outer.text.length : next, end);
    // A line of blanks only may end before the indentation does.
    found.push(Math.min(at + indent, Math.max(at, lineEnd)));
    at = next === -1 ? outer.text.length : next + 1;
  }
  return { inner, outer: found };
}

/** How far the content of a literal block is indented. */
export function literalIndent(outer: SourceTree, node: NodeId): number {
  const start = outer.starts[node] ?? 0;
  const end = outer.ends[node] ?? 0;
  const explicit = /^[|>][-+]?([1-9])/.exec(outer.text.slice(start, start + 3))?.[1];
  const body = outer.text.slice(outer.text.indexOf('\n', start) + 1, end);
  const first = /^( *)[^ \r\n]/m.exec(body)?.[1]?.length ?? 0;
  if (explicit === undefined) return first;
  // With an explicit indicator the first line may be indented further than the block.
  const inner = /^( *)[^ \r\n]/m.exec(scalarText(outer, node))?.[1]?.length ?? 0;
  return first - inner;
}
