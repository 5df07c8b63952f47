/** What each view shows. */
import type { ReactElement } from 'react';
import type { BodyProps } from './body-props.ts';
import type { ViewName } from './command.ts';
import { DiffBody } from './diff/view.tsx';
import { FindingsBody } from './findings/view.tsx';
import { HelpBody } from './help/view.tsx';
import { MigrateBody } from './migrate/view.tsx';
import { OverviewBody } from './overview/view.tsx';
import { TraceBody } from './trace/view.tsx';
import { TreeBody } from './tree/view.tsx';
import type { Slices } from './views.ts';

export const bodies: { readonly [V in ViewName]: (props: BodyProps<Slices[V]>) => ReactElement } = {
  overview: OverviewBody,
  tree: TreeBody,
  findings: FindingsBody,
  trace: TraceBody,
  migrate: MigrateBody,
  diff: DiffBody,
  help: HelpBody,
};
