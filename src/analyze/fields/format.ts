/**
 * Formats of header values, access logs and local replies: what the proxy (release 1.40) refuses of them. Each command
 * was asked of it, with and without an argument and a length (`test/proxy/refusals/formats.txt`).
 */
import { celProblem } from './cel.ts';

export interface FormatProblem {
  /** `format`: a percent sign that begins no command. `command`: one that there is not, or not so. */
  readonly kind: 'format' | 'command';
  readonly written: string;
  /** What is wrong, as the end of a sentence that begins with what is written. */
  readonly why: string;
}

/** Where a format stands, which decides on some commands. */
export type FormatPlace = 'usual' | 'transform';

/** What an argument is refused for, as the end of a sentence that begins with the command. */
type Argument = (argument: string) => string | undefined;

interface Command {
  /** What its argument may be; absent where it takes none. */
  readonly argument?: Argument;
  /** Whether `:10` may follow, which cuts what is written. */
  readonly length?: true;
}

/** A command: a name, what it is asked, and how much of it is wanted. */
const COMMAND = /%([A-Z0-9_]+)(?:\((.*?)\))?(:\d+)?%/sy;

const WITHOUT_ARGUMENT = `
  ACCESS_LOG_TYPE BYTES_RECEIVED BYTES_RETRANSMITTED BYTES_SENT CONNECTION_ID CONNECTION_TERMINATION_DETAILS
  CUSTOM_FLAGS DOWNSTREAM_CX_RTT DOWNSTREAM_DECOMPRESSED_HEADER_BYTES_RECEIVED
  DOWNSTREAM_DECOMPRESSED_HEADER_BYTES_SENT DOWNSTREAM_DETECTED_CLOSE_TYPE DOWNSTREAM_DIRECT_LOCAL_ADDRESS
  DOWNSTREAM_DIRECT_LOCAL_ADDRESS_ENDPOINT_ID DOWNSTREAM_DIRECT_LOCAL_PORT DOWNSTREAM_DIRECT_REMOTE_ADDRESS
  DOWNSTREAM_DIRECT_REMOTE_PORT DOWNSTREAM_HANDSHAKE_DURATION DOWNSTREAM_HEADER_BYTES_RECEIVED
  DOWNSTREAM_HEADER_BYTES_SENT DOWNSTREAM_LOCAL_ADDRESS DOWNSTREAM_LOCAL_ADDRESS_ENDPOINT_ID
  DOWNSTREAM_LOCAL_CLOSE_REASON DOWNSTREAM_LOCAL_DNS_SAN DOWNSTREAM_LOCAL_EMAIL_SAN DOWNSTREAM_LOCAL_IP_SAN
  DOWNSTREAM_LOCAL_OTHERNAME_SAN DOWNSTREAM_LOCAL_PORT DOWNSTREAM_LOCAL_SUBJECT DOWNSTREAM_LOCAL_URI_SAN
  DOWNSTREAM_PEER_CERT DOWNSTREAM_PEER_CHAIN_FINGERPRINTS_1 DOWNSTREAM_PEER_CHAIN_FINGERPRINTS_256
  DOWNSTREAM_PEER_CHAIN_SERIALS DOWNSTREAM_PEER_DNS_SAN DOWNSTREAM_PEER_EMAIL_SAN DOWNSTREAM_PEER_FINGERPRINT_1
  DOWNSTREAM_PEER_FINGERPRINT_256 DOWNSTREAM_PEER_IP_SAN DOWNSTREAM_PEER_ISSUER
  DOWNSTREAM_PEER_ISSUER_FINGERPRINT_256 DOWNSTREAM_PEER_ISSUER_SERIAL DOWNSTREAM_PEER_OTHERNAME_SAN
  DOWNSTREAM_PEER_SERIAL DOWNSTREAM_PEER_SUBJECT DOWNSTREAM_PEER_URI_SAN DOWNSTREAM_REMOTE_ADDRESS
  DOWNSTREAM_REMOTE_PORT DOWNSTREAM_TLS_CIPHER DOWNSTREAM_TLS_GROUP DOWNSTREAM_TLS_SESSION_ID
  DOWNSTREAM_TLS_VERSION DOWNSTREAM_TRANSPORT_FAILURE_REASON DOWNSTREAM_WIRE_BYTES_RECEIVED
  DOWNSTREAM_WIRE_BYTES_SENT DURATION FILTER_CHAIN_NAME GRPC_STATUS_NUMBER HOSTNAME LISTENER_NAME LOCAL_REPLY_BODY
  PACKETS_RETRANSMITTED PROTOCOL REQUESTED_SERVER_NAME REQUEST_DURATION REQUEST_HEADERS_BYTES REQUEST_TX_DURATION
  RESPONSE_CODE RESPONSE_DURATION RESPONSE_FLAGS RESPONSE_FLAGS_LONG RESPONSE_HEADERS_BYTES
  RESPONSE_TRAILERS_BYTES RESPONSE_TX_DURATION ROUNDTRIP_DURATION ROUTE_NAME ROUTE_RESOLUTION_COUNT
  ROUTE_RESOLUTION_TIME_US SPAN_ID STREAM_ID TLS_JA3_FINGERPRINT TLS_JA4_FINGERPRINT TRACE_ID UNIQUE_ID
  UPSTREAM_CLUSTER UPSTREAM_CLUSTER_RAW UPSTREAM_CONNECTION_ID UPSTREAM_CONNECTION_IDS_ATTEMPTED
  UPSTREAM_CONNECTION_POOL_READY_DURATION UPSTREAM_DECOMPRESSED_HEADER_BYTES_RECEIVED
  UPSTREAM_DECOMPRESSED_HEADER_BYTES_SENT UPSTREAM_DETECTED_CLOSE_TYPE UPSTREAM_HEADER_BYTES_RECEIVED
  UPSTREAM_HEADER_BYTES_SENT UPSTREAM_HOST UPSTREAM_HOSTS_ATTEMPTED UPSTREAM_HOSTS_ATTEMPTED_WITHOUT_PORT
  UPSTREAM_HOST_NAME UPSTREAM_HOST_NAMES_ATTEMPTED UPSTREAM_HOST_NAMES_ATTEMPTED_WITHOUT_PORT
  UPSTREAM_HOST_NAME_WITHOUT_PORT UPSTREAM_LOCAL_ADDRESS UPSTREAM_LOCAL_CLOSE_REASON UPSTREAM_LOCAL_DNS_SAN
  UPSTREAM_LOCAL_IP_SAN UPSTREAM_LOCAL_PORT UPSTREAM_LOCAL_URI_SAN UPSTREAM_PEER_CERT UPSTREAM_PEER_DNS_SAN
  UPSTREAM_PEER_IP_SAN UPSTREAM_PEER_ISSUER UPSTREAM_PEER_SUBJECT UPSTREAM_PEER_URI_SAN UPSTREAM_PROTOCOL
  UPSTREAM_REMOTE_ADDRESS UPSTREAM_REMOTE_ADDRESS_ENDPOINT_ID UPSTREAM_REMOTE_PORT UPSTREAM_REQUEST_ATTEMPT_COUNT
  UPSTREAM_SERVER_NAME UPSTREAM_TLS_CIPHER UPSTREAM_TLS_GROUP UPSTREAM_TLS_SESSION_ID UPSTREAM_TLS_VERSION
  UPSTREAM_TRANSPORT_FAILURE_REASON UPSTREAM_WIRE_BYTES_RECEIVED UPSTREAM_WIRE_BYTES_SENT VIRTUAL_CLUSTER_NAME`;

