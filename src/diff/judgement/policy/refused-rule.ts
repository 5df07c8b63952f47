/** The rule for errors that are new: what the proxy refuses is no change of a field, and has no mirror but itself. */
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
