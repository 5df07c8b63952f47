/** What of an outcome is compared. */

/** What is compared, and its name in sentences. */
export const ASPECT_NAMES = {
  destination: 'destination',
  redirect: 'redirect',
  response: 'response',
  path: 'path rewrite',
  host: 'host sent upstream',
  timeout: 'timeout',
  idle_timeout: 'idle timeout',
  max_grpc_timeout: 'longest gRPC timeout',
  priority: 'priority',
  retry_policy: 'retry policy',
  mirror: 'mirroring',
  cors: 'CORS policy',
  hash_policy: 'hash policy',
  metadata_match: 'subset of hosts',
  request_headers: 'changes to request headers',
  response_headers: 'changes to response headers',
  rate_limits: 'rate limit descriptors',
  virtual_cluster: 'virtual cluster',
  filters: 'filter configuration',
} as const;

export type Aspect = keyof typeof ASPECT_NAMES;

export const ASPECTS: readonly Aspect[] = Object.keys(ASPECT_NAMES).filter((name) => isAspect(name));

export function isAspect(name: string): name is Aspect {
  return Object.hasOwn(ASPECT_NAMES, name);
}

/** Aspects that a narrow comparison looks at. */
export const DESTINATION: readonly Aspect[] = ['destination', 'redirect', 'response'];
