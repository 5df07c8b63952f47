/** Files that are being written under names of their own: a signal that ends the process removes them first. */
import { unlinkSync } from 'node:fs';

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const paths = new Set<string>();

/** From now on a signal removes the file. */
export function begun(path: string): void {
  if (paths.size === 0) for (const signal of SIGNALS) process.on(signal, removeAll);
  paths.add(path);
}

/** The file has got its final name, or is gone. */
export function ended(path: string): void {
  if (paths.delete(path) && paths.size === 0) for (const signal of SIGNALS) process.off(signal, removeAll);
}

function removeAll(signal: NodeJS.Signals): void {
  for (const path of paths) {
    try {
      unlinkSync(path);
    } catch {
      // It has its final name by now, or cannot be removed: the process ends all the same.
    }
    ended(path);
  }
  // Others who listen, such as the terminal UI, end the process in their own way.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
