/** `coalesced-host` against the real proxy: an HTTP/2 client that keeps to one connection. */
import { once } from 'node:events';
import { connect } from 'node:http2';
import { expect, it } from 'vitest';
import { startAnywhere } from '../../scripts/proxy/anywhere.ts';
import { coalescedHost } from '../../src/analyze/rules/coalesced-host.ts';
import { openConfiguration } from '../../src/model/open.ts';
import { sourceFile } from '../../src/source/load.ts';
import { plainValue } from '../../src/source/tree.ts';
import { SHOP, SHOP_KEY } from '../analyze/certificates.ts';
import { PROXY } from './program.ts';

/** The listener of an example, with a name and a certificate whose key the proxy can read. */
function bootstrapOf(yaml: string): object {
  const [root] = openConfiguration(sourceFile('listener.yaml', yaml, 'named'), { type: 'Listener' }).roots;
  const readable: { readonly [key: string]: string } = { certificate_chain: SHOP, private_key: SHOP_KEY };
  const listener = JSON.parse(JSON.stringify(root && plainValue(root.tree, root.node)), (key, value) =>
    key in readable ? { inline_string: readable[key] } : value,
  );
  return { static_resources: { listeners: [{ ...listener, name: 'l' }] } };
}

/** The statuses of requests for some hosts over one connection. */
async function statusesOver(
  port: number,
  serverName: string,
  hosts: readonly string[],
): Promise<readonly number[]> {
  const client = connect(`https://127.0.0.1:${port}`, { servername: serverName, rejectUnauthorized: false });
  const statuses: number[] = [];
  try {
    for (const host of hosts) {
      const stream = client.request({ ':path': '/', ':authority': host });
      const [headers] = await once(stream, 'response');
      statuses.push(Number(headers[':status']));
      stream.resume();
      await once(stream, 'close');
    }
  } finally {
    client.close();
  }
  return statuses;
}

it.skipIf(PROXY === undefined).each([
  ['bad', 404],
  ['good', 421],
] as const)('the %s example answers the other host with %i', async (example, status) => {
  const proxy = await startAnywhere(PROXY ?? '', bootstrapOf(coalescedHost[example].yaml));
  try {
    const port = proxy.portOf('l');
    expect(await statusesOver(port, 'shop.test', ['shop.test', 'www.app.test'])).toEqual([200, status]);
    expect(await statusesOver(port, 'www.app.test', ['www.app.test', 'shop.test'])).toEqual([200, status]);
  } finally {
    await proxy.stop();
  }
});
