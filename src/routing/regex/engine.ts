/** The engine behind {@link Regexes}: both grammars read once a pattern, every question with a budget. */
import {
  fullMatch,
  type Regex,
  type Replacing,
  readReplacing,
  readSubstitution,
  replaceHits,
  startMeter,
} from './index.ts';
import { readerOf, type SplitPattern, type Tail, wholeTree } from './parse.ts';
import type { Regexes } from './regexes.ts';

export interface RegexBudget {
  /** Steps for one question; {@link STEPS} where absent. */
  readonly steps?: number;
  /** A clock in milliseconds, and how long one question may take. */
  readonly clock?: { readonly now: () => number; readonly milliseconds: number };
}

/** About a second. */
const STEPS = 30_000_000;

/** So many questions may use up their budget; those after them get a hundredth, so that a run always ends soon. */
const PATIENCE = 10;

/** An engine that reads a pattern once and answers `undecided` where a question uses up its budget. */
export function regexEngine({ steps = STEPS, clock }: RegexBudget = {}): Regexes {
  const answers = startAnswers();
  let exhausted = 0;
  let work = 0;
  /** Whole trees of patterns whose tail is not matched alone. */
  const trees = new Map<SplitPattern, Regex | undefined>();
  const treeOf = (split: SplitPattern): Regex | undefined => {
    if (!split.tail.seesBack) return undefined;
    const remembered = trees.get(split);
    if (remembered !== undefined || trees.has(split)) return remembered;
    const made = wholeTree(split);
    trees.set(split, made);
    return made;
  };
  const replacing = new Map<string, Replacing>();
  const budget = () => {
    const most = exhausted < PATIENCE ? steps : Math.ceil(steps / 100);
    return startMeter({ work: most, ...(clock ? { clock } : {}) });
  };
  const engine: Regexes = {
    work: () => work,
    matches(pattern, grammar, text) {
      const split = read(pattern, grammar);
      const { head, tail } = split;
      const { parsed } = tail;
      if (!parsed.ok) return parsed.kind === 'invalid' ? { invalid: parsed.problem } : 'undecided';
      // A long list is mostly patterns with other heads: no program is made for those.
      if (!text.startsWith(head)) return false;
      const tree = treeOf(split);
      const rest = tree === undefined ? text.slice(head.length) : undefined;
      const remembered = rest === undefined ? undefined : answers.get(tail, rest);
      if (remembered !== undefined) return remembered;
      const meter = budget();
      const answer = fullMatch(tree ?? parsed.tree, rest ?? text, meter);
      work += meter.spent();
      if (answer === 'undecided') exhausted++;
      else if (rest !== undefined) answers.set(tail, rest, answer);
      return answer;
    },
    replaceAll(pattern, grammar, text, written) {
      if (grammar !== 're2') return 'undecided';
      const ready = replacing.get(pattern) ?? readReplacing(pattern);
      replacing.set(pattern, ready);
      if (!('program' in ready)) return ready;
      const substitution = readSubstitution(written);
      if (substitution === undefined)
        return {
          undecided: `the substitution ${JSON.stringify(written)} has a \\ before neither a digit nor another \\`,
        };
      const replaced = replaceHits(ready, substitution, text, budget());
      if (replaced !== 'undecided') return { text: replaced };
      exhausted++;
      return 'undecided';
    },
  };
  const read = readerOf(engine);
  return engine;
}

/** What was answered lately about a tail: routes that differ in their heads ask the same. */
interface Answers {
  readonly get: (tail: Tail, text: string) => boolean | undefined;
  readonly set: (tail: Tail, text: string, answer: boolean) => void;
}

const MAX_ANSWERS = 32;
const LONGEST_TEXT = 200;

function startAnswers(): Answers {
  const known = new WeakMap<Tail, Map<string, boolean>>();
  return {
    get: (tail, text) => known.get(tail)?.get(text),
    set: (tail, text, answer) => {
      if (text.length > LONGEST_TEXT) return;
      const texts = known.get(tail) ?? new Map<string, boolean>();
      known.set(tail, texts);
      if (texts.size >= MAX_ANSWERS) texts.clear();
      texts.set(text, answer);
    },
  };
}
