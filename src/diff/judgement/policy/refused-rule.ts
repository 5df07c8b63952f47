/** Rules about no single field: errors that are new, what becomes of requests, properties. */
import { REROUTED, ROUTES_GONE, ROUTES_NEW, UNDECIDED } from '../../../model/request-rules.ts';
import type { DiffRule } from './topic.ts';

export const REFUSED = 'refused';

export const refusedRule: DiffRule = {
  id: REFUSED,
  about: 'errors that only the later side has',
  level: 'breaking',
  mirror: REFUSED,
  why: 'The proxy refuses a configuration with such an error: one that starts ends at once, one that runs goes on with what it has, so that nothing of the change comes into force.',
  message: '',
  fields: [],
};

/** What groups of requests fall under, what is said of them beside groups, and what properties fall under. */
export const requestRules: readonly DiffRule[] = [
  {
    id: REROUTED,
    about: 'groups of requests',
    level: 'warning',
    special:
      'breaking where requests that were served are not, where some pass a rate limit uncounted, or where plain text is no longer sent to HTTPS',
    // A group that is left out would make of what is left a claim about all requests.
    settings: ['info', 'warning', 'breaking', 'cosmetic'],
    mirror: REROUTED,
    why: 'Requests are handled differently after the change; the one that is shown was sent through both configurations.',
    message: '',
    fields: [],
  },
  {
    id: ROUTES_NEW,
    about: 'route configurations',
    level: 'info',
    settings: [],
    mirror: ROUTES_GONE,
    why: 'A route configuration is new as a whole: what it routes was routed by nothing before.',
    message: '',
    fields: [],
  },
  {
    id: ROUTES_GONE,
    about: 'route configurations',
    level: 'info',
    settings: [],
    mirror: ROUTES_NEW,
    why: 'A route configuration is gone as a whole: it routes no request any more.',
    message: '',
    fields: [],
  },
  {
    id: UNDECIDED,
    about: 'what is left open',
    level: 'info',
    settings: [],
    mirror: UNDECIDED,
    why: 'A part of the comparison could not be decided, and the message says what defeated it.',
    message: '',
    fields: [],
  },
  {
    id: 'access-opened',
    about: 'groups of requests',
    level: 'breaking',
    mirror: 'access-closed',
    why: 'Requests that were denied, challenged or not served before come to a cluster now: whoever sends them gets in.',
    message: '',
    fields: [],
  },
  {
    id: 'access-closed',
    about: 'groups of requests',
    level: 'warning',
    mirror: 'access-opened',
    why: 'Requests that came to a cluster before are denied, challenged or not served now; where nobody serves them any more, that is breaking.',
    message: '',
    fields: [],
  },
  {
    id: 'property-broken',
    about: 'properties of `--properties`',
    level: 'breaking',
    mirror: 'property-restored',
    why: 'A property of `--properties` was proved before and is not now: what it kept out for all requests may pass.',
    message: '',
    fields: [],
  },
  {
    id: 'property-restored',
    about: 'properties of `--properties`',
    level: 'info',
    mirror: 'property-broken',
    why: 'A property of `--properties` is proved now and was not before.',
    message: '',
    fields: [],
  },
];
