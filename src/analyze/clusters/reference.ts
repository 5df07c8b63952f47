/** What names a cluster. */
import type { BoundMessage } from '../../model/bound.ts';
import type { Frame } from '../../model/walk.ts';
import type { Document } from '../finding.ts';

export type ReferenceKind =
  /** The one cluster of a route. */
  | 'route'
  /** One of the weighted clusters of a route. */
  | 'weight'
  | 'mirror'
  | 'tcp proxy'
  /** A member of an aggregate cluster. */
  | 'member'
  /** It is only asked whether a request goes there. */
  | 'condition'
  /** Something that the proxy itself calls or watches: a gRPC service, a config source, a tracer. */
  | 'service'
  /** A text in data that no table describes. */
  | 'data';

export type Use =
  | { readonly live: true }
  | {
      readonly live: false;
      readonly why: 'dead route' | 'no share' | 'condition';
      /** Whether it stays so whatever a runtime key says. */
      readonly certain: boolean;
    };

export interface ClusterReference {
  readonly cluster: string;
  readonly kind: ReferenceKind;
  readonly document: Document;
  /** The message with the field that names the cluster. */
  readonly frame: Frame;
  readonly field: string;
  readonly index?: number | string;
  /** The route that it stands in. */
  readonly route?: BoundMessage;
  /** The cluster that it stands in, by name. */
  readonly holder?: string;
}
