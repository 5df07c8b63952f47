/** Which messages the fields of each message hold, told from the tables. The bundler works it out when it builds. */

import type { MessageTables } from './language.ts';
import { generatedMessages, messages } from './tables.ts';

/** Stands for whatever an Any, or a Struct that is an extension's configuration, holds. */
export const ANYTHING = '*';

/** Struct fields that may be bound as messages. */
export const TYPED_STRUCTS: ReadonlySet<string> = new Set(['config', 'per_filter_config']);

/** The held types by the message that holds them. */
export interface HeldTypes {
  readonly [message: string]: readonly string[];
}

let known: HeldTypes | undefined;
let knownOfGenerated: HeldTypes | undefined;

/** Of the messages that have a table of their own. Messages that hold none are left out. */
export function heldTypes(): HeldTypes {
  known ??= workedOut(messages);
  return known;
}

/** The same of the messages that only the reference of version 3 tells of. */
export function heldTypesOfGenerated(): HeldTypes {
  knownOfGenerated ??= workedOut(generatedMessages);
  return knownOfGenerated;
}

/** What of a table is looked at: the types of its fields. */
interface Typed {
  readonly fields: { readonly [field: string]: { readonly type: string } };
}

const workedOut = (tables: { readonly [message: string]: Typed }): HeldTypes =>
  Object.fromEntries(
    Object.entries(tables).flatMap(([message, { fields }]) => {
      const held = Object.entries(fields).flatMap(([name, { type }]) => {
        const element = type.replace(/^repeated |^map<string, |>$/g, '');
        if (element === 'Any' || TYPED_STRUCTS.has(name)) return [ANYTHING];
        const isMessage = Object.hasOwn(messages, element) || Object.hasOwn(generatedMessages, element);
        return element === 'Empty' || isMessage ? [element] : [];
      });
      return held.length === 0 ? [] : [[message, [...new Set(held)]]];
    }),
  );

let holders: readonly string[] | undefined;

/** Messages with an Any in a field of that name, as extensions are configured. */
export function typedConfigHolders(): readonly string[] {
  holders ??= Object.entries(messages as MessageTables).flatMap(([name, { fields }]) =>
    Object.hasOwn(fields, 'typed_config') && heldTypes()[name]?.includes(ANYTHING) ? [name] : [],
  );
  return holders;
}
