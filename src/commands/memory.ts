/** Keeps peak memory near what is needed: after a large file, or many, were parsed, most of the heap is garbage. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Less text than this leaves too little behind to be worth a collection. */
const MUCH_TEXT = 3_000_000;

/** Of two sides the first is still needed when the second is parsed: a collection between them frees little. */
const TWO_SIDES = 5;

/** From so much text on what a stage leaves behind is worth the time of going over what is still needed. */
const LARGE_STAGE = 20_000_000;

let collect: (() => void) | undefined;
/** Characters that were parsed since the last collection. */
let parsed = 0;

/**
 * Gives back what parsing large texts, or many small ones, left behind. The parser's events are several times the size
 * of the tree made from them; left alone, V8 lets the heap grow to a multiple of that before it looks. The peak memory
 * rows of `npm run bench` hold this.
 *
 * @param textLength in characters
 */
export function afterParsing(textLength: number, { isOneOfTwo = false } = {}): void {
  parsed += textLength;
  if (parsed < MUCH_TEXT * (isOneOfTwo ? TWO_SIDES : 1)) return;
  parsed = 0;
  collectNow();
}

/**
 * Gives back what a stage of the work left behind, where what it worked on is large: a caller has let go of what the
 * next stage can do without. Many small texts one after the other are many small stages.
 *
 * @param textLength of what it worked on, in characters
 */
export function afterStage(textLength: number): void {
  if (textLength >= LARGE_STAGE) collectNow();
}

function collectNow(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
