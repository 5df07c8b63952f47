/** The plain data that the library takes and gives. It has the form of the JSON reports (docs/schemas). */

/** A configuration: its text (YAML or JSON), or what a parser made of it. The name is what messages call it. */
export type Input =
  | string
  | { readonly name?: string; readonly text: string }
  | { readonly name?: string; readonly value: unknown };

/** Several inputs stand for one configuration, whose parts are in several files. */
export type Inputs = Input | readonly Input[];

/** How inputs are read, and what is shown of them. */
export interface ReadOptions {
  /** Read every input as this message (`Cluster`, `VirtualHost`, `core.Node`…) instead of finding out. */
  readonly type?: string;
  /** The namespace of names such as `WORD.filters.http.router`; found from the input otherwise. */
  readonly namespace?: string;
  /** The version of the API of inputs that do not show one. */
  readonly api?: ApiVersion;
  /** The release of the proxy that inputs are held to, such as `1.36`; that which a dump states, or the newest that is known, where absent. */
  readonly release?: string;
  /** Show passwords and keys in results instead of `<redacted>`. */
  readonly showSecrets?: boolean;
}

export type Level = 'error' | 'warning' | 'info';

export type ApiVersion = 'v2' | 'v3';

/** A place in a text; lines and columns count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A place in an input. */
export interface Place {
  readonly file: string;
  /** The version of the API that the input is written in. */
  readonly api: ApiVersion | 'mixed';
  /** The release of the proxy that the input is held to; absent for version 2. */
  readonly release?: string;
  /** RFC 6901, in the input's own spelling of keys. */
  readonly pointer: string;
  /** Which document of several, from 0. */
  readonly document?: number;
  /** The pointer of the text that the place is in, for a configuration embedded in another document. */
  readonly embedded?: string;
  readonly range: Range;
  /** The object that a control plane made it of, where it says so. */
  readonly source?: SourceObject;
}

/** Such as HTTPRoute shop/cart (rule 2). */
export interface SourceObject {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** From 0. */
  readonly rule?: number;
  /** A part with a name of its own: a rule, a listener, a port. */
  readonly section?: string;
}

export interface Resource {
  readonly type: string;
  readonly name: string;
}

export interface Finding extends Place {
  readonly rule: string;
  readonly level: Level;
  readonly message: string;
  readonly resource?: Resource;
  /** The same while the finding is the same, wherever it moves. */
  readonly fingerprint: string;
  readonly related: readonly (Place & { readonly message: string })[];
  /** An example, where the rule has one. */
  readonly request?: RequestData;
  /** Facts in the form that the rule documents. */
  readonly data: { readonly [key: string]: unknown };
  /** Where cfgtool can fix it. */
  readonly fix?: { readonly title: string };
}

export interface Analysis {
  readonly summary: {
    readonly files: number;
    readonly error: number;
    readonly warning: number;
    readonly info: number;
    /** Hidden by comments in the inputs. */
    readonly suppressed: number;
  };
  readonly findings: readonly Finding[];
}

export type DiffLevel = 'breaking' | 'warning' | 'info' | 'cosmetic';

/** A value on one side of a change. */
export interface Side {
  readonly value: unknown;
  readonly origin: 'written' | 'default' | 'migrated';
  /** Why a default holds, or which migration made the value. */
  readonly why?: string;
  readonly file?: string;
  readonly api?: ApiVersion | 'mixed';
  readonly range?: Range;
  readonly source?: SourceObject;
}

export interface Change {
  readonly rule: string;
  readonly level: DiffLevel;
  readonly kind: 'added' | 'removed' | 'changed' | 'moved' | 'renamed';
  readonly resource: Resource;
  /** Dotted snake_case, relative to the resource, in the normalized form. */
  readonly path: string;
  readonly before: Side | null;
  readonly after: Side | null;
  readonly fingerprint: string;
  readonly message: string;
  /** Why it is that severe. */
  readonly reason: string;
}

/** Requests that are handled differently. */
export interface MovedRequests {
  /** One of them; it was replayed through both sides. */
  readonly request: RequestData;
  readonly before: { readonly outcome: Outcome; readonly [key: string]: unknown };
  readonly after: { readonly outcome: Outcome; readonly [key: string]: unknown };
  readonly message: string;
  readonly [key: string]: unknown;
}

export interface Difference {
  /** Whether both sides mean the same. */
  readonly equal: boolean;
  readonly summary: { readonly [level in DiffLevel]: number } & { readonly rerouted: number };
  /** The errors for which the proxy refuses a side; absent where it refuses neither. Each that is new is a change of rule `refused`. */
  readonly refused?: { readonly before: readonly Finding[]; readonly after: readonly Finding[] };
  readonly changes: readonly Change[];
  /** What becomes of requests; absent where it was not asked for. */
  readonly behaviour?: {
    readonly equal: boolean;
    readonly undecided: readonly unknown[];
    readonly changes: readonly MovedRequests[];
    readonly [key: string]: unknown;
  };
}

