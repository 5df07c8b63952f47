/** Where the code cache is kept: in the user's own cache folder. */
import { join } from 'node:path';

/** What of the process decides about the code cache. */
export interface Surroundings {
  readonly env: { readonly [name: string]: string | undefined };
  readonly platform: string;
  /** The user's number; nothing where the system has none. */
  readonly uid: number | undefined;
  /** Of node. */
  readonly version: string;
  readonly arch: string;
}

/**
 * `$XDG_CACHE_HOME/cfgtool/code`, else `%LOCALAPPDATA%\cfgtool\code` on Windows, else `~/.cache/cfgtool/code`. Nothing
 * where the user wants no cache (`NODE_DISABLE_COMPILE_CACHE`, which is node's own switch for its cache, or
 * `CFGTOOL_CODE_CACHE=0`), or where there is no such place.
 */
export function cacheFolder({ env, platform }: Surroundings): string | undefined {
  if (isSet(env.NODE_DISABLE_COMPILE_CACHE) || env.CFGTOOL_CODE_CACHE === '0') return undefined;
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local, HOME: home } = env;
  const base =
    isSet(xdg) && isAbsolute(xdg, platform)
      ? xdg
      : platform === 'win32'
        ? local
        : isSet(home) && isAbsolute(home, platform)
          ? join(home, '.cache')
          : undefined;
  return isSet(base) ? join(base, 'cfgtool', 'code') : undefined;
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

/** The XDG specification says that relative paths are to be ignored. */
function isAbsolute(path: string, platform: string): boolean {
  return path.startsWith('/') || (platform === 'win32' && /^[A-Za-z]:[\\/]/.test(path));
}
