/** What judging one change may look at beside the change itself. */
import type { Fact } from '../../facts/fact.ts';
import type { Around, Side } from '../chains.ts';

export interface Impact {
  readonly fact: Fact;
  /** The values on both sides, unredacted. */
  readonly before: unknown;
  readonly after: unknown;
  /** What the change stands in; undefined where nothing of the input is known to lead there. */
  readonly around: (side: Side) => Around | undefined;
  /** Name of the resource. */
  readonly name: string;
  /** Whether something of the second side still refers to a cluster of this name. */
  readonly isInUse: (cluster: string) => boolean;
  /** Whether the second side has anything that could refer to clusters. */
  readonly tellsUse: () => boolean;
  /** Whether the second side surely defines no cluster of this name. */
  readonly isMissing: (cluster: string) => boolean;
}
