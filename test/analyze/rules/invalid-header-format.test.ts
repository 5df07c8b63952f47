import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (value: string) =>
  found(
    'invalid-header-format',
    `header: { key: x-share, value: '${value}' }\n`,
    'core.HeaderValueOption',
  ).map(({ pointer, level }) => [pointer, level]);

test.each(['%', '50%', '%PROTOCOL', '%%%', '%PROTOCOL% of 100%', '%DYNAMIC_METADATA(["a", "b"])'])(
  '%s',
  (value) => {
    expect(of(value)).toEqual([['/header/value', 'error']]);
  },
);

test.each([
  '',
  '50',
  '%%',
  '50%%',
  '%PROTOCOL%',
  '%PROTOCOL%%%',
  '%START_TIME(%Y)%',
  '%UPSTREAM_METADATA(["a", "b"])%',
])('nothing about %s', (value) => {
  expect(of(value)).toEqual([]);
});

test('metadata of a gRPC service is sent as it stands', () => {
  const service =
    'google_grpc: { target_uri: a.test, stat_prefix: a }\ninitial_metadata: [{ key: x, value: 50% }]\n';
  expect(found('invalid-header-format', service, 'core.GrpcService')).toEqual([]);
});
