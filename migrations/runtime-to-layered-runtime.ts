import {
  isWritten,
  leave,
  leaveForOlder,
  type MessageView,
  type Migration,
} from '../src/canonical/migration/migration.ts';
import { type BoundMessage, isObject } from '../src/model/bound.ts';
import type { Edit } from '../src/source/edit/index.ts';

/** Bootstrap.runtime → layered_runtime, as the proxy translates it itself. */
export const runtimeToLayeredRuntime: Migration = {
  id: 'runtime-to-layered-runtime',
  title: '`runtime` of a bootstrap becomes `layered_runtime`',
  why: "The proxy's full API deprecates the fixed order of sources in favour of layers, which the proxy makes of it anyway; later proxies refuse it.",
  how:
    'The layers are those that the proxy makes: `base` with the values written here, `root` with the folder on disk, `override` with the one for the ' +
    'service cluster, and `admin`, which has to be written once layers are. Beside `layered_runtime` the old field has no effect and goes.',
  source: 'full API: Bootstrap',
  optional: true,
  messages: ['Bootstrap'],
  fields: ['runtime'],
  example: {
    type: 'Bootstrap',
    before: `runtime:
  symlink_root: /srv/runtime/current
  subdirectory: proxy
  override_subdirectory: proxy_override
  base:
    shop.mirror: 10 # until the new store is warm
`,
    after: `layered_runtime:
  layers:
    - name: base
      static_layer:
        shop.mirror: 10 # until the new store is warm
    - name: root
      disk_layer:
        symlink_root: /srv/runtime/current
        subdirectory: proxy
    - name: override
      disk_layer:
        symlink_root: /srv/runtime/current
        subdirectory: proxy_override
        append_service_cluster: true
    - name: admin
      admin_layer: {}
`,
  },
  plan(view) {
    const { runtime, layered_runtime: layered } = view.value;
    if (!isObject(runtime)) return [];
    const remove: Edit = { op: 'remove', path: view.at('runtime') };
    if (layered !== undefined) {
      const reason = 'removed runtime: layered_runtime stands beside it and wins';
      const warning = `runtime was removed, since layered_runtime beside it wins; look whether that one says what was meant`;
      return [{ kind: 'edits', edits: [remove], reason, warning }];
    }
    if (isWritten(view, 'layered_runtime'))
      return leave('runtime', 'layered_runtime beside it cannot be read; correct it first');
    const layers = layersOf(runtime);
    // Without layers, as without a runtime, the proxy makes an admin layer by itself.
    if (layers.length === 0)
      return [
        {
          kind: 'edits',
          edits: [remove],
          reason: 'removed runtime: it says nothing beyond what is so anyway',
        },
      ];
    if (view.older) return leaveForOlder('runtime', 'layered_runtime');
    if (view.sharing('runtime', 'layered_runtime') === 'otherwise')
      return leave('runtime', 'it is shared through an anchor; write it out first');
    return [
      {
        kind: 'edits',
        edits: converted(view, layers, remove),
        reason: `runtime became layered_runtime with the layers ${[...layers.map(({ name }) => name), 'admin'].join(', ')}`,
      },
    ];
  },
};

interface Layer {
  readonly name: string;
  readonly value: object;
  /** Fields of `runtime` that move into the layer, and where to. */
  readonly moves: readonly (readonly [field: string, ...to: string[]])[];
}

/** The layers that say something, the lowest first. */
function layersOf({ base, symlink_root: root, ...folders }: BoundMessage): readonly Layer[] {
  const layers: Layer[] = [];
  if (isObject(base) && Object.keys(base).length > 0)
    layers.push({ name: 'base', value: {}, moves: [['base', 'static_layer']] });
  // Without the link there is no folder to look into.
  if (typeof root !== 'string' || root === '') return layers;
  const { subdirectory, override_subdirectory: override } = folders;
  const below = subdirectory === undefined ? [] : ([['subdirectory', 'disk_layer', 'subdirectory']] as const);
  layers.push({
    name: 'root',
    value: { disk_layer: {} },
    moves: [['symlink_root', 'disk_layer', 'symlink_root'], ...below],
  });
  if (typeof override === 'string' && override !== '')
    layers.push({
      name: 'override',
      value: { disk_layer: { symlink_root: root, subdirectory: override, append_service_cluster: true } },
      moves: [],
    });
  return layers;
}

function converted(view: MessageView, layers: readonly Layer[], remove: Edit): Edit[] {
  const place = view.place('layered_runtime');
  const spelled = layers.map(({ name, value }) => view.spell('RuntimeLayer', { name, ...value }));
  const admin = view.spell('RuntimeLayer', { name: 'admin', admin_layer: {} });
  const edits: Edit[] = [
    { op: 'add', path: place, value: { layers: [...spelled, admin] }, inPlaceOf: view.at('runtime') },
  ];
  for (const [index, { moves }] of layers.entries())
    for (const [field, ...to] of moves) {
      const inside = to.map((name) => `/${view.spelling(name)}`).join('');
      edits.push({
        op: 'move',
        from: view.within('runtime', field),
        path: `${place}/layers/${index}${inside}`,
      });
    }
  return [...edits, remove];
}
