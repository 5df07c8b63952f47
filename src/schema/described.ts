/** What only descriptors tell of, as the tables have it: without words. */
import type { EnumValueSpec, FieldSpec, GeneratedMessage } from './language.ts';
import { successorOf } from './successors.ts';

export function describedFields(
  id: string,
  { fields }: GeneratedMessage,
): { readonly [field: string]: FieldSpec } {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { deprecated, ...facts }]): readonly [string, FieldSpec] => {
      const successor = deprecated && successorOf(`${id}.${field}`);
      return [field, { ...facts, doc: '', only: 'v3', ...(successor && { deprecated: successor }) }];
    }),
  );
}

export function describedValues(
  id: string,
  values: { readonly [value: string]: number },
): { readonly [value: string]: EnumValueSpec } {
  return Object.fromEntries(
    Object.entries(values).map(([value, number]): readonly [string, EnumValueSpec] => {
      const deprecated = successorOf(`${id}.${value}`);
      return [value, { number, doc: '', only: 'v3', ...(deprecated && { deprecated }) }];
    }),
  );
}
