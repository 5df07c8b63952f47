/** Places in a document while it is walked: links to what is around, made a pointer only where one is needed. */
import { escapeSegment, segmentsOf } from '../../source/pointer.ts';

export interface Way {
  readonly around: Way | undefined;
  readonly segment: string;
}

/** The way to a key or an entry of what stands at the end of another. */
export function below(around: Way | undefined, segment: string | number): Way {
  return { around, segment: String(segment) };
}

/** The way that a pointer takes from the document's root. */
export function wayOf(pointer: string): Way | undefined {
  return segmentsOf(pointer)?.reduce<Way | undefined>((around, segment) => below(around, segment), undefined);
}

/** The RFC 6901 pointer of a way; the document's root has none. */
export function pointerOfWay(way: Way | undefined): string {
  const segments: string[] = [];
  for (let at = way; at !== undefined; at = at.around) segments.push(escapeSegment(at.segment));
  return segments
    .reverse()
    .map((segment) => `/${segment}`)
    .join('');
}
