/** Routes and virtual hosts as findings name them: spots, lines, names in sentences. */
import { type SourceObject, sourceAt } from '../../model/source-object.ts';
import { routeText } from '../../routing/match/select.ts';
import type { Message } from '../../schema/types.ts';
import type { Document, Location } from '../finding.ts';
import { nodeOf, placeOf } from '../place.ts';
import type { Subject } from '../subject.ts';
import type { HostVerdicts } from './verdicts.ts';

export interface InHost {
  readonly document: Document;
  /** Of the virtual host; empty where it has none. */
  readonly name: string;
  route(index: number): Message<'route.Route'>;
  spot(index: number): Location;
  /** From 1. */
  line(index: number): number;
  /** The object that a control plane made it of. */
  source(index: number): SourceObject | undefined;
  /** `route 3 "cart" (prefix "/cart") of virtual host "shop"`. */
  words(index: number): string;
}

export function inHost(subject: Subject, { found, host, virtualHost }: HostVerdicts): InHost {
  const document = subject.documentOf(found.rootOf(host));
  const { name = '', routes = [] } = virtualHost;
  const of = name === '' ? '' : ` of virtual host ${JSON.stringify(name)}`;
  const route = (index: number) => routes[index] ?? {};
  const spot = (index: number): Location => ({ document, type: 'route.Route', message: route(index) });
  return {
    document,
    name,
    route,
    spot,
    line: (index) => placeOf(nodeOf(spot(index))).range.start.line,
    source: (index) => sourceAt(document.root.tree, nodeOf(spot(index)).node),
    words: (index) => `${routeText(route(index), index)}${of}`,
  };
}
