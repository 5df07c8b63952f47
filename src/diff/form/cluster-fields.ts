/** Which fields name clusters, and the names in them. */
import { isObject } from '../../model/bound.ts';
import { type CompiledField, compiledMessage } from '../../schema/compiled.ts';

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
