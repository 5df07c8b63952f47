/** Random route configurations of version 3 that combine every match form, and requests that suit them. */
import fc from 'fast-check';
import { matcherTree } from './generate-trees.ts';

const PATHS = [
  '/',
  '/a',
  '/a/',
  '/a/b',
  '/A',
  '/ab',
  '/a;p=1',
  '/a/b;p',
  '/b',
  '/a%2Fb',
  '/a.b',
  '/a-b/c',
  '/a/x/b',
  '/aXb',
];
const PREFIXES = ['/', '/a', '/a/', '/A', '/a;', '/b', '/a?', '/a#x', '/a/b'];
const VALUES = ['a', 'b', 'ab', 'A', '1', '10', '-1', '', 'a,b', 'ba'];
const HEADERS = [
  'x',
  'y',
  'x',
  'X-Z',
  'accept',
  'host',
  ':method',
  ':authority',
  ':path',
  'x-forwarded-proto',
];
const HOSTS = ['a.test', 'A.test', 'b.test', 'x.a.test', 'a.test:80', 'a.test.', 'other', ''];
const REGEXES = ['/a.*', '/(a|b)', '.*', '/a/[^/]+', '/[a-z]+/?', '(?i)/A', 'a+', '[0-9]*'];
const TEMPLATES = [
  '/a/*',
  '/a/**',
  '/{v}',
  '/{v}/b',
  '/a/{v=x/*}',
  '/a{v}',
  '/a-{v}/*',
  '/*/x/{w}',
  '/**.m',
  '/a*',
  '/{v=**}',
  '/a.b',
];
const QUERIES = ['', '', '', '?', '?k=a', '?k=b&k=a', '?k', '?k=', '?j=1&k=ab', '?k=a=b', '?K=a', '?k=%61'];
const CLUSTERS = ['one', 'two', 'three'];

const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);
/** There once in `freq` and one more times. */
const maybe = <T>(value: fc.Arbitrary<T>, freq = 2) =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight: freq, arbitrary: fc.constant(undefined) });

const stringMatcher = fc
  .tuple(
    fc.oneof(
      fc.record({ exact: one(...VALUES) }),
      fc.record({ prefix: one('a', 'A', '1') }),
      fc.record({ suffix: one('b', 'B') }),
      fc.record({ contains: one('a', 'B', ',') }),
      fc.record({ safe_regex: fc.record({ regex: one('a.*', '[ab]+', 'A', '\\d+', 'a|b') }) }),
    ),
    maybe(fc.boolean()),
  )
  .map(([matcher, ignore]) => ('safe_regex' in matcher ? matcher : { ...matcher, ignore_case: ignore }));

const headerMatcher = fc
  .tuple(
    fc.oneof(
      fc.record({ string_match: stringMatcher }),
      fc.record({ range_match: fc.record({ start: one(-2, 0, 1), end: one(1, 2, 11) }) }),
      fc.record({ present_match: fc.boolean() }),
      fc.record({ exact_match: one('a', '') }),
      fc.record({ prefix_match: one('a') }),
      fc.record({ contains_match: one('b') }),
      fc.constant({}),
    ),
    fc.record({
      name: one(...HEADERS),
      invert_match: maybe(fc.boolean()),
      treat_missing_header_as_empty: maybe(fc.boolean()),
    }),
  )
  .map(([matcher, base]) => ({ ...base, ...matcher }));

const queryMatcher = fc
  .tuple(
    fc.oneof(
      fc.record({ string_match: stringMatcher }),
      fc.record({ present_match: fc.boolean() }),
      fc.constant({}),
    ),
    one('k', 'j', 'K'),
  )
  .map(([matcher, name]) => ({ name, ...matcher }));

const cookieMatcher = fc.record({
  name: one('c', 'd'),
  string_match: stringMatcher,
  invert_match: maybe(fc.boolean()),
});

const TEMPLATE = 'type.googleapis.com/envoy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig';
const REWRITE = 'type.googleapis.com/envoy.extensions.path.rewrite.uri_template.v3.UriTemplateRewriteConfig';

const pathRule = fc.oneof(
  { weight: 4, arbitrary: fc.record({ prefix: one(...PREFIXES) }) },
  { weight: 3, arbitrary: fc.record({ path: one(...PATHS) }) },
  { weight: 3, arbitrary: fc.record({ safe_regex: fc.record({ regex: one(...REGEXES) }) }) },
  { weight: 3, arbitrary: fc.record({ path_separated_prefix: one('/a', '/a/b', '/A', '/b') }) },
  {
    weight: 2,
    arbitrary: one(...TEMPLATES).map((path_template) => ({
      path_match_policy: { name: 'template', typed_config: { '@type': TEMPLATE, path_template } },
    })),
  },
  { weight: 1, arbitrary: fc.constant({ connect_matcher: {} }) },
);

