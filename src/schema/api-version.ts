/** The versions of the API that configurations are written in. */
export type ApiVersion = 'v2' | 'v3';
