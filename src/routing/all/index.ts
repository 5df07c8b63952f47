/** All requests at once: is a route alive, and with which request; if not, what hides it (docs/routing.md). */

export { baseOf } from './base.ts';
export { boxText, type Chain, type ComparedList, routesOf } from './chain.ts';
export { decide, decideInHost, type Verdict } from './decide.ts';
export { type Difference, type Differing, differ, eachQuestion } from './differ.ts';
export { type Matcher, normalise } from './normalise.ts';
export { overlap } from './overlap.ts';
export { type ChainQuestion, requestOfChains } from './question.ts';
export { indexRoutes, type RouteIndex } from './route-index.ts';
export { type ListContext, matchList, type RouteList, routeList } from './route-list.ts';
