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

/** What groups of requests fall under that pass on one side and are kept out on the other. */
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
];
