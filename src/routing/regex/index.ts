import type { Automaton } from './automaton.ts';
import { fullMatch } from './match.ts';
import { type Limits, type Meter, startMeter } from './meter.ts';
import type { Ranges } from './ranges.ts';
import { withoutReferences } from './rewrite.ts';
import { differenceOf, type Found, findNamespace, intersectionOf, unionOf } from './search.ts';
import { keyOf } from './shape.ts';
import { automatonOf } from './subset.ts';
import { capturing, isNothing, type Regex } from './syntax.ts';

/** Regular expressions from untrusted configurations: read, matched and compared within a budget. */
export { type Automaton, runAutomaton } from './automaton.ts';
export { fullMatch } from './match.ts';
export { startMeter } from './meter.ts';
export { type Grammar, parseRegex, problemFor } from './parse.ts';
export { rangesOf } from './ranges.ts';
export { type Replacing, readReplacing, readSubstitution, replaceHits } from './replace.ts';
export { foldCase } from './rewrite.ts';
export { differenceOf, type Found, findNamespace, intersectionOf, setOf, unionOf } from './search.ts';
export { heldText, keyOf, leastInstructions, literalHead, requiredLiteral } from './shape.ts';
export { automatonOf } from './subset.ts';
export { EVERYTHING, literal, type Regex, sequence } from './syntax.ts';
export { bytesOf } from './utf8.ts';

interface Question {
  readonly limits: Limits;
  /** The bytes that texts may hold; all by default. */
  readonly alphabet?: Ranges;
}

function noAutomaton(meter: Meter): Found {
  return { kind: 'undecided', reason: meter.exhausted() ?? 'an expression is too large to be searched' };
}

/**
 * A text that the expression matches and none of the others does. Only those of the others are searched with that
 * took an earlier find: mostly a few of many.
 */
export function wordOutside(tree: Regex, others: readonly Regex[], question: Question): Found {
  const key = keyOf(tree);
  if (others.some((other) => keyOf(other) === key)) return { kind: 'none' };
  const meter = startMeter(question.limits);
  const first = automatonOf(tree, meter, question.alphabet);
  if (first === 'too-large') return noAutomaton(meter);
  const takes = (other: Regex, bytes: Uint8Array): boolean => fullMatch(other, bytes, meter) !== false;
  // What a back reference takes away is no automaton: too little is taken, so that "none" stays certain.
  const remembering = others.filter(capturing);
  const waiting = new Set(
    others.map((other) => withoutReferences(other, 'under')).filter((one) => !isNothing(one)),
  );
  const removed: Automaton[] = [];
  for (;;) {
    const rest = removed.length === 0 ? first : differenceOf(first, unionOf(removed));
    const isOutside = (bytes: Uint8Array): boolean =>
      fullMatch(tree, bytes, meter) === true && !remembering.some((other) => takes(other, bytes));
    const found = findNamespace(
      rest,
      meter,
      capturing(tree) || remembering.length > 0 ? isOutside : undefined,
    );
    if (found.kind !== 'word') return found;
    const taker = [...waiting].find((other) => takes(other, found.bytes));
    if (taker === undefined) return found;
    waiting.delete(taker);
    const automaton = automatonOf(taker, meter, question.alphabet);
    if (automaton === 'too-large') return noAutomaton(meter);
    removed.push(automaton);
  }
}

/** A text that all the expressions match. */
export function wordInside(trees: readonly Regex[], question: Question): Found {
  const meter = startMeter(question.limits);
  const parts = automataOf(trees, meter, question);
  if (parts === 'too-large') return noAutomaton(meter);
  return find(intersectionOf(parts), trees, [], meter);
}

function automataOf(
  trees: readonly Regex[],
  meter: Meter,
  { alphabet }: Question,
): readonly Automaton[] | 'too-large' {
  const automata: Automaton[] = [];
  for (const tree of trees) {
    const automaton = automatonOf(tree, meter, alphabet);
    if (automaton === 'too-large') return automaton;
    automata.push(automaton);
  }
  return automata;
}

function find(
  automaton: Automaton,
  inside: readonly Regex[],
  outside: readonly Regex[],
  meter: Meter,
): Found {
  if (![...inside, ...outside].some(capturing)) return findNamespace(automaton, meter);
  return findNamespace(
    automaton,
    meter,
    (bytes) =>
      inside.every((tree) => fullMatch(tree, bytes, meter) === true) &&
      outside.every((tree) => fullMatch(tree, bytes, meter) === false),
  );
}
