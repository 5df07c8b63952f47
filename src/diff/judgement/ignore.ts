/** Which changes a user does not want to see. */
import { fitsPattern } from '../../model/name-pattern.ts';
import type { ResourceRef } from '../change.ts';

/** Whether a change is covered by one of the globs. `*` stands for any text. */
export type Ignores = (resource: ResourceRef, path: string) => boolean;

/**
 * Globs over paths: `connect_timeout`, `Cluster.connect_timeout`, `Cluster[shop-*].health_checks`. A glob that names a
 * field, an entry or a resource covers everything in it.
 */
export function ignoresOf(globs: readonly string[]): Ignores {
  if (globs.length === 0) return () => false;
  return (resource, path) => {
    const rest = path === '' ? '' : `.${path}`;
    const texts = [path, `${resource.type}${rest}`, `${resource.type}[${resource.name}]${rest}`];
    return globs.some((glob) => texts.some((text) => text !== '' && covers(glob, text)));
  };
}

function covers(glob: string, text: string): boolean {
  for (let end = text.length; end > 0; end--) {
    const isBorder = end === text.length || text[end] === '.' || text[end] === '[';
    if (isBorder && fitsPattern(glob, text.slice(0, end))) return true;
  }
  return false;
}
