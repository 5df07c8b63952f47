import { GUARD_SETTINGS_LEVELS, guardSettingsLevel } from './guards.ts';
import { RATE_LIMIT_LEVELS, RATE_LIMITS, rateLimitLevel } from './rate-limits.ts';
import {
  ENTRY,
  HEADERS,
  headerTopics,
  INFO_ENTRY,
  INFO_PART,
  LIMIT,
  PART,
  type Policy,
  SWITCH,
  topic,
  WARNING,
} from './topic.ts';

export const routeConfigurationPolicy: Policy = {
  message: 'RouteConfiguration',
  otherwise: topic(
    'route-configuration',
    '',
    WARNING,
    'It holds for all virtual hosts of the route configuration.',
  ),
  topics: [
    topic(
      'route-configuration',
      '.',
      { added: 'info', removed: 'breaking', renamed: 'warning' },
      'Listeners ask for it by its name; without it their requests find no route.',
    ),
    topic(
      'route-configuration-internal-headers',
      'internal_only_headers',
      INFO_PART,
      'Decides which headers of outside requests are dropped.',
    ),
    topic(
      'route-configuration-filter-config',
      'typed_per_filter_config',
      PART,
      'Filters treat all requests of the route configuration differently.',
      { levelFor: guardSettingsLevel, special: GUARD_SETTINGS_LEVELS },
    ),
    ...headerTopics('route-configuration'),
    topic(
      'route-configuration-header-order',
      'most_specific_header_mutations_wins',
      SWITCH,
      'Another level has the last word about headers.',
    ),
    topic(
      'route-configuration-validation',
      'validate_clusters',
      { enabled: 'warning', disabled: 'info', added: 'warning', removed: 'warning', changed: 'info' },
      'With validation, routes to unknown clusters make the proxy refuse the configuration.',
    ),
    topic('route-configuration-vhds', 'vhds', PART, 'Further virtual hosts are fetched from elsewhere.'),
    topic(
      'route-configuration-name',
      'name',
      PART,
      'Listeners ask for the route configuration by its name; under another one they do not find it.',
    ),
  ],
};

export const virtualHostPolicy: Policy = {
  message: 'route.VirtualHost',
  otherwise: topic(
    'virtual-host',
    '',
    WARNING,
    'It holds for all requests to the domains of the virtual host.',
  ),
  topics: [
    topic(
      'virtual-host',
      '.',
      { added: 'info', removed: 'breaking', renamed: 'info' },
      'Requests to its domains are answered with 404 or go to another virtual host.',
    ),
    topic(
      'virtual-host-domain',
      'domains',
      { added: 'info', removed: 'breaking', changed: 'warning' },
      'Requests to a domain that is gone are answered with 404 or go to another virtual host.',
      {
        whys: {
          added: 'Requests to the new domain come here, no longer to the virtual host that took them before.',
        },
      },
    ),
    topic(
      'virtual-host-require-tls',
      'require_tls',
      { raised: 'warning', lowered: 'breaking', changed: 'warning' },
      'Plaintext requests are redirected to HTTPS, or no longer are.',
      {
        whys: {
          lowered:
            'Requests in plaintext were redirected to HTTPS and are served as they are now: what they carry can be read on the way.',
          raised:
            'Requests in plaintext are redirected to HTTPS; clients that do not follow, and most that are not browsers, fail.',
        },
      },
    ),
    topic(
      'route',
      'routes',
      { added: 'info', removed: 'breaking', moved: 'warning', changed: 'warning' },
      'Requests that it took may go to a later route, or nowhere; the first route that matches decides.',
    ),
    topic(
      'virtual-cluster',
      'virtual_clusters',
      INFO_ENTRY,
      'Requests are counted under other names; nothing is routed by it, but dashboards and alerts ask for names.',
    ),
    topic('virtual-host-rate-limit', 'rate_limits', ENTRY, RATE_LIMITS, {
      levelFor: rateLimitLevel,
      special: RATE_LIMIT_LEVELS,
    }),
    ...headerTopics('virtual-host'),
    topic(
      'virtual-host-cors-origin',
      'cors.allow_origin_string_match cors.allow_origin cors.allow_origin_regex',
      PART,
      'Browsers let pages of other origins call, or no longer do.',
    ),
    topic(
      'virtual-host-cors',
      'cors',
      PART,
      'Browsers ask for leave before pages of other origins may call; what is not granted fails in the page.',
    ),
    topic(
      'virtual-host-filter-config',
      'per_filter_config typed_per_filter_config',
      PART,
      'Filters treat requests to this host differently.',
      { levelFor: guardSettingsLevel, special: GUARD_SETTINGS_LEVELS },
    ),
    topic(
      'virtual-host-attempt-count',
      'include_request_attempt_count include_attempt_count_in_response',
      { enabled: 'info', disabled: 'info', changed: 'info' },
      HEADERS,
    ),
    topic(
      'virtual-host-retry',
      'retry_policy retry_policy_typed_config',
      PART,
      'Failed requests are tried again more or less often.',
    ),
    topic('virtual-host-hedge', 'hedge_policy', PART, 'Slow requests are sent twice, or no longer are.'),
    topic(
      'virtual-host-buffer-limit',
      'per_request_buffer_limit_bytes',
      LIMIT,
      'Larger requests cannot be retried or mirrored.',
    ),
  ],
};
