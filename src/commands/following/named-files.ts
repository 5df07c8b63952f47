/** The files that a configuration names for discovery: where a proxy reads clusters, listeners, routes, endpoints, secrets. */
import { AT, isObject } from '../../model/bound.ts';
import type { Configuration, Root } from '../../model/open.ts';
import { placeOfNode } from '../../model/place.ts';
import { eachChild, type Frame, fieldsOn, rootFrames } from '../../model/walk.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import type { Position } from '../../source/lines.ts';

const SOURCE = 'core.ConfigSource';
let paths: Paths | undefined;

/** A file as it is named. */
export interface NamedFile {
  readonly path: string;
  /** Where it is named first. */
  readonly position: Position;
}

/** In the order in which they are named, each once. */
export function filesNamed({ file, roots, word }: Configuration): readonly NamedFile[] {
  paths ??= pathsTo(new Set([SOURCE]));
  const known = paths;
  const found = new Map<string, NamedFile>();
  const look = (root: Root, frame: Frame): void => {
    if (frame.type !== SOURCE) {
      eachChild(frame, word, (child) => look(root, child), fieldsOn(known, frame));
      return;
    }
    const { path, path_config_source: source } = frame.message;
    const named = isObject(source) ? source.path : path;
    const node = frame.message[AT];
    if (typeof named !== 'string' || named === '' || node === undefined || found.has(named)) return;
    found.set(named, { path: named, position: placeOfNode(file, root, node).range.start });
  };
  // A dump holds what was read from the files that it names, which are those of the machine that it comes from.
  for (const root of roots)
    if (!root.type.endsWith('ConfigDump')) for (const frame of rootFrames(root)) look(root, frame);
  return [...found.values()];
}
