/** What an absent message means, where that is the same as an empty one. */
import { type BoundMessage, emptyBeside, isObject, versionOf } from '../../model/bound.ts';
import { fill } from '../../model/fill.ts';
import type { Frame } from '../../model/walk.ts';
import { type CompiledField, compiledMessage } from '../../schema/compiled.ts';
import { lookup } from '../../source/lookup.ts';
import { childHalf, type Location, type SideRoot } from './side.ts';

/** Members of one-ofs whose absence still means their defaults, and what has to stand around them for that. */
const DEFAULTS_WHERE: {
  readonly [type: string]: { readonly [field: string]: (around: BoundMessage) => boolean };
} = {
  Cluster: {
    ring_hash_lb_config: ({ lb_policy: policy }) => policy === 'RING_HASH',
    maglev_lb_config: ({ lb_policy: policy }) => policy === 'MAGLEV',
    least_request_lb_config: ({ lb_policy: policy }) => policy === 'LEAST_REQUEST',
    original_dst_lb_config: ({ lb_policy: policy, type }) =>
      policy === 'CLUSTER_PROVIDED' && type === 'ORIGINAL_DST',
  },
  'Cluster.CommonLbConfig': {
    zone_aware_lb_config: ({ locality_weighted_lb_config: other }) => other === undefined,
  },
};

/** The half of a message; of an absent one what its absence means, undefined where that is not the same as empty. */
export function messageHalf(
  field: CompiledField,
  { half, value }: Location,
  type: string,
  index: number | string | undefined,
): SideRoot | undefined {
  if (isObject(value)) return childHalf(half, field, value, type, index);
  if (!mayBeEmpty(field, type, half.frame)) return undefined;
  const empty: Frame = { message: emptyBeside(half.frame.message), type, parent: half.frame, field };
  const message = fill(empty, { namespace: half.source.configuration.namespace, onlyWritten: false });
  return {
    ...childHalf(half, field, message, type, undefined),
    made: { kind: 'default', why: `${field.name} is absent, which is the same as empty` },
  };
}

/** Whether an absent message is the same as an empty one: neither its presence nor a field of it is demanded. */
function mayBeEmpty({ shape, spec, name }: CompiledField, type: string, around: Frame): boolean {
  const { required, oneofs } = compiledMessage(type, versionOf(around.message));
  const demands = required.length > 0 || oneofs.some(({ need }) => need === 'exactly one');
  if (shape !== 'one' || spec.presence === true || demands) return false;
  return spec.oneof === undefined || lookup(DEFAULTS_WHERE, around.type)?.[name]?.(around.message) === true;
}
