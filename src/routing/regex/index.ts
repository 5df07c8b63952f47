/** Regular expressions from untrusted configurations: read, matched and compared within a budget. */
export { type Automaton, DEAD, FULL, OUT, runAutomaton } from './automaton.ts';
export type { Parsed } from './builder.ts';
export { type Question, wordInside, wordOutside } from './decide.ts';
export { DEFAULT_BUDGET, fullMatch } from './match.ts';
export { type Limits, type Meter, startMeter } from './meter.ts';
export { type Grammar, parseRegex, problemFor } from './parse.ts';
export { type Ranges, rangesOf } from './ranges.ts';
export { type Replacing, readReplacing, readSubstitution, replaceHits } from './replace.ts';
export { dropEdges, foldCase } from './rewrite.ts';
export {
  type AutomatonSet,
  differenceOf,
  type Found,
  findNamespace,
  intersectionOf,
  setOf,
  unionOf,
  type Verify,
} from './search.ts';
export { heldText, keyOf, leastInstructions, literalHead, requiredLiteral, type Shape } from './shape.ts';
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
export { bytesOf, textOf } from './utf8.ts';
