import { requestSecrets } from '../report/requests/request-secrets.ts';
import { traceObject } from '../report/requests/trace.ts';
import { redactionOf } from '../results/secrets/redact.ts';
import { contextsOf } from '../routing/context.ts';
import { regexEngine } from '../routing/regex/engine.ts';
import { parseRequest, splitUrl } from '../routing/request/request-json.ts';
import { routeRequest } from '../routing/route.ts';
import { findRouting } from '../routing/where/find.ts';
import { opened, plain } from './input.ts';
import type { Inputs, ReadOptions, RequestData, Trace } from './types.ts';

export interface TraceOptions extends ReadOptions {
  /** The name of the route configuration to use, where there are several. */
  readonly routeConfig?: string;
  /** The listener that the request comes in by: its name, port or `ADDRESS:PORT`. */
  readonly listener?: string;
}

/** The time one regular expression may take. */
const MILLISECONDS = 1000;

/**
 * Where one request goes, and why.
 *
 * @param request a URL (`http://shop.test/cart?id=7`), or its parts
 * @throws InputError where an input cannot be read or understood; RangeError where the request is none, or the options
 * choose no route configuration
 */
export function trace(inputs: Inputs, request: string | RequestData, options: TraceOptions = {}): Trace {
  const given = typeof request === 'string' ? splitUrl(request) : request;
  if (given === undefined) throw new RangeError(`"${String(request)}" is no URL`);
  const parsed = parseRequest({ ...given });
  if ('problem' in parsed) throw new RangeError(parsed.problem);
  const configurations = opened(inputs, options);
  const routing = findRouting(configurations);
  const { routeConfig, listener } = options;
  const regexes = regexEngine({ clock: { now: () => performance.now(), milliseconds: MILLISECONDS } });
  const contextFor = contextsOf(routing, { regexes, explain: true });
  const routed = routeRequest(routing, parsed.request, { routeConfig, listener }, contextFor);
  if ('problem' in routed) throw new RangeError(`${routed.problem}; ${routed.hint}`);
  const { redact } = redactionOf(configurations, options.showSecrets, requestSecrets(parsed.request));
  return plain<Trace>(traceObject(routed), redact);
}
