/** Text in lines of limited width. */

/**
 * Lines of at most the width, as far as they can be: a list is cut after its commas, and names, paths and URLs stay
 * whole, so that they can be read, searched, copied and clicked. A short quoted name stays whole with its spaces.
 *
 * @param names `cut` where lines have to fit, as in the columns of a table: longer names are cut after a comma, dot or
 * underscore or before a capital, and else anywhere; paths and URLs are not
 */
export function wrapped(text: string, width: number, names: 'whole' | 'cut' = 'whole'): readonly string[] {
  const words =
    names === 'whole'
      ? wordsOf(text, width).flatMap((each) => listPieces(each, width))
      : text.split(' ').flatMap((each) => namePieces(each, width));
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const joiner = word.glued || line === '' ? '' : ' ';
    if (line !== '' && line.length + joiner.length + word.text.length > width) {
      lines.push(line);
      line = word.text;
    } else line += joiner + word.text;
  }
  lines.push(line);
  return lines;
}

/** Longest quoted text that stays in one line. */
const MAX_QUOTED = 40;

function wordsOf(text: string, width: number): readonly string[] {
  const longest = Math.min(MAX_QUOTED, Math.floor(width / 2));
  const parts = text.split(' ');
  const words: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    let word = parts[at] ?? '';
    // An opening quote that a word of the next few closes.
    if (/^\(?"[^"]*$/.test(word))
      for (let end = at + 1, quoted = word; end < parts.length; end++) {
        quoted += ` ${parts[end]}`;
        if (quoted.length > longest) break;
        if (!parts[end]?.includes('"')) continue;
        word = quoted;
        at = end;
        break;
      }
    words.push(word);
  }
  return words;
}

interface Piece {
  readonly text: string;
  /** Belongs to the piece before it, without a space. */
  readonly glued: boolean;
}

function listPieces(word: string, width: number): readonly Piece[] {
  if (word.length <= width || /[/"]/.test(word)) return [{ text: word, glued: false }];
  return word.split(/(?<=,)/).map((text, index) => ({ text, glued: index > 0 }));
}

function namePieces(word: string, width: number): readonly Piece[] {
  if (word.length <= width || word.includes('/')) return [{ text: word, glued: false }];
  const parts = word
    .split(/(?<=[._,])|(?<=[a-z0-9])(?=[A-Z])/)
    .flatMap((part) => part.match(new RegExp(`.{1,${width}}`, 'gu')) ?? []);
  return parts.map((text, index) => ({ text, glued: index > 0 }));
}