const any: Argument = () => undefined;
const needed: Argument = (argument) => (argument === '' ? 'needs an argument' : undefined);

const cel: Argument = (argument) => {
  const problem = celProblem(argument);
  return problem && `takes an expression of CEL: ${problem.replace(/^column \d+/, '$& of it')}`;
};

/** Names of a header and of another one in its place. */
const HEADERS = /^:?[\w!#$%&'*+\-.^`|~]*(?:\?:?[\w!#$%&'*+\-.^`|~]*)?$/;

const headers: Argument = (argument) => {
  if (argument === '') return 'needs the name of a header';
  return HEADERS.test(argument) ? undefined : 'takes the name of a header, and after ? that of another one';
};

const time: Argument = (argument) =>
  /%.?n/.test(argument) ? 'takes no %n, which would end the line' : undefined;

const oneOf =
  (...words: readonly string[]): Argument =>
  (argument) =>
    argument === '' || words.includes(argument) ? undefined : `takes ${words.join(' or ')} only`;

const METADATA_OF = 'DYNAMIC CLUSTER ROUTE UPSTREAM_HOST LISTENER LISTENER_FILTER_CHAIN VIRTUAL_HOST'.split(
  ' ',
);

const metadata: Argument = (argument) =>
  METADATA_OF.includes(argument.replace(/:.*/s, '')) ? undefined : `takes one of ${METADATA_OF.join(', ')}`;

const duration: Argument = (argument) => {
  const [, , unit = 'ms', ...others] = argument.split(':');
  if (!argument.includes(':') || others.length > 0)
    return 'takes two points in time and a unit, with colons between';
  return /^(?:ms|us|ns)$/.test(unit) ? undefined : 'takes the units ms, us and ns only';
};

const filterState: Argument = (argument) => {
  const [key, type = '', ...field] = argument.split(':');
  if (key === '') return 'needs a key';
  if (!['', 'PLAIN', 'TYPED', 'FIELD'].includes(type)) return 'takes PLAIN, TYPED or FIELD behind its key';
  const hasField = field.join(':') !== '';
  return (type === 'FIELD') === hasField
    ? undefined
    : 'takes the name of a field behind FIELD, and only there';
};

const path: Argument = (argument) => {
  const [query = '', from = ''] = argument.split(':');
  return (
    oneOf('WQ', 'NQ')(query) ?? (oneOf('ORIG', 'PATH', 'ORIG_OR_PATH')(from) && `${PATH_FROM} behind a colon`)
  );
};
const PATH_FROM = 'takes ORIG, PATH or ORIG_OR_PATH';

const certificate: Argument = (argument) =>
  /^(?:by|hash|cert|chain|subject|uri|dns)$/i.test(argument)
    ? undefined
    : 'takes one of by, hash, cert, chain, subject, uri and dns';

/** Several commands, of which the first that has a value counts. */
const coalesce: Argument = (argument) => {
  const operators = operatorsIn(argument);
  if (operators === undefined || operators.length === 0)
    return 'takes a JSON object with a list of "operators" that is not empty';
  for (const each of operators) {
    const { command, param = '' } = typeof each === 'string' ? { command: each } : commandOf(each);
    if (command === undefined) return 'has an operator that is neither a command nor an object with one';
    const known = COMMANDS.get(command);
    if (known === undefined) return `has the command ${command}, which there is not`;
    const why = argumentProblem(known, param);
    if (why !== undefined) return `has the command ${command}, which ${why}`;
  }
  return undefined;
};

function operatorsIn(text: string): readonly unknown[] | undefined {
  try {
    const read: unknown = JSON.parse(text);
    const operators = typeof read === 'object' && read !== null && 'operators' in read ? read.operators : [];
    return Array.isArray(operators) ? operators : undefined;
  } catch {
    return undefined;
  }
}

function commandOf(value: unknown): { readonly command?: string; readonly param?: string } {
  if (typeof value !== 'object' || value === null || !('command' in value)) return {};
  const { command } = value;
  const param = 'param' in value && typeof value.param === 'string' ? value.param : '';
  return typeof command === 'string' ? { command, param } : {};
}

/** By name; those that take an argument. */
const WITH_ARGUMENT: { readonly [names: string]: Command } = {
  'REQ RESP TRAILER REQUEST_HEADER RESPONSE_HEADER RESPONSE_TRAILER STREAM_INFO_REQ': {
    argument: headers,
    length: true,
  },
  'CEL TYPED_CEL': { argument: cel, length: true },
  'DYNAMIC_METADATA ENVIRONMENT QUERY_PARAM': { argument: needed, length: true },
  'CLUSTER_METADATA UPSTREAM_METADATA PER_REQUEST_STATE': { argument: needed },
  'FILTER_STATE UPSTREAM_FILTER_STATE': { argument: filterState, length: true },
  'EMIT_TIME EMIT_TIME_LOCAL START_TIME START_TIME_LOCAL DOWNSTREAM_PEER_CERT_V_END DOWNSTREAM_PEER_CERT_V_START UPSTREAM_PEER_CERT_V_END UPSTREAM_PEER_CERT_V_START':
    { argument: time },
  'DOWNSTREAM_DIRECT_LOCAL_ADDRESS_WITHOUT_PORT DOWNSTREAM_DIRECT_REMOTE_ADDRESS_WITHOUT_PORT DOWNSTREAM_LOCAL_ADDRESS_WITHOUT_PORT DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT UPSTREAM_LOCAL_ADDRESS_WITHOUT_PORT UPSTREAM_REMOTE_ADDRESS_WITHOUT_PORT RESPONSE_CODE_DETAILS':
    { argument: any },
  GRPC_STATUS: { argument: oneOf('CAMEL_STRING', 'SNAKE_STRING', 'NUMBER') },
  PATH: { argument: path, length: true },
  QUERY_PARAMS: { argument: oneOf('ORIG', 'DECODED'), length: true },
  METADATA: { argument: metadata, length: true },
  COMMON_DURATION: { argument: duration },
  XFCC_VALUE: { argument: certificate, length: true },
  COALESCE: { argument: coalesce, length: true },
};

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ...WITHOUT_ARGUMENT.trim()
    .split(/\s+/)
    .map((name): [string, Command] => [name, {}]),
  ...Object.entries(WITH_ARGUMENT).flatMap(([names, command]) =>
    names.split(' ').map((name): [string, Command] => [name, command]),
  ),
]);

