/** What follows when a cluster that is named is not defined: whether the proxy refuses it, and what a client gets. */

import { picksByPlace } from '../../effects/clusters-of-action.ts';
import { versionOf } from '../../model/bound.ts';
import type { Level } from '../../model/problem.ts';
import { around, type Frame, type FrameOf, isOf } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import { missingStatus, ownMirrors, totalWeight } from '../../traffic/action.ts';
import { isDumped } from './definitions.ts';
import type { ClusterReference } from './reference.ts';

export interface Consequence {
  readonly level: Level;
  /** Goes on after `…is not defined: `. */
  readonly words: string;
  /** It has to be defined in the bootstrap itself, so that a management server cannot supply it. */
  readonly isStatic?: true;
}

const MANAGER = 'HttpConnectionManager';
const CONFIG_SOURCE = 'core.ApiConfigSource';
const STARTS_NOT = 'the proxy refuses to start';

/** Fields of which the proxy looks up the cluster when it starts, by table. */
const CHECKED_AT_START = new Set([
  'ZipkinConfig',
  'LightstepConfig',
  'DatadogConfig',
  'StatsdSink',
  'MetricsServiceConfig',
]);

/** By the table of the field, or of the message around a gRPC service: what fails while the proxy runs. */
const FAILS: ReadonlyMap<string, string> = new Map([
  ['core.HttpUri', 'what is fetched from there never arrives'],
  ['http.ext_authz.ExtAuthz', 'no request can be authorized'],
  ['RateLimitServiceConfig', 'no rate limit is asked for'],
  ['CommonGrpcAccessLogConfig', 'nothing can be logged there'],
  ['aggregate.ClusterConfig', 'the aggregate cluster does without it'],
  ['composite.ClusterConfig.ClusterEntry', 'the composite cluster does without it'],
  ['health_check.HealthCheck', 'health checks of this proxy are answered with 503'],
  ['HTTPFault', 'no request is ever sent there, so that this never applies'],
]);

/** @returns undefined where nothing can be said about such a name */
export function consequenceOf(reference: ClusterReference): Consequence | undefined {
  const { kind, frame } = reference;
  switch (kind) {
    case 'route':
      return ofRoute(
        frame,
        routeAction(frame),
        (status) => `a request that comes here gets ${status}`,
        false,
      );
    case 'weight': {
      const words = (status: number): string => `${shareOf(frame)} get ${status}`;
      return ofRoute(frame, routeAction(frame.parent?.parent), words, true);
    }
    case 'mirror':
      return ofRoute(frame, undefined, () => 'no request is mirrored', true);
    case 'tcp proxy':
      return { level: 'warning', words: 'connections that come here are closed at once' };
    case 'data':
      return undefined;
    default:
      return ofService(frame);
  }
}

/** How many requests come there, where no number of theirs picks. */
function shareOf(frame: Frame): string {
  const { message: split = {} } = around(frame, 'route.WeightedCluster') ?? {};
  const weight = (isOf(frame, 'route.WeightedCluster.ClusterWeight') && frame.message.weight) || 0;
  if (weight === 0 || picksByPlace(split)) return 'requests for it';
  const weights = (split.clusters ?? []).map(({ weight: each = 0 }) => each);
  return `${weight} of ${totalWeight(split, weights)} requests`;
}

/**
 * @param isOfList whether it is one of the weights or mirrors, whose clusters the specification of version 2 demands;
 *   the proxy checks them as it does the cluster of a route
 */
function ofRoute(
  frame: Frame,
  action: Message<'route.RouteAction'> | undefined,
  words: (status: number) => string,
  isOfList: boolean,
): Consequence {
  const status = missingStatus(action ?? {});
  if (isDumped(frame)) return { level: 'warning', words: words(status) };
  if (isValidated(frame))
    return {
      level: 'error',
      words: `the proxy refuses the route configuration, and without that check ${words(status)}`,
    };
  const isDemanded = isOfList && versionOf(frame.message) !== 'v3';
  return { level: isDemanded ? 'error' : 'warning', words: words(status) };
}

