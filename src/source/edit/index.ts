/**
 * Edits a parsed document's text: the lines that an edit needs change, all others stay byte for byte.
 *
 * The edits are applied to an overlay of the document (overlay.ts, apply.ts), which is then rendered: kept stretches of
 * the old text, new entries in the style of their surroundings, moved ones cut out with their comments
 * (render-block.ts, render-flow.ts, fragment.ts).
 */
import { endOf, isFlow, plainValue, ROOT, type SourceTree, setOwn, skipOf, startOf } from '../tree.ts';
import { applyEdits } from './apply.ts';
import { bodyEndOf, isBlock } from './block-layout.ts';
import { applyChanges, type Edit, type EditResult, Refusal, refuse } from './edit.ts';
import { type Output, outputOf } from './output.ts';
import { isContainer, type Overlay, open, overlayOf, type Value } from './overlay.ts';
import { holdsEntries, json, yamlInline, yamlLines } from './print.ts';
import { keptComments, renderBlock } from './render-block.ts';
import { renderFlow } from './render-flow.ts';
import { contextOf, type RenderContext } from './rendering-context.ts';

export { applyChanges, changesInOrder, type Edit, type EditResult, type TextChange } from './edit.ts';
export { printJson, printYaml, yamlScalar } from './print.ts';
export { sameData } from './same-data.ts';

import type { Data } from '../data.ts';
import { InputError } from '../errors.ts';
import { readJson } from '../json.ts';
import { lineIndex } from '../lines.ts';
import { firstIndex } from '../sorted.ts';
import { readYaml } from '../yaml.ts';
import { sameData } from './same-data.ts';
import { anchored } from './walk.ts';

/**
 * Applies edits to a document's text, each one seeing what those before it did.
 *
 * Never throws: where an edit cannot be made, or not without harm to something else, the result says why.
 */
