/** What comparing looks up of whole sides, for fields that have no effect. */
import { namesSwitchedOn } from '../effects/manager.ts';
import type { EffectContext } from '../effects/reason.ts';
import type { Configuration } from '../model/open.ts';
import { eachChild, type Frame, fieldsOn, rootFrames } from '../model/walk.ts';
import { pathsTo } from '../schema/reach.ts';
import type { Message } from '../schema/types.ts';
import type { ClusterNames } from './cluster-names.ts';

type Cluster = Message<'Cluster'>;
type Clusters = ReadonlyMap<string, readonly Cluster[]>;

/**
 * What both sides define under a name, so that a field is the same to both: it has no effect for a cluster as it was and
 * as it is. Where one side does not know the cluster nothing is said.
 */
export function effectsOf(
  before: readonly Configuration[],
  after: readonly Configuration[],
  namespace: string,
  names: () => ClusterNames,
): EffectContext {
  let known: readonly [Clusters, Clusters] | undefined;
  let on: { readonly names: ReadonlySet<string> | undefined } | undefined;
  return {
    namespace,
    clusters(name) {
      if (name === undefined) return undefined;
      const { after: renamed } = names();
      known ??= [clustersIn(before), clustersIn(after, renamed.of)];
      const [was, is] = known.map((side) => side.get(renamed.of(name)));
      return was === undefined || is === undefined ? undefined : [...was, ...is];
    },
    switchedOn() {
      on ??= { names: switchedOnIn([...before, ...after]) };
      return on.names;
    },
  };
}

function switchedOnIn(configurations: readonly Configuration[]): ReadonlySet<string> | undefined {
  const all = configurations.flatMap(({ roots }) => roots.map(({ value }) => namesSwitchedOn(value)));
  return all.includes(undefined) ? undefined : new Set(all.flatMap((names) => [...(names ?? [])]));
}

function clustersIn(configurations: readonly Configuration[], commonName = (name: string) => name): Clusters {
  const found = new Map<string, Cluster[]>();
  for (const { message } of framesOf(configurations, 'Cluster')) {
    const name = commonName((message as Cluster).name ?? '');
    const list = found.get(name);
    if (list) list.push(message as Cluster);
    else found.set(name, [message as Cluster]);
  }
  return found;
}

/** Every message of a type, in its place. */
export function framesOf(configurations: readonly Configuration[], type: string): readonly Frame[] {
  const paths = pathsTo(new Set([type]));
  const found: Frame[] = [];
  for (const { roots, namespace } of configurations) {
    const look = (frame: Frame): void => {
      if (frame.type === type) found.push(frame);
      else eachChild(frame, namespace, look, fieldsOn(paths, frame));
    };
    for (const root of roots) for (const frame of rootFrames(root)) look(frame);
  }
  return found;
}
