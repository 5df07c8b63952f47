/**
 * Which routes could take a request, without looking at all of them: routes hang at the literal head of their path,
 * there by a header or query value where they have one, or by a plain text that stands in all their paths.
 *
 * Invariant: of routes that take all paths of one literal without any other condition only the first is kept, since it
 * takes whatever the later ones could. Routes that take their requests by chance are left out: they hide nothing.
 */
import { lowerAscii } from '../../traffic/text.ts';
import type { SeenRequest } from '../request/request.ts';
import { type Box, HEADER, VALUES } from './box.ts';
import { indexLiterals, type Literals } from './literals.ts';
import type { Matcher } from './normalise.ts';
import type { Values } from './values.ts';

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

interface Others {
  /** All routes must be added before the first is looked for. */
  add(route: number, matcher: Matcher): void;
  /** Adds the routes that could take the request, each once. */
  gather(request: SeenRequest, found: number[]): void;
}

/** Routes by their value in a dimension: those that ask for a text, and those whose texts begin with one. */
interface ByValue {
  exact: Map<string, number[]> | undefined;
  heads: Map<string, number[]> | undefined;
  index: Literals<readonly number[]> | undefined;
}

/** A route that asks for an integer with `start <= v < end` in a dimension. */
interface Ranged {
  readonly route: number;
  readonly start: number;
  readonly end: number;
}

interface Required {
  readonly route: number;
  readonly required: string;
}

/** So few texts, or dimensions, are looked for one by one. */
const FEW = 8;

/** A few methods, and three kinds of certificates, tell few routes apart; a path is what a route hangs at already. */
const METHODS = [`${HEADER}:method`, `${VALUES}:method`] as const;
const OF_FEW_VALUES: ReadonlySet<string> = new Set(['path', 'certificate', ...METHODS]);

/** Routes of one literal that have further conditions, told apart by what is quickest to look up. */
function startOthers(): Others {
  return new Hanging();
}

/** A class that makes its parts when they are needed, since a long list has one of these for many literals. */
class Hanging implements Others {
  #byDimension: Map<string, ByValue> | undefined;
  #byRange: Map<string, Ranged[]> | undefined;
  #required: Required[] | undefined;
  #rest: number[] | undefined;
  #texts: RequiredTexts | undefined;

