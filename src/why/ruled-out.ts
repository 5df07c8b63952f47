/**
 * Which failures a whole configuration rules out: nothing in it can have brought them about, and nothing is fetched that
 * may.
 */
import { type BoundMessage, isObject, tableOf } from '../model/bound.ts';
import type { Root } from '../model/open.ts';
import { type Frame, tableOfAny } from '../model/walk.ts';
import { isOwn } from '../schema/own.ts';
import { type Fault, flagNamed } from './faults.ts';

/** What a configuration holds, as far as failures may come of it. */
export interface Contents {
  /** Whether all that ran is there: one bootstrap that fetches nothing and runs no code of its users. */
  readonly isWhole: boolean;
  /** Types of all its messages. */
  readonly types: ReadonlySet<string>;
  /** Some router checks headers. */
  readonly checksHeaders: boolean;
}

export interface ContentsReader {
  readonly root: (root: Root) => void;
  readonly frame: (frame: Frame) => void;
  readonly contents: () => Contents;
}

/** What runs code of its users, or does what a server tells it: it may write any details. */
const PROGRAMS = /(?:^|\.)Lua|golang|DynamicModule|[wW]asm|PluginConfig|ExternalProcessor/;
/** What is fetched for these makes no filters, clusters or routes. */
const FETCHES_VALUES: ReadonlySet<string> = new Set(['SdsSecretConfig', 'RuntimeLayer.RtdsLayer']);

export function contentsReader(): ContentsReader {
  const types = new Set<string>();
  const roots: Root[] = [];
  let isOpen = false;
  let checksHeaders = false;
  return {
    root: (root) => roots.push(root),
    frame: (frame) => {
      const { type, message } = frame;
      types.add(type);
      isOpen ||= isFetched(frame) || PROGRAMS.test(type) || holdsUnknown(frame);
      checksHeaders ||= type === 'http.router.Router' && message.strict_check_headers !== undefined;
    },
    contents: () => {
      const [only, ...others] = roots;
      const isWhole = only?.type === 'Bootstrap' && others.length === 0 && !isOpen;
      return { isWhole, types, checksHeaders };
    },
  };
}

function isFetched({ type, parent }: Frame): boolean {
  if (type === 'core.ConfigSource') return !FETCHES_VALUES.has(parent?.type ?? '');
  return type === 'Bootstrap.DynamicResources' || type === 'core.ExtensionConfigSource';
}

const FILTERS: ReadonlySet<string> = new Set(['HttpFilter', 'listener.Filter', 'cluster.Filter']);

/** Whether an extension stands directly in a message of which nothing is known. */
function holdsUnknown(frame: Frame): boolean {
  const { type, message } = frame;
  if (FILTERS.has(type) && message.typed_config === undefined) return true;
  return tableOf(frame).containers.some((field) => {
    if (field.element.kind !== 'any') return false;
    const value = message[field.name];
    const held: readonly unknown[] =
      field.shape === 'map' && isObject(value)
        ? Object.values(value)
        : Array.isArray(value)
          ? value
          : [value];
    return held.some((each) => isObject(each) && isUnknown(each, field));
  });
}

function isUnknown(any: BoundMessage, field: Parameters<typeof tableOfAny>[1]): boolean {
  const table = tableOfAny(any, field);
  return table === undefined || isOwn(table);
}

/** For each kind of filter the messages of which one has to be there, and how it is named. */
const MAKERS: Readonly<Record<string, readonly [types: RegExp, name: string]>> = {
  fault: [/Fault/, 'fault filter'],
  ratelimit: [/^(?!route\.)(?:.*\.)?(?:Local)?RateLimit$|RateLimitQuota/, 'rate limit filter'],
  local_ratelimit: [/^(?!route\.)(?:.*\.)?(?:Local)?RateLimit$|RateLimitQuota/, 'rate limit filter'],
  ext_authz: [/ExtAuthz/, 'ext_authz filter'],
  rbac: [/RBAC/, 'RBAC filter'],
  jwt_authn: [/^Jwt/, 'JWT filter'],
};
const RESOLVES = /Dns|DynamicForwardProxy|dynamic_forward_proxy/;

/** What the configuration would have to hold for a failure to come of it, and does not; undefined where it may. */
export function missingFor(fault: Fault, { isWhole, types, checksHeaders }: Contents): string | undefined {
  if (!isWhole) return undefined;
  const has = (pattern: RegExp): boolean => [...types].some((type) => pattern.test(type));
  const [pattern, name] = MAKERS[fault.filter ?? ''] ?? [];
  if (pattern !== undefined) return has(pattern) ? undefined : `it has no ${name}`;
  switch (fault.field) {
    case 'Router.strict_check_headers':
      return checksHeaders ? undefined : 'no router of it checks headers (strict_check_headers)';
    case 'core.ExtensionConfigSource':
      return 'it fetches the configuration of no filter (config_discovery)';
    case 'ClusterLoadAssignment.Policy.drop_overloads':
      return has(/DropOverload/) ? undefined : 'none of its clusters has drop_overloads';
    case 'OverloadManager.actions':
      return types.has('OverloadManager') ? undefined : 'it has no overload_manager';
    default:
      return undefined;
  }
}

/** Whether a failure says that the cluster of the route is not there. */
export const saysNoCluster = (fault: Fault): boolean => fault.field === 'RouteAction.cluster';

/** Whether a failure says that a name could not be resolved, and nothing resolves names beside clusters. */
export function saysUnresolved(fault: Fault, { types }: Contents): boolean {
  return fault === flagNamed('DF') && ![...types].some((type) => RESOLVES.test(type));
}
