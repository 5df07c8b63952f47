/**
 * Compares the routes of two virtual hosts. Only routes that are not written alike are brought to canonical form, so
 * that one insertion at the front of ten thousand costs next to nothing.
 */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import type { Frame } from '../../model/walk.ts';
import { type CompiledField, compiledMessage } from '../../schema/compiled.ts';
import { sameData } from '../../source/edit/same-data.ts';
import { contentKey } from '../form/content.ts';
import { VIRTUAL_HOST } from '../resources/inner.ts';
import { align } from './align.ts';
import { type Comparison, compareMessages } from './compare.ts';
import { movedBetween, type Step } from './fact.ts';
import type { Forms } from './forms.ts';
import { childHalf, type Half, type Spot } from './half.ts';
import { isWrittenAlike, textOf } from './same-text.ts';

const ROUTE = 'route.Route';

/** The routes of one side with what was worked out about them so far. */
interface Side {
  readonly half: Half;
  readonly field: CompiledField;
  readonly routes: readonly BoundMessage[];
  readonly canonical: (index: number) => BoundMessage;
}

export function compareRoutes(
  comparison: Comparison,
  forms: Forms,
  before: Half,
  after: Half,
  one: readonly BoundMessage[],
  two: readonly BoundMessage[],
): void {
  const field = compiledMessage(VIRTUAL_HOST).byName.get('routes');
  if (field === undefined) return;
  const sides = [sideOf(forms, before, field, one), sideOf(forms, after, field, two)] as const;
  const key = (side: 0 | 1, index: number, part: string): string | undefined => {
    const value = sides[side].canonical(index)[part];
    return value === undefined ? undefined : contentKey(value);
  };
  const alike = (left: number, right: number): boolean =>
    isWrittenAlike(at(one, left), before.source, at(two, right), after.source);
  const { pairs, moved, removed, added } = align({
    counts: [one.length, two.length],
    same: (left, right) =>
      alike(left, right) || sameData(sides[0].canonical(left), sides[1].canonical(right)),
    keys: [
      (side, index) => textOf(at(sides[side].routes, index), sides[side].half.source),
      (side, index) => contentKey(sides[side].canonical(index)),
      (side, index) => key(side, index, 'match'),
      (side, index) => key(side, index, 'name'),
    ],
    nearby: (side, index) =>
      ['route', 'redirect', 'direct_response'].map((part) => key(side, index, part) ?? '').join('\n'),
  });
  const spotAt = (side: 0 | 1, index: number): Spot | undefined =>
    index in sides[side].routes ? spot(sides[side], index) : undefined;
  const list: Step = { up: undefined, type: VIRTUAL_HOST, kind: 'field', name: 'routes' };
  const entry = (index: number, side: 0 | 1, other?: number): Step => ({
    up: list,
    type: '',
    kind: 'entry',
    name: String(index),
    ...(other === undefined || other === index ? {} : { before: String(other) }),
    content: () => key(side, index, 'match') ?? String(index),
  });
  for (const left of removed)
    comparison.fact({ kind: 'removed', step: entry(left, 0), before: spot(sides[0], left) });
  for (const right of added)
    comparison.fact({ kind: 'added', step: entry(right, 1), after: spot(sides[1], right) });
  for (const pair of pairs) {
    const [left, right] = pair;
    if (moved.has(pair)) {
      const places = { before: spot(sides[0], left), after: spot(sides[1], right) };
      comparison.fact({ kind: 'moved', step: list, ...places, moved: movedBetween(pair, spotAt) });
    }
    if (alike(left, right)) continue;
    compareMessages(comparison, routeHalf(sides[0], left), routeHalf(sides[1], right), entry(right, 1, left));
  }
}

function at(routes: readonly BoundMessage[], index: number): BoundMessage {
  return routes[index] ?? {};
}

function sideOf(forms: Forms, half: Half, field: CompiledField, routes: readonly BoundMessage[]): Side {
  const known: (BoundMessage | undefined)[] = [];
  return {
    half,
    field,
    routes,
    canonical(index) {
      const frame: Frame = { message: at(routes, index), type: ROUTE, parent: half.frame, field, index };
      const form = known[index] ?? forms.of(frame, half.source);
      known[index] = form;
      return form;
    },
  };
}

function routeHalf({ half, field, canonical }: Side, index: number): Half {
  return childHalf(half, field, canonical(index), ROUTE, index);
}

function spot(side: Side, index: number): Spot {
  const half = routeHalf(side, index);
  return { half, inside: [], value: half.frame.message };
}

/** The routes of a virtual host; undefined where they cannot be told apart from what is wrong with them. */
export function routesOf({ routes }: BoundMessage): readonly BoundMessage[] | undefined {
  if (routes === undefined) return [];
  return Array.isArray(routes) && routes.every(isObject) ? routes : undefined;
}
