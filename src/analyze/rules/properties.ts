/** What is said about properties of the user's own (docs/prove.md); `engine/property-rules` decides them. */
import type { RuleTexts } from '../rule.ts';

const SOURCE = 'CONTRACT: prove';

const routes = (prefix: string, cluster = 'office'): string =>
  'name: front\nvirtual_hosts:\n- name: brewery\n  domains: ["*"]\n  routes:\n' +
  `  - match: { prefix: ${prefix} }\n    direct_response: { status: 403 }\n` +
  `  - match: { prefix: / }\n    route: { cluster: ${cluster} }\n`;

const LEDGER =
  'properties:\n- name: nobody reads the ledger\n  when: { path: { prefix: /ledger } }\n' +
  '  then: { not: { reaches: { cluster: office } } }\n';

export const propertyRefuted: RuleTexts = {
  id: 'property-refuted',
  level: 'error',
  purpose: 'A request breaks a property that the settings want to hold for all requests.',
  why: 'The file of properties says what has to be true of this configuration, such as that nobody reaches a cluster without a token. The request that is named comes around it, as `cfgtool trace` shows.',
  remedy:
    'Close the way at the place that is named: often a slash that is missing, a route that stands too early, or a filter that a route switches off. Where the request is meant to pass, say so in the property. `cfgtool prove` shows its whole way.',
  source: SOURCE,
  bad: { type: 'RouteConfiguration', yaml: routes('/ledger/'), properties: LEDGER },
  good: { type: 'RouteConfiguration', yaml: routes('/ledger'), properties: LEDGER },
};

export const propertyVacuous: RuleTexts = {
  id: 'property-vacuous',
  level: 'info',
  purpose: 'No request is meant by a property of the settings, so that it says nothing.',
  why: 'It holds whatever the configuration does: a name that changed, or a condition that nothing meets any more, leaves it idle. It may be about another file of the folder, so that this is an information; `cfgtool prove` fails there.',
  remedy:
    'Correct `when`, or the name. Properties of another configuration belong into a `.cfgtool.yaml` beside that one.',
  source: SOURCE,
  bad: { type: 'RouteConfiguration', yaml: routes('/ledger', 'back-office'), properties: LEDGER },
  good: { type: 'RouteConfiguration', yaml: routes('/ledger'), properties: LEDGER },
};
