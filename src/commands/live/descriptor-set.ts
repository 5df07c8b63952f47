/** The descriptors of the newest release, which the build puts beside the program: messages only, without their options. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

export async function descriptorSet(): Promise<Uint8Array> {
  return await promisify(brotliDecompress)(
    await readFile(new URL('./descriptors.binpb.br', import.meta.url)),
  );
}
