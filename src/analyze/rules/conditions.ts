import { isObject, versionOf } from '../../model/bound.ts';
import { isAboutCredential } from '../../model/secrets.ts';
import type { Frame } from '../../model/walk.ts';
import { leastInstructions, problemFor } from '../../routing/regex/index.ts';
import { readerOf } from '../../routing/regex/parse.ts';
import type { Regexes } from '../../routing/regex/regexes.ts';
import { isBefore } from '../../schema/release.ts';
import type { Message, MessageName } from '../../schema/types.ts';
import { type PathTemplate, rewriteTextOf, templateOf } from '../../traffic/path-template.ts';
import { quoted } from '../../traffic/words.ts';
import { patternsIn, type WrittenPattern } from '../fields/regex-fields.ts';
import { templateProblem, writtenProblem } from '../fields/template-problem.ts';
import type { AnalysisRule, RuleContext, Visits } from '../rule.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'];

export const methodCase: AnalysisRule = {
  id: 'method-case',
  level: 'warning',
  purpose: 'A method to match on, or to allow to other origins, that is not in upper case.',
  why: 'Methods are compared with their letter case, and clients send these in upper case: a condition on another spelling holds only for a client that sends just that, which HTTP/2 lets it do. Browsers compare allow_methods in the same way.',
  remedy: 'Write the method in upper case.',
  source: 'data-model.md: route.Route; route.HeaderMatcher: name; route.CorsPolicy: allow_methods',
  bad: { type: 'route.HeaderMatcher', yaml: 'name: ":method"\nstring_match: { exact: get }\n' },
  good: { type: 'route.HeaderMatcher', yaml: 'name: ":method"\nstring_match: { exact: GET }\n' },
  messages: {
    'route.HeaderMatcher'({ name, exact_match: older, string_match: matcher }, frame, { spot, report }) {
      const isOlder = older !== undefined;
      const { exact: method = '', ignore_case: isFolded = false } = isOlder
        ? { exact: older }
        : (matcher ?? {});
      if (name !== ':method' || isFolded || METHODS.includes(method)) return;
      const meant = method.toUpperCase();
      if (!METHODS.includes(meant)) return;
      report({
        message: `${isOlder ? 'exact_match' : 'string_match'} of :method is ${JSON.stringify(method)}, which is another method than ${meant}: their letter case counts, and clients send them in upper case; write ${meant}`,
        at: spot(frame, isOlder ? 'exact_match' : 'string_match'),
        fix: {
          kind: 'operations',
          title: `write ${meant}`,
          at: spot(frame),
          operations: [
            { op: 'replace', path: isOlder ? '/exact_match' : '/string_match/exact', value: meant },
          ],
        },
      });
    },
    'route.CorsPolicy'({ allow_methods: text = '' }, frame, { spot, report }) {
      const wrong = text
        .split(',')
        .map((method) => method.trim())
        .filter((method) => !METHODS.includes(method) && METHODS.includes(method.toUpperCase()));
      if (wrong.length === 0) return;
      report({
        message: `allow_methods names ${wrong.join(', ')}, which browsers compare with methods in upper case; write ${wrong.join(', ').toUpperCase()}`,
        at: spot(frame, 'allow_methods'),
      });
    },
  },
};

const OLDER = '"@type": type.googleapis.com/envoy.api.v2.route.HeaderMatcher\n';

export const presenceOnly: AnalysisRule = {
  id: 'presence-only',
  version: 'v2',
  level: 'warning',
  purpose:
    'A condition that reads as one on a value, or on absence, and only asks whether something is there.',
  why: 'The proxy reads an empty exact_match, an empty value of a query parameter and present_match: false all as "is there, with any value". What was meant, an empty value or none at all, is not what is matched.',
  remedy:
    'For absence write present_match: true with invert_match: true. For an empty value use a regex that matches the empty text. Where any value will do, write present_match: true.',
  source:
    'data-model.md: route.HeaderMatcher: exact_match, present_match; route.QueryParameterMatcher: value',
  bad: { type: 'route.HeaderMatcher', yaml: `${OLDER}name: x-tenant\npresent_match: false\n` },
  good: {
    type: 'route.HeaderMatcher',
    yaml: `${OLDER}name: x-tenant\npresent_match: true\ninvert_match: true\n`,
  },
  messages: {
    'route.HeaderMatcher'({ name = '', exact_match: exact, present_match: present }, frame, look) {
      if (exact === '')
        look.report({
          message: `exact_match of header ${quoted(name)} is empty, which the proxy reads as present_match: true, so that any value matches; say which of the two is meant`,
          at: look.spot(frame, 'exact_match'),
          identity: name,
        });
      if (present === false)
        look.report({
          message: `present_match: false of header ${quoted(name)} is read like true: the header has to be there; for its absence write present_match: true with invert_match: true`,
          at: look.spot(frame, 'present_match'),
          identity: name,
        });
    },
    'route.QueryParameterMatcher'(matcher, frame, look) {
      const { name = '', value, string_match: text, present_match: present } = matcher;
      if (value !== '' || text !== undefined || present !== undefined) return;
      look.report({
        message: `value of query parameter ${quoted(name)} is empty, which the proxy reads as any value; leave it out, or use a regex that matches the empty text`,
        at: look.spot(frame, 'value'),
        identity: name,
      });
    },
  },
};

