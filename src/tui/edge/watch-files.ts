/** Says when files change on disk. */
import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

export interface FileWatch {
  /** Takes what stands there now as known: our own write is no change. */
  settle(): Promise<void>;
  close(): void;
}

/** Writers change a file in several steps: it has to rest this long. */
const REST = 100;
/** How often files are looked at where the system does not tell, such as on network drives. */
const POLL = 2000;

/**
 * Watches the folders of files, since editors and deployments put a new file (or link) in place of the old one, and
 * calls back once a change came to rest. A file that is gone for a moment is waited for.
 *
 * @param paths from the working folder
 */
export function watchFiles(paths: readonly string[], changed: () => void): FileWatch {
  const files = paths.map((path) => resolve(path));
  const watchers: FSWatcher[] = [];
  let known: Promise<readonly string[]> = Promise.all(files.map(signature));
  let rest: NodeJS.Timeout | undefined;
  let isClosed = false;
  const look = async (): Promise<void> => {
    const [before, now] = [await known, await Promise.all(files.map(signature))];
    if (isClosed || now.includes(ABSENT) || now.every((each, index) => each === before[index])) return;
    known = Promise.resolve(now);
    changed();
  };
  const touched = (): void => {
    clearTimeout(rest);
    rest = setTimeout(() => void look(), REST);
  };
  for (const folder of new Set(files.map((file) => dirname(file)))) {
    try {
      const watcher = watch(folder, { persistent: false }, touched);
      watcher.on('error', () => watcher.close());
      watchers.push(watcher);
    } catch {
      // Too many watches, or none on this file system: looking now and then has to do.
    }
  }
  const poll = setInterval(() => void look(), POLL);
  poll.unref();
  return {
    async settle() {
      clearTimeout(rest);
      known = Promise.all(files.map(signature));
      await known;
    },
    close() {
      isClosed = true;
      clearTimeout(rest);
      clearInterval(poll);
      for (const watcher of watchers) watcher.close();
    },
  };
}

const ABSENT = '';

/** What tells one content of a file from another without reading it; links are followed. */
async function signature(file: string): Promise<string> {
  try {
    const { mtimeNs, size, ino } = await stat(file, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return ABSENT;
  }
}
