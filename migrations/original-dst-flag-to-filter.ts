import { isWritten, leave, type MessageView, type Migration } from '../src/canonical/migration/migration.ts';
import { isObject } from '../src/model/bound.ts';
import { extensionOf } from '../src/model/extension-config.ts';
import type { Edit } from '../src/source/edit/index.ts';

const FIELD = 'use_original_dst';
const FILTER = 'filters.listener.original_dst';

/** Listener.use_original_dst → an original_dst listener filter, where nothing else hangs on it. */
export const originalDstFlagToFilter: Migration = {
  id: 'original-dst-flag-to-filter',
  title: '`use_original_dst` of a listener becomes the listener filter `original_dst`',
  why: "The flag does two things: it restores the address that a redirected connection was meant for, as the filter does, and it hands the connection to the listener of that address. The proxy's full API deprecates it for the first.",
  how:
    'Only the flag hands connections over, so it is converted where nothing can take them: in a bootstrap with this one listener and none from a ' +
    'management server. Elsewhere it is left. `use_original_dst: false` says nothing and goes.',
  source: 'full API: Listener',
  optional: true,
  messages: ['Listener'],
  fields: [FIELD],
  example: {
    type: 'Bootstrap',
    before: `static_resources:
  listeners:
  - name: all
    address: {socket_address: {address: 0.0.0.0, port_value: 15001}}
    use_original_dst: true
`,
    after: `static_resources:
  listeners:
  - name: all
    address: {socket_address: {address: 0.0.0.0, port_value: 15001}}
    listener_filters:
    - name: envoy.filters.listener.original_dst
`,
  },
  plan(view) {
    const flag = view.value[FIELD];
    if (typeof flag !== 'boolean') return [];
    const remove: Edit = { op: 'remove', path: view.at(FIELD) };
    if (!flag) return [{ kind: 'edits', edits: [remove], reason: `removed ${FIELD}: false says nothing` }];
    const obstacle = obstacleTo(view);
    if (obstacle !== undefined) return leave(FIELD, obstacle);
    if (hasFilter(view))
      return [
        {
          kind: 'edits',
          edits: [remove],
          reason: `removed ${FIELD}: the listener filter stands there already`,
        },
      ];
    const filter = { name: `${view.namespace}.${FILTER}` };
    const isNew = view.value.listener_filters === undefined;
    const add: Edit = isNew
      ? { op: 'add', path: view.place('listener_filters'), value: [filter], inPlaceOf: view.at(FIELD) }
      : { op: 'add', path: `${view.at('listener_filters')}/-`, value: filter };
    return [
      { kind: 'edits', edits: [add, remove], reason: `${FIELD} became the listener filter ${filter.name}` },
    ];
  },
};

const HANDED_OVER =
  'the flag also hands a connection to the listener of its original destination, which the filter does not: keep it where listeners rely on that (version 3 kept it too); otherwise remove it and add the listener filter original_dst';

function obstacleTo(view: MessageView): string | undefined {
  const bootstrap = view.around('Bootstrap');
  const held = bootstrap?.static_resources;
  const listeners = isObject(held) ? held.listeners : undefined;
  const dynamic = bootstrap?.dynamic_resources;
  if (!Array.isArray(listeners) || listeners.length !== 1) return HANDED_OVER;
  const source = isObject(dynamic) ? dynamic.lds_config : undefined;
  if (isObject(source) && Object.keys(source).length > 0) return HANDED_OVER;
  const { address } = view.value;
  const socket = isObject(address) && isObject(address.socket_address) ? address.socket_address : undefined;
  if (socket?.protocol === 'UDP') return 'a UDP listener does not read it; remove it';
  if (view.value.listener_filters === undefined) {
    if (isWritten(view, 'listener_filters'))
      return 'listener_filters beside it cannot be read; correct it first';
  } else if (view.at('listener_filters', 0) === view.at('listener_filters'))
    return 'listener_filters beside it is written as one object; write it as a list first';
  else if (view.sharing('listener_filters', FIELD) !== 'alone')
    return 'listener_filters beside it is shared through an anchor; write it out first';
  return undefined;
}

function hasFilter({ value: { listener_filters: filters }, namespace }: MessageView): boolean {
  return (
    Array.isArray(filters) &&
    filters.some(
      (filter) =>
        isObject(filter) && extensionOf('listener.ListenerFilter', filter.name, namespace)?.name === FILTER,
    )
  );
}