  add(route: number, matcher: Matcher): void {
    const box = matcher.box ?? matcher.targetBox();
    for (const kind of ['exact', 'heads'] as const)
      for (const [dimension, values] of box)
        if (!OF_FEW_VALUES.has(dimension) && this.#hang(route, dimension, kind, values)) return;
    const text = matcher.required;
    if (text !== undefined) {
      this.#required ??= [];
      this.#required.push({ route, required: text });
      return;
    }
    if (this.#hangRange(route, box)) return;
    for (const dimension of METHODS) {
      const method = box.get(dimension);
      if (method !== undefined && this.#hang(route, dimension, 'exact', method)) return;
    }
    this.#rest ??= [];
    this.#rest.push(route);
  }

  /** Whether the route asks for a text, or the head of one, and hangs there now. */
  #hang(route: number, dimension: string, kind: 'exact' | 'heads', values: Values): boolean {
    const text = textOf(values, kind);
    if (text === undefined) return false;
    this.#byDimension ??= new Map();
    let byValue = this.#byDimension.get(dimension);
    if (byValue === undefined) {
      byValue = { exact: undefined, heads: undefined, index: undefined };
      this.#byDimension.set(dimension, byValue);
    }
    byValue[kind] ??= new Map();
    const routes = byValue[kind].get(text);
    if (routes === undefined) byValue[kind].set(text, [route]);
    else routes.push(route);
    return true;
  }

  /** Whether the route asks for a range of integers in some dimension, and hangs there now. */
  #hangRange(route: number, box: Box): boolean {
    for (const [dimension, { absent, within }] of box) {
      const range = absent ? undefined : within.find((each) => each.range !== undefined)?.range;
      if (range === undefined || dimension === 'path') continue;
      this.#byRange ??= new Map();
      const known = this.#byRange.get(dimension);
      if (known === undefined) this.#byRange.set(dimension, [{ route, ...range }]);
      else known.push({ route, ...range });
      return true;
    }
    return false;
  }

  gather(request: SeenRequest, found: number[]): void {
    if (this.#byRange !== undefined)
      for (const dimension of asked(this.#byRange, request)) {
        const ends = valuesIn(request, dimension).map(roughly);
        // Signs and zeros in front do not count; a number that is rounded may be at an end.
        for (const { route, start, end } of this.#byRange.get(dimension) ?? [])
          if (ends.some(([least, most]) => start <= most && least < end)) found.push(route);
      }
    const byDimension = this.#byDimension;
    if (byDimension !== undefined)
      for (const dimension of asked(byDimension, request)) {
        const byValue = byDimension.get(dimension);
        const values = valuesIn(request, dimension);
        if (byValue === undefined || values.length === 0) continue;
        byValue.index ??= indexLiterals(byValue.exact ?? NO_VALUES, byValue.heads ?? NO_VALUES);
        const { index } = byValue;
        const [value = ''] = values;
        // What begins several of the values is named once.
        const lists =
          values.length === 1 ? index.at(value) : new Set(values.flatMap((each) => index.at(each)));
        for (const routes of lists) for (const route of routes) found.push(route);
      }
    if (this.#rest !== undefined) for (const route of this.#rest) found.push(route);
    if (this.#required === undefined) return;
    if (this.#required.length > FEW) {
      this.#texts ??= indexRequired(this.#required);
      this.#texts.gather(request.barePath, found);
    } else
      for (const { route, required } of this.#required)
        if (request.barePath.includes(required)) found.push(route);
  }
}

/** Between which numbers a text lies that is read as an integer: those next to it where it is rounded. */
function roughly(text: string): readonly [least: number, most: number] {
  const value = Number(text);
  if (Math.abs(value) < 2 ** 53) return [value, value];
  // Of what is no number here, or no integer, nothing is known.
  return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
}

const NO_VALUES: ReadonlyMap<string, readonly number[]> = new Map();

/** A text that the values are, or that they all begin with; undefined where they may be absent or anything. */
function textOf({ absent, within }: Values, kind: 'exact' | 'heads'): string | undefined {
  if (absent) return undefined;
  if (kind === 'exact') return within.find(({ form }) => form?.kind === 'exact' && !form.fold)?.form?.text;
  return within.find(({ head }) => head !== undefined && head !== '')?.head;
}

function asked(byDimension: ReadonlyMap<string, unknown>, request: SeenRequest): Iterable<string> {
  return byDimension.size > FEW ? dimensionsOf(request) : byDimension.keys();
}

/** Those in which a request has a value: fewer than the dimensions of a list in which each route asks for its own. */
function* dimensionsOf(request: SeenRequest): Generator<string> {
  yield 'target';
  for (const name of request.headerNames()) {
    yield HEADER + name;
    yield VALUES + name;
  }
  for (const name of request.queryNames()) yield `query ${name}`;
}

function valuesIn(request: SeenRequest, dimension: string): readonly string[] {
  if (dimension.startsWith(VALUES)) return request.values(dimension.slice(VALUES.length)) ?? [];
  const value = textIn(request, dimension);
  return value === undefined ? [] : [value];
}

function textIn(request: SeenRequest, dimension: string): string | undefined {
  if (dimension === 'target') return request.rawPath;
  return dimension.startsWith(HEADER)
    ? request.header(dimension.slice(HEADER.length))
    : request.queryParameter(dimension.slice('query '.length));
}

// Routes found by a plain text that every path of theirs holds somewhere: all of the texts are looked for in one walk along the path (Aho and Corasick), however many they are.

/** Longer texts are cut, so that the tables stay in proportion to the number of routes. */
const MAX_LENGTH = 24;

interface RequiredTexts {
  /** Adds the numbers whose text stands in this one, each once. */
  readonly gather: (text: string, found: number[]) => void;
}

export function indexRequired(
  entries: readonly { readonly route: number; readonly required: string }[],
): RequiredTexts {
  /** By state and code unit; state 0 is the start. */
  const next = new Map<number, number>();
  const routesAt: (number[] | undefined)[] = [undefined];
  const steps: { readonly from: number; readonly code: number; readonly to: number }[] = [];
  for (const { route, required } of entries) {
    let state = 0;
    const length = Math.min(required.length, MAX_LENGTH);
    for (let i = 0; i < length; i++) {
      const code = required.charCodeAt(i);
      let to = next.get(state * 65_536 + code);
      if (to === undefined) {
        to = routesAt.length;
        routesAt.push(undefined);
        next.set(state * 65_536 + code, to);
        steps.push({ from: state, code, to });
      }
      state = to;
    }
    const here = routesAt[state] ?? [];
    routesAt[state] = here;
    here.push(route);
  }
  /** The longest other text read so far that may still go on. */
  const fallback = new Int32Array(routesAt.length);
  /** The nearest state on the way back at which routes hang; 0 for none. */
  const hit = new Int32Array(routesAt.length);
  const walk = (from: number, code: number): number => {
    for (let state = from; ; state = fallback[state] ?? 0) {
      const to = next.get(state * 65_536 + code);
      if (to !== undefined) return to;
      if (state === 0) return 0;
    }
  };
  // Shorter texts first: a fallback is always shorter.
  const depth = new Uint8Array(routesAt.length);
  for (const { from, to } of steps) depth[to] = (depth[from] ?? 0) + 1;
  for (const { from, code, to } of steps.sort((a, b) => (depth[a.to] ?? 0) - (depth[b.to] ?? 0))) {
    const back = from === 0 ? 0 : walk(fallback[from] ?? 0, code);
    fallback[to] = back;
    hit[to] = routesAt[back] === undefined ? (hit[back] ?? 0) : back;
  }
  return {
    gather: (text, found) => {
      const told = new Set<number>();
      let state = 0;
      for (let i = 0; i < text.length; i++) {
        state = walk(state, text.charCodeAt(i));
        for (let at = state; at !== 0 && !told.has(at); at = hit[at] ?? 0) {
          told.add(at);
          for (const route of routesAt[at] ?? []) found.push(route);
        }
      }
    },
  };
}
