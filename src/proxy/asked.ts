/** What came of asking a real proxy about one request. */
import type { Verdict } from './differences.ts';
import type { Seen } from './seen.ts';

export interface AskedProxy {
  readonly verdict: Verdict;
  /** Undefined where it was not sent. */
  readonly seen: Seen | undefined;
  /** What of the configuration did not run. */
  readonly leftOut: readonly string[];
}
