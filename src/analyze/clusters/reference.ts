/** What names a cluster. */
import type { BoundMessage } from '../../model/bound.ts';
import { around, type Frame, isOf } from '../../model/walk.ts';
import { shareOf } from '../../routing/runtime.ts';
import type { Message } from '../../schema/types.ts';
import type { Document } from '../finding.ts';

type ReferenceKind =
  /** The one cluster of a route. */
  | 'route'
  /** One of the weighted clusters of a route. */
  | 'weight'
  | 'mirror'
  | 'tcp proxy'
  /** A member of an aggregate or composite cluster. */
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

/** What kind of reference a field is, and whether it sends anything to the cluster that it names. */
const TCP_PROXY = 'TcpProxy';
const LIVE: Use = { live: true };

/** By the table whose field names the cluster; everything else is called by the proxy itself. */
const KINDS: ReadonlyMap<string, ReferenceKind> = new Map<string, ReferenceKind>([
  ['route.RouteAction', 'route'],
  ['route.WeightedCluster.ClusterWeight', 'weight'],
  ['route.RouteAction.RequestMirrorPolicy', 'mirror'],
  [TCP_PROXY, 'tcp proxy'],
  [`${TCP_PROXY}.DeprecatedV1.TCPRoute`, 'tcp proxy'],
  [`${TCP_PROXY}.WeightedCluster.ClusterWeight`, 'tcp proxy'],
  ['aggregate.ClusterConfig', 'member'],
  ['composite.ClusterConfig.ClusterEntry', 'member'],
  ['HTTPFault', 'condition'],
]);

export function kindOfReference({ type }: Frame): ReferenceKind {
  return KINDS.get(type) ?? 'service';
}

/**
 * What becomes of a reference whose route, where it has one, takes requests.
 *
 * @param isGiven whether the bootstrap's own layers give a runtime key a value other than 0
 */
export function fateOfReference(kind: ReferenceKind, frame: Frame, isGiven: (key: string) => boolean): Use {
  switch (kind) {
    case 'weight':
      return weightUse(frame, isGiven);
    case 'mirror':
      return isOf(frame, 'route.RouteAction.RequestMirrorPolicy') ? mirrorUse(frame.message, isGiven) : LIVE;
    case 'condition':
      return { live: false, why: 'condition', certain: true };
    default:
      return LIVE;
  }
}

/** A weight of 0 is never picked, unless runtime says otherwise (data-model, route.WeightedCluster). */
function weightUse(frame: Frame, isGiven: (key: string) => boolean): Use {
  if (!isOf(frame, 'route.WeightedCluster.ClusterWeight') || frame.message.weight !== 0) return LIVE;
  const { name = '' } = frame.message;
  const { runtime_key_prefix: prefix = '' } = around(frame, 'route.WeightedCluster')?.message ?? {};
  return noShare(prefix === '' ? '' : `${prefix}.${name}`, isGiven);
}

/** The share that is mirrored; a runtime key without a value means 0 % (data-model, RequestMirrorPolicy). */
function mirrorUse(
  policy: Message<'route.RouteAction.RequestMirrorPolicy'>,
  isGiven: (key: string) => boolean,
): Use {
  const { runtime_fraction: fraction, runtime_key: key = '' } = policy;
  if (fraction === undefined) return key === '' ? LIVE : noShare(key, isGiven);
  if (fraction.default_value === undefined || shareOf(fraction.default_value).numerator > 0) return LIVE;
  return noShare(fraction.runtime_key ?? '', isGiven);
}

/** A share that is 0 where its runtime key, if there is one, has no value. */
function noShare(key: string, isGiven: (key: string) => boolean): Use {
  if (key !== '' && isGiven(key)) return LIVE;
  return { live: false, why: 'no share', certain: key === '' };
}
