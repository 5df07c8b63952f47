/** What an absent message means, where that is the same as an empty one. */
import { type BoundMessage, emptyBeside, isObject, versionOf } from '../../model/bound.ts';
import { fill } from '../../model/fill.ts';
import type { Frame } from '../../model/walk.ts';
import { type CompiledField, compiledMessage } from '../../schema/compiled.ts';
import { isEmptyAbsent } from '../../schema/empty.ts';
import { lookup } from '../../source/lookup.ts';
import { childRoot, type Location, type SideRoot } from './side.ts';

/**
 * What else has to be so for an absent message to be an empty one: of members of one-ofs, whose absence may still mean
 * their defaults, and of messages that beside others are refused even when they are empty.
 */
const SAME_WHERE: {
  readonly [type: string]: {
    readonly [field: string]: (around: BoundMessage, parent?: BoundMessage) => boolean;
  };
} = {
  Bootstrap: {
    // Version 2 alone has it.
    runtime: ({ layered_runtime: other }) => other === undefined,
    watchdog: ({ watchdogs }) => watchdogs === undefined,
    watchdogs: ({ watchdog }) => watchdog === undefined,
  },
  Cluster: {
    http_protocol_options: ({ http2_protocol_options: other }) => other === undefined,
    lb_subset_config: ({ load_balancing_policy: policy }) => policy === undefined,
    ring_hash_lb_config: ({ lb_policy: policy }) => policy === 'RING_HASH',
    maglev_lb_config: ({ lb_policy: policy }) => policy === 'MAGLEV',
    least_request_lb_config: ({ lb_policy: policy }) => policy === 'LEAST_REQUEST',
    original_dst_lb_config: ({ lb_policy: policy, type }) =>
      policy === 'CLUSTER_PROVIDED' && type === 'ORIGINAL_DST',
  },
  'Cluster.CommonLbConfig': {
    consistent_hashing_lb_config: (_, cluster) => cluster?.load_balancing_policy === undefined,
    zone_aware_lb_config: ({ locality_weighted_lb_config: other }, cluster) =>
      other === undefined && cluster?.load_balancing_policy === undefined,
  },
  HttpConnectionManager: { access_log_options: saysNothingOfAccessLogs },
  TcpProxy: { access_log_options: saysNothingOfAccessLogs },
  'endpoint.LocalityLbEndpoints': {
    // The weight of a locality is read where the locality is there.
    locality: ({ load_balancing_weight: weight }) => weight === undefined,
  },
};

/** Beside the older fields for the same the proxy refuses `access_log_options`. */
function saysNothingOfAccessLogs(around: BoundMessage): boolean {
  const { access_log_flush_interval: interval } = around;
  const { flush_access_log_on_new_request: early, flush_access_log_on_connected: connected } = around;
  return interval === undefined && early !== true && connected !== true;
}

/** The half of a message; of an absent one what its absence means, undefined where that is not the same as empty. */
export function messageRoot(
  field: CompiledField,
  { sideRoot, value }: Location,
  type: string,
  index: number | string | undefined,
): SideRoot | undefined {
  if (isObject(value)) return childRoot(sideRoot, field, value, type, index);
  if (!mayBeEmpty(field, type, sideRoot.frame)) return undefined;
  const empty: Frame = { message: emptyBeside(sideRoot.frame.message), type, parent: sideRoot.frame, field };
  const { configuration, maySet } = sideRoot.source;
  const message = fill(empty, { namespace: configuration.namespace, onlyWritten: false, maySet });
  return {
    ...childRoot(sideRoot, field, message, type, undefined),
    made: { kind: 'default', why: `${field.name} is absent, which is the same as empty` },
  };
}

/**
 * Whether an absent message is the same as an empty one: no field of it is demanded, and it is known that whether it is
 * there counts for nothing. What is not known counts: equal is a claim.
 */
function mayBeEmpty({ shape, name, key }: CompiledField, type: string, around: Frame): boolean {
  const { required, oneofs } = compiledMessage(type, versionOf(around.message));
  const demands = required.length > 0 || oneofs.some(({ need }) => need === 'exactly one');
  if (shape !== 'one' || demands) return false;
  if (isEmptyAbsent(around.type, key)) return true;
  return lookup(SAME_WHERE, around.type)?.[name]?.(around.message, around.parent?.message) === true;
}
