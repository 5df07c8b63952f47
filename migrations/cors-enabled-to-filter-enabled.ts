import { leave, type Migration } from '../src/canonical/migration/migration.ts';
import { hasUnreadField } from '../src/model/unknown-fields.ts';

/** CorsPolicy.enabled → filter_enabled (data-model, CorsPolicy and Versioning 1; routing-facts 60). */
export const corsEnabledToFilterEnabled: Migration = {
  id: 'cors-enabled-to-filter-enabled',
  title: '`enabled` of a CORS policy becomes `filter_enabled`',
  why: '`enabled` is deprecated: `filter_enabled` says the same and can be rolled out by runtime; later proxies refuse the old field.',
  how:
    'True becomes 100 %, false 0 %. A false on a virtual host is left: the specification gives it an effect on routes only, while `filter_enabled` ' +
    'counts in both places, so the conversion could switch CORS off.',
  source: 'data-model.md: route.CorsPolicy (enabled, filter_enabled), Versioning 1',
  optional: false,
  messages: ['route.CorsPolicy'],
  fields: ['enabled'],
  example: {
    type: 'route.CorsPolicy',
    before: `allow_methods: GET
enabled: true
`,
    after: `allow_methods: GET
filter_enabled:
  default_value:
    numerator: 100
    denominator: HUNDRED
`,
  },
  plan(view) {
    const { enabled, filter_enabled: fraction } = view.value;
    if (enabled === undefined) return [];
    const from = view.at('enabled');
    const numerator = enabled === true ? 100 : 0;
    if (hasUnreadField('core.RuntimeFractionalPercent', fraction))
      return leave('enabled', 'filter_enabled beside it cannot be read as a whole; correct it first');
    if (fraction !== undefined) {
      if (isAlways(fraction, numerator)) {
        return [
          {
            kind: 'edits',
            edits: [{ op: 'remove', path: from }],
            reason: 'removed enabled: filter_enabled says the same',
          },
        ];
      }
      return [
        {
          kind: 'left',
          field: 'enabled',
          reason: 'filter_enabled stands beside it and says otherwise; only one may stand: decide which',
        },
      ];
    }
    if (enabled === false && view.parent?.type === 'route.VirtualHost') {
      return [
        {
          kind: 'left',
          field: 'enabled',
          reason:
            'on a virtual host `enabled: false` has no effect by the specification, while filter_enabled has one: remove it, or write filter_enabled with numerator 0 if CORS is to be off',
        },
      ];
    }
    const value = view.spell('core.RuntimeFractionalPercent', {
      default_value: { numerator, denominator: 'HUNDRED' },
    });
    return [
      {
        kind: 'edits',
        edits: [
          { op: 'add', path: view.place('filter_enabled'), value, inPlaceOf: from },
          { op: 'remove', path: from },
        ],
        reason: `enabled: ${enabled} became filter_enabled with ${numerator} %`,
      },
    ];
  },
};

function isAlways(fraction: unknown, percent: number): boolean {
  const { default_value: value, runtime_key: key } = fraction as {
    default_value?: { numerator?: number; denominator?: string };
    runtime_key?: string;
  };
  if (value === undefined || key) return false;
  return (value.numerator ?? 0) === percent && (value.denominator ?? 'HUNDRED') === 'HUNDRED';
}
