/**
 * Makes `src/descriptors/annotations.ts`: the files that define the options which descriptor sets of users are read by,
 * since these need not hold them. `node dist/scripts/api-annotations.js`; a test makes it again.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { create, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { newestFiles } from './api-sets.ts';

const WANTED =
  /^(?:validate\/validate|(?:udpa\/annotations|xds\/annotations\/v3)\/sensitive|envoy\/annotations\/deprecation)\.proto$/;

/** The set of these files. */
export function annotationsSet(): Uint8Array {
  const file = newestFiles().filter(({ name }) => WANTED.test(name));
  return toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file }));
}

function annotationsText(): string {
  const lines = Buffer.from(deflateRawSync(annotationsSet(), { level: 9 }))
    .toString('base64')
    .match(/.{1,110}/g);
  return [
    '/**',
    ' * The options that limits and secrecy are stated by, as a descriptor set; made by `scripts/api-annotations.ts`: raw',
    ' * deflate, in base64.',
    ' */',
    'export const ANNOTATIONS = [',
    ...(lines ?? []).map((line) => `  '${line}',`),
    "].join('');",
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync('src/descriptors/annotations.ts', annotationsText());
