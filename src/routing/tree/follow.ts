/** Which action of a matcher tree one request or connection comes to. */

import type { BoundMessage } from '../../model/bound.ts';
import { isCredentialHeader } from '../../source/secret-names.ts';
import { lowerText } from '../../traffic/text.ts';
import { quotedAs } from '../../traffic/words.ts';
import { textHolds } from '../match/text.ts';
import type { Answer, Regexes } from '../regex/regexes.ts';
import { blockKey, blocksAround, ipAddress } from '../where/addresses.ts';
import type { AddressBranch, Input, Predicate, Then, Tree } from './tree.ts';

/** The text of an input; undefined where there is none. */
export type ValueOf = (input: Input) => string | undefined | { readonly undecided: string };

export type Followed =
  | { readonly kind: 'action'; readonly action: BoundMessage }
  | { readonly kind: 'none' }
  | { readonly kind: 'open'; readonly why: string };

export interface Following {
  readonly valueOf: ValueOf;
  readonly regexes: Regexes;
  /** Takes what was tried, in words. */
  readonly tell?: ((what: string, matched: boolean, why: string) => void) | undefined;
}

const NONE: Followed = { kind: 'none' };

/**
 * The first action that is found: branches in order, for prefixes the longest first; a branch that ends without an
 * action goes on to the next, at last to `on_no_match`.
 */
export function follow(tree: Tree, following: Following): Followed {
  if (tree.kind === 'open') return { kind: 'open', why: tree.why };
  if (tree.kind === 'list') {
    for (const [at, { predicate, then }] of tree.branches.entries()) {
      const answer = holds(predicate, following);
      if (typeof answer !== 'boolean') return { kind: 'open', why: answer.undecided };
      following.tell?.(`matcher_list ${at}`, answer, `its predicate ${answer ? 'holds' : 'does not hold'}`);
      const found = answer ? followThen(then, following) : NONE;
      if (found.kind !== 'none') return found;
    }
    return followThen(tree.otherwise, following);
  }
  if (tree.kind === 'none') return followThen(tree.otherwise, following);
  const value = following.valueOf(tree.input);
  const shown = (text: string): string => quotedAs(isCredential(tree.input), text);
  if (typeof value === 'object') return { kind: 'open', why: value.undecided };
  if (value !== undefined)
    for (const { then, words } of branchesFor(tree, value)) {
      following.tell?.(words, true, `it fits ${shown(value)}`);
      const found = followThen(then, following);
      if (found.kind !== 'none') return found;
    }
  if (tree.otherwise !== undefined)
    following.tell?.(
      'on_no_match',
      true,
      value === undefined ? 'there is no value' : `nothing fits ${shown(value)}`,
    );
  return followThen(tree.otherwise, following);
}

function followThen(then: Then | undefined, following: Following): Followed {
  if (then === undefined || then.isPassedOver) return NONE;
  return then.kind === 'tree' ? follow(then.tree, following) : { kind: 'action', action: then.action };
}

/** Whether what is looked at carries a credential. */
function isCredential({ header }: Input): boolean {
  return isCredentialHeader(header);
}

interface Fitting {
  readonly then: Then;
  readonly words: string;
}

type ByValue = Exclude<Tree, { kind: 'open' | 'list' | 'none' }>;

function branchesFor(tree: ByValue, value: string): readonly Fitting[] {
  const shown = (text: string): string => quotedAs(isCredential(tree.input), text);
  switch (tree.kind) {
    case 'exact':
      return tree.branches
        .filter(({ text }) => text === value)
        .map(({ text, then }) => ({ then, words: `exact_match_map ${shown(text)}` }));
    case 'prefix':
      return tree.branches
        .filter(({ text }) => value.startsWith(text))
        .map(({ text, then }) => ({ then, words: `prefix_match_map ${shown(text)}` }));
    case 'addresses':
      return addressBranches(tree.branches, value).map((then) => ({ then, words: 'range of addresses' }));
    case 'names':
      return nameBranches(tree, value);
  }
}

/** The branches whose ranges hold an address, the smallest range first, then as they stand. */
function addressBranches(branches: readonly AddressBranch[], value: string): readonly Then[] {
  const address = ipAddress(value);
  if (address === undefined) return [];
  const found: Then[] = [];
  for (const block of blocksAround(address))
    for (const { ranges, exclusive, then } of branches)
      if (ranges.some((range) => blockKey(range) === block) && !(exclusive && found.length > 0))
        found.push(then);
  return found;
}

/** The exact name, then wildcards from the longest, then `*`; letter case counts (fact 155). */
function nameBranches({ branches }: Extract<Tree, { kind: 'names' }>, value: string): readonly Fitting[] {
  const wanted = [value];
  for (let dot = value.indexOf('.'); dot !== -1; dot = value.indexOf('.', dot + 1))
    wanted.push(`*${value.slice(dot)}`);
  wanted.push('*');
  return wanted.flatMap((each) =>
    branches
      .filter(({ domains }) => domains.includes(each))
      .map(({ then }) => ({ then, words: `domain ${JSON.stringify(each)}` })),
  );
}

/** Whether a predicate holds; what has no value meets no text, so that its opposite is met. */
function holds(predicate: Predicate, following: Following): Answer {
  switch (predicate.kind) {
    case 'open':
      return { undecided: predicate.why };
    case 'not': {
      const answer = holds(predicate.one, following);
      return typeof answer === 'boolean' ? !answer : answer;
    }
    case 'text': {
      const value = following.valueOf(predicate.input);
      if (value === undefined || typeof value === 'object') return value ?? false;
      return textHolds(lowerText(predicate.matcher), value, following.regexes);
    }
    default: {
      const decides = predicate.kind === 'or';
      let open: Answer = !decides;
      for (const each of predicate.all) {
        const answer = holds(each, following);
        if (answer === decides) return decides;
        if (typeof answer !== 'boolean') open = answer;
      }
      return open;
    }
  }
}
