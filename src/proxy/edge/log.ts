/** Reads the access log while the proxy writes it. */
import { open } from 'node:fs/promises';
import { readLine } from '../access-log.ts';
import type { Logged } from '../seen.ts';
import { LOOK_MS, pause } from './program.ts';

/** How long a line may take to come. */
const LINE_MS = 3000;
const CHUNK = 1 << 20;

export interface Log {
  /** The lines of these requests; those that do not come in time are left out. */
  collect(ids: readonly string[]): Promise<ReadonlyMap<string, Logged>>;
}

export function startLog(path: string): Log {
  let offset = 0;
  let rest = '';
  const more = async (): Promise<readonly Logged[]> => {
    const file = await open(path, 'r').catch(() => undefined);
    if (file === undefined) return [];
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK), 0, CHUNK, offset);
      offset += bytesRead;
      const lines = (rest + buffer.toString('latin1', 0, bytesRead)).split('\n');
      rest = lines.pop() ?? '';
      return lines.flatMap((line) => readLine(Buffer.from(line, 'latin1').toString()) ?? []);
    } finally {
      await file.close();
    }
  };
  return {
    collect: async (ids) => {
      const found = new Map<string, Logged>();
      const open = new Set(ids);
      let until = performance.now() + LINE_MS;
      while (open.size > 0 && performance.now() < until) {
        const lines = await more();
        for (const line of lines) {
          if (open.delete(line.id)) found.set(line.id, line);
        }
        if (lines.length === 0) await pause(LOOK_MS);
        else until = performance.now() + LINE_MS;
      }
      return found;
    },
  };
}