const GRAMMARS = { ecmascript: 'ECMAScript as std::regex reads it', re2: 'RE2' };
/** Characters of a pattern that a message shows. */
const SHOWN = 80;

type Verdict = { readonly kind: 'right' } | { readonly kind: 'wrong' | 'open'; readonly why: string };

/** Patterns of a configuration repeat themselves: each is read once. */
const verdicts = new WeakMap<Regexes, Map<string, Verdict>>();

function verdictOf({ pattern, grammar, mostInstructions = 0 }: WrittenPattern, regexes: Regexes): Verdict {
  const known = verdicts.get(regexes) ?? new Map<string, Verdict>();
  verdicts.set(regexes, known);
  const key = `${grammar} ${mostInstructions} ${pattern}`;
  const verdict = known.get(key) ?? judged(pattern, grammar, mostInstructions, regexes);
  known.set(key, verdict);
  return verdict;
}

function judged(
  pattern: string,
  grammar: WrittenPattern['grammar'],
  most: number,
  regexes: Regexes,
): Verdict {
  // Routing reads it in any case; where it is wrong, all of it is in the tail.
  const { head, tail } = readerOf(regexes)(pattern, grammar);
  const { parsed } = tail;
  if (!parsed.ok) {
    const why = `it ${parsed.problem} (at character ${parsed.offset + 1})`;
    return parsed.kind === 'invalid' ? { kind: 'wrong', why } : { kind: 'open', why };
  }
  // Each sign of the head takes an instruction.
  const needed = grammar === 're2' ? head.length + leastInstructions(parsed.tree) : 0;
  if (needed <= most) return { kind: 'right' };
  return {
    kind: 'wrong',
    why: `its program takes at least ${needed} instructions, and google_re2.max_program_size allows ${most}`,
  };
}

/** Releases that speak version 2 know no `(?<name>`, and those from 1.39 on read bytes. */
function inItsReleases({ pattern }: WrittenPattern, { message }: Frame): Verdict {
  const why = problemFor(versionOf(message) === 'v3' ? 'newest' : 'oldest', pattern);
  return why === undefined ? { kind: 'right' } : { kind: 'wrong', why: `it ${why}` };
}

function judge(written: WrittenPattern, frame: Frame, { spot, report, regexes }: RuleContext): void {
  const read = verdictOf(written, regexes);
  const verdict = read.kind === 'right' && written.grammar === 're2' ? inItsReleases(written, frame) : read;
  if (verdict.kind === 'right') return;
  const { pattern, grammar, field, index } = written;
  const secret = isAboutCredential(frame);
  const text = pattern.length > SHOWN ? `${pattern.slice(0, SHOWN)}…` : pattern;
  const shown = secret ? field : `${field} ${JSON.stringify(text)}`;
  const at = spot(frame, field, index);
  const identity = secret ? field : pattern;
  if (verdict.kind === 'open')
    report({
      message: `whether ${shown} is a regular expression of its grammar (${GRAMMARS[grammar]}) stays open: ${verdict.why}`,
      at,
      identity,
      undecided: true,
    });
  else
    report({
      message: `${shown} is refused by the proxy, and the whole configuration with it: ${verdict.why}; the grammar here is ${GRAMMARS[grammar]}`,
      at,
      identity,
      data: { grammar },
    });
}

function visits(): Visits {
  return Object.fromEntries(
    Object.entries(patternsIn).map(([type, patterns]) => [
      type,
      (message: Message<MessageName>, frame: Frame, look: RuleContext) => {
        for (const written of (patterns as (message: Message<MessageName>) => readonly WrittenPattern[])(
          message,
        ))
          judge(written, frame, look);
      },
    ]),
  );
}

