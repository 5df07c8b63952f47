import { fieldsWithoutEffect, typesWithReasons, type WithoutEffect } from '../../effects/fields.ts';
import { describe } from '../../model/describe.ts';
import type { Frame } from '../../model/walk.ts';
import { groundOf } from '../clusters/known-clusters.ts';
import type { AnalysisRule, RuleContext, Visits } from '../rule.ts';

function visit(_: unknown, frame: Frame, look: RuleContext): void {
  for (const found of fieldsWithoutEffect(frame, groundOf(look.subject, look.namespace)))
    if (found.kind !== 'usual') reportIgnored(frame, look, found);
}

function reportIgnored(
  frame: Frame,
  { spot, report }: RuleContext,
  { field, why, kind }: WithoutEffect,
): void {
  report({
    message: `${field} of ${describe(frame.type, frame.message)} has no effect: ${why}; remove it, or set what it needs`,
    at: spot(frame, field),
    identity: field,
    data: { field },
    ...(kind === 'kept'
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
  remedy: 'Remove the field, or set the other field that gives it an effect; the finding names that one.',
  source: 'data-model.md: Cluster; Cluster enumerations; Cluster.LbSubsetConfig; Cluster.CommonLbConfig',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: EDS
eds_cluster_config: { eds_config: { path_config_source: { path: /etc/envoy/cart.yaml } } }
dns_refresh_rate: 30s
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: EDS
eds_cluster_config: { eds_config: { path_config_source: { path: /etc/envoy/cart.yaml } } }
`,
  },
  messages: Object.fromEntries([...typesWithReasons()].map((type) => [type, visit])) satisfies Visits,
};
