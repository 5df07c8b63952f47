/** A file that shows no version is read as version 3, so that nothing is lifted, which is said where it matters. */
import { expect, test } from 'vitest';
import { liftConfiguration } from '../../../src/engine/lift.ts';
import { opened } from '../../opened.ts';

const lifted = (text: string, api?: 'v2') =>
  liftConfiguration(opened(text, api === undefined ? {} : { api }), { partial: false, keepTransport: false });

const EDS =
  'name: a\ntype: EDS\neds_cluster_config: { eds_config: { api_config_source: { cluster_names: [b] } } }\n';

test('what version 2 would not have lifted so has a remark', () => {
  expect(lifted(EDS)).toMatchObject({
    left: [],
    warnings: expect.arrayContaining([
      expect.stringMatching(/read as version 3; --api v2 lifts it as one of version 2$/),
    ]),
  });
  const { left, warnings } = lifted(EDS, 'v2');
  expect(left).toMatchObject([{ reason: expect.stringMatching(/^api_type is not set/) }]);
  expect(warnings.join()).not.toContain('--api v2');
});

test('nothing is said where both versions say the same', () => {
  expect(lifted('name: a\nconnect_timeout: 1s\n')).toMatchObject({ changed: false, warnings: [] });
});

test('a lift in parts is proved in the version that the file is read as, shown or not', () => {
  const text =
    'static_resources:\n  clusters:\n    - transport_socket: { name: mine }\ndynamic_resources:\n  ads_config:\n    ads_config: {}\n';
  const options = { partial: true, keepTransport: false };
  const made = liftConfiguration(opened(text), options);
  expect(made).toMatchObject({ equivalent: true, left: [{ reason: expect.stringContaining('"mine"') }] });
  expect(made.text).toBe(`${text}    transport_api_version: V3\n`);
});
