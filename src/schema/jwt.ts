/** The HTTP filter that verifies JSON Web Tokens. */
import type { MessageTables } from './language.ts';

export const jwtMessages = {
  JwtProvider: {
    doc: 'An issuer of tokens: its keys, where tokens are found, what becomes of them.',
    section: 'wider model',
    oneofs: { jwks_source_specifier: 'exactly one' },
    fields: {
      issuer: { type: 'string', doc: "The token's `iss` claim must be this.", required: true },
      audiences: {
        type: 'repeated string',
        doc: "The token's `aud` claim must hold one of these; empty means any.",
        order: 'set',
      },
      remote_jwks: {
        type: 'RemoteJwks',
        doc: "Fetch the issuer's public keys over HTTP.",
        oneof: 'jwks_source_specifier',
      },
      local_jwks: {
        type: 'core.DataSource',
        doc: "The issuer's public keys from a file or in place.",
        oneof: 'jwks_source_specifier',
      },
      forward: { type: 'bool', doc: 'Leave the verified token in the request; otherwise it is removed.' },
      from_headers: {
        type: 'repeated JwtHeader',
        doc: 'Headers with tokens; with from_params empty too, `authorization: Bearer` and `access_token` are read.',
      },
      from_params: {
        type: 'repeated string',
        doc: 'Query parameters with tokens; with from_headers empty too, `access_token` is read.',
      },
      forward_payload_header: {
        type: 'string',
        doc: 'Request header that gets the verified payload in base64url; empty adds none.',
      },
      payload_in_metadata: {
        type: 'string',
        doc: 'Key of dynamic metadata that gets the verified payload; empty writes none.',
      },
    },
  },
  RemoteJwks: {
    doc: 'Public keys fetched over HTTP.',
    section: 'wider model',
    fields: {
      http_uri: { type: 'core.HttpUri', doc: 'Where the keys are: address, cluster and timeout.' },
      cache_duration: {
        type: 'Duration',
        doc: 'How long fetched keys are used before they are fetched again.',
        default: { value: '300s' },
      },
    },
  },
  JwtHeader: {
    doc: 'A header with a token.',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'The header.', required: true },
      value_prefix: { type: 'string', doc: 'Text before the token, such as `Bearer ` with its space.' },
    },
  },
  ProviderWithAudiences: {
    doc: 'A provider with audiences of its own.',
    section: 'wider model',
    fields: {
      provider_name: { type: 'string', doc: 'Key of the provider in `providers`.' },
      audiences: { type: 'repeated string', doc: "Audiences that replace the provider's.", order: 'set' },
    },
  },
  JwtRequirement: {
    doc: 'Which tokens a request needs; with nothing set it needs none.',
    section: 'wider model',
    oneofs: { requires_type: 'at most one' },
    fields: {
      provider_name: { type: 'string', doc: 'A token of this provider.', oneof: 'requires_type' },
      provider_and_audiences: {
        type: 'ProviderWithAudiences',
        doc: 'A token of a provider for certain audiences.',
        oneof: 'requires_type',
      },
      requires_any: {
        type: 'JwtRequirementOrList',
        doc: 'Any of several requirements.',
        oneof: 'requires_type',
      },
      requires_all: {
        type: 'JwtRequirementAndList',
        doc: 'All of several requirements.',
        oneof: 'requires_type',
      },
      allow_missing_or_failed: {
        type: 'Empty',
        doc: 'Always fulfilled, even by a bad token; good ones are still verified and passed on.',
        oneof: 'requires_type',
        presence: true,
      },
      allow_missing: {
        type: 'Empty',
        doc: 'Fulfilled without a token, but a bad token is refused.',
        oneof: 'requires_type',
        presence: true,
      },
    },
  },
  JwtRequirementOrList: {
    doc: 'Fulfilled when any of its requirements is.',
    section: 'wider model',
    fields: {
      requirements: {
        type: 'repeated JwtRequirement',
        doc: 'The requirements, two at least, tried in order.',
        required: true,
        limits: { minItems: 2 },
      },
    },
  },
  JwtRequirementAndList: {
    doc: 'Fulfilled when all its requirements are.',
    section: 'wider model',
    fields: {
      requirements: {
        type: 'repeated JwtRequirement',
        doc: 'The requirements, two at least.',
        required: true,
        limits: { minItems: 2 },
        order: 'set',
      },
    },
  },
  RequirementRule: {
    doc: 'Requests that match need these tokens.',
    section: 'wider model',
    fields: {
      match: {
        type: 'route.RouteMatch',
        doc: 'Which requests, in the form that routes use.',
        required: true,
      },
      requires: {
        type: 'JwtRequirement',
        doc: 'What they need; absent means no token.',
      },
    },
  },
  FilterStateRule: {
    doc: 'Requirements chosen by a text that an earlier filter left in the filter state.',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'Key of the filter state to read.', required: true },
      requires: {
        type: 'map<string, JwtRequirement>',
        doc: 'Requirement by the text found there.',
      },
    },
  },
  JwtAuthentication: {
    doc: 'The filter: who issues tokens, and which requests need one.',
    section: 'wider model',
    fields: {
      providers: {
        type: 'map<string, JwtProvider>',
        doc: 'Issuers by the name that requirements use.',
      },
      rules: {
        type: 'repeated RequirementRule',
        doc: 'Rules in order; the first that matches counts, and without one no token is needed.',
      },
      filter_state_rules: {
        type: 'FilterStateRule',
        doc: 'Used where no rule matches.',
      },
      bypass_cors_preflight: { type: 'bool', doc: 'Let CORS preflight requests pass without a token.' },
    },
  },
} as const satisfies MessageTables;
