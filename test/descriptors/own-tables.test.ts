import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync, gzipSync, inflateRawSync } from 'node:zlib';
import { create, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { afterEach, describe, expect, test } from 'vitest';
import { annotationsSet } from '../../scripts/api-annotations.ts';
import { ANNOTATIONS } from '../../src/descriptors/annotations.ts';
import { ownTables } from '../../src/descriptors/own-tables.ts';
import { knowOwnTables } from '../../src/schema/own.ts';
import { InputError } from '../../src/source/errors.ts';
import { type File, PATTERN, QUOTA, setOf } from './sets.ts';

const read = (bytes: Uint8Array, name = 'acme.binpb') => ownTables([{ name, bytes }]);

afterEach(() => knowOwnTables());

/** The one error that a file gets. */
function problemOf(...sets: readonly Uint8Array[]): string {
  try {
    ownTables(sets.map((bytes, index) => ({ name: `${index + 1}.binpb`, bytes })));
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return 'none';
}

test('the options that sets are read by are those of the newest release', () => {
  expect(Buffer.from(inflateRawSync(Buffer.from(ANNOTATIONS, 'base64')))).toEqual(
    Buffer.from(annotationsSet()),
  );
});

test('a set says what its fields are, what is secret and what is limited', () => {
  const { messages, enums } = read(setOf(QUOTA));
  expect([...messages.keys()]).toEqual(['acme.filters.v1.Quota', 'acme.filters.v1.Quota.Limit']);
  expect([...enums.keys()]).toEqual(['acme.filters.v1.Quota.Mode']);
  const fields = Object.entries(messages.get('acme.filters.v1.Quota')?.fields ?? {});
  expect(Object.fromEntries(fields.map(([name, { doc: _, ...spec }]) => [name, spec]))).toEqual({
    cluster: { type: 'string' },
    service: { type: 'core.GrpcService' },
    limits: { type: 'repeated acme.filters.v1.Quota.Limit' },
    mode: { type: 'acme.filters.v1.Quota.Mode' },
    api_key: { type: 'string', secret: true },
    pin: { type: 'string', secret: true },
    code: { type: 'string', secret: true },
    domain: { type: 'string', required: true, limits: { minChars: 3 } },
    soft: { type: 'bool', oneof: 'how' },
    hard: { type: 'bool', oneof: 'how' },
    burst: { type: 'UInt32Value' },
    rate: { type: 'uint32' },
    timeout: { type: 'Duration' },
    old_rate: { type: 'uint32', deprecated: { use: 'what its own documentation names' } },
    renamed: { type: 'string', aliases: ['otherName'] },
    later: { type: 'Value' },
    inner: { type: 'Any' },
    chosen: { type: 'acme.filters.v1.Quota.Mode', oneof: '_chosen' },
    ips: { type: 'Value' },
  });
});

test('a message in a package of the proxy is known in every namespace', () => {
  const { messages } = read(setOf({ package: 'envoy.extensions.acme.v3', messages: { Own: {} } }));
  expect([...messages.keys()]).toEqual(['extensions.acme.v3.Own']);
});

test("nobody's regular expression is run", () => {
  const { messages } = read(
    setOf({ messages: { Own: { fields: { text: { type: 'string', options: PATTERN } } } } }),
  );
  expect(messages.get('acme.Own')?.fields.text).toEqual({ type: 'string', doc: '' });
});

test("every set of the proxy's own API says what the tables know", () => {
  const sets = readdirSync('api/sets').filter((file) => file.endsWith('.binpb.gz'));
  expect(sets.length).toBeGreaterThan(10);
  for (const file of sets) expect(problemOf(readFileSync(`api/sets/${file}`)), file).toBe('none');
  const { messages } = read(readFileSync('api/sets/1.40.0.binpb.gz'));
  expect([...messages.keys()].filter((name) => /^(?:config|extensions)\..*\.v3\./.test(name))).toEqual([]);
});

test('a set and the same packed are one', () => {
  const bytes = setOf(QUOTA);
  expect(read(gzipSync(bytes))).toEqual(read(bytes));
  expect(problemOf(bytes, gzipSync(bytes))).toBe('none');
});

describe('one clear error for', () => {
  /** A file with messages in each other, as it is encoded. */
  const deep = (depth: number): Uint8Array => {
    const varint = (value: number): number[] =>
      value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
    let bytes: readonly number[] = [0x0a, 1, 0x4d];
    for (let at = 0; at < depth; at++) bytes = [0x0a, 1, 0x4d, 0x1a, ...varint(bytes.length), ...bytes];
    const file = [0x0a, 1, 0x61, 0x22, ...varint(bytes.length), ...bytes];
    return Uint8Array.from([0x0a, ...varint(file.length), ...file]);
  };
  const own = (fields: NonNullable<NonNullable<File['messages']>[string]['fields']>): Uint8Array =>
    setOf({ messages: { Own: { fields } } });
  test.each<[string, () => readonly Uint8Array[], RegExp]>([
    ['an empty file', () => [new Uint8Array()], /^1\.binpb: it is no descriptor set: it is empty$/],
    ['a source', () => [Buffer.from('syntax = "proto3";\n')], /it is a text, no compiled descriptor set/],
    ['JSON', () => [Buffer.from('{"file": []}')], /it is a text/],
    ['noise', () => [Buffer.from('\xff\x00\x12nothing of the kind', 'latin1')], /no descriptor set/],
    ['the beginning of a set', () => [setOf(QUOTA).slice(0, -7)], /no descriptor set, or only the beginning/],
    [
      'another message',
      () => [toBinary(FileDescriptorProtoSchema, create(FileDescriptorProtoSchema, { package: 'acme' }))],
      /some other message/,
    ],
    ['too much', () => [new Uint8Array(32_000_001)], /more than 32 MB/],
    ['too much, packed', () => [gzipSync(new Uint8Array(64_000_000))], /more than 32 MB/],
    ['half a package', () => [gzipSync(setOf(QUOTA)).slice(0, 40)], /cannot be unpacked/],
    ['messages in each other without an end', () => [deep(2000)], /no descriptor set/],
    [
      'files in a circle',
      () => [setOf({ name: 'a.proto', imports: ['b.proto'] }, { name: 'b.proto', imports: ['a.proto'] })],
      /import each other in a circle: a\.proto imports b\.proto imports a\.proto/,
    ],
    ['a file without a name', () => [setOf({ name: '' })], /a file without a name/],
    ['a file that stands twice', () => [setOf({}, {})], /acme\.proto twice/],
    ['a name that is none', () => [own({ __proto: 'string' })], /a field without a proper name in Own/],
    [
      'a number twice',
      () => [own({ a: 'string', b: { type: 'bool', number: 1 } })],
      /two fields of Own the number 1/,
    ],
    [
      'a message that stands twice',
      () => [setOf({ messages: { Own: {} } }, { name: 'b.proto', messages: { Own: {} } })],
      /defines acme\.Own, which is defined already/,
    ],
    [
      'a built-in message with another field',
      () => [
        setOf({ package: 'envoy.config.core.v3', messages: { Node: { fields: { shoe_size: 'uint32' } } } }),
      ],
      /redefines core\.Node, a message of the proxy's API: no known release has its field shoe_size/,
    ],
    [
      'a built-in message with a field of another type',
      () => [setOf({ package: 'envoy.config.core.v3', messages: { Node: { fields: { id: 'uint32' } } } })],
      /redefines core\.Node.*its field id is uint32 there and string in the API/,
    ],
    [
      'a built-in enum with another value',
      () => [setOf({ package: 'envoy.type.v3', enums: { RateLimitUnit: ['UNKNOWN', 'AEON'] } })],
      /redefines type\.RateLimitUnit, an enum of the proxy's API: its AEON = 1/,
    ],
    [
      "a name of cfgtool's own",
      () => [setOf({ package: '', messages: { Resources: {} } })],
      /its Resources has the name of a message of cfgtool's own tables/,
    ],
    [
      'two sets that differ',
      () => [own({ a: 'string' }), own({ a: 'bool' })],
      /^2\.binpb: it defines acme\.Own otherwise than 1\.binpb$/,
    ],
  ])('%s', (_, sets, problem) => {
    expect(problemOf(...sets())).toMatch(problem);
  });

  test('nothing else happens to bytes that are changed or cut anywhere', () => {
    const bytes = gunzipSync(gzipSync(setOf(QUOTA)));
    let read = 0;
    for (let at = 0; at < bytes.length; at += 5)
      for (const changed of [
        bytes.subarray(0, at),
        Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 0x55 : byte)),
      ])
        if (problemOf(changed) === 'none') read++;
    // A changed letter of a name is a set all the same.
    expect(read).toBeGreaterThan(20);
  });
});
