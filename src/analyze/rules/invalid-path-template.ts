import { isObject } from '../../model/bound.ts';
import { type PathTemplate, rewriteTextOf, templateOf } from '../../routing/match/path-template.ts';
import type { AnalysisRule } from '../rule.ts';

/** What the proxy allows of one template. */
const MAX_VARIABLES = 5;
const LONGEST_NAME = 16;
const NAME = /^[a-zA-Z][a-zA-Z0-9_]*$/;

export const invalidPathTemplate: AnalysisRule = {
  id: 'invalid-path-template',
  level: 'error',
  version: 'v3',
  purpose:
    'A URI template that the proxy cannot read, or one that writes a variable which the match does not have.',
  why: 'A template has at most five variables of up to 16 letters, each once; after ** nothing may stand for a part of the path; what writes a path knows the variables of the match only. The proxy refuses the route otherwise.',
  remedy:
    'Give each variable one short name, let ** be the last that takes a part of the path, and write only variables of the match.',
  source: 'how the proxy behaves in version 3: UriTemplateMatchConfig, UriTemplateRewriteConfig',
  bad: {
    type: 'route.RouteMatch',
    yaml: `"@type": type.googleapis.com/proxy.config.route.v3.RouteMatch
path_match_policy:
  name: template
  typed_config:
    "@type": type.googleapis.com/proxy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig
    path_template: /users/{id}/carts/{id}
`,
  },
  good: {
    type: 'route.RouteMatch',
    yaml: `"@type": type.googleapis.com/proxy.config.route.v3.RouteMatch
path_match_policy:
  name: template
  typed_config:
    "@type": type.googleapis.com/proxy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig
    path_template: /users/{user}/carts/{cart}
`,
  },
  messages: {
    'route.RouteMatch'({ path_match_policy: policy }, frame, { spot, report }) {
      const template = templateOf(policy);
      const why = template && problemOf(template);
      if (template === undefined || why === undefined) return;
      report({
        message: `the template ${template.written} ${why}, so the proxy refuses the route`,
        at: spot(frame, 'path_match_policy'),
        identity: template.written,
      });
    },
    'route.Route'({ match, route }, _frame, { spot, report }) {
      const policy = route?.path_rewrite_policy;
      const written = rewriteTextOf(policy);
      if (route === undefined || !isObject(policy) || written === undefined) return;
      const template = templateOf(match?.path_match_policy);
      const why = template === undefined ? withoutTemplate(match) : unknownIn(written, template);
      if (why === undefined) return;
      report({
        message: `the template ${written} ${why}, so the proxy refuses the route`,
        at: spot({ message: route, type: 'route.RouteAction' }, 'path_rewrite_policy'),
        identity: written,
      });
    },
  },
};

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

function problemOf({ written, variables }: PathTemplate): string | undefined {
  const name = variables.find((each) => !NAME.test(each) || each.length > LONGEST_NAME);
  if (name !== undefined)
    return `has the variable ${JSON.stringify(name)}, whose name has to be a letter and then letters, digits and _, at most ${LONGEST_NAME} in all`;
  const twice = variables.find((each, index) => variables.indexOf(each) < index);
  if (twice !== undefined) return `has the variable ${twice} twice`;
  if (variables.length > MAX_VARIABLES)
    return `has ${variables.length} variables, of which the proxy takes ${MAX_VARIABLES}`;
  return takesAfterAll(written)
    ? 'goes on with *, ** or a variable after **, which takes all the rest'
    : undefined;
}

/** Whether something that stands for a part of the path comes after one that stands for all of it. */
function takesAfterAll(written: string): boolean {
  const operators = [...written.matchAll(/\/(?:(\*\*?)|\{[^}=]*(?:=([^}]*))?\})/g)].flatMap(
    ([, plain, own]) => (plain === undefined ? operatorsOf(own) : [plain]),
  );
  const all = operators.indexOf('**');
  return all !== -1 && all < operators.length - 1;
}

/** The operators in what a variable takes: one segment where it does not say. */
function operatorsOf(own: string | undefined): readonly string[] {
  return own === undefined ? ['*'] : own.split('/').filter((part) => /^\*\*?$/.test(part));
}
