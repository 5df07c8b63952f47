/** What the component of a view is given. */
import type { Session } from './session.ts';
import type { Theme } from './theme.ts';
import type { Size } from './view.ts';

export interface BodyProps<Slice> {
  readonly slice: Slice;
  readonly session: Session;
  readonly size: Size;
  readonly theme: Theme;
}
