/** Where a value of the normalized form comes from. */
import type { BoundMessage } from './bound.ts';

/** Origins of a normalized message's fields, where they are not simply written. */
export const ORIGINS: unique symbol = Symbol('origins');

export type FieldOrigin =
  | { readonly kind: 'default'; readonly why: string }
  | { readonly kind: 'migrated'; readonly migration: string };

export interface WithOrigins {
  readonly [ORIGINS]?: { readonly [field: string]: FieldOrigin };
}

export function originsOf(message: BoundMessage): { readonly [field: string]: FieldOrigin } {
  return (message as WithOrigins)[ORIGINS] ?? NONE;
}

/** Notes where a field of a message under construction comes from. */
export function noteOrigin(message: object, field: string, origin: FieldOrigin): void {
  const holder = message as { [ORIGINS]?: { [field: string]: FieldOrigin } };
  holder[ORIGINS] ??= withoutNames();
  holder[ORIGINS][field] = origin;
}

/** Without a prototype, since whoever asks may ask for a key of the user's own, such as `constructor`. */
function withoutNames(): { [field: string]: FieldOrigin } {
  return Object.create(null) as { [field: string]: FieldOrigin };
}

const NONE: { readonly [field: string]: FieldOrigin } = withoutNames();
