/** One request through each text: what becomes of it, and every step on the way there. */
import {
  chanceHint,
  placeAt,
  shortened,
  type TraceReport,
  traceEnds,
  verdictText,
  wayParts,
} from '../present/trace.ts';
import { requestSecrets } from '../report/requests/request-secrets.ts';
import { contextsOf } from '../routing/context.ts';
import { regexEngine } from '../routing/regex/engine.ts';
import type { Request } from '../routing/request/request.ts';
import { readRequestLine } from '../routing/request/request-line.ts';
import { routeRequest } from '../routing/route.ts';
import { findRouting } from '../routing/where/find.ts';
import { shellWords } from '../source/shell-words.ts';
import { type OpenPane, placeIn, sayingOf } from './panes.ts';
import type { Refusal, Traced } from './questions.ts';

/** The time that one regular expression may take. */
const MILLISECONDS = 1000;
/** Of more steps than these not each is shown. */
const MAX_STEPS = 500;

/** @param line as for `cfgtool trace` */
export function tracesOf(
  panes: readonly OpenPane[],
  line: string,
  now: () => number,
): readonly Traced[] | Refusal {
  const request = readRequestLine(shellWords(line));
  if (typeof request === 'string') return { problem: request };
  const traces: Traced[] = [];
  for (const pane of panes) {
    const traced = traceOf(pane, request, now);
    if ('problem' in traced) return traced;
    traces.push(traced);
  }
  return traces;
}

function traceOf(pane: OpenPane, request: Request, now: () => number): Traced | Refusal {
  const { configuration } = pane;
  const say = sayingOf([pane], requestSecrets(request));
  const routing = findRouting([configuration]);
  const regexes = regexEngine({ clock: { now, milliseconds: MILLISECONDS } });
  const report = routeRequest(routing, request, {}, contextsOf(routing, { regexes, explain: true }));
  if ('problem' in report) return { problem: say(`${report.problem}; ${report.hint}`) };
  const hint = chanceHint(report);
  return {
    name: say(configuration.file.name),
    verdict: say(verdictText(report)),
    steps: wayParts(report).flatMap(({ label, entries }) =>
      (entries.length > MAX_STEPS ? shortened(entries) : entries).map(({ what, why, matched, at }) => {
        const place = placeIn([pane], placeAt(report, at));
        return {
          what: say(what === '' ? label : what),
          why: say(why),
          matched,
          ...(place === undefined ? {} : { place }),
        };
      }),
    ),
    facts: factsOf(report).map(({ label, texts }) => ({ label, texts: texts.map(say) })),
    ...(hint === undefined ? {} : { hint }),
  };
}

function factsOf(report: TraceReport): Traced['facts'] {
  return traceEnds(report).flatMap(({ share, answer, facts }) =>
    share === undefined
      ? facts
      : {
          label: share,
          texts: [answer, ...facts.flatMap(({ label, texts }) => texts.map((text) => `${label}: ${text}`))],
        },
  );
}
