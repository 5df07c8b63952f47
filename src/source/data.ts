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

/** `Array.isArray` for read-only lists. */
export function isList(value: Data): value is readonly Data[] {
  return Array.isArray(value);
}

/** Neither a list nor a number with all its digits, which is an object too. A map may have any key, `toJSON` as well. */
export function isMap(value: Data | undefined): value is { readonly [key: string]: Data };
export function isMap(value: unknown): value is { readonly [key: string]: unknown };
export function isMap(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}
