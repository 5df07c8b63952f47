import type { Spot } from '../finding.ts';
import type { AnalysisRule } from '../rule.ts';

export const duplicateName: AnalysisRule = {
  id: 'duplicate-name',
  level: 'error',
  purpose: 'Two virtual hosts of one route configuration have the same name.',
  why: 'The proxy refuses a route configuration in which two virtual hosts share their name, and statistics could not tell them apart.',
  mend: 'Rename one of them. Where both mean the same hosts, merge their routes into one.',
  source: 'data-model.md: route.VirtualHost: Rules',
  bad: {
    type: 'RouteConfiguration',
    yaml: `name: front
virtual_hosts:
  - name: shop
    domains: [shop.test]
    routes: [{ match: { prefix: / }, route: { cluster: shop } }]
  - name: shop
    domains: [cart.test]
    routes: [{ match: { prefix: / }, route: { cluster: cart } }]
`,
  },
  good: {
    type: 'RouteConfiguration',
    yaml: `name: front
virtual_hosts:
  - name: shop
    domains: [shop.test]
    routes: [{ match: { prefix: / }, route: { cluster: shop } }]
  - name: cart
    domains: [cart.test]
    routes: [{ match: { prefix: / }, route: { cluster: cart } }]
`,
  },
  messages: {
    RouteConfiguration({ virtual_hosts = [] }, _frame, { spot, report }) {
      const first = new Map<string, Spot>();
      for (const virtualHost of virtual_hosts) {
        const { name } = virtualHost;
        if (name === undefined || name === '') continue;
        const at = spot({ message: virtualHost, type: 'route.VirtualHost' }, 'name');
        const earlier = first.get(name);
        if (earlier === undefined) first.set(name, at);
        else
          report({
            message: `the name "${name}" is taken by another virtual host of this route configuration; the proxy refuses both`,
            at,
            identity: name,
            related: [{ message: 'the first of that name', at: earlier }],
          });
      }
    },
  },
};
