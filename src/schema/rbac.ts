/** Role-based access control: who may do what. */
import type { EnumTables, MessageTables } from './language.ts';

export const rbacMessages = {
  'http.rbac.RBAC': {
    doc: 'The HTTP filter for access control.',
    section: 'full API',
    fields: {
      rules: {
        type: 'rbac.RBAC',
        doc: 'Rules that are enforced; absent refuses nothing, an empty message refuses everything.',
        presence: true,
      },
      shadow_rules: {
        type: 'rbac.RBAC',
        doc: 'Rules that are only tried and counted; absent tries none.',
        presence: true,
      },
      rules_stat_prefix: {
        type: 'string',
        doc: 'Further name in the statistics of the enforced rules.',
        only: 'v3',
      },
      matcher: {
        type: 'type.matcher.Matcher',
        doc: 'Match tree that allows or denies; what it misses, and all when it is empty, is denied.',
        presence: true,
        only: 'v3',
      },
      shadow_matcher: {
        type: 'type.matcher.Matcher',
        doc: 'Match tree that only counts and logs; absent tries nothing out.',
        presence: true,
        only: 'v3',
      },
      shadow_rules_stat_prefix: {
        type: 'string',
        doc: 'Further name in the statistics of the rules on trial.',
        only: 'v3',
      },
      track_per_rule_stats: {
        type: 'bool',
        doc: 'Keeps counters for each rule, on trial or enforced.',
        only: 'v3',
      },
    },
  },
  RBACPerRoute: {
    doc: 'Access control for one route, virtual host or weighted cluster.',
    section: 'full API',
    fields: {
      rbac: {
        type: 'http.rbac.RBAC',
        doc: "Rules that replace the filter's own; absent turns access control off here.",
        presence: true,
      },
    },
  },
  'rbac.RBAC': {
    doc: 'An action and the policies it applies to.',
    section: 'full API',
    fields: {
      action: {
        type: 'rbac.RBAC.Action',
        doc: 'What happens to requests that fit a policy; all others get the opposite.',
        limits: { definedOnly: true },
      },
      policies: {
        type: 'map<string, Policy>',
        doc: 'Policies by name; a request fits when any of them does.',
      },
      audit_logging_options: {
        type: 'rbac.RBAC.AuditLoggingOptions',
        doc: 'When decisions are audited, and where they are logged; for gRPC servers only.',
        only: 'v3',
      },
    },
  },
  Policy: {
    doc: 'Fits when a permission, a principal and the condition fit.',
    section: 'full API',
    fields: {
      permissions: {
        type: 'repeated Permission',
        doc: 'What is done; any of them must fit.',
        required: true,
        order: 'set',
      },
      principals: {
        type: 'repeated Principal',
        doc: 'Who does it; any of them must fit.',
        required: true,
        order: 'set',
      },
      condition: {
        type: 'Struct',
        doc: 'Parsed expression (CEL) that must hold as well; absent asks nothing more.',
      },
      checked_condition: {
        type: 'Struct',
        doc: 'Type-checked form of a condition, in place of condition; not implemented.',
        only: 'v3',
      },
      cel_config: {
        type: 'core.CelExpressionConfig',
        doc: 'Text functions to allow in condition, such as joining and conversion.',
        only: 'v3',
      },
    },
  },
  Permission: {
    doc: 'A condition on what is done.',
    section: 'full API',
    oneofs: { rule: 'exactly one' },
    fields: {
      and_rules: { type: 'Permission.Set', doc: 'All of several conditions.', oneof: 'rule' },
      or_rules: { type: 'Permission.Set', doc: 'Any of several conditions.', oneof: 'rule' },
      any: { type: 'bool', doc: 'Anything.', oneof: 'rule', limits: { oneOf: [true] } },
      header: {
        type: 'route.HeaderMatcher',
        doc: 'A header of the request, such as `:method`; HTTP only.',
        oneof: 'rule',
      },
      url_path: {
        type: 'type.matcher.PathMatcher',
        doc: 'The path without query and fragment; HTTP only.',
        oneof: 'rule',
      },
      destination_ip: { type: 'core.CidrRange', doc: 'The address the client connected to.', oneof: 'rule' },
      destination_port: {
        type: 'uint32',
        doc: 'The port the client connected to.',
        oneof: 'rule',
        limits: { lte: 65535 },
      },
      metadata: {
        type: 'type.matcher.MetadataMatcher',
        doc: 'Dynamic metadata that earlier filters left.',
        oneof: 'rule',
        in: { v3: { deprecated: { use: 'sourced_metadata', migration: 'rbac-metadata-to-sourced' } } },
      },
      not_rule: { type: 'Permission', doc: 'The opposite of a condition.', oneof: 'rule' },
      requested_server_name: {
        type: 'type.matcher.StringMatcher',
        doc: 'The server name (SNI) that the client asked for.',
        oneof: 'rule',
      },
      destination_port_range: {
        type: 'type.Int32Range',
        doc: 'Destination ports, the end left out.',
        oneof: 'rule',
        only: 'v3',
      },
      matcher: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that decides whether the permission fits.',
        oneof: 'rule',
        only: 'v3',
      },
      uri_template: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that matches the path, such as by URI template.',
        oneof: 'rule',
        only: 'v3',
      },
      sourced_metadata: {
        type: 'SourcedMetadata',
        doc: 'Matcher on metadata of the request or of its route; more general than metadata.',
        oneof: 'rule',
        only: 'v3',
      },
    },
  },
  'Permission.Set': {
    doc: 'Several conditions on what is done.',
    section: 'full API',
    fields: {
      rules: {
        type: 'repeated Permission',
        doc: 'The conditions.',
        required: true,
        order: 'set',
      },
    },
  },
  Principal: {
    doc: 'A condition on who does it.',
    section: 'full API',
    oneofs: { identifier: 'exactly one' },
    fields: {
      and_ids: {
        type: 'Principal.Set',
        doc: 'All of several conditions.',
        oneof: 'identifier',
      },
      or_ids: {
        type: 'Principal.Set',
        doc: 'Any of several conditions.',
        oneof: 'identifier',
      },
      any: { type: 'bool', doc: 'Anyone.', oneof: 'identifier', limits: { oneOf: [true] } },
      authenticated: {
        type: 'Principal.Authenticated',
        doc: 'Someone with a verified client certificate; an empty message takes any of them.',
        oneof: 'identifier',
        presence: true,
      },
      source_ip: {
        type: 'core.CidrRange',
        doc: "The client's address.",
        oneof: 'identifier',
        in: { v3: { deprecated: { use: 'direct_remote_ip', migration: 'source-ip-to-remote-ip' } } },
      },
      header: {
        type: 'route.HeaderMatcher',
        doc: 'A header of the request; HTTP only.',
        oneof: 'identifier',
      },
      url_path: {
        type: 'type.matcher.PathMatcher',
        doc: 'The path without query and fragment; HTTP only.',
        oneof: 'identifier',
      },
      metadata: {
        type: 'type.matcher.MetadataMatcher',
        doc: 'Dynamic metadata that earlier filters left.',
        oneof: 'identifier',
        in: { v3: { deprecated: { use: 'sourced_metadata', migration: 'rbac-metadata-to-sourced' } } },
      },
      not_id: { type: 'Principal', doc: 'The opposite of a condition.', oneof: 'identifier' },
      direct_remote_ip: {
        type: 'core.CidrRange',
        doc: 'Addresses of the directly connected peer, whatever headers say.',
        oneof: 'identifier',
        only: 'v3',
      },
      remote_ip: {
        type: 'core.CidrRange',
        doc: 'Addresses of the client, as told by headers or the PROXY protocol where those are trusted.',
        oneof: 'identifier',
        only: 'v3',
      },
      filter_state: {
        type: 'type.matcher.FilterStateMatcher',
        doc: 'Matcher on filter state.',
        oneof: 'identifier',
        only: 'v3',
      },
      sourced_metadata: {
        type: 'SourcedMetadata',
        doc: 'Matcher on metadata of the request or of its route; more general than metadata.',
        oneof: 'identifier',
        only: 'v3',
      },
      custom: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that decides whether the principal fits.',
        oneof: 'identifier',
        only: 'v3',
      },
    },
  },
  'Principal.Set': {
    doc: 'Several conditions on who does it.',
    section: 'full API',
    fields: {
      ids: {
        type: 'repeated Principal',
        doc: 'The conditions.',
        required: true,
        order: 'set',
      },
    },
  },
  'Principal.Authenticated': {
    doc: 'A client known by its certificate.',
    section: 'full API',
    fields: {
      principal_name: {
        type: 'type.matcher.StringMatcher',
        doc: 'Its first URI, else DNS name, else subject; absent takes every verified client.',
      },
    },
  },
} as const satisfies MessageTables;

export const rbacEnums = {
  'rbac.RBAC.Action': {
    doc: 'What happens to requests that fit a policy.',
    section: 'full API',
    values: {
      ALLOW: { number: 0, doc: 'They pass, and all others are refused.' },
      DENY: { number: 1, doc: 'They are refused, and all others pass.' },
      LOG: {
        number: 2,
        doc: 'Everything passes; what matches is marked in dynamic metadata for access logs.',
        only: 'v3',
      },
    },
  },
} as const satisfies EnumTables;
