import {
  leave,
  type MessageView,
  type Migration,
  type MigrationOutcome,
  type Step,
} from '../src/canonical/migration/migration.ts';
import { type Made, relocate } from '../src/canonical/migration/relocate.ts';
import { INVALID, isObject } from '../src/model/bound.ts';
import type { Edit } from '../src/source/edit/index.ts';

const TYPED = 'typed_extension_protocol_options';
const COMMON = 'common_http_protocol_options';
const UPSTREAM = 'upstream_http_protocol_options';
const ONE = 'http_protocol_options';
const TWO = 'http2_protocol_options';
const SELECTION = 'protocol_selection';
const MAX_REQUESTS = 'max_requests_per_connection';
const FIELDS = [MAX_REQUESTS, UPSTREAM, COMMON, ONE, TWO, SELECTION];

/** Cluster.http2_protocol_options and its like → typed_extension_protocol_options. */
export const httpOptionsToTyped: Migration = {
  id: 'http-options-to-typed',
  title: 'HTTP settings of a cluster become an HttpProtocolOptions in `typed_extension_protocol_options`',
  why: 'Version 3 deprecates them as fields of every cluster, of which many speak no HTTP: they are the settings of one extension, which also says which version of HTTP a cluster speaks.',
  how:
    'All of them move together, since the proxy reads either these or the typed ones: `http2_protocol_options`, or else `http_protocol_options`, into `explicit_http_config`, both into `use_downstream_protocol_config` where `protocol_selection` is USE_DOWNSTREAM_PROTOCOL, and `max_requests_per_connection` into `common_http_protocol_options`. ' +
    'Without settings of a version the cluster speaks HTTP/1, which is written out. Left: both versions without that selection, which the proxy refuses, and `max_requests_per_connection` said twice. ' +
    'Where a typed HttpProtocolOptions stands already, the proxy reads it alone: only `max_requests_per_connection` counts beside it.',
  source: 'full API of version 3: Cluster, http.HttpProtocolOptions',
  optional: false,
  versions: ['v3'],
  messages: ['Cluster'],
  fields: FIELDS,
  example: {
    type: 'Cluster',
    before: `name: ledger
connect_timeout: 1s
max_requests_per_connection: 500
http2_protocol_options:
  max_concurrent_streams: 100 # per connection
`,
    after: `name: ledger
connect_timeout: 1s
typed_extension_protocol_options:
  envoy.extensions.upstreams.http.v3.HttpProtocolOptions:
    "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions
    common_http_protocol_options:
      max_requests_per_connection: 500
    explicit_http_config:
      http2_protocol_options:
        max_concurrent_streams: 100 # per connection
`,
  },
  plan(view) {
    const { value, namespace } = view;
    const written = FIELDS.filter((field) => value[field] !== undefined);
    if (written.length === 0) return [];
    const key = { key: `${namespace}.extensions.upstreams.http.v3.HttpProtocolOptions` };
    const typed = isObject(value[TYPED]) ? value[TYPED][key.key] : undefined;
    if (typed !== undefined) return besideTyped(view, written, typed, [TYPED, key]);
    const isDownstream = value[SELECTION] === 'USE_DOWNSTREAM_PROTOCOL';
    if (value[ONE] !== undefined && value[TWO] !== undefined && !isDownstream)
      return leaveAll(
        written,
        'http_protocol_options and http2_protocol_options stand there, of which only one may where protocol_selection is not USE_DOWNSTREAM_PROTOCOL: decide which',
      );
    if (value[MAX_REQUESTS] !== undefined && limitsRequests(value[COMMON]))
      return leaveAll(
        written,
        `${MAX_REQUESTS} stands in ${COMMON} as well, and the proxy refuses both: decide which`,
      );
    if (written.every((field) => field === SELECTION) && !isDownstream)
      return [
        {
          kind: 'edits',
          edits: [{ op: 'remove', path: view.at(SELECTION) }],
          reason: `removed ${SELECTION}: it says what its absence means`,
        },
      ];
    return [
      {
        kind: 'edits',
        edits: editsFor(view, key, isDownstream),
        reason: `${written.join(', ')} became ${TYPED}`,
      },
    ];
  },
};

