/** A resource of one side, as gathering finds it. */
import { shortName } from '../../model/describe.ts';
import type { Configuration, Root } from '../../model/open.ts';
import type { Frame } from '../../model/walk.ts';
import type { ResourceRef } from '../change.ts';

/** The file and document that something was written in. */
export interface Source {
  readonly configuration: Configuration;
  readonly root: Root;
}

export interface Found {
  /** The message in its place, without the resources inside it; the type is empty where no table describes it. */
  readonly frame: Frame;
  readonly source: Source;
  /** What makes it the same resource on the other side; empty where nothing does. */
  readonly name: string;
  /** The resource that it stands in. */
  readonly owner: Found | undefined;
  /** Where in the owner several may stand: the filter chain that a route configuration stands in. */
  readonly slot: string;
  /** Of two states of one resource in a dump the one with the higher rank counts. */
  readonly rank: number;
  /** A copy that a dump makes of what stands inside a listener. */
  readonly isCopy: boolean;
  /** The running proxy wrote it. */
  readonly isDumped: boolean;
  /** It says nothing of its own: there is no difference between it and none. */
  readonly isImplied: boolean;
}

/** The table of a resource; of one that no table describes the name of its type. */
export function typeOfFound({ frame }: Found): string {
  return frame.type === '' ? String(frame.message['@type'] ?? '') : frame.type;
}

export function refOf(found: Found): ResourceRef {
  return { type: shortName(typeOfFound(found)), name: found.name };
}

/** The resources that it stands in, from the inside out. */
export function ownersOf(found: Found): readonly ResourceRef[] {
  const owners: ResourceRef[] = [];
  for (let at = found.owner; at !== undefined; at = at.owner)
    if (at.frame.type !== 'Bootstrap') owners.push(refOf(at));
  return owners;
}
