/** A JSON Schema: its keywords and what they hold. */
export type Schema = { readonly [keyword: string]: unknown };

/** A reference to the definition of a table or scalar. */
export function definitionRef(name: string): string {
  return `#/$defs/${name}`;
}

/** What holds where a condition is met, and otherwise, if anything. */
export function when(condition: Schema, consequence: Schema, otherwise?: Schema): Schema {
  return {
    if: condition,
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nobody awaits a schema
    then: consequence,
    ...(otherwise === undefined ? {} : { else: otherwise }),
  };
}
