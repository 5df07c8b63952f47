/** What each view shows. */
import type { ViewName } from './command.ts';
import { drawDiff } from './diff/view.ts';
import { drawFindings } from './findings/view.ts';
import { drawHelp } from './help/view.ts';
import { drawMigrate } from './migrate/view.ts';
import { drawOverview } from './overview/view.ts';
import { drawTrace } from './trace/view.ts';
import { drawTree } from './tree/view.ts';
import type { Drawing } from './view.ts';
import type { Slices } from './views.ts';

export const bodies: { readonly [V in ViewName]: (drawing: Drawing<Slices[V]>) => readonly string[] } = {
  overview: drawOverview,
  tree: drawTree,
  findings: drawFindings,
  trace: drawTrace,
  migrate: drawMigrate,
  diff: drawDiff,
  help: drawHelp,
};
