import { withoutNamespace } from '../../model/extension-config.ts';
import { nearest } from '../../model/near-miss.ts';
import type { Frame } from '../../model/walk.ts';
import { type ExtensionKind, extensions, findExtension } from '../../schema/extensions.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

export const unknownExtension: AnalysisRule = {
  id: 'unknown-extension',
  level: 'error',
  purpose: 'A name in the reserved namespace that no built-in extension of this kind has.',
  why: 'A transport socket, cluster type or retry plugin is found by its name, and names that begin with the namespace are those of built-in ones. The proxy refuses a name it does not know.',
  remedy:
    'Correct the name; a near one is suggested. Extensions of your own need a name outside the reserved namespace.',
  source:
    'data-model.md: core.TransportSocket: name; Cluster.CustomClusterType: name; Notation used in this document (reverse DNS naming)',
  bad: {
    type: 'route.RetryPolicy',
    yaml: `"@type": type.googleapis.com/envoy.api.v2.route.RetryPolicy
retry_on: 5xx
retry_host_predicate: [{ name: envoy.retry_host_predicates.last_hosts }]
`,
  },
  good: {
    type: 'route.RetryPolicy',
    yaml: `"@type": type.googleapis.com/envoy.api.v2.route.RetryPolicy
retry_on: 5xx
retry_host_predicate: [{ name: envoy.retry_host_predicates.previous_hosts }]
`,
  },
  messages: {
    'core.TransportSocket': (_, frame, look) => check(frame, 'transport socket', look),
    'Cluster.CustomClusterType': (_, frame, look) => check(frame, 'cluster type', look),
    'route.RetryPolicy.RetryPriority': (_, frame, look) => check(frame, 'retry priority', look),
    'route.RetryPolicy.RetryHostPredicate': (_, frame, look) => check(frame, 'retry host predicate', look),
  },
};

/** Later proxies also go by the type of the configuration: with one that the tables do not know the name proves nothing. */
function check(frame: Frame, kind: ExtensionKind, { namespace, spot, report }: RuleContext): void {
  const { name, typed_config } = frame.message;
  if (typeof name !== 'string' || typed_config !== undefined) return;
  const bare = withoutNamespace(name, namespace);
  if (bare === name || findExtension(kind, bare) !== undefined) return;
  const reserved = name.slice(0, -bare.length);
  const known = extensions.filter((each) => each.kind === kind).map((each) => each.name);
  const meant = nearest(bare, known);
  const remedy =
    meant === undefined
      ? `take one of ${known.map((each) => `${reserved}${each}`).join(', ')}`
      : `did you mean ${reserved}${meant}?`;
  report({
    message: `"${name}" is no ${kind} of the proxy, to which names that begin with ${reserved} are reserved, so it refuses this; ${remedy}`,
    at: spot(frame, 'name'),
    identity: name,
  });
}