export const invalidRegex: AnalysisRule = {
  id: 'invalid-regex',
  level: 'error',
  refuses: true,
  purpose: 'A regular expression that the grammar of its field does not have, or that is too large for RE2.',
  why: 'The proxy reads every pattern when it loads a configuration and refuses the whole where one is wrong. The plain fields (regex, regex_match, pattern, allow_origin_regex) are ECMAScript as std::regex of C++ reads it, which has no (?i), lookbehind or named groups; safe_regex and its like are RE2, which has neither lookahead nor back references.',
  remedy:
    'Correct the pattern at the character that the finding names. Where RE2 finds it too large, raise google_re2.max_program_size or shorten the counted repetitions.',
  source:
    'data-model.md: route.RouteMatch: regex; route.HeaderMatcher: regex_match; route.VirtualCluster: pattern',
  bad: { type: 'route.RouteMatch', yaml: 'safe_regex: { regex: "/items/(?!new)[0-9]+" }\n' },
  good: {
    type: 'route.RouteMatch',
    yaml: 'safe_regex: { regex: "/items/(?P<id>[0-9]+)" }\n',
  },
  messages: visits(),
};

/** What a tree that finds routes may look at. */
const INPUTS =
  /\.(?:HttpRequestHeaderMatchInput|FilterStateInput|HttpDynamicModuleMatchInput|environment_variable\.v3\.Config)$/;

export const invalidMatcherInput: AnalysisRule = {
  id: 'invalid-matcher-input',
  level: 'error',
  refuses: true,
  version: 'v3',
  purpose:
    'A matcher tree that looks at what cannot be looked at where it stands: it finds routes by something that the proxy does not look at there, or RBAC by a response.',
  why: 'The route is found before there is a response, and the tree of a virtual host may look at request headers, filter state and variables of the environment only. RBAC takes headers of the request, but no query parameters, trailers, responses, or kinds of sources and protocols. The proxy refuses the configuration otherwise.',
  remedy: 'Look at a header with HttpRequestHeaderMatchInput: the path is the header `:path`.',
  source: 'how the proxy behaves in version 3: VirtualHost.matcher, RBAC.matcher',
  bad: {
    type: 'route.VirtualHost',
    yaml: `"@type": type.googleapis.com/envoy.config.route.v3.VirtualHost
name: shop
domains: [shop.test]
matcher:
  matcher_tree:
    input:
      name: header
      typed_config: { "@type": type.googleapis.com/envoy.type.matcher.v3.HttpResponseHeaderMatchInput, header_name: x-tenant }
    exact_match_map: { map: { a: { action: { name: route, typed_config: { "@type": type.googleapis.com/envoy.config.route.v3.Route, match: { prefix: / }, route: { cluster: a } } } } } }
`,
  },
  good: {
    type: 'route.VirtualHost',
    yaml: `"@type": type.googleapis.com/envoy.config.route.v3.VirtualHost
name: shop
domains: [shop.test]
matcher:
  matcher_tree:
    input:
      name: header
      typed_config: { "@type": type.googleapis.com/envoy.type.matcher.v3.HttpRequestHeaderMatchInput, header_name: x-tenant }
    exact_match_map: { map: { a: { action: { name: route, typed_config: { "@type": type.googleapis.com/envoy.config.route.v3.Route, match: { prefix: / }, route: { cluster: a } } } } } }
`,
  },
  messages: {
    'route.VirtualHost'({ matcher }, frame, { spot, report }) {
      for (const type of inputsIn(matcher))
        if (!INPUTS.test(type))
          report({
            message: `the matcher tree looks at ${type}; the proxy finds routes by request headers, filter state and variables of the environment only, and refuses the virtual host`,
            at: spot(frame, 'matcher'),
            identity: type,
          });
    },
  },
  tables: { 'http.rbac.RBAC': judgeRbac, 'network.rbac.RBAC': judgeRbac },
};

/** What no tree of RBAC may look at, over HTTP and, in the second, over connections. */
const NOT_OF_RBAC =
  /\.(?:HttpRequestQueryParamMatchInput|HttpRequestTrailerMatchInput|HttpResponse(?:Header|Trailer|StatusCode|StatusCodeClass)MatchInput|SourceTypeInput|ApplicationProtocolInput|TransportProtocolInput)$/;
const NOT_OF_CONNECTIONS = /\.HttpRequestHeaderMatchInput$/;

function judgeRbac(frame: Frame, { spot, report }: RuleContext): void {
  const isOfConnections = frame.type === 'network.rbac.RBAC';
  for (const field of ['matcher', 'shadow_matcher'])
    for (const type of inputsIn(frame.message[field]))
      if (NOT_OF_RBAC.test(type) || (isOfConnections && NOT_OF_CONNECTIONS.test(type)))
        report({
          message: `the ${field} looks at ${type}, which RBAC cannot look at, so the proxy refuses the filter`,
          at: spot(frame, field),
          identity: `${field} ${type}`,
        });
}

