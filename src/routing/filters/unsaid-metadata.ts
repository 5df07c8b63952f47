/** Dynamic metadata that a filter writes beside what its model says (docs/routing.md, fact 153). */
import type { BoundMessage } from '../../model/bound.ts';
import { unsaidMetadata } from '../match/metadata.ts';
import type { HttpFilter } from './chain.ts';
import type { Metadata } from './filter.ts';
import { hasField } from './settings.ts';

/** By the kind of a filter: a field that has it write, and the namespace, behind that of the proxy. */
const WRITES: readonly {
  readonly kind: string;
  readonly field: (name: string, value: unknown) => boolean;
  readonly under: string;
}[] = [
  {
    kind: 'rbac',
    field: (name) => /^(?:shadow_rules|shadow_matcher|track_per_rule_stats)$/.test(name),
    under: 'filters.http.rbac',
  },
  { kind: 'rbac', field: (name, value) => name === 'action' && value === 'LOG', under: 'common' },
  { kind: 'fault', field: (name) => name === 'filter_metadata', under: 'filters.http.fault' },
  { kind: 'basic_auth', field: (name) => name === 'emit_dynamic_metadata', under: 'filters.http.basic_auth' },
];

/** What a filter has been asked leaves under namespaces that nobody here follows. @param settings its own, and those of routes */
export function unsaidBy(
  { name, kind }: HttpFilter,
  settings: readonly BoundMessage[],
  namespace: string,
): Metadata {
  const writer = `the filter ${JSON.stringify(name)}`;
  return new Map(
    WRITES.flatMap(({ kind: own, field, under }) =>
      own === kind && settings.some((each) => hasField(each, field))
        ? [[`${namespace}.${under}`, unsaidMetadata(writer)] as const]
        : [],
    ),
  );
}
