/** The views, by name. */

import type { ViewName } from './command.ts';
import { type DiffSlice, diffView } from './diff/state.ts';
import type { FindingsSlice } from './findings/slice.ts';
import { findingsView } from './findings/state.ts';
import { type HelpSlice, helpView } from './help/state.ts';
import { type MigrateSlice, migrateView } from './migrate/state.ts';
import { type OverviewSlice, overviewView } from './overview/state.ts';
import { type TraceSlice, traceView } from './trace/state.ts';
import { type TreeSlice, treeView } from './tree/state.ts';
import type { View } from './view.ts';

export interface Slices {
  readonly overview: OverviewSlice;
  readonly tree: TreeSlice;
  readonly findings: FindingsSlice;
  readonly trace: TraceSlice;
  readonly migrate: MigrateSlice;
  readonly diff: DiffSlice;
  readonly help: HelpSlice;
}

export const views: { readonly [V in ViewName]: View<Slices[V]> } = {
  overview: overviewView,
  tree: treeView,
  findings: findingsView,
  trace: traceView,
  migrate: migrateView,
  diff: diffView,
  help: helpView,
};

/** A slice for each view. */
export function slicesOf(slice: <V extends ViewName>(view: V) => Slices[V]): Slices {
  return {
    overview: slice('overview'),
    tree: slice('tree'),
    findings: slice('findings'),
    trace: slice('trace'),
    migrate: slice('migrate'),
    diff: slice('diff'),
    help: slice('help'),
  };
}
