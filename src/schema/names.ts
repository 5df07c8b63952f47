/** How tables spell types and how inputs may spell names. */

/** A field's type taken apart: one value, a list of values, or a map of values by text. */
export interface TypeShape {
  readonly kind: 'single' | 'list' | 'map';
  /** A scalar, a well-known type, or the full name of a message or enum. */
  readonly of: string;
}

/** Takes apart a `type` as the tables write it: `X`, `repeated X` or `map<string, X>`. */
export function typeShape(type: string): TypeShape {
  if (type.startsWith('repeated ')) return { kind: 'list', of: type.slice('repeated '.length) };
  if (type.startsWith('map<string, ')) return { kind: 'map', of: type.slice('map<string, '.length, -1) };
  return { kind: 'single', of: type };
}

/** The lowerCamelCase spelling of a snake_case field name, as the JSON mapping derives it. */
export function lowerCamel(name: string): string {
  return name.replace(/_+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '');
}