export function editText(tree: SourceTree, edits: readonly Edit[]): EditResult {
  try {
    return edited(tree, edits);
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message };
    return {
      ok: false,
      reason: `the text editor failed: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function edited(tree: SourceTree, edits: readonly Edit[]): EditResult {
  if (edits.length === 0) return { ok: true, text: tree.text, changes: [] };
  if (tree.format === 'yaml' && /\r(?!\n)/.test(tree.text))
    refuse('lines that end in a carriage return alone are not edited');
  const overlay = overlayOf(tree);
  const shares = applyEdits(overlay, edits);
  shares.finish();
  checkAliases(overlay);
  const out = outputOf(tree.text);
  renderRoot(contextOf(overlay), out);
  const changes = out.changes(tree.text.length);
  const text = applyChanges(tree.text, changes);
  // Where a change in one place can mean something in another, the result is read again.
  if ((shares.any() || keepsBlankLines(overlay)) && !saysTheSame(overlay, text)) {
    refuse(
      shares.any()
        ? 'the edited text, read again, would not say what it should; with its aliases written out it may hold more values than cfgtool reads'
        : 'the edited text, read again, would not say what it should; a block scalar with "+", which keeps the blank lines below it, is the usual cause',
    );
  }
  return { ok: true, text, changes };
}

function renderRoot(context: RenderContext, out: Output): void {
  const { tree, overlay, page } = context;
  const { root } = overlay;
  if (root.kind === 'data' || (isContainer(root) && root.node === -1)) {
    replacedRoot(context, out);
    return;
  }
  if (!isContainer(root)) {
    out.keep(0, tree.text.length);
    return;
  }
  if (!isBlock(tree, ROOT)) {
    out.keep(0, startOf(tree, ROOT));
    renderFlow(context, root, out);
    out.keep(endOf(tree, ROOT), tree.text.length);
    return;
  }
  const layout = context.block(ROOT);
  out.keep(0, layout.start);
  if (root.count > 0) renderBlock(context, root, out);
  else {
    out.text((root.kind === 'map' ? '{}' : '[]') + page.eol, []);
    keptComments(context, root, out);
  }
  out.keep(layout.end, tree.text.length);
}

/** A document that was replaced as a whole. */
function replacedRoot(context: RenderContext, out: Output): void {
  const { tree, overlay, page } = context;
  const value = resultOf(overlay);
  const start = tree.propertyStarts.get(ROOT) ?? startOf(tree, ROOT);
  out.keep(0, start);
  if (tree.format === 'json' || isFlow(tree, ROOT)) {
    const isSpread = page.text.slice(start, endOf(tree, ROOT)).includes('\n');
    out.text(json(value, isSpread ? context.flowStep() : '', page.eol), overlay.rootEdits);
    out.keep(endOf(tree, ROOT), tree.text.length);
    return;
  }
  const lines = holdsEntries(value)
    ? yamlLines(value, { indent: 0, ...context.styleNear(ROOT) })
    : [yamlInline(value)];
  const isAtLineStart = page.lineStart(start) === start;
  out.text((isAtLineStart ? '' : page.eol) + lines.join(page.eol), overlay.rootEdits);
  out.keep(page.lineEnd(bodyEndOf(tree, page, ROOT)), tree.text.length);
}

// Whether each alias of the result still stands for what it stood for.

/** Refuses where an anchor went away that an alias needs, or would come to stand after it. */
function checkAliases(overlay: Overlay): void {
  const { tree } = overlay;
  if (tree.aliases.size === 0) return;
  const marked = [...tree.aliases.keys(), ...tree.anchors.keys()].sort((a, b) => a - b);
  const current = new Map<string, number>();
  const seen = (node: number): void => {
    const target = tree.aliases.get(node);
    const name = tree.anchors.get(target ?? node) ?? '';
    if (target === undefined) current.set(name, node);
    else if (current.get(name) !== target) missing(overlay, name, target, node);
  };
  const range = (from: number, to: number): void => {
    for (let at = lowerBound(marked, from); (marked[at] ?? to) < to; at++) seen(marked[at] ?? 0);
  };
  const visit = (value: Value): void => {
    if (value.kind === 'data') return;
    if (!isContainer(value) || !value.changed) {
      if (value.node >= 0) range(value.node, skipOf(tree, value.node));
      if (!isContainer(value) || value.node >= 0) return;
    }
    if (value.node >= 0) range(value.node, value.node + 1);
    for (let entry = value.first; entry; entry = entry.next) {
      if (entry.gone) continue;
      if (entry.home && entry.home.key !== -1) range(entry.home.key, entry.home.key + 1);
      visit(entry.value);
    }
  };
  visit(overlay.root);
}

function missing(overlay: Overlay, name: string, anchor: number, alias: number): never {
  const { tree } = overlay;
  const lines = lineIndex(tree.text);
  const at = (node: number): number =>
    lines.position(tree.propertyStarts.get(node) ?? startOf(tree, node)).line;
  return refuse(
    `the alias *${name} (line ${at(alias)}) needs the anchor &${name} (line ${at(anchor)}) before it, and the edits take that away`,
  );
}

function lowerBound(sorted: readonly number[], value: number): number {
  return firstIndex(sorted.length, (index) => (sorted[index] ?? 0) >= value);
}

/** Whether the text holds block scalars that keep the blank lines below them. */
function keepsBlankLines(overlay: Overlay): boolean {
  const { tree } = overlay;
  for (const node of tree.decoded.keys()) {
    const header = tree.text.slice(startOf(tree, node), Math.min(startOf(tree, node) + 4, endOf(tree, node)));
    if (/^[|>]\d?\+/.test(header)) return true;
  }
  return false;
}

// The plain value of the overlay, and whether a text says the same.

/** The value that the document has after the edits. */
export function resultOf(overlay: Overlay, value: Value = overlay.root): Data {
  if (value.kind === 'data') return value.data;
  if (value.kind === 'old') {
    const target = overlay.tree.aliases.get(value.node);
    if (target !== undefined) return resultOf(overlay, anchored(overlay, target));
  }
  const container = open(overlay, value);
  if (!container) return value.kind === 'old' ? plainValue(overlay.tree, value.node) : null;
  if (container.kind === 'list') return container.list.map((entry) => resultOf(overlay, entry.value));
  const object: { [key: string]: Data } = {};
  for (const [key, entry] of container.byKey) setOwn(object, key, resultOf(overlay, entry.value));
  return object;
}

/** Whether a text, read again, has the value that the edits should give. */
function saysTheSame(overlay: Overlay, text: string): boolean {
  const { tree } = overlay;
  try {
    const again = (tree.format === 'json' ? readJson : readYaml)('', text)[tree.document];
    return again !== undefined && sameData(plainValue(again, ROOT), resultOf(overlay));
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}
