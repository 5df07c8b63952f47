/** The tables of the data model by name. */
import type { EnumSpec, EnumTables, MessageSpec, MessageTables } from './language.ts';
import { enums, messages } from './tables.ts';

export { enums, messages };

const messageByName: MessageTables = messages;
const enumByName: EnumTables = enums;

/** The table of a message by its full name, such as `core.Node`. */
export function messageSpec(name: string): MessageSpec | undefined {
  return Object.hasOwn(messageByName, name) ? messageByName[name] : undefined;
}

/** The table of an enum by its full name, such as `Cluster.LbPolicy`. */
export function enumSpec(name: string): EnumSpec | undefined {
  return Object.hasOwn(enumByName, name) ? enumByName[name] : undefined;
}
