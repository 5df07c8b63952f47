/** Random matcher trees for virtual hosts, over the same small alphabets as their routes. */
import fc from 'fast-check';

const ROUTE = 'type.googleapis.com/envoy.config.route.v3.Route';
const LIST = 'type.googleapis.com/envoy.config.route.v3.RouteList';
const INPUT = 'type.googleapis.com/envoy.type.matcher.v3.HttpRequestHeaderMatchInput';

const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const VALUES = ['a', 'b', 'ab', 'A', '/a', '/', '/a/b', 'GET', 'a.test', 'a,b'];

const input = one('x', 'y', ':path', ':method', 'host', 'X').map((header_name) => ({
  name: 'header',
  typed_config: { '@type': INPUT, header_name },
}));

const text = fc
  .tuple(
    fc.oneof(
      fc.record({ exact: one(...VALUES, '') }),
      fc.record({ prefix: one('a', 'A', '/a', '/') }),
      fc.record({ suffix: one('b', 'B', 't') }),
      fc.record({ contains: one('a', 'B', ',') }),
      one('a.*', '[ab]*', '/a(/.*)?', '.*').map((regex) => ({ safe_regex: { google_re2: {}, regex } })),
    ),
    fc.boolean(),
  )
  .map(([matcher, ignore]) =>
    ignore && !('safe_regex' in matcher) ? { ...matcher, ignore_case: true } : matcher,
  );

const single = fc.record({ single_predicate: fc.record({ input, value_match: text }) });

function predicate(depth: number): fc.Arbitrary<object> {
  if (depth === 0) return single;
  const inner = predicate(depth - 1);
  const both = fc.record({ predicate: fc.array(inner, { minLength: 2, maxLength: 3 }) });
  return fc.oneof(
    { weight: 4, arbitrary: single },
    { weight: 1, arbitrary: fc.record({ and_matcher: both }) },
    { weight: 1, arbitrary: fc.record({ or_matcher: both }) },
    { weight: 2, arbitrary: inner.map((not_matcher) => ({ not_matcher })) },
  );
}

/** A matcher whose actions are routes. */
export function matcherTree(route: fc.Arbitrary<object>, depth = 2): fc.Arbitrary<object> {
  const action = fc.oneof(
    { weight: 3, arbitrary: route.map((each) => actionOf(ROUTE, each)) },
    {
      weight: 2,
      arbitrary: fc.array(route, { minLength: 1, maxLength: 3 }).map((routes) => actionOf(LIST, { routes })),
    },
  );
  const then: fc.Arbitrary<object> =
    depth === 0
      ? action
      : fc.oneof(
          { weight: 3, arbitrary: action },
          { weight: 1, arbitrary: matcherTree(route, depth - 1).map((matcher) => ({ matcher })) },
        );
  const map = fc
    .dictionary(one(...VALUES), then, { minKeys: 1, maxKeys: 4 })
    .map((entries) => ({ map: entries }));
  const list = fc
    .array(fc.record({ predicate: predicate(2), on_match: then }), { minLength: 1, maxLength: 4 })
    .map((matchers) => ({ matcher_list: { matchers } }));
  const tree = fc.oneof(
    list,
    fc.record({ matcher_tree: fc.record({ input, exact_match_map: map }) }),
    fc.record({ matcher_tree: fc.record({ input, prefix_match_map: map }) }),
  );
  return fc
    .tuple(tree, fc.option(then, { nil: undefined }))
    .map(([own, otherwise]) => (otherwise === undefined ? own : { ...own, on_no_match: otherwise }));
}

function actionOf(type: string, value: object): object {
  return { action: { name: 'route', typed_config: { '@type': type, ...value } } };
}
