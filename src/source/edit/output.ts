/** The new text, put together from kept stretches of the old one and new pieces; what is not kept is replaced. */
import type { TextChange } from './edit.ts';

export interface Output {
  /** Keeps a stretch of the old text; stretches come in the order of the text. */
  keep(start: number, end: number): void;
  text(text: string, edits: readonly number[]): void;
  /** Notes the edits that caused what is left out here. */
  drop(edits: readonly number[]): void;
  /** What comes next begins in the middle of a line: its leading blanks and line breaks are left out. */
  beginInLine(): void;
  /** Whether nothing has come since {@link beginInLine}. */
  isInLine(): boolean;
  /** Begins a new line unless one has just begun. */
  startLine(eol: string): void;
  /** The new text. */
  joined(): string;
  changes(length: number): TextChange[];
}

type Piece =
  | { readonly start: number; readonly end: number }
  | { readonly text: string; readonly edits: readonly number[] };

export function outputOf(old: string): Output {
  const pieces: Piece[] = [];
  let inLine = false;
  let ended = true;
  const add = (piece: Piece, last: string): void => {
    pieces.push(piece);
    inLine = false;
    ended = last === '\n';
  };
  return {
    keep(from, end) {
      let start = from;
      if (inLine) while (start < end && /\s/.test(old.charAt(start))) start++;
      if (start < end) add({ start, end }, old.charAt(end - 1));
    },
    text(whole, edits) {
      const text = inLine ? whole.trimStart() : whole;
      if (text === '') pieces.push({ text, edits });
      else add({ text, edits }, text.charAt(text.length - 1));
    },
    drop(edits) {
      pieces.push({ text: '', edits });
    },
    beginInLine() {
      inLine = true;
      ended = true;
    },
    isInLine: () => inLine,
    startLine(eol) {
      if (!ended && !inLine) add({ text: eol, edits: [] }, '\n');
    },
    joined: () =>
      pieces.map((piece) => ('text' in piece ? piece.text : old.slice(piece.start, piece.end))).join(''),
    changes: (length) => changesOf(pieces, old, length),
  };
}

function changesOf(pieces: readonly Piece[], old: string, length: number): TextChange[] {
  const changes: TextChange[] = [];
  let cursor = 0;
  let texts: string[] = [];
  let edits = new Set<number>();
  let noted: readonly number[] | undefined;
  const flush = (until: number): void => {
    const text = texts.join('');
    changes.push({ start: cursor, end: until, text, edits: [...edits].sort((a, b) => a - b) });
    texts = [];
    edits = new Set();
    noted = undefined;
  };
  for (const piece of pieces) {
    if ('text' in piece) {
      texts.push(piece.text);
      // The lines of one entry share its list.
      if (piece.edits !== noted) for (const edit of piece.edits) edits.add(edit);
      noted = piece.edits;
    } else {
      if (piece.start !== cursor || texts.length > 0) flush(piece.start);
      cursor = piece.end;
    }
  }
  flush(length);
  return withoutNewEnd(changes, old).filter(({ start, end, text }) => old.slice(start, end) !== text);
}

/** A text that did not end in a line break still does not. */
function withoutNewEnd(changes: readonly TextChange[], old: string): TextChange[] {
  const last = changes[changes.length - 1];
  if (!last || last.end !== old.length || old.endsWith('\n')) return [...changes];
  const text = last.text.replace(/\r?\n$/, '');
  // Where the last lines went away, the line break before them goes too.
  let { start } = last;
  if (text === '' && old.charAt(start - 1) === '\n') start -= old.charAt(start - 2) === '\r' ? 2 : 1;
  return [...changes.slice(0, -1), { ...last, start, text }];
}
