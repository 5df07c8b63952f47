/** Which runtime keys the layers of bootstraps may set. */
import { once } from '../source/once.ts';
import { isObject } from './bound.ts';
import type { Configuration } from './open.ts';
import { eachChild, type Frame, rootFrames } from './walk.ts';

/** Whether a layer may set a key. @param end what the key ends with, behind its last dot */
export type MaySet = (end: string) => boolean;

/**
 * Static layers set what they hold; layers from disk and from management servers may set any key. The administration
 * server's are empty until somebody asks it.
 */
export function keysIn(configurations: readonly Configuration[]): MaySet {
  const layers = once(() => layersIn(configurations));
  return (end) => layers().some((layer) => layer === ANY || layer.includes(end));
}

const ANY = Symbol('any');

function layersIn(configurations: readonly Configuration[]): readonly (string | typeof ANY)[] {
  const found: (string | typeof ANY)[] = [];
  for (const { roots, namespace } of configurations) {
    const look = (frame: Frame): void => {
      const { type, message } = frame;
      if (type === 'RuntimeLayer') {
        if (message.disk_layer !== undefined || message.rtds_layer !== undefined) found.push(ANY);
        found.push(JSON.stringify(message.static_layer ?? {}));
      }
      if (type === 'bootstrap.Runtime') {
        if (message.symlink_root !== undefined) found.push(ANY);
        found.push(JSON.stringify(message.base ?? {}));
      }
      if (!PLAIN.has(type)) eachChild(frame, namespace, look);
    };
    for (const root of roots) for (const frame of rootFrames(root)) if (isObject(frame.message)) look(frame);
  }
  return found;
}

/** No layer stands in these. */
const PLAIN = new Set(['Cluster', 'Listener', 'RouteConfiguration', 'ClusterLoadAssignment', 'Secret']);
