/** Rules of one's own, as modules write them: part of the library's face (docs/own-rules.md). It imports nothing. */

/** What a module that `own_rules:` names has as its default export: such a rule, or a list of them. */
export interface OwnRule {
  /** `own/` and a name of small letters, digits and hyphens: settings, comments and baselines name it. */
  readonly id: string;
  /** Of its findings, unless one says otherwise. */
  readonly level: 'error' | 'warning' | 'info';
  /** One line: what is found. */
  readonly purpose: string;
  /** The version of the API whose messages it looks at; both where absent. */
  readonly version?: 'v2' | 'v3';
  /**
   * What looks at each message of a name (`Cluster`, `HttpConnectionManager`; a full name such as
   * `dubbo.RouteAction` where several share one), wherever it stands.
   */
  readonly messages: { readonly [name: string]: (message: OwnMessage, context: OwnContext) => void };
}

/**
 * A message as it is written: fields in snake_case, enums by name, durations as `1.5s`, `@type` without prefix and
 * namespace. What is not written is absent; no defaults are filled in.
 */
export interface OwnMessage {
  readonly [field: string]: unknown;
}

export interface OwnContext {
  /** As the command line names it. */
  readonly file: string;
  readonly version: 'v2' | 'v3';
  /** The values at a dotted path of the message (`retry_policy.num_retries`); through a list those of all entries. */
  values(path: string): readonly unknown[];
  /** The innermost message of a name that the message stands in. */
  around(name: string): OwnMessage | undefined;
  /** All messages of a name in what is analyzed together. */
  all(name: string): readonly OwnMessage[];
  report(finding: OwnFinding): void;
}

export interface OwnFinding {
  /** What is wrong and what to do, in one line. */
  readonly message: string;
  /** The field that it points at; the message itself where absent, or not written. */
  readonly field?: string;
  /** The entry of that field, in a list or a map. */
  readonly entry?: number | string;
  readonly level?: 'error' | 'warning' | 'info';
  /** What tells it from other findings of the rule at this place. */
  readonly identity?: string;
}
