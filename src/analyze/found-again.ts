/** Findings about what an admin dump shows several times: each is one. */
import { NODE } from '../model/bound.ts';
import { shownAgain } from '../model/dump-copies.ts';
import { type NodeId, skipOf } from '../source/tree.ts';
import type { Document, Draft, NodeSpot } from './finding.ts';

interface Given {
  readonly rule: string;
  readonly draft: Draft;
  readonly spot: NodeSpot;
}

/** A resource that does not count, by its nodes, and where the one that counts begins. */
interface Copy {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly counts: NodeId | undefined;
}

/** Without findings in copies that are found in what counts as well; what a copy alone shows is kept. */
export function foundOnce<G extends Given>(
  given: readonly G[],
  documents: readonly Document[],
): readonly G[] {
  const copies = new Map(documents.map((document) => [document, copiesIn(document)]));
  if ([...copies.values()].every((each) => each.length === 0)) return given;
  const copyOf = ({ spot }: G): Copy | undefined => around(copies.get(spot.document) ?? [], spot.node);
  const known = new Map<Document, Set<string>>(documents.map((document) => [document, new Set()]));
  for (const each of given) {
    if (copyOf(each) !== undefined) continue;
    const { rule, draft, spot } = each;
    known.get(spot.document)?.add(`${rule} ${spot.node}`).add(`${rule} ${draft.message}`);
  }
  return given.filter((each) => {
    const { rule, draft, spot } = each;
    const copy = copyOf(each);
    if (copy === undefined) return true;
    const found = known.get(spot.document);
    const twin = copy.counts === undefined ? undefined : copy.counts + spot.node - copy.from;
    return !(found?.has(`${rule} ${twin}`) || found?.has(`${rule} ${draft.message}`));
  });
}

/** In the order of their text. */
function copiesIn({ root, configuration }: Document): readonly Copy[] {
  const found: Copy[] = [];
  for (const [copy, counts] of shownAgain(root, configuration.namespace)) {
    const from = copy[NODE];
    if (from !== undefined) found.push({ from, to: skipOf(root.tree, from), counts: counts?.[NODE] });
  }
  return found.sort((one, other) => one.from - other.from);
}

/** Copies do not stand inside each other. */
function around(copies: readonly Copy[], node: NodeId): Copy | undefined {
  let [low, high] = [0, copies.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((copies[middle]?.from ?? 0) <= node) low = middle + 1;
    else high = middle;
  }
  const copy = copies[low - 1];
  return copy !== undefined && node < copy.to ? copy : undefined;
}
