/** What clusters are called where two sides are compared, some of which may have been renamed. */

/** What the clusters of one side are called, where renamed ones have one name for both sides. */
export interface NamesOfSide {
  /** The common name of a cluster; its own where it was not renamed. */
  readonly of: (name: string) => string;
  readonly isRenamed: (name: string) => boolean;
}

export interface ClusterNames {
  readonly before: NamesOfSide;
  readonly after: NamesOfSide;
  /** No cluster was renamed. */
  readonly isEmpty: boolean;
}

const OWN: NamesOfSide = { of: (name) => name, isRenamed: () => false };
export const OWN_NAMES: ClusterNames = { before: OWN, after: OWN, isEmpty: true };
