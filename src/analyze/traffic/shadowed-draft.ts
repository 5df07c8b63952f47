/** The finding about a route that earlier routes hide. */

import { objectText, sourceText } from '../../model/source-object.ts';
import type { Verdict } from '../../routing/all/index.ts';
import type { Regexes } from '../../routing/regex/regexes.ts';
import { markedRequest } from '../../routing/request/marked-request.ts';
import { requestLine } from '../../routing/request/request-line.ts';
import { isEnd, treeOf } from '../../routing/tree/flatten.ts';
import { lowerMatch } from '../../traffic/predicate.ts';
import type { Draft, DraftRelated, Fix } from '../finding.ts';
import { listed } from '../listed.ts';
import { type Difference, differenceOf } from './effect.ts';
import type { InHost } from './in-host.ts';
import { type DecidingContext, isRefused, isWithin, MAX_LOOKED_AT, shareWords } from './shadow.ts';
import type { HostVerdicts } from './verdicts.ts';

type Hidden = Extract<Verdict, { kind: 'hidden' }>;

export function shadowedDraft(verdicts: HostVerdicts, host: InHost, index: number, hidden: Hidden): Draft {
  const { by, byDefault } = hidden;
  const deciding = verdicts.deciding();
  const loss = verdicts.losses.get(index);
  const objects = objectsOf(host, index, by);
  const remedy = remedyOf(host, index, by, deciding, objects !== undefined);
  const shares = shareWords(
    lowerMatch(host.route(index).match),
    by.map((each) => lowerMatch(host.route(each).match)),
    deciding,
  );
  const related = by.map((each, position): DraftRelated => {
    const such = loss?.taker === each ? `, such as ${requestLine(markedRequest(loss.request))}` : '';
    return { message: `takes ${shares[position]}${such}`, at: host.spot(each) };
  });
  return {
    message: `${host.words(index)} is never reached${byDefault ? whileDefault(host, by) : ''}: ${takersWords(host, by)} all its requests first${objects === undefined ? '' : `, so ${objects.words}`}; ${remedy.words}`,
    at: host.spot(index),
    // A route behind a switch of the runtime may be meant just so.
    ...(byDefault ? { level: 'info' as const } : {}),
    related,
    ...(loss === undefined ? {} : { request: loss.request }),
    data: { virtual_host: host.name, route: index, by, certain: !byDefault, ...objects?.data },
    ...(remedy.isIdle && !byDefault && treeOf(verdicts.virtualHost) === undefined
      ? { fix: deletion(verdicts, host, index) }
      : {}),
  };
}

function whileDefault(host: InHost, by: readonly number[]): string {
  const keys = by.flatMap((each) => host.route(each).match?.runtime_fraction?.runtime_key || []);
  const named = listed([...new Set(keys)].map((key) => JSON.stringify(key)));
  return ` while runtime key ${named} keeps its default`;
}

function takersWords(host: InHost, by: readonly number[]): string {
  const [only] = by;
  const ends = by.filter((each) => isEnd(host.route(each)));
  const named = by.map((each) => `${each} (line ${host.line(each)})`);
  if (ends.length > 0) {
    const lines = [...new Set(by.map((each) => host.line(each)))];
    return `earlier branches of the matcher (${lines.length === 1 ? 'line' : 'lines'} ${listed(lines.map(String))}) take`;
  }
  return by.length === 1 && only !== undefined
    ? `route ${named[0]} takes`
    : `routes ${listed(named)} together take`;
}

/** Which object of a control plane wins where routes of several meet; undefined where they are of one, or say nothing. */
function objectsOf(host: InHost, index: number, by: readonly number[]) {
  const loses = host.source(index);
  const takers = by.map((each) => host.source(each));
  const wins = takers.filter((each) => each !== undefined);
  if (loses === undefined || wins.length < takers.length) return undefined;
  const own = objectText(loses);
  if (wins.every((each) => objectText(each) === own)) return undefined;
  const winners = [...new Set(wins.map(sourceText))];
  return {
    words: `${listed(winners)} ${winners.length === 1 ? 'wins' : 'win'} over ${sourceText(loses)}`,
    data: { wins: wins.map((each) => ({ ...each })), loses: { ...loses } },
  };
}

interface Remedy {
  readonly words: string;
  /** Whether the routes that take its requests do what it would do. */
  readonly isIdle: boolean;
}

/** @param isOrdered a control plane puts the routes of several objects in order */
function remedyOf(
  host: InHost,
  index: number,
  by: readonly number[],
  deciding: DecidingContext,
  isOrdered: boolean,
): Remedy {
  const route = host.route(index);
  const [first = index] = by;
  const looked = by.slice(0, MAX_LOOKED_AT).map((each) => host.route(each));
  const differences = looked.flatMap((taker) => differenceOf(route, taker, deciding.namespace) ?? []);
  if (differences.length === 0 && looked.length === by.length)
    return {
      isIdle: true,
      words: `it does the same as ${by.length === 1 ? `route ${first}` : 'these do'}: delete it`,
    };
  const meets = differences.length === 0 ? '' : `${meetsWords(differences)}: `;
  if (isOrdered)
    return {
      isIdle: false,
      words: `${meets}change the match of one of these objects, since their control plane orders the routes`,
    };
  // What is as wide as one of those that take its requests would hide that one in its turn.
  const wide = by.find(
    (each, position) =>
      position < MAX_LOOKED_AT &&
      isWithin(lowerMatch(host.route(each).match), lowerMatch(route.match), deciding),
  );
  return {
    isIdle: false,
    words:
      wide === undefined
        ? `${meets}move it above line ${host.line(first)} if it is meant, else delete it`
        : `${meets}delete it, or narrow the match of route ${wide}, which it would hide if it stood first`,
  };
}

function meetsWords(differences: readonly Difference[]): string {
  const meets = new Set(differences.map((each) => each.meets));
  return `its requests meet ${listed([...meets])}, not ${differences[0]?.meant}`;
}

function deletion({ virtualHost }: HostVerdicts, { document }: InHost, index: number): Fix {
  return {
    kind: 'operations',
    title: 'delete the route',
    at: { document, type: 'route.VirtualHost', message: virtualHost },
    operations: [{ op: 'remove', path: `/routes/${index}` }],
  };
}

// What is said about the routes of a virtual host that could not be decided.

/** So many routes are named one by one; the rest of a virtual host shares one finding. */
const MAX_SINGLE = 20;

export function* undecidedRoutes(
  { verdicts }: HostVerdicts,
  host: InHost,
  regexes: Regexes,
): Generator<Draft> {
  const open: { readonly index: number; readonly why: string }[] = [];
  for (const [index, verdict] of verdicts.entries())
    if (verdict?.kind === 'undecided' && !isRefused(lowerMatch(host.route(index).match), regexes))
      open.push({ index, why: verdict.why });
  const single = open.length > MAX_SINGLE ? MAX_SINGLE - 1 : open.length;
  for (const { index, why } of open.slice(0, single))
    yield draft(host, index, `whether ${host.words(index)} is ever reached could not be decided: ${why}`, {
      route: index,
    });
  const rest = open.slice(single);
  const [first] = rest;
  if (first !== undefined)
    yield draft(
      host,
      first.index,
      `whether ${host.words(first.index)} and ${rest.length - 1} more routes are ever reached could not be decided: ${first.why}`,
      { routes: rest.map(({ index }) => index) },
    );
}

function draft(host: InHost, index: number, message: string, about: Draft['data']): Draft {
  return {
    message,
    at: host.spot(index),
    identity: 'shadowed-route',
    data: { virtual_host: host.name, ...about },
    undecided: true,
  };
}