/** The types of what a tree looks at; actions may hold trees of their own, which are for something else. */
function inputsIn(tree: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const open: unknown[] = [tree];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (Array.isArray(at)) open.push(...at);
    if (!isObject(at)) continue;
    for (const [key, value] of Object.entries(at)) {
      if (key === 'action' || key === 'custom_match') continue;
      const type =
        key === 'input' && isObject(value) && isObject(value.typed_config)
          ? value.typed_config['@type']
          : undefined;
      if (typeof type === 'string') found.add(type);
      else open.push(value);
    }
  }
  return found;
}

export const invalidPathTemplate: AnalysisRule = {
  id: 'invalid-path-template',
  level: 'error',
  refuses: true,
  version: 'v3',
  purpose:
    'A URI template that the proxy cannot read, or one that writes a variable which the match does not have.',
  why: 'A template has at most five variables of up to 16 letters, each once; after ** nothing may stand for a part of the path; what writes a path knows the variables of the match only. The proxy refuses the route otherwise.',
  remedy:
    'Give each variable one short name, let ** be the last that takes a part of the path, and write only variables of the match.',
  source: 'how the proxy behaves in version 3: UriTemplateMatchConfig, UriTemplateRewriteConfig',
  bad: {
    type: 'route.RouteMatch',
    yaml: `"@type": type.googleapis.com/envoy.config.route.v3.RouteMatch
path_match_policy:
  name: template
  typed_config:
    "@type": type.googleapis.com/envoy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig
    path_template: /users/{id}/carts/{id}
`,
  },
  good: {
    type: 'route.RouteMatch',
    yaml: `"@type": type.googleapis.com/envoy.config.route.v3.RouteMatch
path_match_policy:
  name: template
  typed_config:
    "@type": type.googleapis.com/envoy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig
    path_template: /users/{user}/carts/{cart}
`,
  },
  messages: {
    'route.RouteMatch'(_, frame, look) {
      judgeTemplate(frame, 'path_match_policy', 'so the proxy refuses the route', look);
    },
    Permission(_, frame, look) {
      judgeTemplate(frame, 'uri_template', 'which makes the proxy abort when it reads it', look);
    },
    'route.Route'({ match, route, redirect }, _frame, { spot, report, release }) {
      if (match?.path_match_policy !== undefined)
        for (const [message, type] of [
          [route, 'route.RouteAction'],
          [redirect, 'route.RedirectAction'],
        ] as const) {
          if (message === undefined || (message.prefix_rewrite ?? '') === '') continue;
          // Of redirects it is refused since then.
          if (message === redirect && isBefore(release, '1.40')) continue;
          report({
            message:
              'prefix_rewrite stands in a route that matches by path_match_policy, which has no prefix to rewrite, so the proxy refuses it; use path_rewrite_policy or regex_rewrite',
            at: spot({ message, type }, 'prefix_rewrite'),
            identity: 'prefix_rewrite',
          });
        }
      const policy = route?.path_rewrite_policy;
      const written = rewriteTextOf(policy);
      if (route === undefined || !isObject(policy) || written === undefined) return;
      const template = templateOf(match?.path_match_policy);
      const why =
        template === undefined
          ? withoutTemplate(match)
          : (writtenProblem(written) ?? unknownIn(written, template));
      if (why === undefined) return;
      report({
        message: `the template ${written} ${why}, so the proxy refuses the route`,
        at: spot({ message: route, type: 'route.RouteAction' }, 'path_rewrite_policy'),
        identity: written,
      });
    },
  },
};

/** @param so what the proxy does then, as the end of a sentence */
function judgeTemplate(
  frame: Frame,
  field: string,
  so: string,
  { spot, report, release }: RuleContext,
): void {
  const template = templateOf(frame.message[field]);
  const why = template && template.written !== '' && templateProblem(template.written, release);
  if (template === undefined || !why) return;
  report({
    message: `the template ${template.written} ${why}, ${so}`,
    at: spot(frame, field),
    identity: template.written,
  });
}

/** Without a template to match there are no variables; another extension may be one that nobody here knows. */
function withoutTemplate(match: { readonly path_match_policy?: unknown } | undefined): string | undefined {
  return match?.path_match_policy === undefined
    ? 'writes a path, but the route matches by no path_match_policy'
    : undefined;
}

function unknownIn(written: string, { written: matched, variables }: PathTemplate): string | undefined {
  const unknown = [...written.matchAll(/\{([^}]*)\}/g)].find(([, name = '']) => !variables.includes(name));
  return unknown && `writes the variable ${unknown[1]}, which ${matched} does not have`;
}
