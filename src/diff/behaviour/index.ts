/** Behaviour: which requests go elsewhere, each kind with a request to try. */

export type { ChangedRequests, SideOutcome } from './changed-requests.ts';
export {
  type BehaviourOptions,
  type BehaviourResult,
  compareBehaviour,
} from './compare.ts';
export { type EmittedTests, emitTests } from './emit-tests.ts';
