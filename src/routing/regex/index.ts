/** Regular expressions from untrusted configurations: read, matched and compared within a budget. */
export { type Automaton, runAutomaton } from './automaton.ts';
export { wordInside, wordOutside } from './decide.ts';
export { fullMatch } from './match.ts';
export { startMeter } from './meter.ts';
export { type Grammar, parseRegex, problemFor } from './parse.ts';
export { rangesOf } from './ranges.ts';
export { type Replacing, readReplacing, readSubstitution, replaceHits } from './replace.ts';
export { foldCase } from './rewrite.ts';
export {
  differenceOf,
  type Found,
  findNamespace,
  intersectionOf,
  setOf,
  unionOf,
} from './search.ts';
export { heldText, keyOf, leastInstructions, literalHead, requiredLiteral } from './shape.ts';
export { automatonOf } from './subset.ts';
export {
  EVERYTHING,
  literal,
  type Regex,
  sequence,
} from './syntax.ts';
export { bytesOf } from './utf8.ts';
