/** Why the proxy refuses a configuration: the errors of analysis, found without asking its other rules. */
import { isObject } from '../model/bound.ts';
import { type CleanTexts, startCleanTexts } from '../model/clean-texts.ts';
import type { Configuration, Root } from '../model/open.ts';
import type { Frame } from '../model/walk.ts';
import { compiledMessage } from '../schema/compiled.ts';
import { pointerOf, segmentsOf } from '../source/pointer.ts';
import { type NodeId, ROOT, type SourceTree } from '../source/tree.ts';
import { definitionsOf } from './clusters/definitions.ts';
import type { Finding, FoundSpot } from './finding.ts';
import type { AnalysisRule, RuleLevel } from './rule.ts';
import { undefinedCluster } from './rules/references.ts';
import { refusingRules } from './rules/refusing.ts';
import { analyze } from './run.ts';
import { type Clock, type Subject, subjectOf } from './subject.ts';

/** An error with its place in the tree. */
export interface FoundRefusal {
  readonly finding: Finding;
  /** Dotted names from the resource to what is wrong, as a comparison spells paths. */
  readonly path: string;
  readonly root: Root;
  readonly node: NodeId;
}

/** Parts of a dump that the proxy does not run: it refused them already, or is done with them. */
const NOT_IN_FORCE = /\/(?:error_?state|draining_?state|dynamic_?draining_?listeners)\//i;

/** What inputs that are asked about one after the other have in common. */
interface Known {
  readonly clean: CleanTexts;
  /** Clusters that something names which was found clean. */
  readonly named: Set<string>;
}

/** Finds the errors of files that form one configuration, in the order of the input. */
export type FindRefusals = (configurations: readonly Configuration[]) => readonly FoundRefusal[];

/**
 * Starts finding errors in inputs that are much alike, as both sides of a comparison are: what reads the same is looked
 * at once. What settings or comments hide or make less of is no refusal, and what settings make an error of is none
 * either: the proxy does not know them.
 *
 * @param levels of rules, where they differ from the rules' own
 */
export function startFindingRefusals(
  levels: ReadonlyMap<string, RuleLevel> = new Map(),
  clock?: Clock,
): FindRefusals {
  const lowered = new Map([...levels].filter(([, level]) => level !== 'error'));
  const known: Known = { clean: startCleanTexts(), named: new Set() };
  const ids = refusingRules.map(({ id }) => id);
  return (configurations) => {
    const { findings, spots } = analyze(subjectOf(configurations, clock), {
      rules: rulesWith(known),
      levels: lowered,
      known: ids,
      only: 'error',
      clean: known.clean,
    });
    return findings.flatMap((finding) => {
      const spot = spots.get(finding);
      return spot === undefined || NOT_IN_FORCE.test(finding.pointer) ? [] : [refusalAt(finding, spot)];
    });
  };
}

function refusalAt(finding: Finding, { document: { root }, node, resource = ROOT }: FoundSpot): FoundRefusal {
  return { finding, path: pathBetween(root.tree, resource, node), root, node };
}

/** The way from one node to another inside it. */
function pathBetween(tree: SourceTree, from: NodeId, to: NodeId): string {
  const inside = pointerOf(tree, to).slice(pointerOf(tree, from).length);
  const pieces = (segmentsOf(inside) ?? []).map((segment) =>
    /^\d+$/.test(segment) ? `[${segment}]` : `.${snakeCase(segment)}`,
  );
  return pieces.join('').replace(/^\./, '');
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Who names which cluster is looked up only where one that is named is not defined: it takes a walk of its own. */
function rulesWith({ named }: Known): readonly AnalysisRule[] {
  const areDefined = (subject: Subject): boolean => {
    const defined = new Set(subject.shared(definitionsOf).clusters.map(({ name }) => name));
    for (const name of named) if (!defined.has(name)) return false;
    return true;
  };
  return refusingRules.map((rule) =>
    rule !== undefinedCluster
      ? rule
      : {
          ...rule,
          every: (frame) => noteNames(frame, named),
          subject(subject, report) {
            if (!areDefined(subject)) rule.subject?.(subject, report);
          },
        },
  );
}

const naming = new Map<string, readonly string[]>();

function noteNames({ type, message }: Frame, named: Set<string>): void {
  let fields = naming.get(type);
  if (fields === undefined) {
    fields = compiledMessage(type).fields.flatMap(({ name, spec }) => (spec.names === 'cluster' ? name : []));
    naming.set(type, fields);
  }
  for (const field of fields) {
    const value = message[field];
    if (typeof value === 'string') named.add(value);
    else if (Array.isArray(value)) for (const each of value) named.add(String(each));
    else if (isObject(value)) for (const key of Object.keys(value)) named.add(key);
  }
}
