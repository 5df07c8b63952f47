/** Which properties speak of which route (docs/prove.md), and what has become of them there. */
import { propertiesByRoute, type RouteProperty } from '../../engine/property-routes.ts';
import { decider } from '../../engine/property-rules.ts';
import type { PropertyFile } from '../../model/own-rules.ts';
import { counted } from '../../source/counted.ts';
import type { Examined } from '../diagnostics.ts';
import type { Place } from '../shapes.ts';
import type { RoutePlace } from './places.ts';

/** The properties that speak of a route, in few words, and where they stand. */
export interface PropertyLens {
  readonly title: string;
  readonly places: readonly Place[];
}

/** What looking for requests to all routes may cost, for who waits. */
const LIMITS = { work: 300_000_000, milliseconds: 5000 };

/** @returns for a route what its properties are; undefined where none is known to speak of it */
export function propertiesAt(
  { subject }: Examined,
  files: readonly PropertyFile[],
): (place: RoutePlace) => PropertyLens | undefined {
  if (files.length === 0) return () => undefined;
  const propertiesOf = propertiesByRoute(subject.shared(decider(files)), subject.meter(LIMITS));
  return ({ verdicts: { found, host }, route }) => {
    const all = route === undefined ? [] : propertiesOf(found, host, route);
    if (all.length === 0) return undefined;
    return { title: titleOf(all), places: all.flatMap(placeOf) };
  };
}

const WORDS = {
  broken: 'broken here',
  elsewhere: 'broken elsewhere',
  undecided: 'undecided',
  proved: 'proved',
} as const;
const ORDER = ['broken', 'elsewhere', 'undecided', 'proved'] as const;

/** Such as `3 properties: 1 broken here, 2 proved`; one is named. */
function titleOf(all: readonly RouteProperty[]): string {
  const [first] = all;
  if (first !== undefined && all.length === 1)
    return `property ${JSON.stringify(first.property.name)}: ${WORDS[first.verdict]}`;
  const counts = ORDER.flatMap((kind) => {
    const count = all.filter(({ verdict }) => verdict === kind).length;
    return count === 0 ? [] : `${count} ${WORDS[kind]}`;
  });
  return `${counted(all.length, 'property', 'properties')}: ${counts.join(', ')}`;
}

function placeOf({ property: { place } }: RouteProperty): readonly Place[] {
  if (place === null) return [];
  const at = { line: place.line, column: place.column };
  return [{ file: place.file, range: { start: at, end: at } }];
}
