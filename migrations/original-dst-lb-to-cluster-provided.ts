import type { Migration } from '../src/canonical/migration/migration.ts';

/** LbPolicy ORIGINAL_DST_LB → CLUSTER_PROVIDED (data-model, Cluster enumerations and Versioning 1; routing-facts 61). */
export const originalDstLbToClusterProvided: Migration = {
  id: 'original-dst-lb-to-cluster-provided',
  title: '`lb_policy: ORIGINAL_DST_LB` becomes `CLUSTER_PROVIDED`',
  why: 'ORIGINAL_DST_LB is deprecated: original-destination clusters bring their own balancer, which CLUSTER_PROVIDED stands for; later proxies refuse the old value.',
  how: 'The value is replaced as it is spelled: a name in capitals or small letters, or the number 4, which becomes 6.',
  source: 'data-model.md: Cluster enumerations (Cluster.LbPolicy), Versioning 1',
  optional: false,
  messages: ['Cluster'],
  fields: ['lb_policy'],
  example: {
    type: 'Cluster',
    before: `name: passthrough
type: ORIGINAL_DST
connect_timeout: 1s
lb_policy: ORIGINAL_DST_LB
`,
    after: `name: passthrough
type: ORIGINAL_DST
connect_timeout: 1s
lb_policy: CLUSTER_PROVIDED
`,
  },
  plan(view) {
    if (view.value.lb_policy !== 'ORIGINAL_DST_LB') return [];
    const text = view.text('lb_policy');
    const value = /^\d+$/.test(text)
      ? 6
      : text === text.toLowerCase()
        ? 'cluster_provided'
        : 'CLUSTER_PROVIDED';
    return [
      {
        kind: 'edits',
        edits: [{ op: 'replace', path: view.at('lb_policy'), value }],
        reason: `lb_policy ${text} became ${value}`,
      },
    ];
  },
};
