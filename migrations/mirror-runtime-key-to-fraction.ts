import type { MessageView, Migration } from '../src/canonical/migration/migration.ts';
import type { Edit } from '../src/source/edit/index.ts';

/** RequestMirrorPolicy.runtime_key → runtime_fraction (data-model, RequestMirrorPolicy; routing-facts 42). */
export const mirrorRuntimeKeyToFraction: Migration = {
  id: 'mirror-runtime-key-to-fraction',
  title: '`runtime_key` of a mirror policy becomes `runtime_fraction`',
  why: '`runtime_key` is deprecated: its share counts in steps of 0.01 %, unlike every other fraction, and later proxies refuse it.',
  how:
    'The key moves into a `runtime_fraction` whose default is 0 of TEN_THOUSAND, since an absent key means that nothing is mirrored. Beware: an ' +
    'integer stored under the key is read as a percentage from then on, no longer as a count of 10,000. Integers in static runtime layers of the ' +
    'same bootstrap are converted with it; values kept elsewhere have to be changed by hand. A key that any other field names is left, and so is ' +
    'one whose value stands in another resource of the file. Where `runtime_fraction` stands too, it wins.',
  source: 'data-model.md: route.RouteAction.RequestMirrorPolicy, Versioning 1',
  optional: false,
  messages: ['route.RouteAction.RequestMirrorPolicy'],
  fields: ['runtime_key'],
  example: {
    type: 'route.RouteAction.RequestMirrorPolicy',
    before: `cluster: shop-canary
runtime_key: shop.mirror
`,
    after: `cluster: shop-canary
runtime_fraction:
  default_value:
    numerator: 0
    denominator: TEN_THOUSAND
  runtime_key: shop.mirror
`,
  },
  plan(view) {
    const { runtime_key: key, runtime_fraction: fraction } = view.value;
    if (key === undefined) return [];
    const from = view.at('runtime_key');
    if (fraction !== undefined || key === '') {
      const reason =
        fraction === undefined
          ? 'removed runtime_key: it is empty'
          : 'removed runtime_key: runtime_fraction stands beside it and wins';
      return [{ kind: 'edits', edits: [{ op: 'remove', path: from }], reason }];
    }
    const stays = view.whyRuntimeStays(String(key));
    if (stays !== undefined) return [{ kind: 'left', field: 'runtime_key', reason: stays }];
    const value = view.spell('core.RuntimeFractionalPercent', {
      default_value: { numerator: 0, denominator: 'TEN_THOUSAND' },
    });
    const place = view.place('runtime_fraction');
    const edits: Edit[] = [
      { op: 'add', path: place, value, inPlaceOf: from },
      { op: 'move', from, path: `${place}/${view.spelling('runtime_key')}` },
    ];
    const elsewhere = storedValues(view, String(key));
    const warning =
      elsewhere.length > 0
        ? `integers stored under the runtime key "${key}" change their base: the ones in this bootstrap's static layers were converted; change those kept elsewhere by hand (0..10000 becomes a percentage)`
        : `integers stored under the runtime key "${key}" change their base: they counted 0 to 10000 and are read as percent from now on; change what your runtime holds, for instance 250 to 2.5 % written as {numerator: 250, denominator: TEN_THOUSAND}`;
    return [
      {
        kind: 'edits',
        edits,
        reason: `runtime_key became runtime_fraction with the same key "${key}"`,
        warning,
        elsewhere,
      },
    ];
  },
};

/** Integers of static layers under the key, in the base that the fraction reads. */
function storedValues(view: MessageView, key: string): Edit[] {
  return view.runtimeValues(key).flatMap(({ pointer, value }): Edit[] => {
    const numerator =
      typeof value === 'number'
        ? value
        : typeof value === 'string' && /^\s*\+?\d+\s*$/.test(value)
          ? Number(value)
          : undefined;
    if (numerator === undefined || !Number.isInteger(numerator) || numerator < 0) return [];
    // 0 means the same in both bases; more than all is all.
    if (numerator === 0) return [];
    return [
      {
        op: 'replace',
        path: pointer,
        value: { numerator: Math.min(numerator, 10_000), denominator: 'TEN_THOUSAND' },
      },
    ];
  });
}
