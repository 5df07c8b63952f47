/** Asks every rule about a subject and puts what they find in its place. */

import type { CleanTexts } from '../model/clean-texts.ts';
import type { Level } from '../model/problem.ts';
import type { Release } from '../schema/release.ts';
import type { NodeId } from '../source/tree.ts';
import { checkedDrafts } from './binding-problems.ts';
import type { Document, Draft, Finding, FoundSpot, NodeSpot } from './finding.ts';
import { foundOnce } from './found-again.ts';
import { inOrder, nodeOf, placeOf } from './place.ts';
import { type ResourceIndex, resourceIndex } from './resource.ts';
import type { RuleLevel, RunRule } from './rule.ts';
import type { Subject } from './subject.ts';
import { fingerprinter } from './suppression/fingerprint.ts';
import { suppress } from './suppression/suppress.ts';
import { undecided } from './undecided-rule.ts';
import { visitMessages } from './visit.ts';

export interface RunOptions {
  readonly rules: readonly RunRule[];
  /** Levels that differ from the rules' own, by id. */
  readonly levels?: ReadonlyMap<string, RuleLevel>;
  /** Ids that a suppressing comment may name. */
  readonly known: readonly string[];
  /** Findings of other levels are not wanted. */
  readonly only?: Level;
  /** What rules about single messages found nothing in, here or in another subject: it is not looked at again. */
  readonly clean?: CleanTexts;
  /** What rules of the user's own found elsewhere, in a thread of their own. */
  readonly found?: readonly FoundElsewhere[] | undefined;
  /** The release of the proxy that runs today: what its checks find is told apart from what a later one finds. */
  readonly from?: Release | undefined;
}

/** What a rule of the user's own found where the same texts were opened once more. */
export interface FoundElsewhere {
  readonly rule: string;
  readonly level: Level;
  readonly message: string;
  readonly identity?: string;
  /** Of the documents of the subject. */
  readonly document: number;
  readonly node: NodeId;
  readonly key?: NodeId;
}

export interface Analysis {
  /** In the order of the documents and of their text. */
  readonly findings: readonly Finding[];
  /** Hidden by comments. */
  readonly suppressed: readonly Finding[];
  /** The node that each finding points at, for those who show it among others of its document. */
  readonly spots: ReadonlyMap<Finding, FoundSpot>;
}

/** A draft with the rule that gave it. */
interface Given {
  readonly rule: string;
  readonly level: Level;
  readonly draft: Draft;
  readonly spot: NodeSpot;
}

/** Everything that the rules, and the checks of binding, have to say about a subject. */
export function analyze(subject: Subject, options: RunOptions): Analysis {
  const { rules, levels, known, only } = options;
  const given: Given[] = [];
  const takes = (id: string, own: Level) => (draft: Draft) => {
    const rule = draft.undecided ? undecided.id : id;
    const level = levels?.get(rule) ?? (draft.undecided ? undecided.level : (draft.level ?? own));
    if (level === 'off' || (only !== undefined && level !== only)) return;
    const told = draft.undecided ? { ...draft, data: { rule: id, ...draft.data } } : draft;
    given.push({ rule, level, draft: told, spot: nodeOf(draft.at) });
  };
  for (const { rule, level, draft } of checkedDrafts(subject, options.from)) takes(rule, level)(draft);
  const active = rules.filter(({ id, asked }) => (levels?.get(id) ?? (asked ? 'off' : undefined)) !== 'off');
  visitMessages(subject, active, takes, { ...options, found: () => given.length });
  for (const { id, level, subject: look } of active) look?.(subject, takes(id, level));
  for (const { rule, level, document: index, node, key, ...said } of options.found ?? []) {
    const document = subject.documents[index];
    if (document === undefined) continue;
    takes(rule, level)({ ...said, at: { document, node, ...(key === undefined ? {} : { key }) } });
  }
  const configurations = [...new Set(subject.documents.map(({ configuration }) => configuration))];
  const spots = new Map<Finding, FoundSpot>();
  const { kept, suppressed } = suppress(placed(subject, given, spots), configurations, known, levels);
  return { findings: kept, suppressed, spots };
}

function placed({ documents }: Subject, all: readonly Given[], spots: Map<Finding, FoundSpot>): Finding[] {
  const before = inOrder(documents);
  const given = foundOnce(all, documents).toSorted((left, right) => before(left.spot, right.spot));
  const indexes = new Map<Document, ResourceIndex>(
    documents.map((document) => [document, resourceIndex(document)]),
  );
  const prints = fingerprinter();
  return given.map(({ rule, level, draft, spot }) => {
    const { message, related = [], request, data = {}, identity = '', fix } = draft;
    const around = indexes.get(spot.document)?.around(spot.node);
    const finding = {
      rule,
      level,
      message,
      ...placeOf(spot),
      ...(around === undefined ? {} : { resource: around.resource }),
      fingerprint: prints.of(rule, draft.at, around, identity),
      related: related.map((each) => ({ message: each.message, ...placeOf(nodeOf(each.at)) })),
      ...(request === undefined ? {} : { request }),
      data,
      ...(fix === undefined ? {} : { fix }),
    };
    spots.set(finding, around === undefined ? spot : { ...spot, resource: around.node });
    return finding;
  });
}
