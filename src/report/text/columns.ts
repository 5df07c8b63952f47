/** Lines with a label before them and words that are wrapped beside it. */
import { wrapped } from './wrap.ts';

/** A paragraph beside a label. */
export interface Entry {
  readonly text: string;
  /** Applied to each line after wrapping, so that colours do not count as width. */
  readonly paint?: (line: string) => string;
  /** Put before the first line; the others are indented by as much. */
  readonly bullet?: string;
}

const LABEL = 14;
const WIDTH = 80;

/** Entries under one label; nothing where there are none. */
export function labelled(
  label: string,
  entries: readonly Entry[],
  paintLabel: (text: string) => string,
): readonly string[] {
  return entries.flatMap(({ text, paint = (line) => line, bullet = '' }, index) =>
    wrapped(text, WIDTH - LABEL - bullet.length).map((line, row) => {
      const head =
        index === 0 && row === 0 ? paintLabel(label) + ' '.repeat(LABEL - label.length) : ' '.repeat(LABEL);
      return `${head}${row === 0 ? bullet : ' '.repeat(bullet.length)}${paint(line)}`;
    }),
  );
}

/** A text of its own, in lines of the same width. */
export function paragraph(text: string, paint: (line: string) => string): readonly string[] {
  return wrapped(text, WIDTH).map(paint);
}