/** A deprecated form that was converted, or stays. */
export interface MigratedForm {
  readonly migration: string;
  readonly pointer: string;
  readonly range: Range;
  readonly reason: string;
  readonly document?: number;
  readonly embedded?: string;
}

/** An operation of RFC 6902. */
export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

export interface Migrated {
  /** The migrated text; the input's own where nothing changed. */
  readonly text: string;
  readonly changed: boolean;
  readonly applied: readonly MigratedForm[];
  readonly left: readonly MigratedForm[];
  readonly warnings: readonly string[];
  /** The same as operations on the parsed input, where it is one document. */
  readonly patch: readonly PatchOperation[];
  /** Of several or embedded documents, one by one. */
  readonly patches?: readonly {
    readonly document: number;
    readonly embedded?: string;
    readonly patch: readonly PatchOperation[];
  }[];
  /** Whether the meaning before and after is the same; where it is not, `text` is the input's own. */
  readonly equivalent: boolean;
  readonly difference?: string;
}

/** The canonical form of an input, one value for each of its documents. */
export type Normalized = readonly unknown[];

/** A request. Everything but `authority` and `path` has a value of its own where it is left out. */
export interface RequestData {
  /** GET. */
  readonly method?: string;
  readonly authority: string;
  /** With the query. */
  readonly path: string;
  /** http. */
  readonly scheme?: string;
  /** false. */
  readonly internal?: boolean;
  /** Several values of one header as a list. */
  readonly headers?: { readonly [name: string]: string | readonly string[] };
  /** The single values of headers that come several times, of which `headers` hold all in one. */
  readonly repeated?: { readonly [name: string]: readonly string[] };
  readonly remote_address?: string;
  readonly service_cluster?: string;
  readonly random_value?: number | string;
  readonly runtime?: { readonly [key: string]: unknown };
  /** The listener that it comes in by: its name, port, `ADDRESS:PORT` or place in the file. */
  readonly listener?: string;
  /** The name that the client asks for in its TLS handshake; empty for none. The host where absent. */
  readonly server_name?: string;
  /** The application protocols that the client offers, joined with commas. */
  readonly alpn?: string;
  /** The address that the client connected to, with or without a port. */
  readonly destination_address?: string;
  /** The port that the client connects from. */
  readonly source_port?: number;
  readonly client_certificate?: {
    readonly subject?: string;
    readonly uri_sans?: readonly string[];
    readonly dns_sans?: readonly string[];
    readonly validated?: boolean;
  };
  /** What a valid token of the request holds. */
  readonly claims?: { readonly provider: string; readonly payload: { readonly [claim: string]: unknown } };
  readonly dynamic_metadata?: { readonly [namespace: string]: unknown };
  /** Objects of the filter state, as texts. */
  readonly filter_state?: { readonly [key: string]: string };
  /** The route configuration that it is about, where nothing else tells. */
  readonly route_config?: string;
}

/** What becomes of a request: the contract's outcome, whose keys depend on its kind. */
export interface Outcome {
  readonly kind:
    | 'forward'
    | 'redirect'
    | 'direct_response'
    | 'not_found'
    | 'answered'
    | 'closed'
    | 'random'
    | 'undecided';
  /** What each HTTP filter did, in order; left out where it is not known which connection manager it is. */
  readonly filters?: readonly {
    readonly name: string;
    readonly type: string | null;
    readonly effect: 'passed' | 'answered' | 'changed' | 'skipped' | 'unknown';
    readonly why: string;
    readonly pointer?: string;
    readonly [key: string]: unknown;
  }[];
  /** What the outcome rests on, where a filter has no model or somebody else decides. */
  readonly assuming?: readonly {
    readonly filter: string | null;
    readonly that: string;
    readonly pointer?: string;
    readonly [key: string]: unknown;
  }[];
  readonly [key: string]: unknown;
}

export interface RouteReference {
  readonly index: number;
  readonly name: string | null;
  readonly pointer?: string;
  readonly [key: string]: unknown;
}

export interface Trace {
  readonly request: RequestData;
  readonly virtual_host: string | null;
  readonly route: RouteReference | null;
  readonly outcome: Outcome;
  /** What was tried, in order, and why it matched or did not. */
  readonly steps: readonly { readonly what: string; readonly matched: boolean; readonly why: string }[];
  readonly [key: string]: unknown;
}
