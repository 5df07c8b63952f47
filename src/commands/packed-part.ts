/** Parts of the package that few runs need: the build compresses them and puts them beside the program. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/**
 * A part as it was before it was packed.
 *
 * @param name of its file, such as `playground.html`: the page without its tables, or `descriptors.binpb`: the messages
 *   of the newest release, without their options
 */
export async function packedPart(name: string): Promise<Uint8Array> {
  return await promisify(brotliDecompress)(await readFile(new URL(`./${name}.br`, import.meta.url)));
}
