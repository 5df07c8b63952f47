import type { Migration } from '../src/canonical/migration/migration.ts';
import type { Edit } from '../src/source/edit/index.ts';

/** Node.build_version → user_agent_name and user_agent_version (data-model, core.Node and Versioning 1). */
export const buildVersionToUserAgent: Migration = {
  id: 'build-version-to-user-agent',
  title: '`build_version` of a node becomes `user_agent_name` and `user_agent_version`',
  why: '`build_version` is deprecated: name and version of whoever asks a management server have fields of their own, and later proxies refuse the old one.',
  how:
    'The version text moves to `user_agent_version`; `user_agent_name` is the namespace of the input where none stands. Where another version ' +
    'stands beside it and differs, both are left: only one may be kept, and which one is right cannot be known.',
  source: 'data-model.md: core.Node, Versioning 1',
  optional: false,
  messages: ['core.Node'],
  fields: ['build_version'],
  example: {
    type: 'core.Node',
    before: `id: front-1
build_version: 1.12.0
`,
    after: `id: front-1
user_agent_version: 1.12.0
user_agent_name: envoy
`,
  },
  plan(view) {
    const {
      build_version: version,
      user_agent_version: other,
      user_agent_build_version: structured,
      user_agent_name: name,
    } = view.value;
    if (version === undefined) return [];
    const from = view.at('build_version');
    if (version === '' || version === other) {
      const reason =
        version === ''
          ? 'removed build_version: it is empty'
          : 'removed build_version: user_agent_version says the same';
      return [{ kind: 'edits', edits: [{ op: 'remove', path: from }], reason }];
    }
    if (view.older)
      return [
        {
          kind: 'left',
          field: 'build_version',
          reason: 'the older form of the data model has no user agent fields (--older)',
        },
      ];
    if (other !== undefined || structured !== undefined) {
      const beside = other === undefined ? 'user_agent_build_version' : 'user_agent_version';
      return [
        {
          kind: 'left',
          field: 'build_version',
          reason: `${beside} stands beside it and says otherwise; remove the one that is not true`,
        },
      ];
    }
    const edits: Edit[] = [{ op: 'move', from, path: view.place('user_agent_version'), inPlaceOf: from }];
    if (name === undefined)
      edits.push({ op: 'add', path: view.place('user_agent_name'), value: view.namespace });
    return [{ kind: 'edits', edits, reason: 'build_version became user_agent_version' }];
  },
};
