import type { Request } from '../../routing/index.ts';

/** A request that was asked, and its line as it may be shown. */
export interface ShownRequest {
  readonly request: Request;
  /** Without secrets. */
  readonly line: string;
}
