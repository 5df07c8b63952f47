/** Runtime values: settings that change while the proxy runs. */
import type { MessageTables } from './language.ts';

export const runtimeMessages = {
  'bootstrap.Runtime': {
    doc: 'Runtime values from a folder whose files are keys.',
    section: 'full API',
    fields: {
      symlink_root: {
        type: 'string',
        doc: 'Symbolic link to the folder; values are read again when it is switched.',
      },
      subdirectory: { type: 'string', doc: 'Folder below the link that holds the values.' },
      override_subdirectory: {
        type: 'string',
        doc: 'Folder below the link whose values, per service cluster, win over the others.',
      },
      base: { type: 'Struct', doc: 'Values underneath those from disk.' },
    },
  },
  RuntimeLayer: {
    doc: 'One layer of runtime values.',
    section: 'full API',
    oneofs: { layer_specifier: 'exactly one' },
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Name of the layer, as the admin server shows it.', required: true },
      static_layer: { type: 'Struct', doc: 'Values written here.', oneof: 'layer_specifier', presence: true },
      disk_layer: {
        type: 'RuntimeLayer.DiskLayer',
        doc: 'Values from a folder on disk.',
        oneof: 'layer_specifier',
        presence: true,
      },
      admin_layer: {
        type: 'RuntimeLayer.AdminLayer',
        doc: 'Values set through the admin server; one such layer at most.',
        oneof: 'layer_specifier',
        presence: true,
      },
      rtds_layer: {
        type: 'RuntimeLayer.RtdsLayer',
        doc: 'Values fetched from a management server.',
        oneof: 'layer_specifier',
        presence: true,
      },
    },
  },
  'RuntimeLayer.DiskLayer': {
    doc: 'Runtime values from a folder whose files are keys.',
    section: 'full API',
    fields: {
      symlink_root: {
        type: 'string',
        doc: 'Symbolic link to the folder; values are read again when it is switched.',
      },
      subdirectory: { type: 'string', doc: 'Folder below the link that holds the values.' },
      append_service_cluster: { type: 'bool', doc: "Add this node's service cluster to the path." },
    },
  },
  'RuntimeLayer.AdminLayer': {
    doc: 'Runtime values set through the admin server; has no settings.',
    section: 'full API',
    fields: {},
  },
  'RuntimeLayer.RtdsLayer': {
    doc: 'Runtime values fetched from a management server.',
    section: 'full API',
    fields: {
      name: { type: 'string', doc: 'Name of the resource to ask for.' },
      rtds_config: { type: 'core.ConfigSource', doc: 'Where it comes from.' },
    },
  },
  LayeredRuntime: {
    doc: 'Runtime values in layers.',
    section: 'full API',
    fields: {
      layers: {
        type: 'repeated RuntimeLayer',
        doc: 'Layers from lowest to highest; a later one wins; empty means the admin layer alone.',
      },
    },
  },
} as const satisfies MessageTables;
