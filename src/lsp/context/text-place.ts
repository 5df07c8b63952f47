/** Where a position stands in a text, in a text within a text too: a ConfigMap holds configurations as block scalars. */
import type { TextPlace } from './place.ts';
import { lineEnd, nextLine, skipBlanks } from './scan.ts';
import { scannedPlace } from './scan-block.ts';

/** @returns nothing where nothing can be written, as in remarks */
export function placeAt(text: string, offset: number): TextPlace | undefined {
  return scannedPlace(text, offset);
}

/** The same position inside of the block scalar that it is in, as if that were a text of its own. */
export function placeInside(text: string, offset: number, { block }: TextPlace): TextPlace | undefined {
  if (block === undefined) return undefined;
  const indent = indentOf(text, block.start, block.end);
  const lines: string[] = [];
  let inner = 0;
  let length = 0;
  for (let line = block.start; line < block.end; line = nextLine(text, line)) {
    const end = lineEnd(text, line);
    const from = Math.min(line + indent, end);
    if (line <= offset && offset <= end) inner = length + Math.max(0, offset - from);
    const written = text.slice(from, end);
    lines.push(written);
    length += written.length + 1;
  }
  const place = scannedPlace(lines.join('\n'), inner);
  if (place === undefined) return undefined;
  const shift = offset - inner;
  const { start, end } = place.namespace;
  return { ...place, namespace: { start: start + shift, end: end + shift }, shift };
}

/** How far the lines of a block scalar are indented: as far as the first one that holds something. */
function indentOf(text: string, start: number, end: number): number {
  for (let line = start; line < end; line = nextLine(text, line)) {
    const at = skipBlanks(text, line);
    if (at < lineEnd(text, line)) return at - line;
  }
  return Math.max(0, end - start);
}
