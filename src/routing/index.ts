/** Routing: where one request goes, and why. */

export { lowerAscii } from '../traffic/text.ts';
export type { RoutingContext } from './context.ts';
export { chooseForTest } from './expect/choose.ts';
export { type Coverage, type CoveredRoute, coverageOf, type NeverReached } from './expect/coverage.ts';
export { type Grounds, startReaching } from './expect/reach.ts';
export { type RouteTest, readTests } from './expect/read.ts';
export { runTest, type TestResult } from './expect/run.ts';
export type { Asked } from './expect/spellings.ts';
export type { SuggestedTest } from './expect/suggest.ts';
export { kindOfType as kindOfFilterType } from './filters/chain.ts';
export { startCandidates } from './match/candidates.ts';
export { type Domain, type DomainIndex, domainIndex, findDomain, fittingDomains } from './match/hosts.ts';
export { routeText, type Taker } from './match/select.ts';
export { routesOfTrace } from './match/takers.ts';
export { type FinalHeaders, finalHeaders, writtenValue } from './outcome/final-headers.ts';
export type { HeaderChanges } from './outcome/header-changes.ts';
export { openMirrors } from './outcome/mirror.ts';
export {
  type Branch,
  type ClusterShare,
  LEFT,
  NOTHING,
  type Outcome,
  type RouteRef,
} from './outcome/outcome.ts';
export { printedRequest } from './printed.ts';
export { type RegexBudget, regexEngine } from './regex/engine.ts';
export { partOf, startMeter } from './regex/meter.ts';
export type { Answer, Grammar, InvalidRegex, Regexes } from './regex/regexes.ts';
export { headerLines, type Request, type SeenRequest, seen } from './request/request.ts';
export { parseRequest, type RequestResult, splitUrl } from './request/request-json.ts';
export { type Routed, routeRequest, type Way } from './route.ts';
export type { Step } from './steps.ts';
export { refusal, type Trace, traceRequest } from './trace.ts';
export { treeOf, withTree } from './tree/flatten.ts';
export { type Choice, chooseRoutes, narrowed, type Refused, type Wish } from './where/choose.ts';
export { serverNameOf, speaksTls, splitDestination } from './where/connection.ts';
export { type FoundRouting, findRouting } from './where/find.ts';
export type { FoundRoutes } from './where/found-routes.ts';
export { type ListenerRef, listenerText } from './where/listener.ts';
export { listenerFilterKind } from './where/listener-filters.ts';
export type { FoundChain, FoundListener } from './where/listeners.ts';
export type { FoundManager } from './where/manager.ts';
export { listenerNames } from './where/names.ts';
export { routePlace, virtualHostPlace } from './where/place.ts';
