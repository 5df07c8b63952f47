/** The clusters and listeners that a subject defines, in the order of the input. */
import type { EffectContext } from '../../effects/reason.ts';
import type { BoundMessage } from '../../model/bound.ts';
import { eachChild, type Frame, fieldsOn } from '../../model/walk.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import type { Message } from '../../schema/types.ts';
import type { Document, Location } from '../finding.ts';
import type { SubjectContext } from '../rule.ts';
import type { Subject } from '../subject.ts';

export interface Definition<T = BoundMessage> {
  readonly document: Document;
  readonly frame: Frame;
  readonly message: T;
  /** Empty where it has none. */
  readonly name: string;
  /** What a proxy printed: it may show one resource several times, and has accepted what it shows. */
  readonly isDumped: boolean;
}

export interface Definitions {
  readonly clusters: readonly Definition<Message<'Cluster'>>[];
  readonly listeners: readonly Definition<Message<'Listener'>>[];
  /** Those of endpoints that stand by themselves, outside of clusters. */
  readonly loadAssignments: readonly Definition<Message<'ClusterLoadAssignment'>>[];
}

const WANTED = new Set(['Cluster', 'Listener', 'ClusterLoadAssignment']);
const DUMP = /(?:^|\.)(?:ConfigDump|OlderConfigDump|\w+ConfigDump)(?:\.|$)/;

let paths: Paths | undefined;

/** To be asked for through {@link Subject.shared}. */
export function definitionsOf(subject: Subject): Definitions {
  paths ??= pathsTo(WANTED);
  const found: { readonly [type: string]: Definition[] } = {
    Cluster: [],
    Listener: [],
    ClusterLoadAssignment: [],
  };
  for (const document of subject.documents) {
    const { namespace } = document.configuration;
    const look = (frame: Frame): void => {
      const { message, type } = frame;
      const into = found[type];
      if (into === undefined) eachChild(frame, namespace, look, fieldsOn(paths, frame));
      else into.push({ document, frame, message, name: nameOf(message), isDumped: isDumped(frame) });
    };
    for (const frame of subject.frames(document)) look(frame);
  }
  return {
    clusters: found.Cluster as Definition<Message<'Cluster'>>[],
    listeners: found.Listener as Definition<Message<'Listener'>>[],
    loadAssignments: found.ClusterLoadAssignment as Definition<Message<'ClusterLoadAssignment'>>[],
  };
}

/** Whether a message stands in an admin dump. */
export function isDumped(frame: Frame): boolean {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent)
    if (DUMP.test(at.type)) return true;
  return false;
}

export function spotOf({ document, frame }: Definition<unknown>, field?: string): Location {
  const { message, type } = frame;
  return { document, message, type, ...(field === undefined ? {} : { field }) };
}

/**
 * Definitions that one proxy certainly reads together, each group by itself: those of one document, or of all files
 * where the input has several. What a dump shows is left out.
 */
export function readTogether<T>(
  { documents }: Subject,
  definitions: readonly Definition<T>[],
): readonly (readonly Definition<T>[])[] {
  const isOne =
    new Set(documents.map(({ configuration }) => configuration)).size > 1 && !severalStart(documents);
  const groups = new Map<Document | undefined, Definition<T>[]>();
  for (const definition of definitions) {
    if (definition.isDumped) continue;
    const key = isOne ? undefined : definition.document;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [definition]);
    else group.push(definition);
  }
  return [...groups.values()];
}

/** Whether there is more than one file that a proxy starts with. */
function severalStart(documents: readonly Document[]): boolean {
  return documents.filter(({ root }) => root.type === 'Bootstrap').length > 1;
}

function nameOf({ name, cluster_name }: BoundMessage): string {
  return typeof name === 'string' ? name : typeof cluster_name === 'string' ? cluster_name : '';
}

export type Cluster = Message<'Cluster'>;

/** By name; several where a name is defined more than once. To be asked for through {@link Subject.shared}. */
function clustersByName(subject: Subject): ReadonlyMap<string, readonly Cluster[]> {
  const found = new Map<string, Cluster[]>();
  for (const { name, message } of subject.shared(definitionsOf).clusters) {
    const known = found.get(name);
    if (known === undefined) found.set(name, [message]);
    else known.push(message);
  }
  return found;
}

/** What the input defines under a name; undefined where it is nothing, so that nothing can be said. */
export function definedClusters(subject: Subject, name: string | undefined): readonly Cluster[] | undefined {
  return name === undefined ? undefined : subject.shared(clustersByName).get(name);
}

/** What reasons for fields without effect look up in a subject. */
export function effectsOf({ subject, namespace }: SubjectContext): EffectContext {
  return { namespace, clusters: (name) => definedClusters(subject, name) };
}
