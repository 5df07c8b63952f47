/** Keeps peak memory near what is needed: after a large file, or many, were parsed, most of the heap is garbage. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Less text than this leaves too little behind to be worth a collection. */
const MUCH_TEXT = 3_000_000;

let collect: (() => void) | undefined;
/** Characters that were parsed since the last collection. */
let parsed = 0;

/**
 * Gives back what parsing large texts, or many small ones, left behind. The parser's events are several times the size
 * of the tree made from them; left alone, V8 lets the heap grow to a multiple of that before it looks. The peak memory rows of
 * `npm run bench` hold this.
 */
export function afterParsing(textLength: number): void {
  parsed += textLength;
  if (parsed < MUCH_TEXT) return;
  parsed = 0;
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
