/**
 * The small language the tables of the data model are written in.
 *
 * A table states each fact about a message, field or enum once. Checking, canonical spelling, defaults, keyed
 * comparison, JSON Schema, `explain`, the TypeScript types and the docs are all derived from it.
 */

/** A value in canonical form as a table states it, for instance `'5s'`, `1048576` or `{ value: 50 }`. */
export type Literal = string | number | boolean | readonly Literal[] | { readonly [key: string]: Literal };

/**
 * Rules for defaults that depend on the rest of the message; `src/model/fill.ts` implements each under its
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
  | {
      readonly value: Literal;
      readonly why?: string;
      /** What runtime keys that give another one end with. */
      readonly runtime?: readonly string[];
    }
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
  /** Bounds of a text in characters. */
  readonly minChars?: number;
  readonly maxChars?: number;
  /** A regular expression of the API's own that the text must match, in the syntax of RE2 and of JavaScript alike. */
  readonly pattern?: string;
  readonly prefix?: string;
  readonly suffix?: string;
  /** The only values allowed. */
  readonly oneOf?: readonly (string | number | boolean)[];
  /** Values that are not allowed. */
  readonly noneOf?: readonly Literal[];
  /** A number that the enum does not name is refused. */
  readonly definedOnly?: true;
  readonly text?: TextRule;
  /** An empty text or list is allowed, whatever the other bounds say. */
  readonly unlessEmpty?: true;
  /** No two entries of the list may be equal. */
  readonly unique?: true;
  /** The bounds of every entry of a list, and of every key and value of a map. */
  readonly items?: Limits;
  readonly keys?: Limits;
  readonly values?: Limits;
}

/** A legal header name or value: no NUL, CR or LF; a strict one holds only the characters that HTTP has for it. */
export type TextRule = 'header-name' | 'header-value' | 'strict-header-name' | 'strict-header-value';

/** What replaces a deprecated field or enum value, and the migration that ends it where there is one. */
export interface Deprecation {
  readonly use: string;
  readonly migration?: string;
}

/**
 * A field. `type` is a scalar (`string`, `bool`, `uint32`, `int32`, `uint64`, `int64`, `double`, `bytes`), a
 * wrapper (`BoolValue`, `UInt32Value`, `UInt64Value`, `Int32Value`, `Int64Value`, `DoubleValue`, `StringValue`,
 * `BytesValue`), `Duration`, `Timestamp`, `Struct`, `Value`, `Any`, `Empty`,
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
  /**
   * `set`: the order of the list means nothing; `set by identity`: it means something among entries of one identity
   * only, of which one counts. Lists are ordered unless this says so.
   */
  readonly order?: 'set' | 'set by identity';
  /** It is known that this message means something even when it is empty (fact 58, fact 144). */
  readonly presence?: true;
  /** A `type.Percent` of which the proxy reads whole percents only, cutting off the rest. */
  readonly wholePercents?: true;
  /** What stands in it has no defaults: a limit that is not written is none (fact 165). */
  readonly withoutDefaults?: true;
  /** Holds key material, a password or a token: shown as `<redacted>`. */
  readonly secret?: true;
  /** Absent in the older form of the data model (Versioning, 4). */
  readonly newer?: true;
  /** Not in `data-model.md`; known from the full API that real configurations carry. */
  readonly unmodelled?: true;
  /** Other spellings of the field's name that are accepted. */
  readonly aliases?: readonly string[];
  /** What the field names; of a map, its keys do. Runtime keys go on after their start with a dot. */
  readonly names?: 'cluster' | 'runtime key' | 'start of runtime keys';
  /** The one version that has the field. */
  readonly only?: ApiVersion;
  /** What is otherwise in one version than the rest says. */
  readonly in?: { readonly [version in ApiVersion]?: FieldChange };
  /** The proxy refuses whatever sets it. */
  readonly refused?: true;
  /** For an Any: the message it is read as where it has no `@type`, as in the dumps of older proxies. */
  readonly holds?: string;
}

/** What one version says of a field in place of what its table says otherwise; false where it does not say so. */
export interface FieldChange {
  readonly name?: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly oneof?: string;
  readonly limits?: Limits | false;
  readonly default?: DefaultSpec | false;
  readonly deprecated?: Deprecation | false;
  readonly secret?: true;
  readonly refused?: true;
}

