/** Routing: where one request goes, and why. */
export type { RoutingContext } from './context.ts';
export { type Domain, type DomainIndex, domainIndex, findDomain, fittingDomains } from './hosts.ts';
export type { Branch, ClusterShare, Outcome, RouteRef } from './outcome.ts';
export type { Answer, Grammar, InvalidRegex, Regexes } from './regexes.ts';
export { type Request, type SeenRequest, seen } from './request.ts';
export { parseRequest, type RequestResult, splitUrl } from './request-json.ts';
export { routesThatTake, type Taker } from './select.ts';
export type { Step } from './steps.ts';
export { type Trace, traceRequest } from './trace.ts';
