/**
 * Which of some routes could share requests with another: routes hang at the literal head of their path, there by one
 * exact header or query value where they have one. Letter case is left aside, so that it may name too many.
 */
import { lowerAscii } from '../../traffic/text.ts';
import type { Box } from './box.ts';
import { indexLiterals } from './literals.ts';
import type { Matcher } from './normalise.ts';

/** As much of a matcher as is looked at. */
export type Met = Pick<Matcher, 'head' | 'box'>;

export const ANY_REQUEST: Met = { head: { kind: 'prefix', text: '', fold: false }, box: undefined };

export interface Meeting {
  /** Hands out each route that could share requests with the matcher; all others certainly share none. */
  readonly eachMeeting: (matcher: Met, visit: (route: number) => void) => void;
}

interface Node {
  /** By dimension and exact value. */
  readonly hashed: Map<string, Map<string, number[]>>;
  readonly others: number[];
}

/** @param routes positions in the list of matchers */
export function indexMeeting(matchers: readonly Matcher[], routes: Iterable<number>): Meeting {
  const exact = new Map<string, Node>();
  const prefix = new Map<string, Node>();
  for (const route of routes) {
    const matcher = matchers[route];
    if (matcher === undefined || matcher.impossible !== undefined) continue;
    const nodes = matcher.head.kind === 'exact' ? exact : prefix;
    const text = lowerAscii(matcher.head.text);
    const node = nodes.get(text) ?? { hashed: new Map(), others: [] };
    nodes.set(text, node);
    hang(node, route, exactValues(matcher.box));
  }
  const literals = indexLiterals(exact, prefix);
  const texts = [...new Set([...exact.keys(), ...prefix.keys()])].sort((a, b) => (a < b ? -1 : 1));
  return {
    eachMeeting: ({ head, box }, visit) => {
      const text = lowerAscii(head.text);
      const values = exactValues(box);
      for (const node of literals.at(text)) visitNode(node, values, visit);
      if (head.kind === 'exact') return;
      for (let at = firstAfter(texts, text); texts[at]?.startsWith(text); at++)
        for (const nodes of [exact, prefix]) {
          const node = nodes.get(texts[at] ?? '');
          if (node) visitNode(node, values, visit);
        }
    },
  };
}

/** The dimensions in which only one text will do; the path has its head. */
function exactValues(box: Box | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (box === undefined || box.size < 2) return found;
  for (const [dimension, { within, each }] of box) {
    // A header that comes several times can have the values of both.
    if (each) continue;
    const form = within.find((language) => language.form?.kind === 'exact' && !language.form.fold)?.form;
    if (dimension !== 'path' && form !== undefined) found.set(dimension, form.text);
  }
  return found;
}

function hang(node: Node, route: number, values: ReadonlyMap<string, string>): void {
  const [first] = values;
  if (first === undefined) {
    node.others.push(route);
    return;
  }
  const [dimension, value] = first;
  const byValue = node.hashed.get(dimension) ?? new Map<string, number[]>();
  node.hashed.set(dimension, byValue);
  const routes = byValue.get(value) ?? [];
  byValue.set(value, routes);
  routes.push(route);
}

function visitNode(
  { hashed, others }: Node,
  values: ReadonlyMap<string, string>,
  visit: (route: number) => void,
): void {
  for (const [dimension, byValue] of hashed) {
    const value = values.get(dimension);
    const buckets = value === undefined ? byValue.values() : [byValue.get(value) ?? []];
    for (const routes of buckets) for (const route of routes) visit(route);
  }
  for (const route of others) visit(route);
}

function firstAfter(texts: readonly string[], text: string): number {
  let low = 0;
  let high = texts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((texts[middle] ?? '') <= text) low = middle + 1;
    else high = middle;
  }
  return low;
}
