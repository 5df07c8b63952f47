/** What only descriptors tell of, as the tables have it: without words. */
import type { EnumSpec, GeneratedEnum, GeneratedMessage, MessageSpec } from './language.ts';

export function describedMessage({ oneofs, fields }: GeneratedMessage): MessageSpec {
  const made = Object.entries(fields).map(
    ([field, facts]) => [field, { ...facts, doc: '', only: 'v3' as const }] as const,
  );
  return { doc: '', section: 'version 3', ...(oneofs && { oneofs }), fields: Object.fromEntries(made) };
}

export function describedEnum(values: GeneratedEnum): EnumSpec {
  const made = Object.entries(values).map(([value, each]) => {
    const { number, deprecated } = typeof each === 'number' ? { number: each } : each;
    return [value, { number, doc: '', only: 'v3' as const, ...(deprecated && { deprecated }) }] as const;
  });
  return { doc: '', section: 'version 3', values: Object.fromEntries(made) };
}