/** What a filter that transforms bodies adds. */
const OF_TRANSFORM: ReadonlyMap<string, Command> = new Map([
  ['REQUEST_BODY', { argument: any, length: true }],
  ['RESPONSE_BODY', { argument: any, length: true }],
]);

/** What is wrong with a format, in its order; a percent sign that begins no command ends it. */
export function formatProblems(format: string, place: FormatPlace = 'usual'): readonly FormatProblem[] {
  const found: FormatProblem[] = [];
  for (let at = format.indexOf('%'); at !== -1; at = format.indexOf('%', at)) {
    if (format[at + 1] === '%') {
      at += 2;
      continue;
    }
    COMMAND.lastIndex = at;
    const [all, name = '', argument = '', length] = COMMAND.exec(format) ?? [];
    if (all === undefined) {
      const why = 'begins no command that the proxy could read; write %% for a percent sign';
      return [...found, { kind: 'format', written: format.slice(at), why }];
    }
    at += all.length;
    const why = commandProblem(name, argument, length !== undefined, place);
    if (why !== undefined) found.push({ kind: 'command', written: all, why });
  }
  return found;
}

function commandProblem(
  name: string,
  argument: string,
  hasLength: boolean,
  place: FormatPlace,
): string | undefined {
  const command = COMMANDS.get(name) ?? (place === 'transform' ? OF_TRANSFORM.get(name) : undefined);
  if (command === undefined) return 'is no command that the proxy (release 1.40) has';
  if (hasLength && command.length === undefined) return 'takes no length';
  return argumentProblem(command, argument);
}

function argumentProblem({ argument: check }: Command, argument: string): string | undefined {
  if (check !== undefined) return check(argument);
  return argument === '' ? undefined : 'takes no argument';
}
