/** Regular expressions from untrusted configurations: read, matched and compared within a budget. */
export { type Automaton, DEAD, FULL, OUT, runAutomaton } from './automaton.ts';
export { type Question, wordInside, wordOutside } from './decide.ts';
export { keyOf } from './key.ts';
export { leastInstructions } from './length.ts';
export { DEFAULT_BUDGET, fullMatch } from './match.ts';
export { type Limits, type Meter, startMeter } from './meter.ts';
export { type Grammar, parseRegex, problemFor } from './parse.ts';
export type { Parsed } from './problem.ts';
export { type AutomatonSet, differenceOf, intersectionOf, setOf, unionOf } from './product.ts';
export { type Ranges, rangesOf } from './ranges.ts';
export { type Replacing, readReplacing, readSubstitution, replaceHits } from './replace.ts';
export { dropEdges, foldCase } from './rewrite.ts';
export { type Found, findWord, type Verify } from './search.ts';
export { heldText, literalHead, requiredLiteral, type Shape } from './shape.ts';
export { automatonOf } from './subset.ts';
export {
  ANY_BYTE,
  alternatives,
  type Edge,
  EMPTY,
  EVERYTHING,
  literal,
  NOTHING,
  type Regex,
  repeat,
  sequence,
} from './syntax.ts';
export { bytesOf, textOf } from './text.ts';
