/** Text in lines that fit into columns of the screen. */
import { wrapped as wrappedByLength } from '../../report/text/wrap.ts';
import { displayWidth, graphemes } from './width.ts';

/**
 * Lines of at most so many columns. Unlike those of reports, which keep paths whole for copying, they break wherever
 * they have to: what does not fit on the screen cannot be read at all.
 */
export function wrapped(text: string, width: number): readonly string[] {
  return wrappedByLength(text, width).flatMap((line) => chunks(line, width));
}

/** A line in pieces that fit; no character is cut in two. */
function chunks(line: string, width: number): readonly string[] {
  if (displayWidth(line) <= width) return [line];
  const rows: string[] = [];
  let [row, used] = ['', 0];
  for (const each of graphemes(line)) {
    const wide = displayWidth(each);
    if (used + wide > width && row !== '') {
      rows.push(row);
      [row, used] = ['', 0];
    }
    row += each;
    used += wide;
  }
  return [...rows, row];
}
