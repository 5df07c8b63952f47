/** What a matcher tree lets pass, over all requests: the one-request model (`routing/tree/follow`) is not asked. */
import type { BoundMessage } from '../model/bound.ts';
import {
  type Input,
  inputWords,
  type Predicate,
  type StringMatcher,
  type Then,
  type Tree,
} from '../routing/tree/tree.ts';
import { ALWAYS, type Formula, NEVER } from './formula.ts';

export interface Reading {
  /** Which requests have a text, in a header; undefined for other inputs. */
  readonly asks: (input: Input, text: StringMatcher) => Formula | undefined;
  /** Whether requests that come to an action pass. */
  readonly lets: (action: BoundMessage) => Formula;
}

/** More branches of one list are not told apart. */
const MAX_BRANCHES = 500;

/** Requests that come to an action which lets them pass, and those that come to any. */
interface Met {
  readonly passes: Formula;
  readonly ends: Formula;
}

const NOTHING: Met = { passes: NEVER, ends: NEVER };

/** @returns the requests that pass; what comes to no action does not */
export function passingTree(tree: Tree, reading: Reading): Formula {
  return treeMet(tree, reading).passes;
}

function treeMet(tree: Tree, reading: Reading): Met {
  switch (tree.kind) {
    case 'open':
      return open(tree.why);
    case 'none':
      return thenMet(tree.otherwise, reading);
    case 'list':
      return firstOf(
        tree.branches.map(({ predicate, then }) => ({ asked: holding(predicate, reading), then })),
        tree.otherwise,
        reading,
      );
    case 'exact':
    case 'prefix': {
      const { kind, input } = tree;
      const branches = tree.branches.map(({ text, then }) => ({
        asked: asking(input, { [kind]: text }, reading),
        then,
      }));
      return firstOf(branches, tree.otherwise, reading);
    }
    default:
      return open(inputWords(tree.input));
  }
}

function thenMet(then: Then | undefined, reading: Reading): Met {
  if (then === undefined || then.isPassedOver) return NOTHING;
  if (then.kind === 'tree') return treeMet(then.tree, reading);
  return { passes: reading.lets(then.action), ends: ALWAYS };
}

interface Branch {
  readonly asked: Formula;
  readonly then: Then;
}

/** A branch that ends without an action goes on to the next, at last to `otherwise`. */
function firstOf(branches: readonly Branch[], otherwise: Then | undefined, reading: Reading): Met {
  if (branches.length > MAX_BRANCHES) return open('its matcher has more branches than are told apart');
  const passes: Formula[] = [];
  const before: Formula[] = [];
  const take = (asked: Formula, met: Met): void => {
    passes.push({ kind: 'all', of: [asked, met.passes, ...before] });
    before.push({ kind: 'not', of: { kind: 'all', of: [asked, met.ends] } });
  };
  for (const { asked, then } of branches) take(asked, thenMet(then, reading));
  take(ALWAYS, thenMet(otherwise, reading));
  return { passes: { kind: 'any', of: passes }, ends: { kind: 'not', of: { kind: 'all', of: before } } };
}

function open(why: string): Met {
  return { passes: { kind: 'open', why }, ends: { kind: 'open', why } };
}

/** What has no value meets no text, so that its opposite is met. */
function holding(predicate: Predicate, reading: Reading): Formula {
  switch (predicate.kind) {
    case 'open':
      return { kind: 'open', why: predicate.why };
    case 'not':
      return { kind: 'not', of: holding(predicate.one, reading) };
    case 'text':
      return asking(predicate.input, predicate.matcher, reading);
    default: {
      const kind = predicate.kind === 'and' ? 'all' : 'any';
      return { kind, of: predicate.all.map((each) => holding(each, reading)) };
    }
  }
}

function asking(input: Input, text: StringMatcher, { asks }: Reading): Formula {
  return asks(input, text) ?? { kind: 'open', why: inputWords(input) };
}
