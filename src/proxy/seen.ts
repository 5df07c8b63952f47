/** What a real proxy did with one request. */

export type Headers = readonly (readonly [name: string, value: string])[];

/** A request as it came to a cluster. */
export interface Received {
  readonly cluster: string;
  readonly method: string;
  /** `:path`, with the query. */
  readonly path: string;
  /** In the order of the wire, `host` among them. */
  readonly headers: Headers;
}

/** What the access log says of a request. */
export interface Logged {
  readonly id: string;
  readonly cluster: string | null;
  /** The route that took it, by its virtual host and its place there; null where none did. */
  readonly route: { readonly virtualHost: number; readonly route: number } | null;
  readonly details: string;
}

export type Seen =
  /** The connection was closed without an answer. */
  | { readonly kind: 'closed'; readonly why: string }
  /** It cannot be sent over HTTP/1.1. */
  | { readonly kind: 'unsent'; readonly why: string }
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Headers;
      /** Absent where the log did not come in time. */
      readonly logged: Logged | undefined;
      /** What came to the clusters, copies too. */
      readonly received: readonly Received[];
    };

export function valuesOf(headers: Headers, name: string): readonly string[] {
  return headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
}