export type OneofNeed = 'exactly one' | 'at most one';

export interface MessageSpec {
  readonly doc: string;
  /** Where it is specified: the heading in `data-model.md`, or `full API`. */
  readonly section: string;
  readonly oneofs?: { readonly [name: string]: OneofNeed | { readonly [version in ApiVersion]: OneofNeed } };
  /** Fields that make two list entries the same thing, outermost first; `header.key` reaches into a message. */
  readonly identity?: readonly string[];
  readonly fields: { readonly [name: string]: FieldSpec };
}

export interface EnumValueSpec {
  readonly number: number;
  readonly doc: string;
  readonly deprecated?: Deprecation;
  readonly newer?: true;
  readonly unmodelled?: true;
  readonly only?: ApiVersion;
  /** What is otherwise in one version than the rest says. */
  readonly in?: { readonly [version in ApiVersion]?: { readonly deprecated: Deprecation } };
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

/** What descriptors say of a message: of version 2 where it has words, and of version 3. */
export interface ToldMessage {
  readonly oneofs?: NonNullable<MessageSpec['oneofs']>;
  readonly fields: { readonly [name: string]: ToldField };
}

/** What version 2 says of a field where both have it, and what version 3 says otherwise. */
export type ToldField = Facts & {
  readonly deprecated?: true;
  readonly only?: ApiVersion;
  readonly in?: { readonly v3: Omit<FieldChange, 'deprecated'> & { readonly deprecated?: boolean } };
};

type Facts = Pick<FieldSpec, 'type' | 'required' | 'oneof' | 'limits' | 'secret' | 'refused'>;

export type ToldMessages = { readonly [id: string]: ToldMessage };

/** The number of each value by name, and what is not so in both versions. */
export interface ToldEnum {
  readonly [value: string]: number | ToldValue;
}

export interface ToldValue {
  readonly number: number;
  readonly only?: ApiVersion;
  /** The versions that deprecate it. */
  readonly deprecated?: ApiVersion | 'both';
}

export type ToldEnums = { readonly [id: string]: ToldEnum };

/** A message of version 3 without words. */
export interface GeneratedMessage {
  readonly oneofs?: NonNullable<MessageSpec['oneofs']>;
  readonly fields: { readonly [name: string]: Facts & Pick<FieldSpec, 'deprecated'> };
}

export type GeneratedMessages = { readonly [id: string]: GeneratedMessage };

/** An enum of version 3 without words: its values by name. */
export interface GeneratedEnum {
  readonly [value: string]: number | Pick<EnumValueSpec, 'number' | 'deprecated'>;
}

export type GeneratedEnums = { readonly [id: string]: GeneratedEnum };

/** What is known of a message or an enum from release to release. Releases stand as `1.36`. */
export interface MessageHistory {
  /** The first modelled release that has it; absent where the oldest does. */
  readonly since?: string;
  /** The last modelled release that has it; absent where the newest does. */
  readonly until?: string;
  /** Known from one state of it alone: others may have more fields. */
  readonly isOpen?: true;
  readonly fields?: { readonly [name: string]: FieldHistory };
  readonly oneofs?: { readonly [name: string]: readonly OneofBefore[] };
  /** Of an enum. */
  readonly values?: { readonly [name: string]: ValueHistory };
}

export interface ValueHistory {
  readonly since?: string;
  readonly until?: string;
  /** The first modelled release that deprecates it. */
  readonly deprecated?: string;
}

export interface FieldHistory extends ValueHistory {
  /** What earlier releases say otherwise, the oldest first. */
  readonly was?: readonly FieldBefore[];
}

/** What was so up to and with a release; false where nothing was said. */
export interface FieldBefore {
  readonly until: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly limits?: Limits | false;
  readonly oneof?: string | false;
  readonly refused?: boolean;
}

export interface OneofBefore {
  readonly until: string;
  /** False where there was none. */
  readonly need: OneofNeed | false;
}

export type Histories = { readonly [id: string]: MessageHistory };

/** A release whose descriptors are known. */
export interface Modelled {
  readonly release: string;
  /** Told from a tag that names no release: what it has came with this release or before. */
  readonly isAbout?: true;
}

/** The versions of the API that configurations are written in. */
export type ApiVersion = 'v2' | 'v3';
