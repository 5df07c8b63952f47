/** Signs of levels, so that none is told by a colour alone. */
import type { Level } from '../model/problem.ts';

export const LEVEL_SIGNS: { readonly [level in Level]: string } = { error: '✖', warning: '▲', info: '●' };
