/** What a change means, and which requests it moves: the words of reports, with places that lead into the texts. */
import type { Change } from '../diff/index.ts';
import { compareSides } from '../engine/compare.ts';
import { plainText } from '../present/blocks.ts';
import { holderText, isRefusal, valueText } from '../present/changes.ts';
import { isEqual, mostSevere, verdict } from '../present/difference.ts';
import { answersOf, behaviourRemarks, resultRemarks, whereText } from '../present/outcomes.ts';
import { draw } from '../report/html/picture.ts';
import type { ComparedPair, MovedResult } from '../results/comparison.ts';
import type { Picture } from '../results/picture/picture.ts';
import { requestText } from '../results/requests.ts';
import { showAll } from '../results/secrets/redact.ts';
import { markedRequest } from '../routing/request/marked-request.ts';
import { requestLine } from '../routing/request/request-line.ts';
import { type OpenPane, placeIn, sayingOf } from './panes.ts';
import type { Comparison, PanePlace, ShownChange, ShownRequests, ShownSide } from './questions.ts';

/** How long looking for requests may take; what is left then is undecided. */
const MILLISECONDS = 10_000;
/** More cards than these help nobody; what is left out is counted. */
const MAX_REQUESTS = 100;
const MAX_CHANGES = 300;

type Say = (text: string) => string;

/** @param panes the first text and the second */
export function comparisonOf(panes: readonly OpenPane[], now: () => number): Comparison {
  const [before = [], after = []] = panes.map(({ configuration }) => [configuration]);
  const clock = { now, milliseconds: MILLISECONDS };
  const { pair, picture } = compareSides(before, after, { clock });
  return shown(pair, picture(), panes);
}

function shown(pair: ComparedPair, picture: Picture, panes: readonly OpenPane[]): Comparison {
  const say = sayingOf(panes);
  const report = { pairs: [pair], files: { before: [], after: [] }, redact: showAll, version: '' };
  const { result, behaviour } = pair;
  const requests = behaviour?.changes ?? [];
  const targets: PanePlace[] = [];
  const beside = behaviour === undefined ? [] : behaviourRemarks(behaviour);
  const remarks = [...beside, ...resultRemarks(result)];
  return {
    verdict: say(verdict(report)),
    level: isEqual(report) ? 'cosmetic' : (mostSevere(report) ?? 'info'),
    requests: requests.slice(0, MAX_REQUESTS).map((each) => requestsShown(each, panes, say)),
    moreRequests: Math.max(0, requests.length - MAX_REQUESTS),
    changes: result.changes.slice(0, MAX_CHANGES).map((each) => changeShown(each, panes, say)),
    moreChanges: Math.max(0, result.changes.length - MAX_CHANGES),
    remarks: remarks.map(({ says }) => say(plainText(says))),
    ...(picture.columns.every(({ nodes }) => nodes.length === 0)
      ? {}
      : {
          picture: draw(picture, {
            id: 'picture',
            say,
            caption: '',
            target({ place }) {
              const to = placeIn(panes, place);
              return to === undefined ? undefined : `#${targets.push(to) - 1}`;
            },
          }),
        }),
    targets,
  };
}

function requestsShown(moved: MovedResult, panes: readonly OpenPane[], say: Say): ShownRequests {
  const { request, stands_for: standsFor, before, after } = moved;
  const answers = answersOf(moved);
  const side = ({ place, ...rest }: MovedResult['before'], answer: string): ShownSide =>
    sideOf(say(`${answer} (${whereText(rest)})`), placeIn(panes, place));
  return {
    level: moved.level,
    request: say(requestText(request)),
    line: say(requestLine(markedRequest(request))),
    standsFor: say(standsFor),
    before: side(before, answers.before),
    after: side(after, answers.after),
    rest: say(answers.rest),
  };
}

function changeShown(change: Change, panes: readonly OpenPane[], say: Say): ShownChange {
  const { level, rule, kind, path, before, after, message, reason } = change;
  const hasValues = kind !== 'moved' && !isRefusal(change) && (before !== null || after !== null);
  const value = (side: Change['before']): ShownSide =>
    side === null ? { text: 'nothing' } : sideOf(say(valueWords(side)), placeIn(panes, side));
  const place = placeIn(panes, after ?? before ?? undefined);
  return {
    level,
    rule,
    kind,
    resource: say(holderText(change)),
    path: say(path),
    message: say(message),
    reason: say(reason),
    ...(hasValues ? { before: value(before), after: value(after) } : {}),
    ...(place === undefined ? {} : { place }),
  };
}

function valueWords(side: NonNullable<Change['before']>): string {
  const { origin, why } = side;
  const from = origin === 'written' ? '' : ` (${origin}${why === undefined ? '' : `: ${why}`})`;
  return `${valueText(side)}${from}`;
}

function sideOf(text: string, place: PanePlace | undefined): ShownSide {
  return { text, ...(place === undefined ? {} : { place }) };
}
