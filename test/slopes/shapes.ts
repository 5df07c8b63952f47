/** The shapes that are tried: very many of one thing, very long, very deep, very wide. */
import { clusterShapes } from './cluster-shapes.ts';
import { filterShapes } from './filter-shapes.ts';
import { routeShapes } from './route-shapes.ts';
import type { Shape } from './shape.ts';
import { textShapes } from './text-shapes.ts';

/** What `analyze` is run over, `validate` is as well: it asks some of the same rules, within limits of its own. */
function withValidate(shape: Shape): Shape {
  if (!shape.commands.includes('analyze')) return shape;
  return {
    ...shape,
    commands: shape.commands.flatMap((each) => (each === 'analyze' ? [each, 'validate'] : each)),
  };
}

export const shapes: readonly Shape[] = [
  ...routeShapes,
  ...filterShapes,
  ...clusterShapes,
  ...textShapes,
].map(withValidate);
