/** Which changes a user does not want to see. */
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
    if (isBorder && matches(glob, text.slice(0, end))) return true;
  }
  return false;
}

/** A text against a glob in which `*` is any text; never more than the product of their lengths. */
function matches(glob: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let from = 0;
  let index = 0;
  while (index < text.length) {
    if (glob[at] === '*') {
      star = at++;
      from = index;
    } else if (at < glob.length && glob[at] === text[index]) {
      at++;
      index++;
    } else if (star !== -1) {
      at = star + 1;
      index = ++from;
    } else return false;
  }
  while (glob[at] === '*') at++;
  return at === glob.length;
}
