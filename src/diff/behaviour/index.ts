/** Behaviour: which requests go elsewhere, each kind with a request to try. */
export {
  type BehaviourOptions,
  type BehaviourResult,
  compareBehaviour,
  type Landing,
  type MovedRequests,
} from './compare.ts';
export { type EmittedTests, emitTests } from './emit-tests.ts';
