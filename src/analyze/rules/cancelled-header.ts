import { type Frame, isOf } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import type { AnalysisRule } from '../rule.ts';
import { addedSpot, type Direction, headerLists, headerVisits } from '../traffic/header-lists.ts';

interface Outer {
  readonly frame: Frame;
  readonly words: string;
}

const WORDS: { readonly [type: string]: string } = {
  'route.Route': 'the route',
  'route.VirtualHost': 'the virtual host',
  RouteConfiguration: 'the route configuration',
};

/**
 * The levels that are applied after a level, nearest first: those around it. With most_specific_header_mutations_wins
 * the order of the upper three turns round, and only the weighted cluster is still followed by all.
 */
function* appliedAfter(frame: Frame): Generator<Outer> {
  const outer: Outer[] = [];
  let reversed = false;
  for (let at = frame.parent; at !== undefined; at = at.parent) {
    const words = WORDS[at.type];
    if (words !== undefined) outer.push({ frame: at, words });
    if (!isOf(at, 'RouteConfiguration')) continue;
    reversed = at.message.most_specific_header_mutations_wins === true;
    break;
  }
  if (!reversed || frame.type === 'route.WeightedCluster.ClusterWeight') yield* outer;
}

/** Names that a level removes, in lower case. Asked for each level below it, so worked out once. */
const removals = new WeakMap<object, { readonly [direction in Direction]: ReadonlySet<string> }>();

function removedBy({ message }: Frame, direction: Direction): ReadonlySet<string> {
  const known = removals.get(message) ?? {
    request: names(message, 'request'),
    response: names(message, 'response'),
  };
  removals.set(message, known);
  return known[direction];
}

function names(message: Frame['message'], direction: Direction): ReadonlySet<string> {
  const { removed } = headerLists(message as Message<'route.Route'>, direction);
  return new Set(removed.map((name) => name.toLowerCase()));
}

export const cancelledHeader: AnalysisRule = {
  id: 'cancelled-header',
  level: 'warning',
  purpose: 'A header that one level adds and a level applied after it removes.',
  why: 'Header changes are applied from the inside out: those of a weighted cluster, of the route, of the virtual host, of the route configuration. What an outer level removes is gone, also where an inner one has just added it.',
  remedy:
    'Remove the addition, or the removal. To replace what a client sent, add with append: false and remove nothing.',
  source: 'data-model.md: route.VirtualHost: request_headers_to_add, request_headers_to_remove; route.Route',
  bad: {
    type: 'route.VirtualHost',
    yaml: `name: shop
domains: [shop.test]
request_headers_to_remove: [x-tenant]
routes:
  - match: { prefix: / }
    route: { cluster: shop }
    request_headers_to_add:
      - header: { key: X-Tenant, value: shop }
`,
  },
  good: {
    type: 'route.VirtualHost',
    yaml: `name: shop
domains: [shop.test]
routes:
  - match: { prefix: / }
    route: { cluster: shop }
    request_headers_to_add:
      - header: { key: X-Tenant, value: shop }
        append_action: OVERWRITE_IF_EXISTS_OR_ADD
`,
  },
  messages: headerVisits((lists, frame, look) => {
    if (lists.added.length === 0) return;
    for (const { frame: outer, words } of appliedAfter(frame)) {
      const removed = removedBy(outer, lists.direction);
      if (removed.size === 0) continue;
      for (const [index, { header }] of lists.added.entries()) {
        const key = header?.key ?? '';
        if (!removed.has(key.toLowerCase())) continue;
        look.report({
          message: `${lists.addedField} adds ${JSON.stringify(key)}, and ${words} around it, which is applied afterwards, removes it again; drop one of them`,
          at: addedSpot(lists, index, frame, look),
          identity: key.toLowerCase(),
          related: [{ message: 'removed here', at: look.spot(outer, lists.removedField) }],
        });
      }
    }
  }),
};
