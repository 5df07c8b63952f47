/** What all rules find, as plain data that can be sent from one thread to another. */
import { clusterReferences } from '../../analyze/clusters/references.ts';
import { clusterUses } from '../../analyze/clusters/uses.ts';
import type { Finding, NodeSpot } from '../../analyze/finding.ts';
import { analyze, askedRules, type Subject, subjectOf } from '../../analyze/index.ts';
import type { RunRule } from '../../analyze/rule.ts';
import { propertyRules } from '../../engine/property-rules.ts';
import { NODE } from '../../model/bound.ts';
import { ROOT } from '../../source/tree.ts';
import type { OpenedInput } from './input.ts';

/** A finding as it comes from the worker: what would fix it is only told in words. */
export interface ExploredFinding extends Omit<Finding, 'fix'> {
  readonly fixTitle?: string;
  /** Position among the documents of the side. */
  readonly root: number;
  /** In the tree of that document. */
  readonly node: number;
}

export interface Links {
  /** Names of clusters that something names. */
  readonly clusters: readonly string[];
  /**
   * Four numbers a reference, in the order of the input: position in `clusters`, document of the side, node of the
   * message that names it, and whether requests come this way (1) or not (0).
   */
  readonly references: Int32Array;
}

export interface ExploredAnalysis {
  /** In the order of the input. */
  readonly findings: readonly ExploredFinding[];
  readonly suppressed: number;
  readonly links: Links;
}

/** Told before each step; steps count up to `total`. */
export type Progress = (text: string, done: number, total: number) => void;

export function exploreAnalysis(opened: OpenedInput, progress: Progress): ExploredAnalysis {
  const { input, side, subject, now } = opened;
  const findings: ExploredFinding[] = [];
  let suppressed = 0;
  const parts: readonly Subject[] =
    input.together || side.length === 1
      ? [subject]
      : side.map((configuration) => subjectOf([configuration], { now }));
  let first = 0;
  parts.forEach((part, index) => {
    const name = parts.length === 1 ? '' : `${side[index]?.file.name ?? ''}: `;
    const { levels, rows, properties = [] } = input.side[index] ?? { levels: new Map() };
    const { rules, known } = askedRules({ rows, own: propertyRules(properties) });
    const saying = told(rules, (id, done, total) => progress(`${name}${id}`, done, total));
    const analysis = analyze(part, { rules: saying, levels, known });
    suppressed += analysis.suppressed.length;
    const positions = new Map(part.documents.map((document, position) => [document, first + position]));
    for (const finding of analysis.findings) {
      const spot = analysis.spots.get(finding);
      const root =
        spot === undefined ? documentOf(part, finding, first) : (positions.get(spot.document) ?? first);
      findings.push(explored(finding, spot, root));
    }
    first += part.documents.length;
  });
  return { findings, suppressed, links: linksOf(parts) };
}

function explored(finding: Finding, spot: NodeSpot | undefined, root: number): ExploredFinding {
  const { fix, ...rest } = finding;
  return { ...rest, ...(fix === undefined ? {} : { fixTitle: fix.title }), root, node: spot?.node ?? ROOT };
}

/** Remarks about comments have no node; they belong to the first document of their file. */
function documentOf({ documents }: Subject, { file, document = 0 }: Finding, first: number): number {
  const at = documents.findIndex(
    ({ configuration, root }) => configuration.file.name === file && root.document === document,
  );
  return first + Math.max(0, at);
}

/** The same rules; those that look at a subject as a whole take the time, so each says when it begins. */
function told(
  rules: readonly RunRule[],
  begin: (id: string, done: number, total: number) => void,
): readonly RunRule[] {
  return rules.map((rule, index) => {
    const { subject: look } = rule;
    if (look === undefined) return rule;
    return {
      ...rule,
      subject: (subject, report) => {
        begin(rule.id, index, rules.length);
        look(subject, report);
      },
    };
  });
}

/** Who names which cluster, in numbers: 100,000 references are sent in no time. */
function linksOf(parts: readonly Subject[]): Links {
  const clusters: string[] = [];
  const positionOf = new Map<string, number>();
  const references: (readonly [cluster: number, document: number, node: number, isLive: number])[] = [];
  let first = 0;
  for (const part of parts) {
    const documents = new Map(part.documents.map((document, position) => [document, first + position]));
    const { fateOf } = part.shared(clusterUses);
    for (const [cluster, all] of part.shared(clusterReferences).byCluster) {
      let position = positionOf.get(cluster);
      if (position === undefined) {
        position = clusters.push(cluster) - 1;
        positionOf.set(cluster, position);
      }
      for (const reference of all) {
        const { document, frame } = reference;
        references.push([
          position,
          documents.get(document) ?? 0,
          frame.message[NODE] ?? ROOT,
          fateOf(reference).live ? 1 : 0,
        ]);
      }
    }
    first += part.documents.length;
  }
  references.sort((left, right) => left[1] - right[1] || left[2] - right[2]);
  return { clusters, references: Int32Array.from(references.flat()) };
}
