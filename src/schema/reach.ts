/** Which messages can hold which, told from the tables. */
import { type CompiledField, compiledMessage } from './compiled.ts';
import { messages } from './index.ts';

/** Struct fields that may be bound as messages. */
const TYPED_STRUCTS = new Set(['config', 'per_filter_config']);

/**
 * For each type the fields through which a wanted type can be reached, at any depth. An Any can hold anything, and so
 * can a Struct that is an extension's configuration.
 */
export function pathsTo(wanted: ReadonlySet<string>): ReadonlyMap<string, readonly CompiledField[]> {
  const holders = new Map<string, string[]>();
  const found = new Set<string>(wanted);
  const open: string[] = [...wanted];
  const add = (type: string): void => {
    if (found.has(type)) return;
    found.add(type);
    open.push(type);
  };
  const names = Object.keys(messages);
  for (const name of names) {
    for (const field of compiledMessage(name).containers) {
      if (field.element.kind === 'message') {
        holders.set(field.element.name, [...(holders.get(field.element.name) ?? []), name]);
      } else if (holdsAnything(field)) add(name);
    }
  }
  for (let type = open.pop(); type !== undefined; type = open.pop())
    for (const holder of holders.get(type) ?? []) add(holder);
  const leads = (field: CompiledField): boolean =>
    holdsAnything(field) || (field.element.kind === 'message' && found.has(field.element.name));
  return new Map(names.map((name) => [name, compiledMessage(name).containers.filter(leads)]));
}

function holdsAnything({ name, element }: CompiledField): boolean {
  return element.kind === 'any' || TYPED_STRUCTS.has(name);
}
