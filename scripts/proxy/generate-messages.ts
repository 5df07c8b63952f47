/** Random values that messages of many filters hold. */
import fc from 'fast-check';

export const TYPES = 'type.googleapis.com/envoy';
export const HTTP = `${TYPES}.extensions.filters.http`;
export type Fields = { readonly [field: string]: unknown };
export type Arbitrary<T = unknown> = fc.Arbitrary<T>;

export const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);
/** A field that is often left out. */
export const maybe = <T>(value: Arbitrary<T>) =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight: 1, arbitrary: fc.constant(undefined) });
export const rarely = <T>(value: Arbitrary<T>) =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight: 5, arbitrary: fc.constant(undefined) });
export const some = <T>(value: Arbitrary<T>, most = 2) => fc.array(value, { minLength: 1, maxLength: most });
export const flag = fc.boolean();
export const empty = fc.constant({});

/** A message of some fields; those that are undefined are left out. */
export const message = <T extends { readonly [field: string]: Arbitrary }>(fields: T): Arbitrary<Fields> =>
  fc
    .record(fields)
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));

/** A message with one of several fields. */
export const oneOf = (fields: { readonly [field: string]: Arbitrary }): Arbitrary<Fields> =>
  fc.oneof(...Object.entries(fields).map(([name, value]) => value.map((each) => ({ [name]: each }))));

export const both = (one_: Arbitrary<Fields>, other: Arbitrary<Fields>): Arbitrary<Fields> =>
  fc.tuple(one_, other).map(([first, second]) => ({ ...first, ...second }));

export const any = (type: string, fields: Fields): Fields => ({ '@type': type, ...fields });
export const extension = (name: string, type: string, fields: Fields): Fields => ({
  name,
  typed_config: any(type, fields),
});

// What is shared by many.

export const TEXTS = ['1', '2', 'a', '', 'yes', '/a', '/b', 'a.test', 'http://a.test'];
export const string = both(
  oneOf({
    exact: one(...TEXTS),
    prefix: one('/a', 'a', '1', 'http'),
    suffix: one('.test', '1', '/b'),
    contains: one('a', '1'),
    safe_regex: one('[a-z/]+', '.*', '\\d').map((regex) => ({ google_re2: {}, regex })),
  }),
  message({ ignore_case: rarely(fc.constant(true)) }),
).map((all): Fields => {
  if (!('safe_regex' in all)) return all;
  const { ignore_case: _, ...regex } = all;
  return regex;
});
export const NAMES = [
  'x-a',
  'x-b',
  ':path',
  ':method',
  ':authority',
  'origin',
  'content-type',
  'x-user',
  'x-made',
];
export const header = both(
  both(
    message({ name: one(...NAMES), invert_match: rarely(flag) }),
    oneOf({ string_match: string, present_match: flag, range_match: one({ start: 0, end: 2 }) }),
  ),
  message({ treat_missing_header_as_empty: rarely(flag) }),
);
export const share = one<Fields>(
  { numerator: 100 },
  { numerator: 100 },
  { numerator: 0 },
  { numerator: 1_000_000, denominator: 'MILLION' },
  { numerator: 0, denominator: 'TEN_THOUSAND' },
  {},
);
export const chance = fc.oneof(
  { weight: 5, arbitrary: share },
  { weight: 1, arbitrary: fc.constant<Fields>({ numerator: 50 }) },
);
export const runtimeShare = message({
  default_value: chance,
  runtime_key: rarely(one('k.on', 'k.off', 'k.none')),
});
export const addition = message({
  header: both(
    message({ key: one('x-made', 'x-a', 'X-Made') }),
    fc.oneof(
      {
        weight: 8,
        arbitrary: message({
          value: one('1', '2', '%REQ(x-b)%', '%REQ(x-none?x-a)%', '100%%', '%DYNAMIC_METADATA(n:k)%', ''),
        }),
      },
      { weight: 1, arbitrary: one<Fields>({ raw_value: 'MQ==' }) },
    ),
  ),
  append_action: maybe(
    one('APPEND_IF_EXISTS_OR_ADD', 'ADD_IF_ABSENT', 'OVERWRITE_IF_EXISTS_OR_ADD', 'OVERWRITE_IF_EXISTS'),
  ),
  keep_empty_value: rarely(flag),
});
export const ranges = one(
  { address_prefix: '10.0.0.0', prefix_len: 8 },
  { address_prefix: '192.0.2.7', prefix_len: 32 },
  { address_prefix: '127.0.0.0', prefix_len: 8 },
);
export const metadata = message({
  filter: one('n', 'envoy.filters.http.header_to_metadata', 'envoy.filters.http.jwt_authn', 'none'),
  path: one([{ key: 'k' }], [{ key: 'a' }], [{ key: 'claims' }, { key: 'sub' }]),
  value: oneOf({
    string_match: string,
    present_match: flag,
    bool_match: flag,
    double_match: one<Fields>({ exact: 1 }, { range: { start: 0, end: 5 } }, { exact: 3 }),
    null_match: empty,
    list_match: one({ one_of: { string_match: { exact: '1' } } }),
    or_match: one({ value_matchers: [{ string_match: { exact: '1' } }, { bool_match: true }] }),
  }),
  invert: rarely(flag),
});

const input = one('x-a', 'x-b').map((name) =>
  extension('i', `${TYPES}.type.matcher.v3.HttpRequestHeaderMatchInput`, { header_name: name }),
);
const address = extension('i', `${TYPES}.extensions.matching.common_inputs.network.v3.SourceIPInput`, {});

/** A tree by a header or an address, with actions. */
export const tree = (action: Arbitrary<Fields>): Arbitrary<Fields> => {
  const plain = action.map((each): Fields => ({ action: each }));
  const nested = fc.tuple(input, plain).map(
    ([own, on_match]): Fields => ({
      matcher: { matcher_tree: { input: own, exact_match_map: { map: { '1': on_match } } } },
    }),
  );
  const to = fc.oneof({ weight: 6, arbitrary: plain }, { weight: 1, arbitrary: nested });
  return both(
    fc.oneof(
      fc.tuple(input, to, to).map(([own, first, second]) => ({
        matcher_tree: { input: own, exact_match_map: { map: { '1': first, a: second } } },
      })),
      fc
        .tuple(input, to)
        .map(([own, first]) => ({ matcher_tree: { input: own, prefix_match_map: { map: { '1': first } } } })),
      fc.tuple(ranges, to).map(([range, on_match]) => ({
        matcher_tree: {
          input: address,
          custom_match: extension('m', 'type.googleapis.com/xds.type.matcher.v3.IPMatcher', {
            range_matchers: [{ ranges: [range], on_match }],
          }),
        },
      })),
      fc
        .tuple(input, string, to, flag, one('or_matcher', 'and_matcher'))
        .map(([own, value_match, on_match, inverted, several]) => {
          const single = { single_predicate: { input: own, value_match } };
          const other = { single_predicate: { input: own, value_match: { exact: '1' } } };
          const predicate = inverted
            ? { not_matcher: single }
            : { [several]: { predicate: [single, other] } };
          return { matcher_list: { matchers: [{ predicate, on_match }] } };
        }),
    ),
    message({ on_no_match: rarely(to) }),
  );
};
