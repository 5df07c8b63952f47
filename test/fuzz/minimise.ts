/** A failing run made small: lines are left out of its files while it still fails in the same way. */
import type { Case } from './case.ts';

/** Runs to try, at most. */
const MOST = 400;
const MILLISECONDS = 60_000;

/** @param fails whether a run still fails in the same way */
export async function minimised(failing: Case, fails: (tried: Case) => Promise<boolean>): Promise<Case> {
  let best = failing;
  let left = MOST;
  const end = performance.now() + MILLISECONDS;
  for (const name of failing.files.keys()) {
    let lines = linesOf(best.files.get(name));
    for (let size = Math.ceil(lines.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let at = 0; at < lines.length; ) {
        if (left-- <= 0 || performance.now() > end) return best;
        const fewer = [...lines.slice(0, at), ...lines.slice(at + size)];
        const tried = {
          ...best,
          files: new Map(best.files).set(name, Buffer.from(fewer.join(''), 'latin1')),
        };
        if (await fails(tried)) {
          best = tried;
          lines = fewer;
        } else at += size;
      }
    }
  }
  return best;
}

/** Bytes survive as Latin-1. */
function linesOf(bytes: Buffer | undefined): readonly string[] {
  return (bytes?.toString('latin1') ?? '').split(/(?<=\n)/);
}
