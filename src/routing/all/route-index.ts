/**
 * Which routes could take a request, without looking at all of them: routes hang at the literal head of their path,
 * there by a header or query value where they have one, or by a plain text that stands in all their paths.
 *
 * Invariant: of routes that take all paths of one literal without any other condition only the first is kept, since it
 * takes whatever the later ones could. Routes that take their requests by chance are left out: they hide nothing.
 */
import { lowerAscii } from '../../traffic/text.ts';
import type { SeenRequest } from '../request/request.ts';
import { indexLiterals, type Literals } from './literals.ts';
import type { Matcher } from './normalise.ts';
import { type Others, startOthers } from './others.ts';

export interface RouteIndex {
  /** Routes, ascending, that could take the request; all others certainly do not. */
  readonly candidates: (request: SeenRequest) => readonly number[];
}

interface Node {
  /** The first route without further conditions: for certain, and by default. */
  first: number | undefined;
  firstByDefault: number | undefined;
  /** Those with further conditions. */
  others: Others | undefined;
}

interface Side {
  readonly exact: Map<string, Node>;
  readonly prefix: Map<string, Node>;
}

export function indexRoutes(matchers: readonly Matcher[]): RouteIndex {
  const plain: Side = { exact: new Map(), prefix: new Map() };
  const folded: Side = { exact: new Map(), prefix: new Map() };
  for (const [route, matcher] of matchers.entries()) {
    if (!hides(matcher)) continue;
    const side = matcher.head.fold ? folded : plain;
    const nodes = side[matcher.head.kind];
    let node = nodes.get(matcher.head.text);
    if (node === undefined) {
      node = { first: undefined, firstByDefault: undefined, others: undefined };
      nodes.set(matcher.head.text, node);
    }
    hang(node, route, matcher);
  }
  const byText = indexLiterals(plain.exact, plain.prefix);
  const byFolded = indexLiterals(folded.exact, folded.prefix);
  const anyFolded = folded.exact.size + folded.prefix.size > 0;
  return {
    candidates: (request) => {
      const found: number[] = [];
      gather(byText, request.barePath, request, found);
      if (anyFolded) gather(byFolded, lowerAscii(request.barePath), request, found);
      return isAscending(found) ? found : found.sort((a, b) => a - b);
    },
  };
}

/** Sorting makes a copy, which shows where every route of a long list asks. */
function isAscending(numbers: readonly number[]): boolean {
  for (let at = 1; at < numbers.length; at++) if ((numbers[at - 1] ?? 0) > (numbers[at] ?? 0)) return false;
  return true;
}

/** Whether other routes can be hidden by this one, if only by default. */
export function hides({ chance, impossible }: Matcher): boolean {
  return (chance === 'always' || chance === 'always-by-default') && impossible === undefined;
}

function hang(node: Node, route: number, matcher: Matcher): void {
  if (matcher.isPlain) {
    if (matcher.chance === 'always') node.first ??= route;
    else node.firstByDefault ??= route;
    return;
  }
  node.others ??= startOthers();
  node.others.add(route, matcher);
}

function gather(literals: Literals<Node>, text: string, request: SeenRequest, found: number[]): void {
  for (const { first, firstByDefault, others } of literals.at(text)) {
    if (first !== undefined) found.push(first);
    if (firstByDefault !== undefined) found.push(firstByDefault);
    others?.gather(request, found);
  }
}
