/** Rules about no single field: errors that are new, and requests that pass on one side only. */
import type { DiffRule } from './topic.ts';

export const REFUSED = 'refused';

export const refusedRule: DiffRule = {
  id: REFUSED,
  level: 'breaking',
  mirror: REFUSED,
  why: 'The proxy refuses a configuration with such an error: one that starts ends at once, one that runs goes on with what it has, so that nothing of the change comes into force.',
  message: '',
  fields: [],
};

/** What groups of requests fall under that pass on one side and are kept out on the other, and what properties do. */
export const accessRules: readonly DiffRule[] = [
  {
    id: 'access-opened',
    level: 'breaking',
    mirror: 'access-closed',
    why: 'Requests that were denied, challenged or not served before come to a cluster now: whoever sends them gets in.',
    message: '',
    fields: [],
  },
  {
    id: 'access-closed',
    level: 'warning',
    mirror: 'access-opened',
    why: 'Requests that came to a cluster before are denied, challenged or not served now; where nobody serves them any more, that is breaking.',
    message: '',
    fields: [],
  },
  {
    id: 'property-broken',
    level: 'breaking',
    mirror: 'property-restored',
    why: 'A property of `--properties` was proved before and is not now: what it kept out for all requests may pass.',
    message: '',
    fields: [],
  },
  {
    id: 'property-restored',
    level: 'info',
    mirror: 'property-broken',
    why: 'A property of `--properties` is proved now and was not before.',
    message: '',
    fields: [],
  },
];
