/** Small configurations to begin with: a shop, and the examples of rules and migrations, by their ids. */
import { migrations } from '../../migrations/index.ts';
import { allRuleTexts } from '../analyze/index.ts';
import type { Example } from './questions.ts';

const HEAD = `# A route table with what it leads to. Every mark in the margin says what is wrong there.
route_configs:
- name: shop
  virtual_hosts:
  - name: shop
    domains: [shop.test]
    routes:
    - match: { prefix: /cart }
      route: { cluster: cart, timeout: 3s }
`;

const OLD = `${HEAD}    - match: { prefix: /cart/offers }    # no request gets here
      route: { cluster: offers }
    - match: { regex: "/item/[0-9]+" }    # an older form, which can be converted
      route: { cluster: pages }
    - match: { prefix: / }
      route: { cluster: pages }
clusters:
- name: cart
  connect_timeout: 1s
  hosts: [{ socket_address: { address: 192.0.2.10, port_value: 80 } }]
- name: offers
  connect_timeout: 1s
  hosts: [{ socket_address: { address: 192.0.2.11, port_value: 80 } }]
- name: pages
  connect_timeout: 1s
  hosts: [{ socket_address: { address: 192.0.2.12, port_value: 80 } }]
`;

const NEW = OLD.replace(
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

const NAME = 'shop.yaml';

const first: readonly Example[] = [
  { id: 'shop', group: '', texts: [{ pane: 'a', name: NAME, text: OLD }] },
  {
    id: 'shop-changed',
    group: '',
    texts: [
      { pane: 'a', name: NAME, text: OLD },
      { pane: 'b', name: 'shop-changed.yaml', text: NEW },
    ],
  },
];

/** In the order in which they are offered. */
export function allExamples(): readonly Example[] {
  return [
    ...first,
    // A rule that has to be asked for shows nothing here.
    ...allRuleTexts
      .filter(({ asked }) => !asked)
      .map(({ id, bad: { type, yaml } }): Example => {
        return { id, group: 'rules', texts: [{ pane: 'a', name: `${id}.yaml`, text: yaml, type }] };
      }),
    ...migrations.map(({ id, example: { type, before } }): Example => {
      return { id, group: 'migrations', texts: [{ pane: 'a', name: `${id}.yaml`, text: before, type }] };
    }),
  ];
}
