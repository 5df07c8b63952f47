/**
 * The small language the tables of the data model are written in.
 *
 * A table states each fact about a message, field or enum once. Checking, canonical spelling, defaults, keyed
 * comparison, JSON Schema, `explain`, the TypeScript types and the docs are all derived from it.
 */

/** A value in canonical form as a table states it, for instance `'5s'`, `1048576` or `{ value: 50 }`. */
export type Literal = string | number | boolean | readonly Literal[] | { readonly [key: string]: Literal };

/**
 * Rules for defaults that depend on the rest of the message; `src/model/defaults.ts` implements each under its
 * name.
 */
export type DerivedDefault =
  /** `max_interval`: ten times `base_interval` of the same message. */
  | 'ten-times-base-interval'
  /** `dns_failure_refresh_rate`: the cluster's DNS refresh rate as base interval. */
  | 'dns-refresh-rate'
  /** a load assignment's `cluster_name` inside a cluster: the cluster's own name. */
  | 'own-cluster-name'
  /** `unhealthy_interval` and `healthy_edge_interval` of a health check: its `interval`. */
  | 'interval'
  /** `unhealthy_edge_interval` of a health check: its `unhealthy_interval`, or else its `interval`. */
  | 'unhealthy-interval'
  /** `runtime_fraction` of a mirror policy: every request, unless the older `runtime_key` says how many. */
  | 'every-request';

export type DefaultSpec =
  | { readonly value: Literal; readonly why?: string }
  | { readonly derived: DerivedDefault; readonly why: string };

/** Bounds a value must respect. Durations are compared as time, strings and bytes by their UTF-8 length. */
export interface Limits {
  readonly gt?: number | string;
  readonly gte?: number | string;
  readonly lt?: number | string;
  readonly lte?: number | string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minBytes?: number;
  readonly maxBytes?: number;
  /** The only values allowed. */
  readonly oneOf?: readonly (string | number | boolean)[];
  /** The text must be a legal header name or header value (no NUL, CR, LF). */
  readonly text?: 'header-name' | 'header-value';
  /** The same bounds for every entry of a list. */
  readonly items?: Omit<Limits, 'items' | 'minItems' | 'maxItems'>;
}

/** What replaces a deprecated field or enum value, and the migration that ends it where there is one. */
export interface Deprecation {
  readonly use: string;
  readonly migration?: string;
}

/**
 * A field. `type` is a scalar (`string`, `bool`, `uint32`, `int32`, `uint64`, `int64`, `double`, `bytes`), a
 * wrapper (`BoolValue`, `UInt32Value`, `UInt64Value`, `DoubleValue`), `Duration`, `Timestamp`, `Struct`, `Any`, `Empty`,
 * a full message or enum name, `repeated X` or `map<string, X>`.
 */
export interface FieldSpec {
  readonly type: string;
  /** One line in our own words. */
  readonly doc: string;
  /** REQUIRED: must be present, and not empty where it is a string or a list. */
  readonly required?: true;
  /** Not demanded after all while this sibling field is set. */
  readonly requiredUnless?: string;
  /** The one-of of this message that the field is a member of. */
  readonly oneof?: string;
  readonly default?: DefaultSpec;
  readonly limits?: Limits;
  /** What a text is matched against: that it may not be empty is a rule of its own, `empty-matcher`. */
  readonly matcher?: true;
  readonly deprecated?: Deprecation;
  /** `set`: the order of the list means nothing. Lists are ordered unless this says so. */
  readonly order?: 'set';
  /** The presence of this message means something even when it is empty (routing-facts 58). */
  readonly presence?: true;
  /** A `type.Percent` of which the proxy reads whole percents only, cutting off the rest. */
  readonly wholePercents?: true;
  /** Holds key material, a password or a token: shown as `<redacted>`. */
  readonly secret?: true;
  /** Absent in the older form of the data model (Versioning, 4). */
  readonly newer?: true;
  /** Not in `data-model.md`; known from the wider model that real configurations carry. */
  readonly beyond?: true;
  /** Other spellings of the field's name that are accepted. */
  readonly aliases?: readonly string[];
  /** What the field names; of a map, its keys do. Runtime keys go on after their start with a dot. */
  readonly names?: 'cluster' | 'runtime key' | 'start of runtime keys';
  /** For an Any: the message it is read as where it has no `@type`, as in the dumps of older proxies. */
  readonly holds?: string;
}

export type OneofNeed = 'exactly one' | 'at most one';

export interface MessageSpec {
  readonly doc: string;
  /** Where it is specified: the heading in `data-model.md`, or `wider model`. */
  readonly section: string;
  readonly oneofs?: { readonly [name: string]: OneofNeed };
  /** Fields that make two list entries the same thing, outermost first; `header.key` reaches into a message. */
  readonly identity?: readonly string[];
  readonly fields: { readonly [name: string]: FieldSpec };
}

export interface EnumValueSpec {
  readonly number: number;
  readonly doc: string;
  readonly deprecated?: Deprecation;
  readonly newer?: true;
  readonly beyond?: true;
}

export interface EnumSpec {
  readonly doc: string;
  readonly section: string;
  readonly values: { readonly [name: string]: EnumValueSpec };
}

/** One area's messages by full name, such as `Cluster.CommonLbConfig` or `core.Node`. */
export type MessageTables = { readonly [name: string]: MessageSpec };
/** One area's enums by full name. */
export type EnumTables = { readonly [name: string]: EnumSpec };
