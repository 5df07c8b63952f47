/**
 * Which routes could take a request, without looking at all of them: routes hang at the literal head of their path,
 * there by one exact header or query value where they have one.
 *
 * Invariant: of routes that take all paths of one literal without any other condition only the first is kept, since it
 * takes whatever the later ones could. Routes that take their requests by chance are left out: they hide nothing.
 */
import { lowerAscii, type SeenRequest } from '../request.ts';
import { indexLiterals, type Literals } from './literals.ts';
import type { Matcher } from './normalise.ts';

export interface RouteIndex {
  /** Routes, ascending, that could take the request; all others certainly do not. */
  readonly candidates: (request: SeenRequest) => readonly number[];
}

interface Node {
  /** The first route without further conditions: for certain, and by default. */
  first: number | undefined;
  firstByDefault: number | undefined;
  /** By dimension and exact value. */
  readonly hashed: Map<string, Map<string, number[]>>;
  readonly others: { readonly route: number; readonly required: string | undefined }[];
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
    const node = nodes.get(matcher.head.text) ?? newNode();
    nodes.set(matcher.head.text, node);
    hang(node, route, matcher);
  }
  const byText = indexLiterals(plain.exact, plain.prefix);
  const byFolded = indexLiterals(folded.exact, folded.prefix);
  return {
    candidates: (request) => {
      const found: number[] = [];
      gather(byText, request.barePath, request, found);
      gather(byFolded, lowerAscii(request.barePath), request, found);
      return found.sort((a, b) => a - b);
    },
  };
}

/** Whether other routes can be hidden by this one, if only by default. */
export function hides({ chance, beyond, impossible }: Matcher): boolean {
  return (
    (chance === 'always' || chance === 'always-by-default') &&
    beyond === undefined &&
    impossible === undefined
  );
}

function newNode(): Node {
  return { first: undefined, firstByDefault: undefined, hashed: new Map(), others: [] };
}

function hang(node: Node, route: number, { box, chance }: Matcher): void {
  const path = box?.get('path')?.within[0];
  if (box?.size === 1 && path?.form !== undefined) {
    if (chance === 'always') node.first ??= route;
    else node.firstByDefault ??= route;
    return;
  }
  for (const [dimension, { within }] of box ?? []) {
    const form = within.find((language) => language.form?.kind === 'exact' && !language.form.fold)?.form;
    if (dimension === 'path' || form === undefined) continue;
    const byValue = node.hashed.get(dimension) ?? new Map<string, number[]>();
    node.hashed.set(dimension, byValue);
    const routes = byValue.get(form.text) ?? [];
    byValue.set(form.text, routes);
    routes.push(route);
    return;
  }
  node.others.push({ route, required: path?.required });
}

function gather(literals: Literals<Node>, text: string, request: SeenRequest, found: number[]): void {
  for (const { first, firstByDefault, hashed, others } of literals.at(text)) {
    if (first !== undefined) found.push(first);
    if (firstByDefault !== undefined) found.push(firstByDefault);
    for (const [dimension, byValue] of hashed) {
      const value = valueIn(request, dimension);
      for (const route of (value === undefined ? undefined : byValue.get(value)) ?? []) found.push(route);
    }
    for (const { route, required } of others)
      if (required === undefined || request.barePath.includes(required)) found.push(route);
  }
}

function valueIn(request: SeenRequest, dimension: string): string | undefined {
  return dimension.startsWith('header ')
    ? request.header(dimension.slice('header '.length))
    : request.queryParameter(dimension.slice('query '.length));
}
