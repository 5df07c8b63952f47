/** Since release 1.36 HTTP/2 is more modest where nothing is set; version 2 ended long before. */
import { expect, it } from 'vitest';
import { compiledMessage } from '../../src/schema/compiled.ts';

it.each([
  ['max_concurrent_streams', 2_147_483_647, 1024],
  ['initial_stream_window_size', 268_435_456, 16 * 2 ** 20],
  ['initial_connection_window_size', 268_435_456, 24 * 2 ** 20],
])('%s has the default of its version', (field, before, now) => {
  const defaultIn = (version: 'v2' | 'v3') =>
    compiledMessage('core.Http2ProtocolOptions', version).byName.get(field)?.spec.default;
  expect([defaultIn('v2'), defaultIn('v3')]).toEqual([{ value: before }, { value: now }]);
});
