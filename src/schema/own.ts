/**
 * Messages of the user's own, as descriptor sets have them (CONTRACT, Releases and own messages). They stand beside those
 * of the tables for as long as the process runs; who keeps something that depends on all messages asks for the edition.
 */
import type { EnumSpec, MessageSpec } from './language.ts';

export interface OwnTables {
  /** By the names of their types: without the namespace for what stands in a package of the proxy's. */
  readonly messages: ReadonlyMap<string, MessageSpec>;
  readonly enums: ReadonlyMap<string, EnumSpec>;
}

/** The section of such messages, where others name the one that specifies them. */
export const OWN_SECTION = 'descriptors';

const NONE: OwnTables = { messages: new Map(), enums: new Map() };

let own = NONE;
let edition = 0;

/** Takes these messages for known from now on, in place of those before. */
export function knowOwnTables(tables: OwnTables = NONE): void {
  if (tables === own) return;
  own = tables;
  edition++;
}

/** Changes with the messages that are known. */
export function ownEdition(): number {
  return edition;
}

export function ownMessages(): ReadonlyMap<string, MessageSpec> {
  return own.messages;
}

export function ownEnums(): ReadonlyMap<string, EnumSpec> {
  return own.enums;
}

/** All of them, for another thread. */
export function ownTablesInUse(): OwnTables {
  return own;
}

/** Whether a message or an enum is the user's own. */
export function isOwn(name: string): boolean {
  return own.messages.has(name) || own.enums.has(name);
}
