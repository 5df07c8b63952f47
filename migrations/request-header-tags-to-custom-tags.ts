import { cannotGather, gather, textsOf } from '../src/canonical/migration/gathered.ts';
import { leave, leaveForOlder, type Migration } from '../src/canonical/migration/migration.ts';
import { isObject } from '../src/model/bound.ts';

const FIELD = 'request_headers_for_tags';
const TARGET = 'custom_tags';

/** HttpConnectionManager.Tracing.request_headers_for_tags → custom_tags. */
export const requestHeaderTagsToCustomTags: Migration = {
  id: 'request-header-tags-to-custom-tags',
  title: '`request_headers_for_tags` becomes `custom_tags`',
  why: "The proxy's full API deprecates the list of headers in favour of tags of several kinds, and later proxies refuse it.",
  how: "Each header becomes a tag of the header's name, as the proxy makes one itself. Where a custom tag has that name already, the header's one wins today, so the list is left for a decision.",
  source: 'full API: HttpConnectionManager.Tracing',
  optional: true,
  messages: ['HttpConnectionManager.Tracing'],
  fields: [FIELD],
  example: {
    type: 'HttpConnectionManager',
    before: `stat_prefix: front
tracing:
  request_headers_for_tags:
  # asked for by support
  - x-tenant
`,
    after: `stat_prefix: front
tracing:
  custom_tags:
  # asked for by support
  - tag: x-tenant
    request_header:
      name: x-tenant
`,
  },
  plan(view) {
    if (view.value[FIELD] === undefined) return [];
    if (view.entries(FIELD) === 0)
      return [
        {
          kind: 'edits',
          edits: [{ op: 'remove', path: view.at(FIELD) }],
          reason: `removed ${FIELD}: it is empty`,
        },
      ];
    if (view.older) return leaveForOlder(FIELD, TARGET);
    const obstacle = cannotGather(view, FIELD, TARGET);
    if (obstacle !== undefined) return leave(FIELD, obstacle);
    const headers = textsOf(view, FIELD);
    if (headers.includes(''))
      return leave(FIELD, 'a custom tag needs a name, and one of the headers has none');
    const tags = new Set(tagsOf(view.value[TARGET]));
    const twice = headers.find((header) => tags.has(header));
    if (twice !== undefined)
      return leave(
        FIELD,
        `a custom tag is named "${twice}" too, and the one from the header wins; remove the one that is not true`,
      );
    const lists = [
      {
        field: FIELD,
        around: (tag: string) => ({ tag, request_header: {} }),
        path: ['request_header', 'name'],
      },
    ];
    return [
      {
        kind: 'edits',
        edits: gather(view, { lists, target: TARGET, type: 'CustomTag' }),
        reason: `${FIELD} became ${TARGET}`,
      },
    ];
  },
};

function tagsOf(tags: unknown): readonly unknown[] {
  return Array.isArray(tags) ? tags.filter(isObject).map(({ tag }) => tag) : [];
}
