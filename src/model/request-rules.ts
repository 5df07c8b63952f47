/** Rules about no part of a configuration, which a comparison finds and reports name: loaded without either. */

/** A group of requests that are handled differently. */
export const REROUTED = 'request-rerouted';
/** Route configurations that come or go as a whole. */
export const ROUTES_NEW = 'requests-newly-routed';
export const ROUTES_GONE = 'requests-no-longer-routed';
/** What is left open. */
export const UNDECIDED = 'undecided';
