/** Which messages can hold which, told from the tables. */
import { compiledMessage } from './compiled.ts';
import { messages } from './index.ts';

/** Struct fields that may be bound as messages. */
const TYPED_STRUCTS = new Set(['config', 'per_filter_config']);

/**
 * The types that are wanted, or can hold a wanted one at any depth. An Any can hold anything, and so can a Struct that
 * is an extension's configuration.
 */
export function typesThatHold(wanted: ReadonlySet<string>): ReadonlySet<string> {
  const holders = new Map<string, string[]>();
  const found = new Set<string>(wanted);
  const open: string[] = [...wanted];
  const add = (type: string): void => {
    if (found.has(type)) return;
    found.add(type);
    open.push(type);
  };
  for (const name of Object.keys(messages)) {
    for (const field of compiledMessage(name).fields) {
      if (field.element.kind === 'message') {
        holders.set(field.element.name, [...(holders.get(field.element.name) ?? []), name]);
      } else if (field.element.kind === 'any' || TYPED_STRUCTS.has(field.name)) add(name);
    }
  }
  for (let type = open.pop(); type !== undefined; type = open.pop())
    for (const holder of holders.get(type) ?? []) add(holder);
  return found;
}
