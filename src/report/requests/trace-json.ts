/** A trace as the JSON report of the contract; its schema is docs/schemas/trace.schema.json. */

import type { Redact } from '../../results/secrets/redact.ts';
import {
  listenerText,
  type Outcome,
  type RouteRef,
  type Step,
  virtualHostPlace,
} from '../../routing/index.ts';
import { jsonText } from '../text/json-text.ts';
import { proxyObject } from './proxy-json.ts';
import { placeOfRoute, routeAt, type TraceReport } from './trace.ts';

/** Counts up when a reader of the older form would be misled. */
const FORMAT_VERSION = 1;

export function traceJson(report: TraceReport, version: string, redact: Redact): string {
  return jsonText({ cfgtool: { version, format_version: FORMAT_VERSION }, ...traceObject(report) }, redact);
}

/** The trace without the frame of a report. */
export function traceObject(report: TraceReport): object {
  const { trace, found, listener, takers, proxy } = report;
  const route = (ref: RouteRef) => ({ ...ref, ...placeOfRoute(report, ref.index) });
  const host =
    trace.virtual_host_index === null || found === undefined
      ? undefined
      : virtualHostPlace(found, trace.virtual_host_index);
  return {
    request: trace.request,
    listener: listener ? listenerText(listener) : null,
    route_configuration: found?.name ?? null,
    virtual_host: trace.virtual_host,
    virtual_host_place: host ?? null,
    route: trace.route && route(trace.route),
    outcome: outcomeObject(trace.outcome, route),
    steps: trace.steps.map(stepObject),
    ...(takers
      ? {
          could_take: takers.map(({ route: index, depends }) => ({
            ...route({ index, name: routeAt(report, index)?.name ?? null }),
            certain: depends === undefined,
            ...(depends === undefined ? {} : { depends }),
          })),
        }
      : {}),
    ...(proxy ? { proxy: proxyObject(proxy) } : {}),
  };
}

function outcomeObject(outcome: Outcome, route: (ref: RouteRef) => object): object {
  if (outcome.kind !== 'random') return outcome;
  const branches = outcome.branches.map((branch) => ({
    ...branch,
    route: branch.route && route(branch.route),
    outcome: outcomeObject(branch.outcome, route),
  }));
  return { ...outcome, branches };
}

function stepObject({ what, matched, why }: Step): object {
  return { what, matched, why };
}
