/** What the worker finds out about a side, worked out at once. */

import { clusterReferences } from '../../src/analyze/clusters/references.ts';
import { clusterUses } from '../../src/analyze/clusters/uses.ts';
import { analysisRules, analyze, ruleIds } from '../../src/analyze/index.ts';
import { NODE } from '../../src/model/bound.ts';
import { redactionOf } from '../../src/results/secrets/redact.ts';
import { nodeFinder } from '../../src/source/pointer.ts';
import type { ExploredAnalysis } from '../../src/tui/jobs/analysis.ts';
import type { Side } from '../../src/tui/model/side.ts';
import type { Session } from '../../src/tui/view.ts';

export function analysed(side: Side): Pick<Session, 'analysis' | 'redact'> {
  return {
    analysis: analysisOf(side),
    redact: redactionOf(side.configurations, false).redact,
  };
}

function analysisOf({ subject, documents }: Side): ExploredAnalysis {
  const { findings, suppressed } = analyze(subject, { rules: analysisRules, known: ruleIds });
  const { byCluster } = subject.shared(clusterReferences);
  const { fateOf } = subject.shared(clusterUses);
  const clusters = [...byCluster.keys()];
  const references = clusters.flatMap((name, index) =>
    (byCluster.get(name) ?? []).flatMap((reference) => [
      index,
      documents.indexOf(reference.document),
      reference.frame.message[NODE] ?? 0,
      fateOf(reference).live ? 1 : 0,
    ]),
  );
  return {
    findings: findings.map(({ fix, ...finding }) => {
      const root = documents.findIndex(
        ({ configuration, root: each }) =>
          configuration.file.name === finding.file && (finding.document ?? 0) === each.document,
      );
      const tree = documents[root]?.root.tree;
      const node = tree === undefined ? 0 : (nodeFinder(tree)(finding.pointer) ?? 0);
      return { ...finding, ...(fix === undefined ? {} : { fixTitle: fix.title }), root, node };
    }),
    suppressed: suppressed.length,
    links: { clusters, references: Int32Array.from(references) },
  };
}
