/**
 * The code cache: what V8 made of the program's functions in an earlier run of the same command, kept in the user's
 * cache folder. V8 refuses data of another version of itself, other flags or another source, and then compiles.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Script } from 'node:vm';

export interface CodeCache {
  readonly data: ReadonlyMap<string, Buffer>;
  /** Writes the cache again where a script had no accepted data. Whatever fails, fails silently. */
  keep(scripts: ReadonlyMap<string, Script>): void;
}

export function openCodeCache(hash: string, c: string): CodeCache {
  const file = join(
    process.env.XDG_CACHE_HOME ?? join(process.env.HOME ?? '', '.cache'),
    'cfgtool/code',
    `${process.version}-${process.arch}-${hash}-${c}`,
  );
  const data = new Map<string, Buffer>();
  try {
    const b = readFileSync(file);
    const n = b.readUInt32LE(0);
    for (const [k, o, l] of JSON.parse(b.toString('latin1', 4, 4 + n))) data.set(k, b.subarray(o, o + l));
  } catch {}
  return {
    data,
    keep(scripts) {
      let fresh = false;
      for (const [k, s] of scripts) if (!data.has(k) || s.cachedDataRejected) fresh = true;
      if (!fresh) return;
      const parts = [...scripts].map(([k, s]) => [k, s.createCachedData()] as const);
      const index = (base: number) => {
        let o = base;
        return JSON.stringify(
          parts.map(([k, d]) => {
            const r = [k, o, d.length];
            o += Math.ceil(d.length / 8) * 8;
            return r;
          }),
        );
      };
      const size = 4096;
      const head = Buffer.alloc(size);
      const j = index(size);
      head.writeUInt32LE(j.length, 0);
      head.write(j, 4, 'latin1');
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(
        file + '.new',
        Buffer.concat([head, ...parts.map(([, d]) => Buffer.concat([d], Math.ceil(d.length / 8) * 8))]),
      );
      renameSync(file + '.new', file);
      void rmSync;
    },
  };
}
