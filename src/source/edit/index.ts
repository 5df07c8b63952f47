/**
 * Edits a parsed document's text: the lines that an edit needs change, all others stay byte for byte.
 *
 * The edits are applied to an overlay of the document (overlay.ts, apply.ts), which is then rendered: kept stretches of
 * the old text, new entries in the style of their surroundings, moved ones cut out with their comments
 * (render-block.ts, render-flow.ts, fragment.ts).
 */
import { endOf, isFlow, ROOT, type SourceTree, startOf } from '../tree.ts';
import { applyEdits } from './apply.ts';
import { bodyEndOf, isBlock } from './block-layout.ts';
import { applyChanges, type Edit, type EditResult, Refusal, refuse } from './edit.ts';
import { checkAliases, keepsBlankLines } from './order.ts';
import { type Output, outputOf } from './output.ts';
import { isContainer, overlayOf } from './overlay.ts';
import { holdsEntries, json, yamlInline, yamlLines } from './print.ts';
import { keptComments, renderBlock } from './render-block.ts';
import { renderFlow } from './render-flow.ts';
import { type Sheet, sheetOf } from './rendering-context.ts';
import { resultOf, saysTheSame } from './result.ts';

export { applyChanges, changesInOrder, type Edit, type EditResult, type TextChange } from './edit.ts';
export { printJson, printYaml, yamlScalar } from './print.ts';
export { sameData } from './same-data.ts';

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
  renderRoot(sheetOf(overlay), out);
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

function renderRoot(sheet: Sheet, out: Output): void {
  const { tree, overlay, page } = sheet;
  const { root } = overlay;
  if (root.kind === 'data' || (isContainer(root) && root.node === -1)) {
    replacedRoot(sheet, out);
    return;
  }
  if (!isContainer(root)) {
    out.keep(0, tree.text.length);
    return;
  }
  if (!isBlock(tree, ROOT)) {
    out.keep(0, startOf(tree, ROOT));
    renderFlow(sheet, root, out);
    out.keep(endOf(tree, ROOT), tree.text.length);
    return;
  }
  const layout = sheet.block(ROOT);
  out.keep(0, layout.start);
  if (root.count > 0) renderBlock(sheet, root, out);
  else {
    out.text((root.kind === 'map' ? '{}' : '[]') + page.eol, []);
    keptComments(sheet, root, out);
  }
  out.keep(layout.end, tree.text.length);
}

/** A document that was replaced as a whole. */
function replacedRoot(sheet: Sheet, out: Output): void {
  const { tree, overlay, page } = sheet;
  const value = resultOf(overlay);
  const start = tree.propertyStarts.get(ROOT) ?? startOf(tree, ROOT);
  out.keep(0, start);
  if (tree.format === 'json' || isFlow(tree, ROOT)) {
    const isSpread = page.text.slice(start, endOf(tree, ROOT)).includes('\n');
    out.text(json(value, isSpread ? sheet.flowStep() : '', page.eol), overlay.rootEdits);
    out.keep(endOf(tree, ROOT), tree.text.length);
    return;
  }
  const lines = holdsEntries(value)
    ? yamlLines(value, { indent: 0, ...sheet.styleNear(ROOT) })
    : [yamlInline(value)];
  const isAtLineStart = page.lineStart(start) === start;
  out.text((isAtLineStart ? '' : page.eol) + lines.join(page.eol), overlay.rootEdits);
  out.keep(page.lineEnd(bodyEndOf(tree, page, ROOT)), tree.text.length);
}
