import { isWritten, leave, type Migration } from '../src/canonical/migration/migration.ts';
import { isObject } from '../src/model/bound.ts';
import type { Edit } from '../src/source/edit/index.ts';

const OPTIONS = 'common_http_protocol_options';

/** HttpConnectionManager.idle_timeout → common_http_protocol_options.idle_timeout. */
export const idleTimeoutToCommonOptions: Migration = {
  id: 'idle-timeout-to-common-options',
  title: '`idle_timeout` of a connection manager moves into `common_http_protocol_options`',
  why: "The proxy's full API keeps the timeout among the options of all HTTP versions; it deprecates the old place and later proxies refuse it.",
  how: 'The timeout moves as it stands, and joins options that are there already. Where these have an idle timeout of their own, that one wins and the old one goes.',
  source: 'full API: HttpConnectionManager',
  optional: true,
  messages: ['HttpConnectionManager'],
  fields: ['idle_timeout'],
  example: {
    type: 'HttpConnectionManager',
    before: `stat_prefix: front
idle_timeout: 300s
rds: {route_config_name: front, config_source: {ads: {}}}
`,
    after: `stat_prefix: front
common_http_protocol_options:
  idle_timeout: 300s
rds: {route_config_name: front, config_source: {ads: {}}}
`,
  },
  plan(view) {
    if (view.value.idle_timeout === undefined) return [];
    const options = view.value[OPTIONS];
    const from = view.at('idle_timeout');
    const to = view.within(OPTIONS, 'idle_timeout');
    if (options === undefined) {
      if (isWritten(view, OPTIONS)) return leave('idle_timeout', UNREADABLE_OPTIONS);
      const place = view.place(OPTIONS);
      const edits: Edit[] = [
        { op: 'add', path: place, value: {}, inPlaceOf: from },
        { op: 'move', from, path: `${place}/${view.spelling('idle_timeout')}` },
      ];
      return [{ kind: 'edits', edits, reason: `idle_timeout moved into ${OPTIONS}` }];
    }
    if (!isObject(options)) return leave('idle_timeout', UNREADABLE_OPTIONS);
    if (options.idle_timeout !== undefined) {
      const warning = `idle_timeout beside ${OPTIONS} was removed, since the one in there wins; look whether that one says what was meant`;
      const reason = `removed idle_timeout: the one in ${OPTIONS} wins`;
      return [{ kind: 'edits', edits: [{ op: 'remove', path: from }], reason, warning }];
    }
    if (view.sharing(OPTIONS, 'idle_timeout') !== 'alone')
      return leave('idle_timeout', `${OPTIONS} beside it is shared through an anchor; write it out first`);
    return [
      {
        kind: 'edits',
        edits: [{ op: 'move', from, path: to }],
        reason: `idle_timeout moved into ${OPTIONS}`,
      },
    ];
  },
};

const UNREADABLE_OPTIONS = `${OPTIONS} beside it cannot be read; correct it first`;
