/** A file system in memory for tests of reading. */
import { nearest } from '../../src/model/near-miss.ts';
import type { DirectoryEntry, GitAnswer, Io } from '../../src/source/io.ts';

/** Content by path; a string is written as UTF-8, `{ error }` fails with that code, `{ link }` leads elsewhere. */
export type Files = {
  readonly [path: string]: string | Uint8Array | { readonly error: string } | { readonly link: string };
};

export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: told to fail`), { code });
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content;
}

export interface FakeIo extends Io {
  readonly gitCalls: (readonly string[])[];
  readonly passed: readonly string[];
}

export function fakeIo(
  files: Files,
  more: {
    readonly stdin?: string | Uint8Array;
    readonly git?: (args: readonly string[]) => Partial<GitAnswer> | Error;
    readonly unreadable?: readonly string[];
  } = {},
): FakeIo {
  const gitCalls: (readonly string[])[] = [];
  const passed: string[] = [];
  const normal = (path: string): string => path.replace(/^\.\//, '').replace(/\/+$/, '') || '.';
  const find = (path: string): string | Uint8Array | undefined => {
    const found = files[normal(path)];
    if (found === undefined || typeof found === 'string' || found instanceof Uint8Array) return found;
    if ('link' in found) return find(found.link);
    throw systemError(found.error);
  };
  const below = (path: string): string[] => {
    const prefix = normal(path) === '.' ? '' : `${normal(path)}/`;
    return Object.keys(files).filter((name) => name.startsWith(prefix));
  };
  return {
    gitCalls,
    passed,
    async status(path) {
      const content = find(path);
      const link = files[normal(path)];
      if (content === undefined && typeof link === 'object' && 'link' in link) return this.status(link.link);
      if (content !== undefined) return { kind: 'file', size: bytesOf(content).length };
      if (normal(path) === '.' || below(path).length > 0) return { kind: 'directory', size: 0 };
      throw systemError('ENOENT');
    },
    async readFile(path) {
      const content = find(path);
      if (content === undefined) throw systemError('ENOENT');
      return bytesOf(content);
    },
    async readDirectory(path) {
      if (more.unreadable?.includes(normal(path))) throw systemError('EACCES');
      const start = normal(path) === '.' ? 0 : normal(path).length + 1;
      const entries = new Map<string, DirectoryEntry>();
      for (const name of below(path)) {
        const [first = '', ...rest] = name.slice(start).split('/');
        const content = files[name];
        const isLink = typeof content === 'object' && 'link' in content;
        entries.set(first, { name: first, kind: rest.length > 0 ? 'directory' : isLink ? 'link' : 'file' });
      }
      if (entries.size === 0) throw systemError('ENOENT');
      return [...entries.values()].reverse();
    },
    async realPath(path) {
      const link = files[normal(path)];
      return typeof link === 'object' && 'link' in link
        ? this.realPath(link.link)
        : normal(path) === '.'
          ? '/here'
          : `/here/${normal(path)}`;
    },
    passedOver: (path) => void passed.push(path),
    async readStdin() {
      return bytesOf(more.stdin ?? '');
    },
    async git(args) {
      gitCalls.push(args);
      const answer = more.git?.(args) ?? systemError('ENOENT');
      if (answer instanceof Error) throw answer;
      return { status: 0, output: new Uint8Array(), complaint: '', ...answer };
    },
    async fetch({ name }) {
      const content = find(name);
      if (content === undefined) throw systemError('ECONNREFUSED');
      return bytesOf(content);
    },
    nearest,
  };
}
