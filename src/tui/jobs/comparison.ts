/** What differs between two inputs, in words and places, as plain data. */

import type { SideOutcome } from '../../diff/behaviour/index.ts';
import type { Change, Level } from '../../diff/index.ts';
import { compareSides } from '../../engine/compare.ts';
import { plainText } from '../../present/blocks.ts';
import { changeText } from '../../present/changes.ts';
import { type DiffSummary, diffSummary, verdict } from '../../present/difference.ts';
import { behaviourRemarks, outcomeTexts, resultRemarks } from '../../present/outcomes.ts';
import type { MovedResult } from '../../results/comparison.ts';
import { requestText } from '../../results/requests.ts';
import { type Redact, redaction, showAll } from '../../results/secrets/redact.ts';
import { markedRequest } from '../../routing/request/marked-request.ts';
import { requestLine } from '../../routing/request/request-line.ts';
import type { Range } from '../../source/lines.ts';
import type { Progress } from './analysis.ts';
import { exploreSecrets, type OpenedInput, type ShownRequest } from './input.ts';

/** Where something stands in one side. */
export interface SidePlace {
  readonly file: string;
  readonly range: Range;
  readonly pointer: string;
  /** Where the file holds several documents. */
  readonly document?: number;
  /** The pointer of the text that it is embedded in. */
  readonly embedded?: string;
}

export interface ExploredChange {
  readonly rule: string;
  readonly level: Level;
  readonly kind: Change['kind'];
  /** `Cluster shop`. */
  readonly resource: string;
  /** The change in the fewest words. */
  readonly text: string;
  readonly message: string;
  readonly reason: string;
  readonly before?: SidePlace;
  readonly after?: SidePlace;
}

/** Requests that are handled differently, all in the same way. */
export interface ExploredMove extends ShownRequest {
  readonly level: Change['level'];
  readonly title: string;
  /** Where they go, in words. */
  readonly destinations: { readonly before: string; readonly after: string };
  readonly message: string;
  readonly standsFor: string;
  readonly before?: SidePlace;
  readonly after?: SidePlace;
}

export interface ExploredDiff {
  readonly verdict: string;
  readonly summary: DiffSummary;
  readonly changes: readonly ExploredChange[];
  readonly moves: readonly ExploredMove[];
  /** What stayed undecided, was only reordered, or came and went as a whole. */
  readonly remarks: readonly string[];
}

/** How long comparing the behaviour may take. */
const MILLISECONDS = 20_000;

export function exploreComparison(opened: OpenedInput, progress: Progress): ExploredDiff {
  const { input, now } = opened;
  progress('reading both sides', 0, 4);
  const redact = redactionOf(opened);
  const { pair } = compareSides(opened.before, opened.side, {
    ...input.diff,
    cosmetic: true,
    showSecrets: input.showSecrets,
    levels: input.side[0]?.levels,
    clock: { now, milliseconds: MILLISECONDS },
    at: (stage) =>
      stage === 'requests'
        ? progress('comparing where requests go', 1, 4)
        : progress('comparing what is written', 2, 4),
  });
  progress('putting it in words', 3, 4);
  const report = { pairs: [pair], files: { before: [], after: [] }, redact, version: '' };
  const { result, behaviour } = pair;
  return {
    verdict: verdict(report),
    summary: diffSummary(report),
    changes: result.changes.map((change) => exploredChange(change, redact)),
    moves: (behaviour?.changes ?? []).map((moved) => exploredMove(moved, redact)),
    remarks: [...(behaviour === undefined ? [] : behaviourRemarks(behaviour)), ...resultRemarks(result)].map(
      ({ says }) => redact(plainText(says)),
    ),
  };
}

function redactionOf(opened: OpenedInput): Redact {
  const secrets = exploreSecrets(opened);
  return secrets === undefined ? showAll : redaction(secrets).redact;
}

function exploredChange(change: Change, redact: Redact): ExploredChange {
  const { rule, level, kind, message, reason, before, after, resource } = change;
  return {
    rule,
    level,
    kind,
    resource: redact(resource.name === '' ? resource.type : `${resource.type} ${resource.name}`),
    text: redact(changeText(change)),
    message: redact(message),
    reason,
    ...(before === null ? {} : { before: placeIn(before) }),
    ...(after === null ? {} : { after: placeIn(after) }),
  };
}

function exploredMove(moved: MovedResult, redact: Redact): ExploredMove {
  const { request, level, before, after, message, stands_for: standsFor } = moved;
  const destinations = outcomeTexts(moved);
  return {
    level,
    request,
    line: redact(requestLine(markedRequest(request))),
    title: redact(requestText(request)),
    destinations: { before: redact(destinations.before), after: redact(destinations.after) },
    message: redact(message),
    standsFor: redact(standsFor),
    ...placeOfDestination('before', before),
    ...placeOfDestination('after', after),
  };
}

function placeOfDestination(
  side: 'before' | 'after',
  { place }: SideOutcome,
): { readonly [key: string]: SidePlace } {
  return place === undefined ? {} : { [side]: placeIn(place) };
}

function placeIn({ file, range, pointer, document, embedded }: SidePlace): SidePlace {
  return {
    file,
    range,
    pointer,
    ...(document === undefined ? {} : { document }),
    ...(embedded === undefined ? {} : { embedded }),
  };
}
