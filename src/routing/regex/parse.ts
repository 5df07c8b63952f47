import { parseEcmascript } from './parse-ecmascript.ts';
import { checkFor, parseRe2 } from './parse-re2.ts';
import { type Parsed, PatternProblem } from './problem.ts';
import { dropEdges } from './rewrite.ts';
import { bytesOf } from './text.ts';

/** `ecmascript`: `std::regex` of the GNU C++ library. `re2`: RE2 with its default options. */
export type Grammar = 'ecmascript' | 're2';

/** Reads a pattern that is to match a whole text; edges that say nothing then are dropped. Never throws. */
export function parseRegex(pattern: string, grammar: Grammar): Parsed {
  try {
    const tree = grammar === 're2' ? parseRe2(pattern) : parseEcmascript(pattern);
    return { ok: true, tree: dropEdges(tree) };
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    const { message, offset, kind } = error;
    return { ok: false, problem: message, offset: indexOf(pattern, grammar, offset), kind };
  }
}

/** Why a release refuses a pattern of RE2 that others take. Never throws. */
export function problemFor(release: 'oldest' | 'newest', pattern: string): string | undefined {
  try {
    checkFor(release, pattern);
    return undefined;
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    return error.message;
  }
}

/** From the bytes or characters that a parser counts to an index into the pattern. */
function indexOf(pattern: string, grammar: Grammar, offset: number): number {
  let index = 0;
  let counted = 0;
  for (const char of pattern) {
    if (counted >= offset) break;
    counted += grammar === 're2' ? 1 : bytesOf(char).length;
    index += char.length;
  }
  return index;
}
