import type { AnalysisRule } from '../rule.ts';
import { inHost } from '../traffic/in-host.ts';
import { shadowedDraft, undecidedRoutes } from '../traffic/shadowed-draft.ts';
import { routeVerdicts } from '../traffic/verdicts.ts';

const example = (first: string, second: string): string => `name: front
virtual_hosts:
  - name: shop
    domains: [shop.test]
    routes:
      - match: { prefix: ${first} }
        redirect: { host_redirect: new.shop.test }
      - match: { prefix: ${second} }
        direct_response: { status: 410 }
`;

export const shadowedRoute: AnalysisRule = {
  id: 'shadowed-route',
  level: 'warning',
  purpose: 'A route that no request reaches, because earlier routes of its virtual host take them all.',
  why: 'Routes are tried in order and the first match wins. What this route is there for never happens, and nothing tells.',
  remedy:
    'Move the route above those that take its requests, delete it where it is not needed, or narrow the match of the others. Where it is hidden only by the default of a runtime fraction (level info), setting the runtime key brings it to life.',
  source: 'data-model.md: route.VirtualHost: routes; route.RouteMatch',
  bad: { type: 'RouteConfiguration', yaml: example('/cart', '/cart/old') },
  good: { type: 'RouteConfiguration', yaml: example('/cart/old', '/cart') },
  subject(subject, report) {
    for (const verdicts of subject.shared(routeVerdicts)) {
      const host = inHost(subject, verdicts);
      for (const [index, verdict] of verdicts.verdicts.entries())
        if (verdict?.kind === 'hidden') report(shadowedDraft(verdicts, host, index, verdict));
      for (const draft of undecidedRoutes(verdicts, host, subject.regexes)) report(draft);
    }
  },
};
