import {
  leave,
  type MessageView,
  type Migration,
  type MigrationOutcome,
} from '../src/canonical/migration/migration.ts';
import { relocate } from '../src/canonical/migration/relocate.ts';
import { wrapEntry } from '../src/canonical/migration/wrap.ts';
import { isObject } from '../src/model/bound.ts';
import type { Edit } from '../src/source/edit/index.ts';

const METADATA = 'set_metadata.Config';
const BIND = 'core.BindConfig';
const TOKENS = 'GcpAuthnFilterConfig';

/** set_metadata's single value, a bind configuration's further addresses, gcp_authn's URI → their successors. */
export const settingsToLists: Migration = {
  id: 'settings-to-lists',
  title:
    'single settings of set_metadata, bind configurations and gcp_authn become entries and fields of their successors',
  why: 'Version 3 deprecates these settings for lists of messages, or for the parts of them that count.',
  how:
    '`metadata_namespace` and `value` of set_metadata become the first of `metadata`, with `allow_overwrite: true`, as they always overwrote. Each of `additional_source_addresses` becomes one of `extra_source_addresses`. ' +
    '`cluster` and `timeout` move out of `http_uri` of gcp_authn, whose `uri` goes. Where the successor stands beside them, they are left or, where the proxy passes them over, go.',
  source: 'full API of version 3: set_metadata.Config, core.BindConfig, GcpAuthnFilterConfig',
  optional: false,
  versions: ['v3'],
  messages: [METADATA, BIND, TOKENS],
  fields: ['metadata_namespace', 'value', 'additional_source_addresses', 'http_uri'],
  example: {
    type: METADATA,
    before: `metadata_namespace: garden.identity
value:
  role: keeper # until it is asked for
`,
    after: `metadata:
  - metadata_namespace: garden.identity
    allow_overwrite: true
    value:
      role: keeper # until it is asked for
`,
  },
  plan(view) {
    if (view.type === METADATA) return metadata(view);
    return view.type === BIND ? addresses(view) : tokenSource(view);
  },
};

function metadata(view: MessageView): readonly MigrationOutcome[] {
  const { metadata_namespace: namespace, value, metadata: list } = view.value;
  const written = ['metadata_namespace', 'value'].filter((field) => view.value[field] !== undefined);
  if (written.length === 0) return [];
  const removal = written.map((field): Edit => ({ op: 'remove', path: view.at(field) }));
  if (typeof namespace !== 'string' || namespace === '' || !isObject(value))
    return [
      {
        kind: 'edits',
        edits: removal,
        reason: `removed ${written.join(' and ')}: the proxy reads only both together`,
      },
    ];
  if (list !== undefined && view.at('metadata', 0) === view.at('metadata'))
    return leave(
      'value',
      'metadata is written as one object, to which no other can be added; write it as a list first',
    );
  const entry = view.spell('set_metadata.Metadata', { metadata_namespace: namespace, allow_overwrite: true });
  const place = view.place('metadata');
  const from = view.at('value');
  const edits: readonly Edit[] = [
    list === undefined
      ? { op: 'add', path: place, value: [entry], inPlaceOf: view.at('metadata_namespace') }
      : { op: 'add', path: `${place}/0`, value: entry },
    { op: 'move', from, path: `${place}/0/${view.spelling('value')}` },
    { op: 'remove', path: view.at('metadata_namespace') },
  ];
  return [{ kind: 'edits', edits, reason: 'metadata_namespace and value became the first of metadata' }];
}

function addresses(view: MessageView): readonly MigrationOutcome[] {
  const field = 'additional_source_addresses';
  const target = 'extra_source_addresses';
  const { [field]: list, [target]: others } = view.value;
  if (!Array.isArray(list)) return [];
  const from = view.at(field);
  if (list.length === 0)
    return [
      { kind: 'edits', edits: [{ op: 'remove', path: from }], reason: `removed ${field}: it is empty` },
    ];
  if (others !== undefined)
    return leave(field, `${target} stands beside it, and the proxy refuses both: decide which`);
  const why = view.whyEntriesStay(field);
  if (why !== undefined) return leave(field, why);
  if (view.at(field, 0) === from) return leave(field, 'it is written as one entry; make a list of it first');
  const edits: readonly Edit[] = [
    ...list.flatMap((_, index) => wrapEntry(view.at(field, index), {}, '/address')),
    { op: 'move', from, path: view.place(target), inPlaceOf: from },
  ];
  return [{ kind: 'edits', edits, reason: `${field} became ${target}` }];
}

function tokenSource(view: MessageView): readonly MigrationOutcome[] {
  const field = 'http_uri';
  const uri = view.value[field];
  if (!isObject(uri)) return [];
  const moving = ['cluster', 'timeout'].filter(
    (name) => uri[name] !== undefined && (view.value[name] === undefined || view.value[name] === ''),
  );
  const edits: readonly Edit[] = [
    ...moving.flatMap((name) => relocate(view, { from: [field, name], to: [name] })),
    { op: 'remove', path: view.at(field) },
  ];
  const reason =
    moving.length === 0
      ? `removed ${field}: cluster and timeout stand beside it`
      : `${moving.join(' and ')} of ${field} became ${moving.join(' and ')} of the filter; the proxy knows the address itself`;
  return [{ kind: 'edits', edits, reason }];
}
