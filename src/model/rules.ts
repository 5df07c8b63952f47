/** The rules of checking one message by itself, as data: what each finds, why it matters and how to fix it. */
import type { Level, ProblemRule } from './problem.ts';

/** A message of a table, written as YAML. */
export interface RuleExample {
  readonly type: string;
  readonly yaml: string;
  /** A file of properties that counts for it. */
  readonly properties?: string;
}

/** What editors and code scanning show of a rule's findings beside their level: that they could as well be away. */
export type FindingTag = 'deprecated' | 'unnecessary';

export interface Rule {
  /** Permanent; scripts and suppressions name it. */
  readonly id: ProblemRule;
  /** Of its findings; `deprecated-field` is weaker where only the full API deprecates a form. */
  readonly level: Level;
  readonly tag?: FindingTag;
  /** One line: what is found. */
  readonly purpose: string;
  readonly why: string;
  /** What to do about a finding. */
  readonly remedy: string;
  /** Where it is demanded: a heading of the specification, or the contract. */
  readonly source: string;
  /** Gives findings of this rule and of no other. */
  readonly bad: RuleExample;
  /** Gives no finding at all. */
  readonly good: RuleExample;
}

/** In the order in which they are listed and explained. */
export const rules: readonly Rule[] = [
  {
    id: 'required-field',
    level: 'error',
    purpose: 'A field that must be there is missing, null or empty.',
    why: 'The proxy refuses the whole message, and with it the configuration or the update that carries it. A required text or list that is there but empty is refused just the same.',
    remedy: 'Give the field a value. Where the message is not needed at all, remove the message.',
    source: 'data-model.md: Notation used in this document: REQUIRED',
    bad: { type: 'Cluster', yaml: 'lb_policy: RANDOM\nconnect_timeout: 1s\n' },
    good: { type: 'Cluster', yaml: 'name: cart\nlb_policy: RANDOM\nconnect_timeout: 1s\n' },
  },
  {
    id: 'one-of',
    level: 'error',
    purpose: 'Of fields that exclude each other two are set, or none where one is needed.',
    why: 'Such fields share one slot in the proxy. With two of them set the message is refused; with none, where one is needed, the proxy does not know what to do and refuses it too.',
    remedy: 'Keep the one that is meant and remove the others. Fields set to null do not count.',
    source: 'data-model.md: Notation used in this document: Precisely one of, Only one of',
    bad: { type: 'route.RouteMatch', yaml: 'prefix: /cart\npath: /cart/checkout\n' },
    good: { type: 'route.RouteMatch', yaml: 'path: /cart/checkout\n' },
  },
  {
    id: 'unknown-field',
    level: 'error',
    purpose: 'A field that its message does not have.',
    why: 'Most often this is a typo in the name or a line at the wrong depth. The proxy refuses fields it does not know; where it is told to skip them, the setting silently does nothing. A field that other versions of the proxy have is a warning: whether it is refused depends on the age of the proxy. So is one of version 3 that no known release has, where its name is near no other and its message has grown before: a newer release may have it. With --release both are errors.',
    remedy:
      'Correct the name (a near one is suggested) or the indentation. `cfgtool explain MESSAGE` lists the fields.',
    source: 'data-model.md: Resources and their fields',
    bad: {
      type: 'Cluster',
      yaml: 'name: cart\nconnect_timeout: 1s\nper_conection_buffer_limit_bytes: 32768\n',
    },
    good: { type: 'Cluster', yaml: 'name: cart\nconnect_timeout: 1s\n' },
  },
  {
    id: 'wrong-type',
    level: 'error',
    purpose: 'A value that its field cannot hold: text for a number, an object for a duration.',
    why: 'The proxy cannot read the value and refuses the message. In YAML this is often a missing quote, a unit the field does not take, or a dash too many.',
    remedy:
      'Write the value in the form of the type: `cfgtool explain MESSAGE.FIELD` names it and shows an example.',
    source: 'data-model.md: Notation used in this document',
    bad: {
      type: 'Cluster',
      yaml: 'name: cart\nconnect_timeout: 1s\nper_connection_buffer_limit_bytes: 32 KiB\n',
    },
    good: {
      type: 'Cluster',
      yaml: 'name: cart\nconnect_timeout: 1s\nper_connection_buffer_limit_bytes: 32768\n',
    },
  },
  {
    id: 'unknown-enum-value',
    level: 'error',
    purpose: 'A name or number that its enumeration does not have.',
    why: 'The proxy knows no such choice and refuses the message. It does not fall back to the default. A number is a warning where the API of version 3 does not refuse it: the proxy takes it, and nothing says what it does then.',
    remedy: 'Take one of the values that `cfgtool explain` lists for the enumeration.',
    source: 'data-model.md: Common enumerations; Cluster enumerations',
    bad: { type: 'Cluster', yaml: 'name: cart\nconnect_timeout: 1s\nlb_policy: WEIGHTED_ROBIN\n' },
    good: { type: 'Cluster', yaml: 'name: cart\nconnect_timeout: 1s\nlb_policy: ROUND_ROBIN\n' },
  },
  {
    id: 'out-of-range',
    level: 'error',
    purpose: 'A number, duration, text or list beyond the bounds of its field.',
    why: 'The value has the right type, but the proxy checks its bounds and refuses the message.',
    remedy: 'Choose a value within the bounds; the message of the finding states them.',
    source: 'data-model.md: Limits',
    bad: { type: 'Cluster.CommonLbConfig', yaml: 'healthy_panic_threshold:\n  value: 140\n' },
    good: { type: 'Cluster.CommonLbConfig', yaml: 'healthy_panic_threshold:\n  value: 40\n' },
  },
  {
    id: 'empty-matcher',
    level: 'error',
    purpose: 'A prefix or suffix to match on that is empty.',
    why: 'Every value begins and ends with the empty text, so the condition would only ask whether a value is there; the data model has present_match for that, and the proxy refuses the message.',
    remedy: 'Write the text that is meant. Where any value will do, use present_match: true.',
    source: 'data-model.md: route.HeaderMatcher: prefix_match, suffix_match',
    bad: {
      type: 'route.HeaderMatcher',
      yaml: '"@type": type.googleapis.com/envoy.api.v2.route.HeaderMatcher\nname: x-tenant\nprefix_match: ""\n',
    },
    good: {
      type: 'route.HeaderMatcher',
      yaml: '"@type": type.googleapis.com/envoy.api.v2.route.HeaderMatcher\nname: x-tenant\npresent_match: true\n',
    },
  },
  {
    id: 'loose-spelling',
    level: 'info',
    purpose: 'A value in a form that is read as meant, but is not the plain one.',
    why: 'The proxy takes it too, but other readers of the same file may not: an enumeration in lower case, a lone object where a list stands, a duration in parts, a boolean in quotes, a null where an empty object would mean something.',
    remedy: 'Write the plain form, as `cfgtool normalize` prints it.',
    source: 'CONTRACT: Inputs',
    bad: { type: 'Cluster', yaml: 'name: cart\nconnect_timeout: 1s\nlb_policy: least_request\n' },
    good: { type: 'Cluster', yaml: 'name: cart\nconnect_timeout: 1s\nlb_policy: LEAST_REQUEST\n' },
  },
  {
    id: 'deprecated-field',
    tag: 'deprecated',
    level: 'warning',
    purpose: 'A field or enumeration value that has a successor.',
    why: "It still works in this version of the data model, and is gone from later ones; a proxy may already warn about it or count its use. What only the proxy's full API calls deprecated is reported at level info.",
    remedy:
      'Use what the finding names. Where a migration exists, `cfgtool migrate` makes the change and keeps the meaning.',
    source: 'data-model.md: Versioning, 1',
    bad: {
      type: 'Cluster',
      yaml: 'name: cart\nconnect_timeout: 1s\nhosts:\n  - socket_address: { address: 10.0.0.7, port_value: 8080 }\n',
    },
    good: {
      type: 'Cluster',
      yaml: `name: cart
connect_timeout: 1s
load_assignment:
  cluster_name: cart
  endpoints:
    - lb_endpoints:
        - endpoint:
            address:
              socket_address: { address: 10.0.0.7, port_value: 8080 }
`,
    },
  },
  {
    id: 'duplicate-key',
    level: 'warning',
    purpose: 'The same key twice in one object.',
    why: 'The proxy reads the last value and says nothing, so that what was written first does nothing. Of two spellings of one field in YAML it takes either; in JSON it joins lists, and refuses what stands twice in a map, in free data such as metadata, and of fields of which only one may be set, which is an error.',
    remedy: 'Remove one of them, or move it to where it belongs: most often two blocks were merged by hand.',
    source: 'CONTRACT: Inputs',
    bad: { type: 'Cluster', yaml: 'name: cart\nconnect_timeout: 1s\nconnect_timeout: 5s\n' },
    good: { type: 'Cluster', yaml: 'name: cart\nconnect_timeout: 5s\n' },
  },
  {
    id: 'refused-field',
    level: 'error',
    purpose:
      'A field, or a value of an enum, that version 3 of the API no longer has, or that the proxy refuses by default.',
    why: 'Version 3 left out the deprecated forms of version 2 and gave some fields other names. A proxy of version 3 does not know them and refuses the message, and with it the configuration or the update that carries it. Before a field is taken away, the proxy refuses it unless a runtime key lets it through.',
    remedy:
      'Write what replaces it, which the finding names. `cfgtool explain MESSAGE.FIELD` tells what became of a field in each version.',
    source: 'CONTRACT: Two versions of the API: refused-field',
    bad: {
      type: 'Cluster',
      yaml: '"@type": type.googleapis.com/envoy.config.cluster.v3.Cluster\nname: cart\nconnect_timeout: 1s\ntype: STATIC\nhosts:\n- pipe: { path: /run/cart }\n',
    },
    good: {
      type: 'Cluster',
      yaml: '"@type": type.googleapis.com/envoy.config.cluster.v3.Cluster\nname: cart\nconnect_timeout: 1s\ntype: STATIC\nload_assignment:\n  cluster_name: cart\n  endpoints:\n  - lb_endpoints:\n    - endpoint: { address: { pipe: { path: /run/cart } } }\n',
    },
  },
  {
    id: 'untyped-extension',
    level: 'error',
    purpose:
      'A filter, socket, logger or other extension of version 3 without the type of its configuration.',
    why: 'Since release 1.22 the proxy finds an extension by the type URL in its `typed_config`, no longer by its name. Without one it finds none and refuses the message, also where the extension has nothing to configure.',
    remedy:
      'Add `typed_config` with the `@type` of the extension; `cfgtool explain` names it. A configuration without fields is the type alone.',
    source: 'CONTRACT: Two versions of the API: untyped-extension',
    bad: {
      type: 'HttpConnectionManager',
      yaml: '"@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager\nstat_prefix: shop\nrds: { route_config_name: shop, config_source: { ads: {} } }\nhttp_filters:\n- name: envoy.filters.http.router\n',
    },
    good: {
      type: 'HttpConnectionManager',
      yaml: '"@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager\nstat_prefix: shop\nrds: { route_config_name: shop, config_source: { ads: {} } }\nhttp_filters:\n- name: envoy.filters.http.router\n  typed_config:\n    "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router\n',
    },
  },
  {
    id: 'mixed-versions',
    level: 'error',
    purpose: 'Fields or values of both versions of the API in one message.',
    why: 'A message is read in one version. What only the other version has is unknown there, so the proxy refuses the message whichever of the two it speaks. An `@type` begins a message of its own, which may be of another version.',
    remedy:
      'Write the message in one version. `cfgtool migrate --to v3` takes a whole message of version 2 to version 3.',
    source: 'CONTRACT: Two versions of the API: mixed-versions',
    bad: {
      type: 'Cluster',
      yaml: 'name: cart\nconnect_timeout: 1s\ntype: LOGICAL_DNS\ndns_lookup_family: ALL\nhosts:\n- socket_address: { address: cart.test, port_value: 80 }\n',
    },
    good: {
      type: 'Cluster',
      yaml: 'name: cart\nconnect_timeout: 1s\ntype: LOGICAL_DNS\ndns_lookup_family: ALL\nload_assignment:\n  cluster_name: cart\n  endpoints:\n  - lb_endpoints:\n    - endpoint: { address: { socket_address: { address: cart.test, port_value: 80 } } }\n',
    },
  },
];
