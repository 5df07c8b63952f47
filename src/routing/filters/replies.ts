/** What may still change an answer of the proxy itself on its way to the client. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import type { Assumption, Outcome } from '../outcome/outcome.ts';
import type { HttpFilter } from './chain.ts';
import { isUnmodelled } from './models.ts';

/** Kinds that look at answers, beside those that nobody knows. */
const LOOKING: ReadonlySet<string> = new Set(['custom_response', 'ext_proc', 'lua', 'wasm']);

const PROXYS_OWN: ReadonlySet<string> = new Set(['answered', 'direct_response', 'not_found', 'redirect']);

/** What an answer of the proxy rests on: that neither the manager nor a filter rewrites it. */
export function replyAssumptions(
  { kind, filters: steps = [] }: Outcome,
  filters: readonly HttpFilter[],
  manager: BoundMessage,
  placeOf: (message: BoundMessage) => Partial<Assumption> | undefined,
): readonly Assumption[] {
  if (!PROXYS_OWN.has(kind)) return [];
  const { local_reply_config: replies } = manager;
  const mappers = isObject(replies) && Array.isArray(replies.mappers) ? replies.mappers.filter(isObject) : [];
  const mapper = mappers.find(({ status_code: status }) => status !== undefined);
  const byManager =
    mapper === undefined
      ? []
      : [{ filter: null, that: 'local_reply_config leaves the status as it is', ...placeOf(mapper) }];
  const byFilters = filters.flatMap((filter, at): readonly Assumption[] => {
    const isOff = steps[at]?.effect === 'skipped' && filter.disabled;
    if (isOff || !(isUnmodelled(filter.kind) || LOOKING.has(filter.kind ?? ''))) return [];
    return [{ filter: filter.name, that: 'it leaves the answer as it is', ...placeOf(filter.message) }];
  });
  return [...byManager, ...byFilters];
}
