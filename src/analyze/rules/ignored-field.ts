import { describe } from '../../model/describe.ts';
import type { Frame } from '../../model/walk.ts';
import type { Message, MessageName } from '../../schema/types.ts';
import { type IgnoredFields, ignoredClusterFields, type Reason } from '../fields/ignored-fields.ts';
import { ignoredRouteFields } from '../fields/ignored-route-fields.ts';
import type { AnalysisRule, Look, Visits } from '../rule.ts';

/** One table an area; a message may stand in several. */
const tables: readonly IgnoredFields[] = [ignoredClusterFields, ignoredRouteFields];

type AnyReason = Reason<MessageName>;

/** Booleans that are true where they are not set. */
const MEANS_TRUE_UNSET = new Set(['case_sensitive', 'enabled']);

/** All reasons by message, from all tables. */
function reasonsByMessage(): ReadonlyMap<string, readonly (readonly [field: string, reason: AnyReason])[]> {
  const reasons = new Map<string, [string, AnyReason][]>();
  for (const table of tables)
    for (const [type, fields] of Object.entries(table)) {
      const known = reasons.get(type) ?? [];
      for (const [field, reason] of Object.entries(fields)) known.push([field, reason as AnyReason]);
      reasons.set(type, known);
    }
  return reasons;
}

function visits(): Visits {
  return Object.fromEntries(
    [...reasonsByMessage()].map(([type, reasons]) => [
      type,
      (message: Message<MessageName>, frame: Frame, look: Look) => {
        for (const [field, reason] of reasons) reportIgnored(message, frame, look, field, reason);
      },
    ]),
  );
}

function reportIgnored(
  message: Message<MessageName>,
  frame: Frame,
  look: Look,
  field: string,
  reason: AnyReason,
): void {
  const { spot, report } = look;
  const value = frame.message[field];
  // What says the same as its absence does no harm.
  if (value === undefined || (value === false && !MEANS_TRUE_UNSET.has(field))) return;
  if (Array.isArray(value) && value.length === 0) return;
  const given = reason(message, frame, look);
  if (given === undefined) return;
  const isKept = typeof given !== 'string';
  const why = isKept ? given.why : given;
  report({
    message: `${field} of ${describe(frame.type, frame.message)} has no effect: ${why}; remove it, or set what it needs`,
    at: spot(frame, field),
    identity: field,
    data: { field },
    ...(isKept
      ? {}
      : {
          fix: {
            kind: 'operations',
            title: `remove ${field}`,
            at: spot(frame),
            operations: [{ op: 'remove', path: `/${field}` }],
          },
        }),
  });
}

export const ignoredField: AnalysisRule = {
  id: 'ignored-field',
  level: 'warning',
  purpose: 'A field that is set, but has no effect as the rest of its message stands.',
  why: 'Whoever wrote it expects it to do something. The proxy reads it and goes on as if it were not there, or refuses it.',
  mend: 'Remove the field, or set the other field that gives it an effect; the finding names that one.',
  source: 'data-model.md: Cluster; Cluster enumerations; Cluster.LbSubsetConfig; Cluster.CommonLbConfig',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
type: EDS
eds_cluster_config: { eds_config: { path: /etc/proxy/cart.yaml } }
dns_refresh_rate: 30s
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
type: EDS
eds_cluster_config: { eds_config: { path: /etc/proxy/cart.yaml } }
`,
  },
  messages: visits(),
};