const match = fc
  .tuple(
    pathRule,
    fc.record({
      case_sensitive: maybe(fc.boolean()),
      headers: maybe(fc.array(headerMatcher, { minLength: 1, maxLength: 2 }), 3),
      query_parameters: maybe(fc.array(queryMatcher, { minLength: 1, maxLength: 2 }), 1),
      cookies: maybe(fc.array(cookieMatcher, { minLength: 1, maxLength: 1 }), 1),
      grpc: maybe(fc.constant({}), 1),
      // Requests come without TLS here (`test/proxy/certificates.test.ts` asks with certificates).
      tls_context: maybe(one<object>({ presented: false }, { validated: false }, { presented: true }), 8),
    }),
  )
  .map(([rule, more]) => ({ ...rule, ...more }));

const regexRewrite = fc.record({
  pattern: fc.record({ regex: one('/a', 'a+', '^/([^/]*)/(.*)$', '.*') }),
  substitution: one('/z', '\\1', '/\\2/\\1', ''),
});

const headerOption = fc.record({
  header: fc.record({ key: one('x', 'x-new', 'y'), value: one('v', 'w', '%PROTOCOL%', '', '100%%', 'p,q') }),
  append_action: maybe(
    one('APPEND_IF_EXISTS_OR_ADD', 'ADD_IF_ABSENT', 'OVERWRITE_IF_EXISTS_OR_ADD', 'OVERWRITE_IF_EXISTS'),
  ),
  keep_empty_value: maybe(fc.boolean(), 1),
});

const changes = fc.record({
  request_headers_to_add: maybe(fc.array(headerOption, { minLength: 1, maxLength: 2 }), 1),
  request_headers_to_remove: maybe(fc.array(one('x', 'y'), { minLength: 1, maxLength: 1 }), 1),
  response_headers_to_add: maybe(fc.array(headerOption, { minLength: 1, maxLength: 2 }), 1),
});

const clusterPart = fc.oneof(
  { weight: 4, arbitrary: fc.record({ cluster: one(...CLUSTERS) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      cluster_header: one('x', 'y', 'host'),
      cluster_not_found_response_code: maybe(
        one('NOT_FOUND', 'SERVICE_UNAVAILABLE', 'INTERNAL_SERVER_ERROR'),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      weighted_clusters: fc.record({
        clusters: fc.tuple(
          fc.record({
            name: fc.constant('one'),
            weight: one(0, 1, 30),
            host_rewrite_literal: maybe(one('w.test'), 1),
            request_headers_to_add: maybe(fc.array(headerOption, { minLength: 1, maxLength: 1 })),
            request_headers_to_remove: maybe(fc.constant(['x'])),
          }),
          fc.record({
            name: fc.constant('two'),
            weight: one(1, 70),
            request_headers_to_add: maybe(fc.array(headerOption, { minLength: 1, maxLength: 1 })),
          }),
        ),
        header_name: maybe(one('x', 'y'), 1),
      }),
    }),
  },
);

const pathRewrite = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 3, arbitrary: fc.record({ prefix_rewrite: one('/', '/new', '/new/') }) },
  { weight: 3, arbitrary: fc.record({ regex_rewrite: regexRewrite }) },
  { weight: 1, arbitrary: fc.record({ path_rewrite: one('/fixed', '/fi%%xed') }) },
);

const hostRewrite = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ host_rewrite_literal: one('new.test', '') }) },
  { weight: 1, arbitrary: fc.record({ auto_host_rewrite: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ host_rewrite_header: one('x', 'y') }) },
  { weight: 1, arbitrary: fc.record({ host_rewrite_path_regex: regexRewrite }) },
  { weight: 1, arbitrary: fc.record({ host_rewrite: one('f.test', 'f%%.test') }) },
);

const mirrors = maybe(
  fc.array(
    fc.oneof(
      fc.record({ cluster: one(...CLUSTERS) }),
      fc.record({ cluster_header: one('x', 'y', 'host', ':path') }),
    ),
    {
      minLength: 1,
      maxLength: 1,
    },
  ),
  1,
);

const forward = fc
  .tuple(clusterPart, pathRewrite, hostRewrite, fc.record({ request_mirror_policies: mirrors }))
  .map(([cluster, path, host, more]) => ({ route: { ...cluster, ...path, ...host, ...more } }));

const redirect = fc
  .tuple(
    fc.oneof(
      fc.constant({}),
      fc.record({ path_redirect: one('/to', '/to?own=1', 'to') }),
      fc.record({ prefix_rewrite: one('/new', 'new') }),
      fc.record({ regex_rewrite: regexRewrite }),
    ),
    fc.oneof(
      fc.constant({}),
      fc.record({ https_redirect: fc.boolean() }),
      fc.record({ scheme_redirect: one('https', 'http', 'ftp') }),
    ),
    fc.record({
      host_redirect: maybe(one('new.test'), 1),
      port_redirect: maybe(one(80, 8443), 1),
      strip_query: maybe(fc.boolean()),
      response_code: maybe(one('FOUND', 'SEE_OTHER', 'TEMPORARY_REDIRECT', 'PERMANENT_REDIRECT')),
    }),
  )
  .map(([path, scheme, more]) => ({ redirect: { ...path, ...scheme, ...more } }));

