/** Which fields of the messages of filters were drawn, and which never were. */
import { isObject } from '../../src/model/bound.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { messageOfType } from '../../src/schema/version.ts';

/** How often each field of each message was drawn: `http.rbac.RBAC`, then `rules`. */
export type Drawn = Map<string, Map<string, number>>;

/** Counts the fields of filters, and of what routes say for them. */
export function noteFields(value: unknown, drawn: Drawn, message?: string): void {
  if (Array.isArray(value)) {
    for (const item of value) noteFields(item, drawn, message);
    return;
  }
  if (!isObject(value)) return;
  const { '@type': type } = value;
  const [, named = ''] = typeof type === 'string' ? (/\/envoy\.(.*)$/.exec(type) ?? []) : [];
  const isFilters = /^extensions\.filters\.http\.(?!router)|^config\.rbac/.test(named);
  const own = typeof type === 'string' ? (isFilters ? messageOfType(named)?.id : undefined) : message;
  const table = own === undefined ? undefined : compiledMessage(own, 'v3');
  for (const [field, item] of Object.entries(value)) {
    const known = table?.byName.get(field);
    if (own !== undefined && known !== undefined) {
      const counts = drawn.get(own) ?? new Map<string, number>();
      drawn.set(own, counts.set(field, (counts.get(field) ?? 0) + 1));
    }
    const inner = known?.element.kind === 'message' ? known.element.name : undefined;
    if (known?.shape === 'map' && isObject(item))
      for (const each of Object.values(item)) noteFields(each, drawn, inner);
    else noteFields(item, drawn, inner);
  }
}

/** Fields that no model reads, each with what it is about. */
const NOT_READ: readonly (readonly [field: RegExp, about: string])[] = [
  [
    /stat(?:s|istics)?_|_stats?$|^track_|^stage$|^shadow_matcher$|^charge_|^emit_|^dynamic_metadata/,
    'counting and logs',
  ],
  [
    /response|trailers|^expose_|^allow_(?:methods|headers|credentials|private)|^max_age$|x_ratelimit|^rate_limited_/,
    'the response',
  ],
  [
    /^delay$|timeout|^max_active_faults$|body|^metadata_context|^bootstrap_|^include_(?:peer|tls)|^context_ext/,
    'time, bodies, and what servers are told',
  ],
  [
    /^remote_jwks$|^filename$|^environment_variable$|^watched_directory$|^google_grpc$/,
    'what is fetched or stands in a file',
  ],
  [
    /^checked_condition$|^condition$|^matcher$|^custom$|^formatters$|^mutation_rules$|^descriptors$|^local_/,
    'what is left open',
  ],
  [/^key_match|^hidden_|_runtime$/, 'older forms'],
];

/** Lines about what was drawn; the share is of the fields that models read. */
export function fieldLines(drawn: Drawn): readonly string[] {
  let read = 0;
  const never: string[] = [];
  for (const [message, counts] of [...drawn].sort(([one], [other]) => (one < other ? -1 : 1)))
    for (const field of compiledMessage(message, 'v3').fields) {
      if (NOT_READ.some(([pattern]) => pattern.test(field.name)) || field.spec.deprecated !== undefined)
        continue;
      read++;
      if (!counts.has(field.name)) never.push(`${message}.${field.name}`);
    }
  const share = Math.round(((read - never.length) * 1000) / Math.max(read, 1)) / 10;
  return [
    `${read - never.length} of ${read} fields of ${drawn.size} messages were drawn (${share} %)`,
    ...never.map((each) => `  never: ${each}`),
  ];
}
