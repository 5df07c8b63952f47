import { isObject } from '../../model/bound.ts';
import { type PathTemplate, rewriteTextOf, templateOf } from '../../traffic/path-template.ts';
import { templateProblem, writtenProblem } from '../fields/template-problem.ts';
import type { AnalysisRule } from '../rule.ts';

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
    'route.RouteMatch'({ path_match_policy: policy }, frame, { spot, report }) {
      const template = templateOf(policy);
      const why = template && template.written !== '' && templateProblem(template.written);
      if (template === undefined || why === undefined) return;
      report({
        message: `the template ${template.written} ${why}, so the proxy refuses the route`,
        at: spot(frame, 'path_match_policy'),
        identity: template.written,
      });
    },
    'route.Route'({ match, route, redirect }, _frame, { spot, report }) {
      if (match?.path_match_policy !== undefined)
        for (const [message, type] of [
          [route, 'route.RouteAction'],
          [redirect, 'route.RedirectAction'],
        ] as const) {
          if (message === undefined || (message.prefix_rewrite ?? '') === '') continue;
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