const direct = fc.record({ direct_response: fc.record({ status: one(200, 201, 204, 301, 404, 503) }) });

/** Rewrites of templates need one to match, and a prefix has nothing to do with one. */
const route = fc
  .tuple(
    match,
    fc.oneof(
      { weight: 5, arbitrary: forward },
      { weight: 2, arbitrary: redirect },
      { weight: 1, arbitrary: direct },
    ),
    changes,
    fc.boolean(),
  )
  .map(([matched, action, changed, templated]) => ({
    match: matched,
    ...suited(matched, action, templated),
    ...changed,
  }));

function suited(matched: object, action: object, templated: boolean): object {
  if (!('path_match_policy' in matched)) return action;
  if ('redirect' in action) {
    const { prefix_rewrite: _, ...kept } = action.redirect as { readonly [field: string]: unknown };
    return { redirect: kept };
  }
  if (!('route' in action)) return action;
  const {
    prefix_rewrite: _,
    regex_rewrite: __,
    path_rewrite: ___,
    ...kept
  } = action.route as {
    readonly [field: string]: unknown;
  };
  if (!templated) return { route: kept };
  const variable = /\{(\w)/.exec(JSON.stringify(matched.path_match_policy))?.[1];
  const path_template_rewrite = variable === undefined ? '/fixed/path' : `/new/{${variable}}`;
  const policy = { name: 'rewrite', typed_config: { '@type': REWRITE, path_template_rewrite } };
  return { route: { ...kept, path_rewrite_policy: policy } };
}

const host = (domains: fc.Arbitrary<readonly string[]>, name: string) =>
  fc
    .tuple(
      domains,
      fc.oneof(
        { weight: 3, arbitrary: fc.record({ routes: fc.array(route, { minLength: 1, maxLength: 5 }) }) },
        { weight: 1, arbitrary: fc.record({ matcher: matcherTree(route) }) },
      ),
      maybe(one('ALL', 'EXTERNAL_ONLY'), 1),
      changes,
      mirrors,
    )
    .map(([own, routes, require_tls, changed, request_mirror_policies]) => ({
      name,
      domains: own,
      ...routes,
      require_tls,
      request_mirror_policies,
      ...changed,
    }));

export const routeConfiguration = fc
  .tuple(
    fc.array(host(one(['a.test'], ['a.test', 'a.test:80'], ['*.test'], ['A.TEST', '*.a.test']), 'named'), {
      maxLength: 1,
    }),
    fc.array(host(one(['b*'], ['*.other', 'oth*'], ['b.test'], ['']), 'second'), { maxLength: 1 }),
    fc.array(host(fc.constant(['*']), 'any'), { minLength: 0, maxLength: 1 }),
    fc.record({
      vhost_header: maybe(one('x', 'host', 'x-none'), 1),
      ignore_port_in_host_matching: maybe(fc.boolean(), 1),
      ignore_path_parameters_in_path_matching: maybe(fc.boolean(), 1),
      most_specific_header_mutations_wins: maybe(fc.boolean(), 1),
      request_mirror_policies: mirrors,
    }),
    changes,
  )
  .map(([named, second, any, hostOptions, changed]) => ({
    name: 'generated',
    virtual_hosts: [...named, ...second, ...any],
    ...hostOptions,
    ...changed,
  }));

/** A request that could be of interest to them. */
export const request = fc
  .record({
    method: one('GET', 'GET', 'GET', 'POST', 'CONNECT', 'OPTIONS'),
    authority: one(...HOSTS),
    path: fc.tuple(one(...PATHS), one(...QUERIES)).map(([path, query]) => path + query),
    scheme: one('http', 'https'),
    internal: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
    headers: fc
      .tuple(
        fc.dictionary(
          one('x', 'y', 'x-z', 'accept'),
          one(...VALUES.filter((value) => value !== ''), 'one', 'two'),
          {
            maxKeys: 3,
          },
        ),
        maybe(one('c=a', 'c="a"; d=b', 'd=1; c=b', 'c=', 'cc=a;c =a', 'c'), 1),
        maybe(one('application/grpc', 'application/grpc+proto', 'application/json'), 1),
      )
      .map(([plain, cookie, type]): { readonly [name: string]: string } => ({
        ...plain,
        ...(cookie === undefined ? {} : { cookie }),
        ...(type === undefined ? {} : { 'content-type': type }),
      })),
    more: fc.array(one(...VALUES.filter((value) => value !== '')), { maxLength: 2 }),
    name: one('x', 'x', 'y', 'accept'),
  })
  .map(({ more, name, ...asked }) => {
    const { [name]: first, ...others } = asked.headers;
    if (first === undefined || more.length === 0) return asked;
    // It stands several times, in any order.
    const values = [...more, first];
    return { ...asked, headers: { ...others, [name]: values.join() }, repeated: { [name]: values } };
  })
  .map((asked) =>
    // What asks for a tunnel names a host and its port, and no path.
    asked.method === 'CONNECT' ? { ...asked, path: '', authority: 'a.test:80' } : asked,
  );
