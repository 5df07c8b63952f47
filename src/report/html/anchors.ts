/** Where on a page to find a line of a file, and the finding about a place. */
import type { Place } from '../../model/place.ts';
import { type ListingPlan, lineId } from './listing.ts';
import type { Show } from './shown.ts';

/** The plans of all files that the page shows lines of, by name. */
export type Plans = ReadonlyMap<string, ListingPlan>;

type InFile = Pick<Place, 'file' | 'range'>;

/** The line of a place as the value of `href`; undefined where the page does not show it. */
export function lineTarget(plans: Plans, { file, range }: InFile): string | undefined {
  const plan = plans.get(file);
  const id = plan === undefined ? undefined : lineId(plan, range.start.line);
  return id === undefined ? undefined : `#${id}`;
}

/** `front.yaml:41:5`, a link where the page shows the line. */
export function placeLink(plans: Plans, place: InFile, show: Show): string {
  const { line, column } = place.range.start;
  const text = `${show(place.file)}:${line}:${column}`;
  const target = lineTarget(plans, place);
  return target === undefined
    ? `<span class="place">${text}</span>`
    : `<a class="place" href="${target}">${text}</a>`;
}

/** What tells a value of the input: the file, the document in it, and the pointer. */
function keyOf({ file, document, embedded }: Partial<Place>, pointer: string): string {
  return JSON.stringify([file, document ?? 0, embedded ?? '', pointer]);
}

/** For each value the first of the findings at it or within it. */
export function findingsWithin(
  findings: readonly { readonly place: Place; readonly id: string }[],
): (place: Partial<Place>) => string | undefined {
  const ids = new Map<string, { readonly id: string; readonly depth: number }>();
  for (const { place, id } of findings) {
    let pointer = place.pointer;
    for (let depth = 0; ; depth++) {
      const key = keyOf(place, pointer);
      const known = ids.get(key);
      // One about the value itself wins over one within it.
      if (known === undefined || depth < known.depth) ids.set(key, { id, depth });
      const slash = pointer.lastIndexOf('/');
      if (slash === -1) break;
      pointer = pointer.slice(0, slash);
    }
  }
  return (place) => (place.pointer === undefined ? undefined : ids.get(keyOf(place, place.pointer))?.id);
}
