/** The real proxy with its listeners at whatever ports are free, which no other process can take before it does. */
import { portsOf, prepareProxy, startProgram } from '../../src/proxy/edge/program.ts';
import type { Plain } from '../../src/proxy/plain.ts';

export interface Anywhere {
  /** Where it answers about itself: `127.0.0.1:PORT`. */
  readonly admin: string;
  /** What the proxy runs, with the ports that its listeners have. */
  readonly bootstrap: Plain;
  /** Where it runs: relative paths of its configuration begin there. */
  readonly folder: string;
  /** Of a listener. @throws Error where none has the name */
  readonly portOf: (listener: string) => number;
  readonly stop: () => Promise<void>;
}

/**
 * Starts it and waits until it takes requests.
 *
 * @param path of the program
 * @param bootstrap without an admin endpoint; its listeners have names and socket addresses, of which the host counts
 * @throws ProxyError with what the program said where it does not start
 */
export async function startAnywhere(path: string, bootstrap: object): Promise<Anywhere> {
  const prepared = await prepareProxy(path);
  try {
    const { admin } = await startProgram(
      prepared,
      path,
      placed(bootstrap, () => 0),
    );
    const ports = await portsOf(admin);
    const portOf = (listener: string): number => {
      const port = ports.get(listener);
      if (port === undefined) throw new Error(`no listener is named ${listener}`);
      return port;
    };
    return {
      admin,
      bootstrap: placed(bootstrap, portOf),
      folder: prepared.folder,
      portOf,
      stop: prepared.stop,
    };
  } catch (error) {
    await prepared.stop();
    throw error;
  }
}

const ADMIN = { address: { socket_address: { address: '127.0.0.1', port_value: 0 } } };

/** The bootstrap with a port for each listener. */
function placed(bootstrap: object, portOf: (listener: string) => number): Plain {
  const copy = JSON.parse(JSON.stringify(bootstrap));
  for (const { name, address } of copy.static_resources.listeners)
    address.socket_address.port_value = portOf(name);
  return { admin: ADMIN, ...copy };
}
