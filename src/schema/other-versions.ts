/**
 * Fields that earlier versions of the proxy's own configuration had, or the later version has, under a message of this
 * data model. They are no typos, so that no near name is suggested; whether a proxy takes them depends on its age.
 */
export const OTHER_VERSIONS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries({
    'route.RouteAction': {
      use_websocket: earlier('upgrade_configs with upgrade_type: websocket'),
      request_headers_to_add: earlier('request_headers_to_add of the route itself'),
      response_headers_to_add: earlier('response_headers_to_add of the route itself'),
      response_headers_to_remove: earlier('response_headers_to_remove of the route itself'),
    },
    'listener.Filter': { deprecated_v1: earlier('a filter that the proxy still has') },
    HttpFilter: {
      deprecated_v1: earlier('a filter that the proxy still has'),
    },
    Buffer: {
      max_request_time: earlier('request_timeout of the HttpConnectionManager'),
    },
    'health_check.HealthCheck': {
      endpoint: earlier('headers with a matcher of :path'),
    },
    Bootstrap: {
      rate_limit_service: earlier('rate_limit_service of each rate limit filter'),
      watchdogs: 'only a later version of the configuration has it; use watchdog',
    },
    'Bootstrap.DynamicResources': {
      deprecated_v1: earlier('cds_config and eds_cluster_config'),
    },
  }).map(([message, fields]) => [message, new Map(Object.entries(fields))]),
);

/**
 * @param message the table's name; `spelling` the field as written, in either spelling
 * @returns whose field it was and what to use now, as half a sentence; undefined for a field of no version
 */
export function fieldOfOtherVersion(message: string, spelling: string): string | undefined {
  const fields = OTHER_VERSIONS.get(message);
  return (
    fields?.get(spelling) ?? fields?.get(spelling.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  );
}

function earlier(use: string): string {
  return `only earlier versions had it; use ${use}`;
}
