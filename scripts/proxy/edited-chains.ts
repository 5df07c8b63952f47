/** Chains of HTTP filters as somebody could have edited them: before and after. */
import fc from 'fast-check';
import { chains } from './generate-filters.ts';
import type { Arbitrary } from './generate-messages.ts';

export type Fields = { readonly [field: string]: unknown };
export type Filter = Fields & { readonly name: string };

/** The same configuration with other filters. */
export function withFilters(
  value: unknown,
  change: (filters: readonly Filter[]) => readonly Filter[],
): Fields {
  return JSON.parse(JSON.stringify(value), (key, item) => (key === 'http_filters' ? change(item) : item));
}

/** What routes say for a filter is taken out of all of them. */
export function withoutSettings(value: unknown, name: string): Fields {
  return JSON.parse(JSON.stringify(value), (key, item) => {
    if (key !== 'typed_per_filter_config') return item;
    const { [name]: _, ...others } = item;
    return others;
  });
}

const EDITS = ['drop', 'swap', 'off', 'settings', 'routes'] as const;

/** @param value has one chain */
function edited(value: Fields, kind: (typeof EDITS)[number], which: number): Fields {
  let name = '';
  const after = withFilters(value, (filters) => {
    const at = which % (filters.length - 1);
    const filter = filters[at] as Filter;
    name = filter.name;
    if (kind === 'drop') return filters.toSpliced(at, 1);
    if (kind === 'off') return filters.with(at, { ...filter, disabled: filter.disabled !== true });
    return kind === 'swap' ? [...filters.slice(0, -1).toReversed(), ...filters.slice(-1)] : filters;
  });
  if (kind === 'settings') return withoutSettings(after, name);
  if (kind !== 'routes') return after;
  return JSON.parse(JSON.stringify(after), (key, item) =>
    key === 'routes' ? item.toSpliced(which % item.length, 1) : item,
  );
}

/** @param count how many listeners there are, each with a chain of its own */
export const editedChains = (count: number): Arbitrary<{ readonly before: Fields; readonly after: Fields }> =>
  fc
    .tuple(
      chains(count),
      fc.array(fc.tuple(fc.constantFrom(...EDITS), fc.nat()), { minLength: count, maxLength: count }),
    )
    .map(([before, edits]) => ({
      before,
      after: withListeners(before, (all) =>
        all.map((listener, at) => {
          const [kind = 'drop', which = 0] = edits[at] ?? [];
          return edited(listener, kind, which);
        }),
      ),
    }));

/** The same configuration with other listeners. */
export function withListeners(value: Fields, change: (all: readonly Fields[]) => readonly Fields[]): Fields {
  const { static_resources: resources } = value as { static_resources: { listeners: readonly Fields[] } };
  return { static_resources: { ...resources, listeners: change(resources.listeners) } };
}