function routeAction(frame: Frame | undefined): Message<'route.RouteAction'> | undefined {
  return isOf(frame, 'route.RouteAction') ? frame.message : undefined;
}

/** Fields of a connection manager that hold a route configuration, its own or one of its scopes. */
const INLINE = new Set(['route_config', 'route_configuration']);

/** `validate_clusters`; where it is absent, only what stands in a connection manager is checked (fact 157). */
function isValidated(frame: Frame): boolean {
  const configuration = around(frame, 'RouteConfiguration');
  if (configuration === undefined || !isLookedAt(frame, configuration)) return false;
  const isInline = INLINE.has(configuration.field?.name ?? '') && around(frame, MANAGER) !== undefined;
  return configuration.message.validate_clusters ?? isInline;
}

/** Only routes of lists are checked, and with them what is mirrored around them: none of a matcher tree. */
function isLookedAt(frame: Frame, configuration: FrameOf<'RouteConfiguration'>): boolean {
  const route = around(frame, 'route.Route');
  if (route !== undefined) return route.field?.name === 'routes' && isOf(route.parent, 'route.VirtualHost');
  const own = around(frame, 'route.VirtualHost');
  const hosts = (configuration.message.virtual_hosts ?? []).filter(
    ({ request_mirror_policies: nearer = [] }) => nearer.length === 0,
  );
  return (own === undefined ? hosts : [own.message]).some(
    ({ matcher, routes = [] }) =>
      matcher === undefined && routes.some(({ route: action = {} }) => ownMirrors(action).length === 0),
  );
}

function ofService(frame: Frame): Consequence {
  const user = frame.type === 'core.GrpcService.EnvoyGrpc' ? frame.parent?.parent : frame;
  const type = user?.type ?? '';
  const level = isDumped(frame) || !isInBootstrap(frame) ? 'warning' : 'error';
  if (type === CONFIG_SOURCE) {
    const words = userOfSource(user);
    return words === undefined
      ? { level, words: STARTS_NOT, isStatic: true }
      : { level: 'warning', words, isStatic: true };
  }
  if (type === 'ClusterManager') return { level, words: STARTS_NOT, isStatic: true };
  if (CHECKED_AT_START.has(type) || isOfTracer(user)) return { level, words: STARTS_NOT };
  if (THRIFT.test(type) && isThriftValidated(frame))
    return {
      level: isDumped(frame) ? 'warning' : 'error',
      words: 'the proxy refuses the routes of the filter',
    };
  return { level: 'warning', words: FAILS.get(type) ?? 'whatever is sent there fails' };
}

/** A tracer whose spans are sent over HTTP. */
function isOfTracer(user: Frame | undefined): boolean {
  return user?.type === 'core.HttpUri' && user.parent?.parent?.type === 'ZipkinConfig';
}

const THRIFT = /^thrift_proxy\./;

/** The same as of HTTP: what is fetched is not checked unless it says so. */
function isThriftValidated(frame: Frame): boolean {
  let at: Frame | undefined = frame;
  while (at !== undefined && at.type !== 'thrift_proxy.RouteConfiguration') at = at.parent;
  return at?.message.validate_clusters === undefined
    ? at?.field?.name === 'route_config'
    : at.message.validate_clusters === true;
}

/** What the proxy does without, where it does; the source of all else has to be there when it starts. */
function userOfSource(source: Frame | undefined): string | undefined {
  if (source?.field?.name === 'hds_config') return 'the proxy checks no health for others';
  if (source?.field?.name === 'load_stats_config') return 'the proxy reports no load';
  return source?.parent?.parent?.type === 'SdsSecretConfig' ? 'the secret never arrives' : undefined;
}

function isInBootstrap(frame: Frame): boolean {
  return around(frame, 'Bootstrap') !== undefined;
}
