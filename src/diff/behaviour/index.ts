/** Behaviour: which requests go elsewhere, each kind with a request to try. */
export {
  type BehaviourOptions,
  type BehaviourResult,
  compareBehaviour,
  type Landing,
  type MovedRequests,
  type RoutePair,
} from './compare.ts';
export type { Reorder } from './reorders.ts';
export type { Aspect } from './settings.ts';
export { type EmittedTests, emitTests } from './tests.ts';
