/** Free-form data (Struct, unknown Any, unknown fields): plain JSON values, respelled nowhere. */
export type Data =
  | string
  | number
  | boolean
  | null
  | ExactNumber
  | readonly Data[]
  | { readonly [key: string]: Data };

/** A number whose text does not survive a double (`9223372036854775807`), kept as it was written. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** `JSON.stringify` cannot write digits of its own; as text the value at least stays exact. */
  toJSON(): string {
    return this.text;
  }
}
