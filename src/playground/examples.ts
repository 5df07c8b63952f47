/** Small configurations to begin with: a shop, and the examples of rules and migrations, by their ids. */
import { migrations } from '../../migrations/index.ts';
import { allRuleTexts } from '../analyze/index.ts';
import type { Example } from './questions.ts';

/** A cluster as version 3 has it. */
function cluster(name: string, address: string, more = ''): string {
  return `- name: ${name}
  connect_timeout: 1s
${more}  load_assignment:
    cluster_name: ${name}
    endpoints:
    - lb_endpoints:
      - endpoint: { address: { socket_address: { address: ${address}, port_value: 80 } } }
`;
}

const HEAD = `# A route table with what it leads to. Every mark in the margin says what is wrong there.
route_configs:
- name: shop
  virtual_hosts:
  - name: shop
    domains: [shop.test]
    routes:
`;

const SHOP = `${HEAD}    - match: { prefix: /cart }
      route: { cluster: cart, timeout: 3s }
    - match: { prefix: /cart/offers }    # no request gets here
      route: { cluster: offers }
    - match: { safe_regex: { regex: "/item/[0-9]+" } }
      route: { cluster: pages }
    - match: { prefix: / }
      route: { cluster: pages }
clusters:
${cluster('cart', '192.0.2.10')}${cluster('offers', '192.0.2.11')}${cluster(
  'pages',
  '192.0.2.12',
  '  http2_protocol_options: {}    # an older form\n',
)}`;

const CHANGED = SHOP.replace(
  `    - match: { prefix: /cart }
      route: { cluster: cart, timeout: 3s }
    - match: { prefix: /cart/offers }    # no request gets here
      route: { cluster: offers }
`,
  `    - match: { prefix: /cart/offers }
      route: { cluster: offers }
    - match: { prefix: /cart }
      route: { cluster: cart, timeout: 5s }
`,
);

const LEGACY = `# Version 2, as proxies before 1.18 read it: Lift to v3 shows what it becomes.
route_configs:
- name: shop
  virtual_hosts:
  - name: shop
    domains: [shop.test]
    routes:
    - match: { regex: "/item/[0-9]+" }
      route: { cluster: pages }
    - match: { prefix: /cart }
      route: { cluster: cart }
clusters:
- name: cart
  connect_timeout: 1s
  hosts: [{ socket_address: { address: 192.0.2.10, port_value: 80 } }]
- name: pages
  connect_timeout: 1s
  tls_context: { sni: pages.test }
  hosts: [{ socket_address: { address: 192.0.2.12, port_value: 443 } }]
`;

const NAME = 'shop.yaml';

const first: readonly Example[] = [
  { id: 'shop', group: '', texts: [{ pane: 'a', name: NAME, text: SHOP }] },
  {
    id: 'shop-changed',
    group: '',
    texts: [
      { pane: 'a', name: NAME, text: SHOP },
      { pane: 'b', name: 'shop-changed.yaml', text: CHANGED },
    ],
  },
  { id: 'shop-version-2', group: '', texts: [{ pane: 'a', name: NAME, text: LEGACY }] },
];

/** In the order in which they are offered. */
export function allExamples(): readonly Example[] {
  return [
    ...first,
    // A rule that has to be asked for shows nothing here.
    ...allRuleTexts
      .filter(({ asked }) => !asked)
      .map(({ id, bad: { type, yaml, properties } }): Example => {
        const held = { pane: 'b', name: 'access.yaml', text: properties ?? '' } as const;
        return {
          id,
          group: 'rules',
          texts: [
            { pane: 'a', name: `${id}.yaml`, text: yaml, type },
            ...(properties === undefined ? [] : [held]),
          ],
        };
      }),
    ...migrations.map(({ id, example: { type, before } }): Example => {
      return { id, group: 'migrations', texts: [{ pane: 'a', name: `${id}.yaml`, text: before, type }] };
    }),
  ];
}
