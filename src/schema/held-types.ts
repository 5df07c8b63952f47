/** Which messages the fields of each message hold, told from the tables. The bundler works it out when it builds. */

import { ANYTHING, heldIn } from './held-in.ts';
import type { MessageTables } from './language.ts';
import { generatedMessages, messages } from './tables.ts';

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

const workedOut = (tables: { readonly [message: string]: Parameters<typeof heldIn>[0] }): HeldTypes =>
  Object.fromEntries(
    Object.entries(tables).flatMap(([message, table]) => {
      const held = heldIn(
        table,
        (name) => Object.hasOwn(messages, name) || Object.hasOwn(generatedMessages, name),
      );
      return held.length === 0 ? [] : [[message, held]];
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
