/** Keeps peak memory near what is needed: after a large file was parsed, most of the heap is garbage. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Texts below this size leave too little behind to be worth a collection. */
const LARGE_TEXT = 8_000_000;

let collect: (() => void) | undefined;

/**
 * Gives back what parsing a large text left behind. The parser's events are several times the size of the tree made
 * from them; left alone, V8 lets the heap grow to a multiple of that before it looks. The peak memory rows of
 * `npm run bench` hold this.
 */
export function afterParsing(textLength: number): void {
  if (textLength < LARGE_TEXT) return;
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
