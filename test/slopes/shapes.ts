/** The shapes that are tried: very many of one thing, very long, very deep, very wide. */
import { clusterShapes } from './cluster-shapes.ts';
import { routeShapes } from './route-shapes.ts';
import type { Shape } from './shape.ts';
import { textShapes } from './text-shapes.ts';

export const shapes: readonly Shape[] = [...routeShapes, ...clusterShapes, ...textShapes];
