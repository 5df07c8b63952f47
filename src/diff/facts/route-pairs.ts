/** Which routes of two virtual hosts are the same ones: by text, by what they say, by what they match, by their names. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { contentKey, sameContent } from '../../model/content.ts';
import type { Frame } from '../../model/walk.ts';
import { compiledMessage } from '../../schema/compiled.ts';
import { VIRTUAL_HOST } from '../resources/found.ts';
import type { ResourcePair } from '../resources/pair.ts';
import { type Alignment, align } from './align.ts';
import type { Forms } from './canonical-pair.ts';
import { isWrittenAlike, textOf } from './same-text.ts';
import { matchKey } from './same-value.ts';

export const ROUTE = 'route.Route';

export interface AlignedRoutes {
  readonly alignment: Alignment;
  readonly counts: readonly [before: number, after: number];
  /** A route in the form for comparing; side 0 is the first. */
  readonly canonical: (side: 0 | 1, index: number) => BoundMessage;
  /** A text for a part of a route: equal texts mean equal content. */
  readonly key: (side: 0 | 1, index: number, part: string) => string | undefined;
  /** Whether two routes are written alike. */
  readonly alike: (before: number, after: number) => boolean;
}

/** Aligns the routes of two virtual hosts; undefined where they cannot be told apart from what is wrong with them. */
export function alignRoutes(forms: Forms, pair: ResourcePair): AlignedRoutes | undefined {
  const { before, after } = pair;
  const [one, two] = [routesOf(before.frame.message), routesOf(after.frame.message)];
  const field = compiledMessage(VIRTUAL_HOST).byName.get('routes');
  if (one === undefined || two === undefined || field === undefined) return undefined;
  const [founds, lists] = [[before, after] as const, [one, two] as const];
  const at = (side: 0 | 1, index: number): BoundMessage => lists[side][index] ?? {};
  const known: [(BoundMessage | undefined)[], (BoundMessage | undefined)[]] = [[], []];
  const canonical = (side: 0 | 1, index: number): BoundMessage => {
    const { frame, source } = founds[side];
    const place: Frame = { message: at(side, index), type: ROUTE, parent: frame, field, index };
    const form = known[side][index] ?? forms.of(place, source, pair);
    known[side][index] = form;
    return form;
  };
  const key = (side: 0 | 1, index: number, part: string): string | undefined => {
    const value = canonical(side, index)[part];
    return value === undefined ? undefined : contentKey(value);
  };
  // Of two files with namespaces of their own the same text says something else.
  const alike = (left: number, right: number): boolean =>
    forms.hasOneNamespace && isWrittenAlike(at(0, left), before.source, at(1, right), after.source);
  const alignment = align({
    counts: [one.length, two.length],
    same: (left, right) => alike(left, right) || sameContent(canonical(0, left), canonical(1, right)),
    keys: [
      (side, index) => (forms.hasOneNamespace ? textOf(at(side, index), founds[side].source) : undefined),
      (side, index) => contentKey(canonical(side, index)),
      (side, index) => matchKey(canonical(side, index).match),
      (side, index) => key(side, index, 'name'),
    ],
    nearby: (side, index) =>
      ['route', 'redirect', 'direct_response'].map((part) => key(side, index, part) ?? '').join('\n'),
  });
  return { alignment, counts: [one.length, two.length], canonical, key, alike };
}

function routesOf({ routes }: BoundMessage): readonly BoundMessage[] | undefined {
  if (routes === undefined) return [];
  return Array.isArray(routes) && routes.every(isObject) ? routes : undefined;
}
