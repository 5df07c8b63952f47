/** Whether anything comes to a cluster through the references to it. */
import type { BoundMessage } from '../../model/bound.ts';
import { eachChild, type Frame } from '../../model/walk.ts';
import type { RuntimeValue } from '../../routing/request/request.ts';
import { runtimeInteger } from '../../routing/runtime.ts';
import { layerValue } from '../../routing/runtime-layers.ts';
import { treeOf, writtenRoute } from '../../routing/tree/flatten.ts';
import type { Location } from '../finding.ts';
import type { Subject } from '../subject.ts';
import { routeVerdicts } from '../traffic/verdicts.ts';
import { type ClusterReference, fateOfReference, type Use } from './reference.ts';
import { type ClusterReferences, clusterReferences, spotOfPlace } from './references.ts';

/** What comes to clusters through the references to them. */
export interface ClusterUses {
  fateOf(reference: ClusterReference): Use;
  /** Where any cluster can be named by a request or a program, if anywhere. */
  readonly reachesAll?: Location;
  /** Where a program or a text may name any cluster, and what that is. */
  readonly mayReachAll?: { readonly at: Location; readonly words: string };
  /** Clusters that something comes to, directly or through an aggregate cluster. */
  readonly reached: ReadonlySet<string>;
}

const LIVE: Use = { live: true };

/** To be asked for through {@link Subject.shared}; it takes knowing which routes are dead. */
export function clusterUses(subject: Subject): ClusterUses {
  const { byCluster, open } = subject.shared(clusterReferences);
  const dead = subject.shared(deadRoutes);
  const isGiven = subject.shared(givenKeys);
  const fateOf = ({ route, kind, frame }: Pick<ClusterReference, 'route' | 'kind' | 'frame'>): Use => {
    const fate = route === undefined ? undefined : dead.get(route);
    if (fate !== undefined) return { live: false, why: 'dead route', certain: fate.certain };
    return kind === 'data' ? LIVE : fateOfReference(kind, frame, isGiven);
  };
  const live = open.filter(({ route }) => route === undefined || dead.get(route) === undefined);
  const place = live.find(({ by }) => by === undefined);
  const program = live.find(({ by }) => by !== undefined);
  return {
    fateOf,
    ...(place === undefined ? {} : { reachesAll: spotOfPlace(place) }),
    ...(program?.by === undefined ? {} : { mayReachAll: { at: spotOfPlace(program), words: program.by } }),
    reached: reachedFrom(byCluster, fateOf),
  };
}

/** Members of an aggregate cluster are reached when that is. */
function reachedFrom(
  byCluster: ClusterReferences['byCluster'],
  fateOf: ClusterUses['fateOf'],
): ReadonlySet<string> {
  const reached = new Set<string>();
  const members = new Map<string, string[]>();
  for (const [cluster, references] of byCluster) {
    for (const reference of references) {
      const { kind, holder } = reference;
      if (!fateOf(reference).live) continue;
      if (kind !== 'member' || holder === undefined) reached.add(cluster);
      else members.set(holder, [...(members.get(holder) ?? []), cluster]);
    }
  }
  // A set takes in what is added while it is gone through.
  for (const cluster of reached) for (const member of members.get(cluster) ?? []) reached.add(member);
  return reached;
}

// Whether requests come to a route at all, told from the verdicts over all requests.

/** Routes that no request reaches, by their messages as written; what is undecided is not among them. */
export type DeadRoutes = ReadonlyMap<BoundMessage, { readonly certain: boolean }>;

/** To be asked for through {@link Subject.shared}; `certain` is false where a runtime key can bring a route to life. */
export function deadRoutes(subject: Subject): DeadRoutes {
  const dead = new Map<BoundMessage, { readonly certain: boolean }>();
  for (const { found, host, virtualHost, verdicts } of subject.shared(routeVerdicts)) {
    const written = found.written.virtual_hosts?.[host]?.routes;
    verdicts.forEach((verdict, index) => {
      const listed = virtualHost.routes?.[index];
      const route = treeOf(virtualHost) === undefined ? written?.[index] : listed && writtenRoute(listed);
      if (route !== undefined && (verdict?.kind === 'hidden' || verdict?.kind === 'never'))
        dead.set(route, { certain: !verdict.byDefault });
    });
  }
  return dead;
}

// Runtime values as a bootstrap itself gives them; disk, admin and delivered layers may hold others.

const BOOTSTRAP = 'Bootstrap';
/** Containers of a dump. */
const HOLDS_BOOTSTRAP: ReadonlySet<string> = new Set([
  'ConfigDump',
  'BootstrapConfigDump',
  'OlderConfigDump',
]);

/** Whether the layers of a bootstrap of the subject give a key a value other than 0. */
function givenKeys(subject: Subject): (key: string) => boolean {
  const bootstraps: BoundMessage[] = [];
  const gather = (frame: Frame, namespace: string): void => {
    if (frame.type === BOOTSTRAP) bootstraps.push(frame.message);
    else if (HOLDS_BOOTSTRAP.has(frame.type))
      eachChild(frame, namespace, (child) => gather(child, namespace));
  };
  for (const document of subject.documents)
    for (const frame of subject.frames(document)) gather(frame, document.configuration.namespace);
  return (key) =>
    bootstraps.some((bootstrap) => {
      const value = layerValue(bootstrap, key);
      return value !== undefined && value !== null && runtimeInteger(value as RuntimeValue) !== 0;
    });
}
