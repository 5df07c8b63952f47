import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (yaml: string) =>
  found('conflicting-protocol-options', `name: shop\n${yaml}\n`, 'Cluster').map(({ pointer, level }) => [
    pointer,
    level,
  ]);
const BOTH = 'http_protocol_options: {}\nhttp2_protocol_options: {}';

test.each([BOTH, `${BOTH}\nprotocol_selection: USE_CONFIGURED_PROTOCOL`])('%s', (yaml) => {
  expect(of(yaml)).toEqual([['/http_protocol_options', 'error']]);
});

test.each([
  `${BOTH}\nprotocol_selection: USE_DOWNSTREAM_PROTOCOL`,
  `${BOTH}\nprotocol_selection: USE_BEST`,
  'http_protocol_options: {}',
  'http2_protocol_options: {}',
  'http_protocol_options: {}\nhttp2_protocol_options: null',
])('nothing about %s', (yaml) => {
  expect(of(yaml)).toEqual([]);
});
