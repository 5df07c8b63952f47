/**
 * `node dist/scripts/local-registry.js PACKAGE.tgz`: a registry of one packed package on 127.0.0.1, for tests of
 * installing by name. It prints its address and ends with its standard input.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A file of a tar archive; undefined where it has none of that name. */
export function fileInTar(archive: Buffer, wanted: string): string | undefined {
  for (let at = 0; at + 512 <= archive.length; ) {
    const name = archive
      .subarray(at, at + 100)
      .toString()
      .replace(/\0.*$/s, '');
    const size = Number.parseInt(archive.subarray(at + 124, at + 136).toString(), 8) || 0;
    if (name === wanted) return archive.subarray(at + 512, at + 512 + size).toString();
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return undefined;
}

function serve(path: string): void {
  const tarball = readFileSync(path);
  const manifest = JSON.parse(fileInTar(gunzipSync(tarball), 'package/package.json') ?? '{}');
  const { name, version } = manifest;
  const file = `/${name}/-/${basename(path)}`;
  const server = createServer(({ url = '', headers }, response) => {
    if (url === file) return void response.end(tarball);
    if (url !== `/${name}`) return void response.writeHead(404).end('{}');
    const dist = {
      tarball: `http://${headers.host}${file}`,
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    };
    const versions = { [version]: { ...manifest, dist } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  process.stdin.resume().on('end', () => process.exit(0));
}

const [, script = '', path] = process.argv;
if (script.endsWith('local-registry.js') && path !== undefined) serve(path);
