/** Text in lines of limited width. */

/**
 * Lines of at most the width; longer words are cut after a comma, dot or underscore or before a capital. Paths and
 * URLs stay whole, so that they can be copied and clicked.
 */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => pieces(each, width))) {
    const joiner = word.glued || line === '' ? '' : ' ';
    if (line !== '' && line.length + joiner.length + word.text.length > width) {
      lines.push(line);
      line = word.text;
    } else line += joiner + word.text;
  }
  lines.push(line);
  return lines;
}

interface Piece {
  readonly text: string;
  /** Belongs to the piece before it, without a space. */
  readonly glued: boolean;
}

function pieces(word: string, width: number): readonly Piece[] {
  if (word.length <= width || word.includes('/')) return [{ text: word, glued: false }];
  const parts = word
    .split(/(?<=[._,])|(?<=[a-z0-9])(?=[A-Z])/)
    .flatMap((part) => part.match(new RegExp(`.{1,${width}}`, 'gu')) ?? []);
  return parts.map((text, index) => ({ text, glued: index > 0 }));
}
