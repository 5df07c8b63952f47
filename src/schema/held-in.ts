/** Which messages the fields of a message hold. */

/** Stands for whatever an Any, or a Struct that is an extension's configuration, holds. */
export const ANYTHING = '*';

/** Struct fields that may be bound as messages. */
export const TYPED_STRUCTS: ReadonlySet<string> = new Set(['config', 'per_filter_config']);

/** What of a table is looked at: the types of its fields. */
interface Typed {
  readonly fields: { readonly [field: string]: { readonly type: string } };
}

export function heldIn({ fields }: Typed, isMessage: (name: string) => boolean): readonly string[] {
  const held = Object.entries(fields).flatMap(([name, { type }]) => {
    const element = type.replace(/^repeated |^map<string, |>$/g, '');
    if (element === 'Any' || TYPED_STRUCTS.has(name)) return [ANYTHING];
    return element === 'Empty' || isMessage(element) ? [element] : [];
  });
  return [...new Set(held)];
}