/** Whether options say how many requests a connection takes at most, readably or not. */
function limitsRequests(options: unknown): boolean {
  return (
    isObject(options) &&
    (options[MAX_REQUESTS] !== undefined || options[INVALID]?.[MAX_REQUESTS] !== undefined)
  );
}

function leaveAll(fields: readonly string[], reason: string): readonly MigrationOutcome[] {
  return fields.flatMap((field) => leave(field, reason));
}

function editsFor(view: MessageView, key: Step, isDownstream: boolean): readonly Edit[] {
  const { value } = view;
  const isSet = (field: string): boolean => value[field] !== undefined;
  const config = isDownstream ? 'use_downstream_protocol_config' : 'explicit_http_config';
  const all: readonly (readonly [string, readonly Step[]])[] = [
    [COMMON, [COMMON]],
    [MAX_REQUESTS, [COMMON, MAX_REQUESTS]],
    [UPSTREAM, [UPSTREAM]],
    [ONE, [config, ONE]],
    [TWO, [config, TWO]],
  ];
  const moving = all.filter(([field]) => isSet(field));
  // A message that is empty but there says a version of HTTP.
  const version = isSet(ONE) || isSet(TWO) ? {} : { [config]: isDownstream ? {} : { [ONE]: {} } };
  const options = { '@type': view.typeUrl('http.HttpProtocolOptions'), ...version };
  const name = typeof key === 'object' ? key.key : String(key);
  const isThere = value[TYPED] !== undefined;
  const first = moving[0]?.[0] ?? SELECTION;
  const place = view.place(TYPED);
  const made: Made = new Set([JSON.stringify([TYPED]), JSON.stringify([TYPED, key])]);
  const spelled = spelledOptions(view, options);
  const add: Edit = isThere
    ? { op: 'add', path: view.within(TYPED, key), value: spelled }
    : { op: 'add', path: place, value: { [name]: spelled }, inPlaceOf: view.at(first) };
  const moves = moving.flatMap(([field, steps]) =>
    relocate(view, { from: [field], to: [TYPED, key, ...steps] }, made),
  );
  const selection: readonly Edit[] = isSet(SELECTION) ? [{ op: 'remove', path: view.at(SELECTION) }] : [];
  return [add, ...moves, ...selection];
}

function spelledOptions(view: MessageView, options: object): ReturnType<MessageView['spell']> {
  return view.spell('http.HttpProtocolOptions', options);
}

/** The proxy reads the typed options alone, but for the number of requests where they have none. */
function besideTyped(
  view: MessageView,
  written: readonly string[],
  typed: unknown,
  way: readonly Step[],
): readonly MigrationOutcome[] {
  const passedOver = written.filter((field) => field !== MAX_REQUESTS);
  const gone: readonly MigrationOutcome[] =
    passedOver.length === 0
      ? []
      : [
          {
            kind: 'edits',
            edits: passedOver.map((field) => ({ op: 'remove', path: view.at(field) })),
            reason: `removed ${passedOver.join(', ')}: ${TYPED} has an HttpProtocolOptions, and the proxy reads nothing else`,
          },
        ];
  if (!written.includes(MAX_REQUESTS)) return gone;
  if (!isObject(typed) || limitsRequests(typed[COMMON]))
    return [
      ...gone,
      ...leave(
        MAX_REQUESTS,
        `${MAX_REQUESTS} stands in the HttpProtocolOptions as well, and the proxy refuses both: decide which`,
      ),
    ];
  const edits = relocate(view, { from: [MAX_REQUESTS], to: [...way, COMMON, MAX_REQUESTS] });
  return [...gone, { kind: 'edits', edits, reason: `${MAX_REQUESTS} moved into the HttpProtocolOptions` }];
}
