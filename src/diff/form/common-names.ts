/** Canonical forms in which renamed clusters go by one name on both sides, and the way back to what is written. */
import { type BoundMessage, isObject, type OpenMessage } from '../../model/bound.ts';
import { type Frame, walkInsideOut } from '../../model/walk.ts';
import { type CompiledField, compiledMessage } from '../../schema/compiled.ts';
import { messages } from '../../schema/index.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import { ExactNumber } from '../../source/data.ts';
import { setOwn } from '../../source/tree.ts';
import type { NamesOfSide } from '../cluster-names.ts';

/** On a message: its fields as they are written. */
const WRITTEN = Symbol('written names');

type Holder = BoundMessage & { readonly [WRITTEN]?: { readonly [field: string]: unknown } };

let paths: Paths | undefined;

/** Gives renamed clusters their common names; the message is under construction. */
export function takeCommonNames(frame: Frame, namespace: string, names: NamesOfSide): void {
  // Data of which nobody knows the type names no clusters.
  if (frame.type === '') return;
  paths ??= pathsTo(new Set(Object.keys(messages).filter((type) => clusterFields(type).length > 0)));
  const common = (name: unknown): unknown => (typeof name === 'string' ? names.of(name) : name);
  const rename = ({ type, message }: Frame): void => {
    const open = message as OpenMessage & { [WRITTEN]?: { [field: string]: unknown } };
    for (const { name: field } of clusterFields(type)) {
      const value = message[field];
      if (!namesIn(value).some(names.isRenamed)) continue;
      open[WRITTEN] = { ...open[WRITTEN], [field]: value };
      open[field] = Array.isArray(value) ? value.map(common) : common(value);
    }
  };
  walkInsideOut(frame, namespace, rename, paths);
}

/** Answers with a value as it is written; asked again, with the same object. */
export type Written = <T>(value: T) => T;

export function startWriting(): Written {
  const known = new WeakMap<object, unknown>();
  const written = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
    const before = known.get(value);
    if (before !== undefined) return before;
    const made = Array.isArray(value) ? listOf(value) : messageOf(value as Holder);
    known.set(value, made);
    return made;
  };
  const listOf = (list: readonly unknown[]): readonly unknown[] => {
    const made = list.map(written);
    return made.every((item, index) => item === list[index]) ? list : made;
  };
  const messageOf = (message: Holder): object => {
    let made: OpenMessage | undefined;
    for (const [field, item] of Object.entries({ ...message, ...message[WRITTEN] })) {
      const next = written(item);
      if (next === message[field]) continue;
      made ??= { ...message };
      setOwn(made as { [key: string]: unknown }, field, next);
    }
    return made ?? message;
  };
  return written as Written;
}

/** The fields of a table that name clusters. */
export function clusterFields(type: string): readonly CompiledField[] {
  const known = fields.get(type);
  if (known) return known;
  const made = compiledMessage(type).fields.filter(({ spec }) => spec.names === 'cluster');
  fields.set(type, made);
  return made;
}

const fields = new Map<string, readonly CompiledField[]>();

/** The names of clusters in a field, as far as its value can be read. */
export function namesIn(value: unknown): readonly string[] {
  const names = Array.isArray(value) ? value : isObject(value) ? Object.keys(value) : [value];
  return names.filter((name) => typeof name === 'string');
}
