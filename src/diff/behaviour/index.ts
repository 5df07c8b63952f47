/** Behaviour: which requests go elsewhere, each kind with a request to try. */
export {
  type BehaviourOptions,
  type BehaviourResult,
  compareBehaviour,
} from './compare.ts';
export { type EmittedTests, emitTests } from './emit-tests.ts';
export type { Landing, MovedRequests } from './moved.ts';
