/**
 * Compares the routes of two virtual hosts, as they were paired. Only routes that are not written alike are brought to
 * canonical form, so that one insertion at the front of ten thousand costs next to nothing.
 */
import { type CompiledField, compiledMessage } from '../../schema/compiled.ts';
import { VIRTUAL_HOST } from '../resources/inner.ts';
import { type Comparison, compareMessages } from './compare.ts';
import { movedBetween, type Step } from './fact.ts';
import { type AlignedRoutes, ROUTE } from './route-pairs.ts';
import { childRoot, type Location, type SideRoot } from './side.ts';

/** The routes of one side. */
interface Side {
  readonly sideRoot: SideRoot;
  readonly field: CompiledField;
  readonly routes: AlignedRoutes;
  readonly which: 0 | 1;
}

export function compareRoutes(
  comparison: Comparison,
  routes: AlignedRoutes,
  before: SideRoot,
  after: SideRoot,
): void {
  const field = compiledMessage(VIRTUAL_HOST).byName.get('routes');
  if (field === undefined) return;
  const sides = [
    { sideRoot: before, field, routes, which: 0 },
    { sideRoot: after, field, routes, which: 1 },
  ] as const;
  const { pairs, moved, removed, added } = routes.alignment;
  const spotAt = (side: 0 | 1, index: number): Location | undefined =>
    index >= 0 && index < routes.counts[side] ? spot(sides[side], index) : undefined;
  const list: Step = { up: undefined, type: VIRTUAL_HOST, kind: 'field', name: 'routes' };
  const entry = (index: number, side: 0 | 1, other?: number): Step => ({
    up: list,
    type: '',
    kind: 'entry',
    name: String(index),
    ...(other === undefined || other === index ? {} : { before: String(other) }),
    content: () => routes.key(side, index, 'match') ?? String(index),
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
    if (routes.alike(left, right)) continue;
    compareMessages(comparison, routeRoot(sides[0], left), routeRoot(sides[1], right), entry(right, 1, left));
  }
}

function routeRoot({ sideRoot, field, routes, which }: Side, index: number): SideRoot {
  return childRoot(sideRoot, field, routes.canonical(which, index), ROUTE, index);
}

function spot(side: Side, index: number): Location {
  const sideRoot = routeRoot(side, index);
  return { sideRoot, inside: [], value: sideRoot.frame.message };
}
